"""Which tables have changed: the hints of the feeds, each table once however often it changed meanwhile."""

import asyncio
from collections.abc import AsyncIterator

from store import keys
from store.feed import Feed, Followers
from store.log import EventLog

FAR_FUTURE_MS = 2**52


async def since_last_time(feed: Feed, followers: Followers, reader: str) -> AsyncIterator[str]:
    """Give each table that changed after what `reader` acknowledged in earlier runs, for ever.

    A table is acknowledged when the next one is asked for, so one that was under way is given again after a crash.
    """
    places = await asyncio.gather(*(feed.acknowledged(number, reader) for number in range(keys.PARTITIONS)))
    async for number, tables, place in _rounds(feed, followers, list(places)):
        for table in tables:
            yield table
        await feed.acknowledge(number, reader, place)
        await feed.trim(number)


async def from_now_on(feed: Feed, followers: Followers, log: EventLog) -> AsyncIterator[str]:
    """Give each table that is under way, then each that changes, for ever."""
    places = await asyncio.gather(*(feed.end(number) for number in range(keys.PARTITIONS)))
    active = await asyncio.gather(
        *(log.due_before(number, FAR_FUTURE_MS, limit=1_000_000) for number in range(keys.PARTITIONS))
    )
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
    with followers.subscribe_all() as subscription:
        subscription.hint(0)
        async for _ in subscription:
            found = await asyncio.gather(*(feed.read(number, place) for number, place in enumerate(places)))
            while any(found):
                for number, pointers in enumerate(found):
                    if pointers:
                        places[number] = pointers[-1].id
                        yield number, tuple(dict.fromkeys(pointer.table for pointer in pointers)), pointers[-1].id
                found = await asyncio.gather(
                    *(
                        feed.read(number, places[number]) if pointers else _nothing()
                        for number, pointers in enumerate(found)
                    )
                )


async def _nothing() -> tuple[()]:
    return ()
