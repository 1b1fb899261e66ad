"""Serving the application: one process, TCP or a unix socket, and an orderly end.

An open stream would keep a server from ending. So a signal first sets the drain event, on which every stream ends
by itself; then the server finishes the requests it has and closes.
"""

import asyncio
import gc
import socket
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any, cast

import uvicorn
from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

PIECE = 1 << 16
"""Bytes that are not held back for what may follow."""


class Drain:
    """Says that the server is about to end. May be set from a signal handler or another thread."""

    def __init__(self) -> None:
        self._event = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self.begun = False

    def bind(self) -> None:
        """Belong to the running loop; called when the application starts."""
        self._loop = asyncio.get_running_loop()

    def begin(self) -> None:
        """End all streams."""
        self.begun = True
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._event.set)

    async def wait(self) -> None:
        """Return when the end has begun."""
        await self._event.wait()


class InOnePiece:
    """A transport that sends what is written in one turn of the loop as one piece.

    The server writes the head and the body of an answer one after the other, which would be two system calls, two
    packets, and two times that the client wakes up.
    """

    def __init__(self, transport: asyncio.Transport) -> None:
        """Write to `transport`."""
        self._transport = transport
        self._loop = asyncio.get_running_loop()
        self._pieces: list[bytes] = []

    def write(self, data: bytes) -> None:
        """Send soon; what is large is sent now, so that the transport can say when it has enough."""
        self._pieces.append(data)
        if len(data) > PIECE:
            self._flush()
        elif len(self._pieces) == 1:
            self._loop.call_soon(self._flush)

    def close(self) -> None:
        """Send what waits, then close."""
        self._flush()
        self._transport.close()

    def __getattr__(self, name: str) -> Any:
        """Everything else is the transport's own."""
        return getattr(self._transport, name)

    def _flush(self) -> None:
        pieces, self._pieces = self._pieces, []
        if pieces and not self._transport.is_closing():  # whoever has hung up meanwhile hears nothing
            self._transport.write(b"".join(pieces))


class Protocol(HttpToolsProtocol):
    """HTTP/1.1 whose answers leave in one piece."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin."""
        super().connection_made(cast(asyncio.Transport, InOnePiece(transport)))


class Server(uvicorn.Server):
    """A uvicorn server that ends its streams first, and tells its address once it listens."""

    def __init__(self, config: Config, drain: Drain, ready: Callable[[str], None] | None = None) -> None:
        """Serve by `config`; call `ready` with the address once requests are answered."""
        super().__init__(config)
        self._drain = drain
        self._ready = ready

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin the end on SIGINT and SIGTERM."""
        self._drain.begin()
        super().handle_exit(sig, frame)

    def stop(self) -> None:
        """End as on a signal; for servers that run in a thread."""
        self._drain.begin()
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then keep what is loaded by now out of every garbage collection, and collect seldom.

        Answers leave few cycles behind, but many objects live while many answers are on their way: by the usual
        threshold a twentieth of all the time would go into looking through them in vain.
        """
        await super().startup(sockets)
        if self.started:
            gc.collect()
            gc.freeze()
            gc.set_threshold(20_000, 10, 10)
            if self._ready is not None:
                self._ready(self.address)

    @property
    def address(self) -> str:
        """Where it listens: `http://host:port`, or `unix:PATH`."""
        if self.config.uds:
            return f"unix:{self.config.uds}"
        host, port = self.servers[0].sockets[0].getsockname()[:2]
        return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def make_server(
    app: Callable[..., Any],
    drain: Drain,
    *,
    host: str = "127.0.0.1",
    port: int = 0,
    uds: Path | None = None,
    ready: Callable[[str], None] | None = None,
) -> Server:
    """Make a server for `app` on `host` and `port` (0: any free one), or on the unix socket `uds`."""
    config = Config(
        app,
        host=host,
        port=port,
        uds=str(uds) if uds else None,
        http=Protocol,
        lifespan="on",
        access_log=False,
        log_level="warning",
        server_header=False,
        proxy_headers=False,
        ws="none",
        timeout_keep_alive=75,
        timeout_graceful_shutdown=10,
    )
    return Server(config, drain, ready)
