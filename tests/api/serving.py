"""A real server in a thread, on a free port of the loopback."""

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from api.app import create_app
from api.server import Drain, Server, make_server
from api.service import Service, open_service
from api.settings import UNLIMITED, Settings
from api.signing import server_keys
from domain.kernel import Registry
from store.connect import StoreConfig
from store.handler import now_ms

T = TypeVar("T")

SETTINGS = Settings(
    token_secret=b"for tests only, and of sufficient length",
    cors_origins=("https://play.example",),
    heartbeat_s=0.2,
    limits=UNLIMITED,
)


@dataclass
class Running:
    url: str
    server: Server
    service: Service
    thread: threading.Thread
    loop: asyncio.AbstractEventLoop

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something in the server's loop."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(20)

    def stop(self, timeout: float = 20) -> None:
        self.server.stop()
        self.thread.join(timeout)
        assert not self.thread.is_alive(), "the server did not end"


@contextmanager
def serving(
    config: StoreConfig,
    registry: Registry,
    folder: Path,
    *,
    settings: Settings = SETTINGS,
    clock: Callable[[], int] = now_ms,
    limiter_clock: Callable[[], int] | None = None,
) -> Iterator[Running]:
    """Serve until the block ends."""
    running: list[Running] = []
    up = threading.Event()

    async def main() -> None:
        drain = Drain()
        keys = server_keys(folder)
        async with open_service(config, registry, keys, clock, limiter_clock=limiter_clock) as service:
            server: list[Server] = []

            def ready(address: str) -> None:
                running.append(Running(address, server[0], service, thread, asyncio.get_running_loop()))
                up.set()

            server.append(make_server(create_app(service, settings, drain), drain, ready=ready))
            await server[0].serve()

    def run() -> None:
        try:
            asyncio.run(main())
        finally:
            up.set()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    assert up.wait(30)
    assert running, "the server did not start"
    try:
        yield running[0]
    finally:
        running[0].stop()
