"""The same log on a cluster: every key of a table in one slot, and slots that move."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from redis.crc import key_slot

from store import keys
from store.archive import Archiver
from store.cold import ColdStore
from store.connect import Store, StoreConfig, open_store
from store.embedded import bundled_binary
from store.feed import Followers
from store.limiter import Limiter
from store.log import Append, Appended, EventLog, Repeated
from tests.support.cluster import SLOTS, Cluster, running_cluster

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with running_cluster(tmp_path_factory.mktemp("cluster"), bundled_binary()) as found:
        yield found


@pytest.fixture
async def store(cluster: Cluster) -> AsyncIterator[Store]:
    opened = await open_store(StoreConfig(url=cluster.url))
    yield opened
    await opened.aclose()


def entry(table: str, seq: int) -> Append:
    return Append(table=table, seq=seq, entry=b"%d" % seq, openings=b"[]", key=f"k{seq}", key_digest="d", due=5)


def node_of(table: str) -> int:
    slot = key_slot(keys.of_table(table).stream.encode())
    return next(number for number, (first, last) in enumerate(SLOTS) if first <= slot <= last)


async def test_tables_on_every_primary_are_written_read_and_found(store: Store) -> None:
    log = EventLog(store)
    tables = [secrets.token_hex(13) for _ in range(40)]
    assert {node_of(table) for table in tables} == {0, 1, 2}
    for seq in (1, 2):
        answers = await asyncio.gather(*(log.append(entry(table, seq)) for table in tables))
        assert all(isinstance(answer, Appended) for answer in answers)
    assert [await log.head(table) for table in tables] == [2] * 40
    assert set(tables) <= {table async for table in log.tables()}
    for table in tables:
        assert (table, 5) in await log.due_before(keys.partition(table), 5)


async def test_followers_hear_of_every_partition(store: Store) -> None:
    followers = await Followers(store).start()
    tables = [secrets.token_hex(13) for _ in range(20)]
    subscriptions = [followers.subscribe(table) for table in tables]
    await asyncio.gather(*(EventLog(store).append(entry(table, 1)) for table in tables))
    async with asyncio.timeout(10):
        for subscription in subscriptions:
            while await anext(subscription) != 1:
                pass
    await followers.aclose()


async def test_a_slot_that_moves_under_load_loses_and_doubles_nothing(cluster: Cluster, store: Store) -> None:
    log, table = EventLog(store), secrets.token_hex(13)
    source = node_of(table)
    target = (source + 1) % 3
    moved = asyncio.create_task(
        asyncio.to_thread(cluster.move_slot, key_slot(keys.of_table(table).stream.encode()), source, target)
    )
    seq = 0
    while not moved.done() or seq < 50:
        seq += 1
        assert isinstance(await log.append(entry(table, seq)), Appended | Repeated)
    await moved
    assert store.primary(keys.of_table(table).stream).name.endswith(str(cluster.ports[target]))
    assert [stored.entry for stored in await log.read(table)] == [b"%d" % number for number in range(1, seq + 1)]


async def test_tables_are_archived_from_a_cluster(store: Store, tmp_path: Path) -> None:
    log, table = EventLog(store, ColdStore(tmp_path)), secrets.token_hex(13)
    await log.append(Append(table=table, seq=1, entry=b"1", openings=b"[]", close=True))
    assert await Archiver(store, ColdStore(tmp_path)).archive(table)
    assert [stored.entry for stored in await log.read(table)] == [b"1"]


async def test_callers_are_counted_on_every_primary(store: Store) -> None:
    callers = [secrets.token_hex(13) for _ in range(20)]
    assert len({store.primary(keys.limit("tables", caller)).name for caller in callers}) == 3
    for expected in (0, 0, 500):
        answers = [
            await Limiter(store, lambda: 1_000).take("tables", caller, allowance=2, interval_ms=500)
            for caller in callers
        ]
        assert answers == [expected] * 20
