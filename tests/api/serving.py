"""A real server in a thread, on a free port of the loopback."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from api.edge import Edge
from api.server import Drain, Server, make_server


@dataclass
class Running:
    url: str
    server: Server
    thread: threading.Thread

    def stop(self, timeout: float = 20) -> None:
        self.server.stop()
        self.thread.join(timeout)
        assert not self.thread.is_alive(), "the server did not end"


@contextmanager
def serving(app: Edge, drain: Drain) -> Iterator[Running]:
    """Serve until the block ends."""
    addresses: list[str] = []
    up = threading.Event()

    def ready(address: str) -> None:
        addresses.append(address)
        up.set()

    server = make_server(app, drain, ready=ready)

    def run() -> None:
        try:
            asyncio.run(server.serve())
        finally:
            up.set()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    assert up.wait(30), "the server did not start"
    assert addresses, "the server did not start"
    running = Running(addresses[0], server, thread)
    try:
        yield running
    finally:
        running.stop()
