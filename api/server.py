"""Serving the application: one process, TCP or a unix socket, and an orderly end.

An open stream would keep a server from ending. So a signal first sets the drain event, on which every stream ends
by itself; then the server finishes the requests it has and closes.
"""

import asyncio
import gc
import re
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

LONGEST_HEAD = 1 << 16
"""Bytes of a request beside its body: what a client may send that is neither its head's end nor body."""

PATIENCE_S = 30.0
"""How long a client may take for a request, and may read nothing of its answer."""

LOOK_EVERY = 50
"""Ticks of the server, ten a second, between two looks at its connections."""

UPGRADE = re.compile(rb"\r\nupgrade:", re.IGNORECASE)


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
        self._size = 0

    def write(self, data: bytes) -> None:
        """Send soon; what has become large is sent now, so that the transport can say when it has enough."""
        self._pieces.append(data)
        self._size += len(data)
        if self._size > PIECE:
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
        pieces, self._pieces, self._size = self._pieces, [], 0
        if pieces and not self._transport.is_closing():  # whoever has hung up meanwhile hears nothing
            self._transport.write(b"".join(pieces))


class Protocol(HttpToolsProtocol):
    """HTTP/1.1 whose answers leave in one piece, and whose clients have to get on.

    The server below would wait for ever for the rest of a request, keep all of its head however long, and hold an
    answer that nobody reads. It also drops the body of a request that offers another protocol, as the first one of
    some clients does.
    """

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin."""
        self._unspent = 0
        self._stuck: object = None
        self._stuck_since = 0.0
        super().connection_made(cast(asyncio.Transport, InOnePiece(transport)))

    def data_received(self, data: bytes) -> None:
        """Read what came, without the header by which a client offers another protocol."""
        if b"pgrade" in data:
            data = UPGRADE.sub(b"\r\nx-offered:", data)
        self._unspent += len(data)
        super().data_received(data)
        if self._unspent > LONGEST_HEAD and not self.transport.is_closing():
            self.send_400_response("The head of the request is too long.")

    def on_headers_complete(self) -> None:
        """The head is there."""
        super().on_headers_complete()
        self._unspent = 0

    def on_body(self, body: bytes) -> None:
        """More of the body is there."""
        super().on_body(body)
        self._unspent = 0

    def on_message_complete(self) -> None:
        """The request is there."""
        super().on_message_complete()
        self._unspent = 0

    def look_after(self, now: float) -> None:
        """Hang up on a client that has been in the same place for too long: in a request, or in its answer."""
        cycle = self.cycle
        if self.flow.write_paused or self.transport.is_closing():
            stuck: object = self.transport.get_write_buffer_size()
        elif self.timeout_keep_alive_task is None and (cycle is None or cycle.response_complete or cycle.more_body):
            stuck = (cycle,)
        else:
            stuck = None
        if stuck is None or stuck != self._stuck:
            self._stuck, self._stuck_since = stuck, now
        elif now - self._stuck_since >= PATIENCE_S:
            self.transport.abort()


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

    async def on_tick(self, counter: int) -> bool:
        """Look after the connections every now and then."""
        if counter % LOOK_EVERY == 0:
            now = asyncio.get_running_loop().time()
            for connection in list(self.server_state.connections):
                cast(Protocol, connection).look_after(now)
        return await super().on_tick(counter)

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
