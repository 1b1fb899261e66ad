"""The feed: hints arrive, and losing them does no harm."""

import asyncio
import secrets
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from store import keys
from store.connect import Store, StoreConfig, open_store
from store.embedded import Embedded
from store.feed import START, Feed, Followers, place
from store.log import Append, EventLog

pytestmark = pytest.mark.anyio


@pytest.fixture
async def followers(store: Store) -> AsyncIterator[Followers]:
    started = await Followers(store).start()
    yield started
    await started.aclose()


def entry(table: str, seq: int) -> Append:
    return Append(table=table, seq=seq, entry=b"e", openings=b"[]")


async def test_every_append_leaves_a_pointer_in_order(log: EventLog, store: Store) -> None:
    table = secrets.token_hex(13)
    partition = keys.partition(table)
    feed = Feed(store)
    before = await feed.end(partition)
    for seq in (1, 2, 3):
        await log.append(entry(table, seq))
    pointers = [pointer for pointer in await feed.read(partition, before) if pointer.table == table]
    assert [pointer.seq for pointer in pointers] == [1, 2, 3]
    assert sorted(pointers, key=lambda pointer: place(pointer.id)) == pointers
    assert await feed.end(partition) == pointers[-1].id


async def test_a_follower_hears_of_its_table_and_of_no_other(log: EventLog, followers: Followers) -> None:
    mine, other = secrets.token_hex(13), secrets.token_hex(13)
    with followers.subscribe(mine) as hints, followers.subscribe(other) as silence:
        await log.append(entry(mine, 1))
        async with asyncio.timeout(5):
            assert await anext(hints) == 1
            await log.append(entry(mine, 2))
            assert await anext(hints) == 2
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.05):
                await anext(silence)


async def test_that_anything_may_have_happened_is_not_lost_among_numbers(followers: Followers) -> None:
    with followers.subscribe("table") as hints:
        for seq in (7, 0, 8):
            hints.hint(seq)
        assert await anext(hints) == 0
        hints.hint(9)
        assert await anext(hints) == 9


async def test_hints_that_a_busy_reader_misses_become_one(log: EventLog, followers: Followers) -> None:
    table, last = secrets.token_hex(13), secrets.token_hex(13)
    with followers.subscribe(table) as hints, followers.subscribe(last) as done:
        for seq in range(1, 11):
            await log.append(entry(table, seq))
        await log.append(entry(last, 1))
        async with asyncio.timeout(5):
            await anext(done)
            while await anext(hints) < 10:
                pass


async def test_whoever_watches_everything_hears_of_any_table(log: EventLog, followers: Followers) -> None:
    with followers.subscribe_all() as hints:
        await log.append(entry(secrets.token_hex(13), 1))
        async with asyncio.timeout(5):
            assert await anext(hints) == 0


async def test_closing_ends_every_subscription(store: Store) -> None:
    followers = await Followers(store).start()
    hints = followers.subscribe("table")
    await followers.aclose()
    assert [hint async for hint in hints] == []


async def test_everybody_is_woken_after_a_reconnection(tmp_path: Path) -> None:
    server = Embedded(tmp_path).start()
    store = await open_store(StoreConfig(url=server.url))
    followers = await Followers(store).start()
    with followers.subscribe("table") as hints:
        server.stop()
        server = Embedded(tmp_path).start()
        async with asyncio.timeout(10):
            assert await anext(hints) == 0
            await EventLog(store).append(entry("table", 1))
            assert await anext(hints) == 1
    await followers.aclose()
    await store.aclose()
    server.stop()


async def test_a_feed_is_trimmed_below_what_every_reader_has_done(tmp_path: Path) -> None:
    with Embedded(tmp_path) as server:
        store = await open_store(StoreConfig(url=server.url))
        log, feed = EventLog(store), Feed(store)
        for seq in range(1, 6):
            await log.append(entry("table", seq))
        partition = keys.partition("table")
        ids = [pointer.id for pointer in await feed.read(partition)]
        await feed.trim(partition)
        assert len(await feed.read(partition)) == 5
        await feed.acknowledge(partition, "fast", ids[4])
        await feed.acknowledge(partition, "slow", ids[1])
        await feed.trim(partition)
        assert [pointer.seq for pointer in await feed.read(partition)] == [2, 3, 4, 5]
        assert await feed.acknowledged(partition, "slow") == ids[1]
        assert await feed.acknowledged(partition, "nobody") == START
        await feed.forget(partition, "slow")
        await feed.trim(partition)
        assert [pointer.seq for pointer in await feed.read(partition)] == [5]
        await store.aclose()
