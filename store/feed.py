"""How followers and workers hear that something was appended.

Each partition has a feed: a stream of pointers `(table, seq)`. Nobody trusts its delivery. A pointer is a hint to read
the table's own stream after the last entry applied, so a hint that is late, doubled or lost does no harm.
"""

import asyncio
import contextlib
import math
from collections import defaultdict
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

from msgspec import Struct
from redis.exceptions import RedisError

from store import keys
from store.connect import Store
from store.errors import StoreUnavailable

START = "0-0"
"""The place before the first pointer."""

_BLOCK_MS = 2_000
_LONGEST_PAUSE = 2.0


class Pointer(Struct, frozen=True):
    """One pointer: its place in the feed, the table and the entry's number."""

    id: str
    table: str
    seq: int


def place(id: str) -> tuple[int, int]:
    """Turn a place into numbers that can be compared."""
    ms, _, n = id.partition("-")
    return int(ms), int(n or 0)


class Feed:
    """Reads the feeds from a known place: for workers that keep their own."""

    def __init__(self, store: Store) -> None:
        """Read the feeds of `store`."""
        self._store = store

    async def read(self, partition: int, after: str = START, limit: int = 500) -> tuple[Pointer, ...]:
        """Give the pointers after a place, oldest first."""
        rows = await self._store.ask("XRANGE", keys.feed(partition), f"({after}", "+", "COUNT", limit)
        return _pointers(rows)

    async def end(self, partition: int) -> str:
        """Give the place of the newest pointer."""
        rows = await self._store.ask("XREVRANGE", keys.feed(partition), "+", "-", "COUNT", 1)
        return _pointers(rows)[0].id if rows else START

    async def acknowledge(self, partition: int, reader: str, upto: str) -> None:
        """Note that a reader has dealt with everything up to a place, and will never ask for it again."""
        await self._store.write("HSET", keys.readers(partition), reader, upto)

    async def acknowledged(self, partition: int, reader: str) -> str:
        """Give the place up to which a reader has dealt with everything."""
        value = await self._store.ask("HGET", keys.readers(partition), reader)
        return START if value is None else value.decode()

    async def forget(self, partition: int, reader: str) -> None:
        """Stop waiting for a reader that does not exist any more."""
        await self._store.write("HDEL", keys.readers(partition), reader)

    async def trim(self, partition: int) -> None:
        """Drop the pointers that every reader has acknowledged. Without readers nothing is dropped."""
        places = [value.decode() for value in await self._store.ask("HVALS", keys.readers(partition))]
        if places:
            await self._store.write("XTRIM", keys.feed(partition), "MINID", min(places, key=place))


class Subscription:
    """Hints about one table, or about everything: an async iterator that ends when it is closed.

    Subscribe first, read the table then, and read again after each hint. A hint is the highest number heard of, or 0
    where anything may have happened. Hints that come while the reader is busy become one.
    """

    def __init__(self, followers: "Followers", table: str | None) -> None:
        """Belong to `followers`; `table` None means every table."""
        self._followers = followers
        self._table = table
        self._heard = asyncio.Event()
        self._latest = 0
        self._anything = False
        self._closed = False

    def hint(self, seq: int) -> None:
        """Wake the reader."""
        self._latest = max(self._latest, seq)
        self._anything |= seq == 0
        self._heard.set()

    def close(self) -> None:
        """End the iteration."""
        self._closed = True
        self._heard.set()
        self._followers.unsubscribe(self, self._table)

    def __aiter__(self) -> Self:
        """Iterate over the hints."""
        return self

    async def __anext__(self) -> int:
        """Wait for the next hint."""
        await self._heard.wait()
        if self._closed:
            raise StopAsyncIteration
        self._heard.clear()
        anything, self._anything = self._anything, False
        return 0 if anything else self._latest

    def __enter__(self) -> Self:
        """Use it in a `with` block, which closes it."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close."""
        self.close()


class Followers:
    """Hands the hints of all feeds to whoever subscribed, in this process.

    One reader for everything on a single server, one per partition in a cluster, where a blocking read takes the keys
    of one slot only. After every reconnection everybody is woken, since hints may have been lost.

    A pointer with the number 0 says that something was erased at its table: `on_erasure` tells whom to call then.
    """

    def __init__(self, store: Store) -> None:
        """Follow the feeds of `store` once started."""
        self._store = store
        self._tables: defaultdict[str, set[Subscription]] = defaultdict(set)
        self._all: set[Subscription] = set()
        self._readers: list[asyncio.Task[None]] = []
        self._ready: list[asyncio.Event] = []
        self._erasures: list[Callable[[str | None], None]] = []

    def on_erasure(self, forget: Callable[[str | None], None]) -> None:
        """Call `forget` with each table where something was erased, and with None where that may be any table."""
        self._erasures.append(forget)

    async def start(self) -> Self:
        """Begin to follow; return when every feed is listened to."""
        everything = tuple(range(keys.PARTITIONS))
        shares = [(partition,) for partition in everything] if self._store.clustered else [everything]
        for share in shares:
            ready = asyncio.Event()
            self._ready.append(ready)
            self._readers.append(asyncio.create_task(self._follow(share, ready)))
        for ready in self._ready:
            await ready.wait()
        return self

    async def aclose(self) -> None:
        """Stop, and end every subscription."""
        for task in self._readers:
            task.cancel()
        await asyncio.gather(*self._readers, return_exceptions=True)
        for subscription in self._everybody():
            subscription.close()

    def subscribe(self, table: str) -> Subscription:
        """Hear of one table from now on. Close it, or use it in a `with` block."""
        subscription = Subscription(self, table)
        self._tables[table].add(subscription)
        return subscription

    def subscribe_all(self) -> Subscription:
        """Hear of every table from now on; the hints' numbers mean nothing."""
        subscription = Subscription(self, None)
        self._all.add(subscription)
        return subscription

    def unsubscribe(self, subscription: Subscription, table: str | None) -> None:
        """Forget a subscription that was closed."""
        if table is None:
            self._all.discard(subscription)
        elif table in self._tables:
            self._tables[table].discard(subscription)
            if not self._tables[table]:
                del self._tables[table]

    def _erased(self, table: str | None) -> None:
        for forget in self._erasures:
            forget(table)

    def _everybody(self) -> list[Subscription]:
        return [*self._all, *(one for many in self._tables.values() for one in many)]

    async def _follow(self, share: tuple[int, ...], ready: asyncio.Event) -> None:
        """Read the feeds of some partitions for ever, on a connection of our own."""
        pause = 0.05
        while True:
            connection: Any = self._store.primary(keys.feed(share[0])).dial()
            try:
                await connection.connect()
                places = await self._ends(share)
                ready.set()
                self._erased(None)
                for subscription in self._everybody():
                    subscription.hint(0)
                pause = 0.05
                while True:
                    await self._listen(connection, places)
            except (RedisError, OSError, StoreUnavailable):
                await asyncio.sleep(pause)
                pause = min(2 * pause, _LONGEST_PAUSE)
                if self._store.clustered:
                    with contextlib.suppress(StoreUnavailable):
                        await self._store.find_primaries()
            finally:
                await connection.disconnect()

    async def _ends(self, share: tuple[int, ...]) -> dict[str, str]:
        feed = Feed(self._store)
        return dict(
            zip(map(keys.feed, share), await asyncio.gather(*(feed.end(partition) for partition in share)), strict=True)
        )

    async def _listen(self, connection: Any, places: dict[str, str]) -> None:
        """Wait for pointers once, and hand them out."""
        async with asyncio.timeout((_BLOCK_MS + self._store.config.timeout_ms) / 1000):
            await connection.send_command(
                "XREAD", "BLOCK", _BLOCK_MS, "COUNT", 1000, "STREAMS", *places, *places.values(), check_health=False
            )
            answer = await connection.read_response(timeout=math.inf)
        for name, rows in answer or ():
            pointers = _pointers(rows)
            places[name.decode()] = pointers[-1].id
            for pointer in pointers:
                if pointer.seq == 0:
                    self._erased(pointer.table)
                for subscription in self._tables.get(pointer.table, ()):
                    subscription.hint(pointer.seq)
        if answer:
            for subscription in self._all:
                subscription.hint(0)


def _pointers(rows: Any) -> tuple[Pointer, ...]:
    """Read the items of a feed: each has the fields `t` (table) and `s` (seq)."""
    return tuple(Pointer(id.decode(), fields[1].decode(), int(fields[3])) for id, fields in rows)
