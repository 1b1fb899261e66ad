"""Which tables have changed: the hints of the feeds, each table once however often it changed meanwhile.

While the store is away nothing has changed: whoever asks here waits until it is back.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from functools import partial
from typing import TypeVar

from store import keys
from store.errors import StoreUnavailable
from store.feed import Feed, Followers, Pointer
from store.log import EventLog
from workers import isolation

T = TypeVar("T")

FAR_FUTURE_MS = 2**52


async def since_last_time(feed: Feed, followers: Followers, reader: str) -> AsyncIterator[str]:
    """Give each table that changed after what `reader` acknowledged in earlier runs, for ever.

    A table is acknowledged when the next one is asked for, so one that was under way is given again after a crash.
    """
    places = await _of_all(partial(feed.acknowledged, reader=reader))
    async for number, tables, place in _rounds(feed, followers, list(places)):
        for table in tables:
            yield table
        await _surely(partial(feed.acknowledge, number, reader, place))
        await _surely(partial(feed.trim, number))


async def from_now_on(feed: Feed, followers: Followers, log: EventLog) -> AsyncIterator[str]:
    """Give each table that is under way, then each that changes, for ever."""
    places = await _of_all(feed.end)
    active = await _of_all(partial(log.due_before, ms=FAR_FUTURE_MS, limit=1_000_000))
    for rows in active:
        for table, _ in rows:
            yield table
    async for _, tables, _ in _rounds(feed, followers, list(places)):
        for table in tables:
            yield table


async def _rounds(
    feed: Feed, followers: Followers, places: list[str]
) -> AsyncIterator[tuple[int, tuple[str, ...], str]]:
    """Give (partition, tables that changed, place reached) whenever there is something new."""

    async def read(number: int) -> tuple[int, tuple[Pointer, ...]]:
        return number, await feed.read(number, places[number])

    with followers.subscribe_all() as subscription:
        subscription.hint(0)
        async for _ in subscription:
            changed = [row for row in await _of_all(read) if row[1]]
            while changed:
                for number, pointers in changed:
                    places[number] = pointers[-1].id
                    yield number, tuple(dict.fromkeys(pointer.table for pointer in pointers)), pointers[-1].id
                changed = [row for row in await _of_all(read, [number for number, _ in changed]) if row[1]]


async def _of_all(ask: Callable[[int], Awaitable[T]], partitions: Iterable[int] = range(keys.PARTITIONS)) -> list[T]:
    """Ask something of several partitions at once."""
    return await asyncio.gather(*(_surely(partial(ask, number)) for number in partitions))


async def _surely(attempt: Callable[[], Awaitable[T]]) -> T:
    """Do something with the store, as often as it takes until the store is back."""
    while True:
        try:
            return await attempt()
        except StoreUnavailable:
            await asyncio.sleep(isolation.RETRY_S)
