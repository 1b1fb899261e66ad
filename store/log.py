"""The event log: one stream per table, entry N under the id `N-0`, appended by one script and never changed."""

from collections.abc import AsyncIterator
from importlib import resources
from typing import Any, Literal

from msgspec import Struct

from store import keys
from store.coalescer import Argument, InDoubt, Script
from store.connect import Store
from store.errors import StoreCorrupt, StoreUnavailable, TableArchived

APPEND = Script((resources.files("store") / "append.lua").read_text())

LARGEST_ENTRY = 1 << 20
"""Bytes of an entry with its openings."""

LARGEST_DATA = 8 << 20
"""Bytes of the component data that travel with entry 1."""


class Append(Struct, frozen=True, kw_only=True):
    """One entry to append, with everything that must happen in the same instant."""

    table: str
    seq: int
    """The entry's number: the caller's head + 1."""
    entry: bytes
    """The exact bytes of the public part."""
    openings: bytes
    key: str | None = None
    """Idempotency key, unique within the table; None where a repeat is recognised by its bytes."""
    key_digest: str | None = None
    """Digest of the request's body, so that a key used again with another body is noticed."""
    due: int | None = None
    """The table's next deadline in ms, or None."""
    data: bytes | None = None
    """Component data, with entry 1."""
    texts: dict[str, bytes] = {}
    """Erasable openings of typed text, by a name that is unique within the table."""
    claim: tuple[int, str] | None = None
    """A seat that is taken, and the account that takes it."""
    release: int | None = None
    """A seat that becomes free."""
    close: bool = False
    """Is this the table's last entry?"""


class Stored(Struct, frozen=True):
    """One entry as it is stored."""

    seq: int
    entry: bytes
    openings: bytes
    data: bytes | None = None


class Appended(Struct, frozen=True):
    """The entry is stored, as durably as configured. `feed_id` is "" when that took a second look."""

    seq: int
    feed_id: str


class Repeated(Struct, frozen=True):
    """This key has been used: its entry and the digest of its request. Nothing was appended."""

    seq: int
    digest: str


class Conflict(Struct, frozen=True):
    """Others were faster. `head` is the store's; `missed` are the entries after the caller's head, 64 at the most.

    A `head` below the caller's means that the store has lost entries: the caller's state is worthless.
    """

    head: int
    missed: tuple[Stored, ...]


class SeatDenied(Struct, frozen=True):
    """The seat cannot be given to this account."""

    reason: Literal["seat_taken", "other_seat", "saw_all_hands"]


Result = Appended | Repeated | Conflict | SeatDenied


class EventLog:
    """Appends and reads entries. Every method raises `StoreUnavailable` when the store cannot be asked."""

    def __init__(self, store: Store) -> None:
        """Keep the log of `store`."""
        self._store = store

    async def append(self, wish: Append) -> Result:
        """Append one entry, or say why not; raise `StoreUnavailable` when its fate is unknown.

        An entry in doubt is tried once more, which is safe: a key is checked before anything else, and without a key
        the bytes at that number tell.
        """
        if len(wish.entry) + len(wish.openings) > LARGEST_ENTRY or len(wish.data or b"") > LARGEST_DATA:
            raise ValueError(f"entry {wish.seq} of table {wish.table} is too large")
        names = keys.of_table(wish.table)
        in_one_slot = (
            names.stream,
            names.keys,
            names.seats,
            names.text,
            names.tomb,
            names.feed,
            names.due,
            names.closed,
        )
        arguments = _arguments(wish)
        try:
            return _result(wish, await self._store.run(APPEND, in_one_slot, arguments))
        except InDoubt:
            again = _result(wish, await self._store.run(APPEND, in_one_slot, arguments, after_doubt=True))
        if isinstance(again, Conflict) and again.missed:
            first = again.missed[0]
            if first.seq == wish.seq and first.entry == wish.entry and first.openings == wish.openings:
                return Appended(wish.seq, "")
        return again

    async def read(self, table: str, after: int = 0, limit: int | None = None) -> tuple[Stored, ...]:
        """Read the entries after a number, in order; raise `StoreCorrupt` at a gap."""
        count: tuple[Argument, ...] = () if limit is None else ("COUNT", limit)
        rows = await self._store.ask("XRANGE", keys.of_table(table).stream, f"({after}-0", "+", *count)
        return _entries(rows, after)

    async def head(self, table: str) -> int:
        """Give the number of the last entry; 0 where there is no table."""
        return int(await self._store.ask("XLEN", keys.of_table(table).stream))

    async def exists(self, table: str) -> bool:
        """Is there such a table here, or was there one?"""
        names = keys.of_table(table)
        return bool(await self._store.ask("EXISTS", names.stream, names.tomb))

    async def find_key(self, table: str, key: str) -> Repeated | None:
        """Give what an idempotency key was used for."""
        value = await self._store.ask("HGET", keys.of_table(table).keys, key)
        return None if value is None else _repeated(value)

    async def accounts(self, table: str) -> dict[int, str]:
        """Give the account in each taken seat."""
        pairs = await self._pairs(keys.of_table(table).seats)
        return {int(name[5:]): value.decode() for name, value in pairs.items() if name.startswith("seat:")}

    async def held(self, table: str) -> dict[str, int]:
        """Give the seat that each account took, also when it has left since."""
        pairs = await self._pairs(keys.of_table(table).seats)
        return {name[5:]: int(value) for name, value in pairs.items() if name.startswith("held:")}

    async def saw_all_hands(self, table: str, account: str) -> None:
        """Note that an account sees all hands live: it can take no seat at this table any more."""
        await self._store.write("HSET", keys.of_table(table).seats, f"saw:{account}", "1")

    async def texts(self, table: str) -> dict[str, bytes]:
        """Give the openings of typed text that have not been erased."""
        return await self._pairs(keys.of_table(table).text)

    async def erase_texts(self, table: str, *names: str) -> None:
        """Erase openings of typed text for ever. The chain stays valid."""
        if names:
            await self._store.write("HDEL", keys.of_table(table).text, *names)

    async def due_before(self, partition: int, ms: int, limit: int = 100) -> tuple[tuple[str, int], ...]:
        """Give the tables of a partition whose deadline is at or before `ms`, with it, earliest first."""
        due = keys.due(partition)
        flat = await self._store.ask("ZRANGE", due, "-inf", ms, "BYSCORE", "LIMIT", 0, limit, "WITHSCORES")
        return tuple((table.decode(), int(score)) for table, score in zip(flat[::2], flat[1::2], strict=True))

    async def next_due(self, partition: int) -> int | None:
        """Give the earliest deadline of a partition in ms."""
        flat = await self._store.ask("ZRANGE", keys.due(partition), 0, 0, "WITHSCORES")
        return int(flat[1]) if flat else None

    async def tables(self) -> AsyncIterator[str]:
        """Iterate over every table in the store, in no order. A table may come twice when keys move meanwhile."""
        async for name in self._store.scan("{p*}:t:*", "stream"):
            table = keys.table_of(name)
            if table is not None:
                yield table

    async def _pairs(self, key: str) -> dict[str, bytes]:
        flat = await self._store.ask("HGETALL", key)
        return {name.decode(): value for name, value in zip(flat[::2], flat[1::2], strict=True)}


def _arguments(wish: Append) -> list[Argument]:
    """Lay the wish out as `append.lua` reads it; "" stands for what is not there."""
    seat, account = wish.claim if wish.claim is not None else ("", "")
    arguments: list[Argument] = [
        wish.table,
        wish.seq,
        wish.entry,
        wish.openings,
        wish.key or "",
        wish.key_digest or "",
        "" if wish.due is None else wish.due,
        wish.data or b"",
        seat,
        account,
        "" if wish.release is None else wish.release,
        "1" if wish.close else "",
    ]
    for name, opening in wish.texts.items():
        arguments += (name, opening)
    return arguments


def _result(wish: Append, reply: Any) -> Result:
    """Read the reply of `append.lua`."""
    match reply:
        case [b"appended", feed_id]:
            return Appended(wish.seq, feed_id.decode())
        case [b"repeated", first]:
            return _repeated(first)
        case [b"conflict", head, rows]:
            return Conflict(head, _entries(rows, min(head, wish.seq - 1)))
        case [b"denied", reason]:
            return SeatDenied(reason.decode())
        case [b"archived"]:
            raise TableArchived(f"Table {wish.table} is finished and archived.")
        case _:
            raise StoreUnavailable(f"The store gave an answer that this program does not know: {reply!r}")


def _repeated(value: bytes) -> Repeated:
    seq, _, digest = value.decode().partition(" ")
    return Repeated(int(seq), digest)


def _entries(rows: Any, after: int) -> tuple[Stored, ...]:
    """Read stream items and check that their numbers go up by one from `after`."""
    entries = []
    for expected, (identity, fields) in enumerate(rows, after + 1):
        if identity != b"%d-0" % expected:
            raise StoreCorrupt(f"entry {expected} is missing: the stream goes on with {identity.decode()}")
        named = dict(zip(fields[::2], fields[1::2], strict=True))
        try:
            entries.append(Stored(expected, named[b"e"], named[b"o"], named.get(b"d")))
        except KeyError as missing:
            raise StoreCorrupt(f"entry {expected} has no field {missing}") from None
    return tuple(entries)
