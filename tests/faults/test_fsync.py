"""Acknowledged means on disk: a trace of the server's system calls shows the fsync before the answer."""

from pathlib import Path

import pytest

from store.connect import StoreConfig, open_store
from store.embedded import Durability, Embedded, bundled_binary
from store.log import Append, Appended, EventLog
from tests.support.servers import MISSING, redis7_binary
from tests.support.syscalls import Call, cannot_trace, read_trace, synced_before_answer, traced_binary

pytestmark = pytest.mark.anyio

MARKERS = [f"an-entry-that-is-easy-to-find-{n}." for n in range(10)]


def server_binary(kind: str) -> Path:
    found = bundled_binary() if kind == "valkey" else redis7_binary()
    if found is None:
        pytest.skip(f"{MISSING}Redis 7.0 (Debian's redis-server)")
    return found


async def traced_append(directory: Path, kind: str, durability: Durability) -> list[Call]:
    why = cannot_trace()
    if why is not None:
        pytest.skip(f"{MISSING}{why}")
    trace = directory / "trace.txt"
    binary = traced_binary(directory, server_binary(kind), trace)
    with Embedded(directory / "data", binary=binary, durability=durability) as server:
        store = await open_store(StoreConfig(url=server.url, durability=durability))
        for seq, marker in enumerate(MARKERS, 1):
            wish = Append(table="table", seq=seq, entry=marker.encode(), openings=b"[]", key=marker)
            assert isinstance(await EventLog(store).append(wish), Appended)
        await store.aclose()
    return read_trace(trace)


@pytest.mark.parametrize("kind", ["valkey", "redis7"])
async def test_every_entry_is_on_disk_before_the_answer_leaves(tmp_path: Path, kind: str) -> None:
    calls = await traced_append(tmp_path, kind, "always")
    assert all(synced_before_answer(calls, marker, "appended") for marker in MARKERS)


async def test_the_trace_can_tell_the_difference(tmp_path: Path) -> None:
    calls = await traced_append(tmp_path, "valkey", "everysec")
    assert not all(synced_before_answer(calls, marker, "appended") for marker in MARKERS)
