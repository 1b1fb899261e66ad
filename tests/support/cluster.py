"""A cluster of three primaries on the loopback."""

import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import redis

SLOTS = ((0, 5460), (5461, 10922), (10923, 16383))


class Cluster:
    """Three primaries; `nodes` are clients of each, in the order of their slots."""

    def __init__(self, ports: list[int], buses: list[int]) -> None:
        self.ports = ports
        self.buses = buses
        self.url = f"redis-cluster://127.0.0.1:{ports[0]}"
        self.nodes: list[Any] = [redis.Redis(port=port) for port in ports]

    def ask(self, node: int, *command: str | int) -> Any:
        """Do a command on a node, with its reply as it came."""
        client = self.nodes[node]
        connection = client.connection_pool.get_connection()
        try:
            connection.send_command(*command)
            return connection.read_response()
        finally:
            client.connection_pool.release(connection)

    def join(self) -> None:
        for number, slots in enumerate(SLOTS):
            wait_for(lambda number=number: self.ask(number, "PING") == b"PONG")  # type: ignore[misc]
            self.ask(number, "CLUSTER", "ADDSLOTSRANGE", *slots)
            self.ask(number, "CLUSTER", "SET-CONFIG-EPOCH", number + 1)
        for port, bus in zip(self.ports[1:], self.buses[1:], strict=True):
            self.ask(0, "CLUSTER", "MEET", "127.0.0.1", port, bus)
        wait_for(lambda: all(self._ready(number) for number in range(3)))

    def move_slot(self, slot: int, source: int, target: int) -> None:
        """Move a slot in one step (Valkey 9)."""
        goal = self.ask(target, "CLUSTER", "MYID").decode()
        self.ask(source, "CLUSTER", "MIGRATESLOTS", "SLOTSRANGE", slot, slot, "NODE", goal)
        wait_for(lambda: all(self._port_of(node, slot) == self.ports[target] for node in range(3)))

    def close(self) -> None:
        for node in self.nodes:
            node.close()

    def _ready(self, node: int) -> bool:
        return b"cluster_state:ok" in self.ask(node, "CLUSTER", "INFO") and len(self.ask(node, "CLUSTER", "SLOTS")) == 3

    def _port_of(self, node: int, slot: int) -> int:
        rows = self.ask(node, "CLUSTER", "SLOTS")
        return next(int(row[2][1]) for row in rows if row[0] <= slot <= row[1])


@contextmanager
def running_cluster(directory: Path, binary: Path) -> Iterator[Cluster]:
    """Start three servers and join them."""
    ports, buses = [free_port() for _ in SLOTS], [free_port() for _ in SLOTS]
    with ExitStack() as stack:
        for port, bus in zip(ports, buses, strict=True):
            home = directory / str(port)
            home.mkdir()
            command = [binary, "--port", port, "--cluster-port", bus, "--cluster-enabled", "yes"]
            settings = ["--bind", "127.0.0.1", "--dir", home, "--appendonly", "yes", "--appendfsync", "always"]
            more = [
                "--save",
                "",
                "--cluster-node-timeout",
                "2000",
                "--logfile",
                "log",
                "--repl-diskless-sync-delay",
                "0",
            ]
            process = subprocess.Popen([str(part) for part in (*command, *settings, *more)], start_new_session=True)
            stack.callback(process.wait)
            stack.callback(process.terminate)
        cluster = Cluster(ports, buses)
        stack.callback(cluster.close)
        cluster.join()
        yield cluster


def wait_for(what: Callable[[], bool], seconds: float = 30.0) -> None:
    deadline = time.monotonic() + seconds
    while True:
        try:
            if what():
                return
        except redis.ConnectionError:
            pass
        assert time.monotonic() < deadline, "the cluster did not get ready"
        time.sleep(0.02)


def free_port() -> int:
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        return int(line.getsockname()[1])
