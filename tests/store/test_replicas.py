"""With replicas configured, an entry counts when they have it."""

import secrets
import signal
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
import redis

from store import keys
from store.connect import StoreConfig, open_store
from store.embedded import bundled_binary
from store.errors import StoreUnavailable
from store.log import Append, Appended, EventLog, Repeated
from tests.support.cluster import free_port, wait_for

pytestmark = pytest.mark.anyio


class Pair:
    """A primary and its replica on the loopback."""

    def __init__(self, primary: int, replica: int, process: "subprocess.Popen[bytes]") -> None:
        self.url = f"redis://127.0.0.1:{primary}/0"
        self.primary, self.replica = redis.Redis(port=primary), redis.Redis(port=replica)
        self._process = process

    def pause_replica(self) -> None:
        self._process.send_signal(signal.SIGSTOP)

    def resume_replica(self) -> None:
        self._process.send_signal(signal.SIGCONT)


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[Pair]:
    with ExitStack() as stack:
        ports, processes = (free_port(), free_port()), []
        for port in ports:
            home = tmp_path / str(port)
            home.mkdir()
            settings = ["--port", port, "--bind", "127.0.0.1", "--dir", home, "--appendonly", "yes"]
            more = ["--appendfsync", "always", "--save", "", "--logfile", "log", "--repl-diskless-sync-delay", "0"]
            command = [str(part) for part in (bundled_binary(), *settings, *more)]
            processes.append(subprocess.Popen(command, start_new_session=True))
            stack.callback(processes[-1].wait)
            stack.callback(processes[-1].kill)
        found = Pair(*ports, processes[1])
        stack.callback(found.primary.close)
        stack.callback(found.replica.close)
        wait_for(lambda: bool(found.primary.ping()) and bool(found.replica.ping()))
        found.replica.execute_command("REPLICAOF", "127.0.0.1", ports[0])
        wait_for(lambda: found.primary.info("replication").get("slave0", {}).get("state") == "online")
        yield found


async def test_an_entry_is_acknowledged_when_the_replica_has_it(pair: Pair) -> None:
    store = await open_store(StoreConfig(url=pair.url, replicas=1, timeout_ms=2_000))
    log, table = EventLog(store), secrets.token_hex(13)
    wish = Append(table=table, seq=1, entry=b"1", openings=b"[]", key="a", key_digest="d")
    assert isinstance(await log.append(wish), Appended)
    assert pair.replica.exists(keys.of_table(table).stream)
    pair.pause_replica()
    second = Append(table=table, seq=2, entry=b"2", openings=b"[]", key="b", key_digest="d")
    for _ in range(2):
        with pytest.raises(StoreUnavailable, match="0 of 1 replicas"):
            await log.append(second)
    pair.resume_replica()
    assert await log.append(second) == Repeated(2, "d")
    assert [stored.entry for stored in await log.read(table)] == [b"1", b"2"]
    await store.aclose()
