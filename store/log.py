"""The event log: one stream per table, entry N under the id `N-0`, appended by one script and never changed."""

import asyncio
from collections.abc import AsyncIterator
from importlib import resources
from typing import Any

from msgspec import structs

from store import keys
from store.coalescer import Argument, InDoubt, Script
from store.cold import ColdStore, ColdTable
from store.connect import Store
from store.errors import StoreCorrupt, StoreUnavailable, TableArchived
from store.messages import Append, Appended, Conflict, Repeated, Result, SeatDenied, Stored
from store.vault import Vault

__all__ = ["Append", "Appended", "Conflict", "EventLog", "Repeated", "Result", "SeatDenied", "Stored"]

APPEND = Script((resources.files("store") / "append.lua").read_text())
READ = Script((resources.files("store") / "read.lua").read_text())
REPLACE_ACCOUNT = Script((resources.files("store") / "replace_account.lua").read_text())

PAGE = 1_000
"""Entries that are read in one go: neither the store nor this process does nothing else for long."""

LARGEST_ENTRY = 1 << 20
"""Bytes of an entry with its openings."""

LARGEST_DATA = 8 << 20
"""Bytes of the component data that travel with entry 1."""


class EventLog:
    """Appends and reads entries. Every method raises `StoreUnavailable` when the store cannot be asked."""

    def __init__(self, store: Store, cold: ColdStore | None = None, vault: Vault | None = None) -> None:
        """Keep the log of `store`; read tables that have left it from `cold`, by default the configured archive.

        Openings go through `vault`, by default the configured one.
        """
        self._store = store
        self._vault = store.config.vault if vault is None else vault
        archive = store.config.archive
        self._cold = ColdStore(archive) if cold is None and archive is not None else cold

    async def append(self, wish: Append) -> Result:
        """Append one entry, or say why not; raise `StoreUnavailable` when its fate is unknown.

        An entry in doubt is tried once more, which is safe: a key is checked before anything else, and without a key
        the bytes at that number tell.
        """
        if len(wish.entry) + len(wish.openings) > LARGEST_ENTRY or len(wish.data or b"") > LARGEST_DATA:
            raise ValueError(f"entry {wish.seq} of table {wish.table} is too large")
        names = keys.of_table(wish.table)
        in_one_slot: tuple[str, ...] = (
            names.stream,
            names.keys,
            names.seats,
            names.text,
            names.tomb,
            names.feed,
            names.due,
            names.closed,
        )
        if wish.claim is not None:
            in_one_slot += (names.accounts,)
        arguments = _arguments(self._sealed(wish))
        try:
            return self._result(wish, await self._store.run(APPEND, in_one_slot, arguments))
        except InDoubt:
            again = self._result(wish, await self._store.run(APPEND, in_one_slot, arguments, after_doubt=True))
        if isinstance(again, Conflict) and again.missed:
            first = again.missed[0]
            if first.seq == wish.seq and first.entry == wish.entry and first.openings == wish.openings:
                return Appended(wish.seq, "")
        return again

    async def read(self, table: str, after: int = 0, limit: int | None = None) -> tuple[Stored, ...]:
        """Read the entries after a number, in order; raise `StoreCorrupt` at a gap.

        An archived table is read from its cold file; `TableArchived` when there is no cold store to read it from.
        """
        names, found = keys.of_table(table), list[Stored]()
        while True:
            seen = after + len(found)
            count = PAGE if limit is None else min(PAGE, limit - len(found))
            rows, *tomb = await self._store.ask_script(READ, (names.stream, names.tomb), (seen, "COUNT", count))
            if tomb and tomb[0][0] is not None:
                cold = () if seen >= int(tomb[0][2]) else (await self._thaw(table, tomb[0])).entries[seen:]
                found += cold if limit is None else cold[: limit - len(found)]
                break
            found += _entries(rows, seen)
            if len(rows) < count or len(found) == limit:
                break
        return tuple(self._opened(table, stored) for stored in found)

    async def head(self, table: str) -> int:
        """Give the number of the last entry; 0 where there is no table."""
        names = keys.of_table(table)
        return int(await self._store.ask("XLEN", names.stream) or await self._store.ask("HGET", names.tomb, "seq") or 0)

    async def exists(self, table: str) -> bool:
        """Is there such a table, archived or not?"""
        names = keys.of_table(table)
        return bool(await self._store.ask("EXISTS", names.stream, names.tomb))

    async def find_key(self, table: str, key: str) -> Repeated | None:
        """Give what an idempotency key was used for."""
        names = keys.of_table(table)
        value = await self._store.ask("HGET", names.keys, key)
        if value is None and not await self._store.ask("EXISTS", names.stream):
            tomb = await self._store.ask("HMGET", names.tomb, "place", "digest")
            if tomb[0] is not None:
                used = (await self._thaw(table, tomb)).keys.get(key)
                return None if used is None else _repeated(used.encode())
        return None if value is None else _repeated(value)

    async def accounts(self, table: str) -> dict[int, str]:
        """Give the account in each taken seat."""
        pairs = await self._pairs(keys.of_table(table).seats)
        return {int(name[5:]): value.decode() for name, value in pairs.items() if name.startswith("seat:")}

    async def held(self, table: str) -> dict[str, int]:
        """Give the seat that each account took, also when it has left since."""
        pairs = await self._pairs(keys.of_table(table).seats)
        return {name[5:]: int(value) for name, value in pairs.items() if name.startswith("held:")}

    async def tables_naming(self, account: str) -> tuple[str, ...]:
        """Give every table that names an account, since it took a seat there. True at any moment."""
        first, behind = f"[{account} ", f"({account}!"  # "!" comes next after the blank
        found = await asyncio.gather(
            *(
                self._store.ask("ZRANGE", keys.accounts(partition), first, behind, "BYLEX")
                for partition in range(keys.PARTITIONS)
            )
        )
        pairs = (row.decode().rpartition(" ") for rows in found for row in rows)
        return tuple(table for named, _, table in pairs if named == account)

    async def replace_account(self, table: str, account: str, stand_in: str) -> None:
        """Put an anonymous stand-in for an account, wherever the table names it: the others' results hold.

        From then on `tables_naming` does not give the table any more.

        Every process that follows the feed forgets what it remembers of the table.
        """
        names = keys.of_table(table)
        await self._store.run(REPLACE_ACCOUNT, (names.seats, names.feed, names.accounts), (account, stand_in, table))

    async def texts(self, table: str, *names: str) -> dict[str, bytes]:
        """Give the openings of typed text that have not been erased: those named, or all."""
        text = keys.of_table(table).text
        if names:
            found = await self._store.ask("HMGET", text, *names)
            pairs = {name: value for name, value in zip(names, found, strict=True) if value is not None}
        else:
            pairs = await self._pairs(text)
        return {name: self._vault.open(value, f"{table}/{name}") for name, value in pairs.items()}

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
        """Iterate over every table, archived ones too, in no order. One may come twice when keys move meanwhile."""
        for pattern, kind in (("{p*}:t:*", "stream"), ("{p*}:t:*:tomb", "hash")):
            async for name in self._store.scan(pattern, kind):
                table = keys.table_of(name.removesuffix(":tomb"))
                if table is not None:
                    yield table

    async def _thaw(self, table: str, tomb: list[bytes]) -> ColdTable:
        """Read an archived table from its cold file."""
        if self._cold is None:
            raise TableArchived(f"Table {table} is archived in {tomb[0].decode()}, and no archive is configured here.")
        return await self._cold.read(tomb[0].decode(), tomb[1].decode())

    def _sealed(self, wish: Append) -> Append:
        """Encrypt what is secret in a wish."""
        if self._vault.current is None:
            return wish
        return structs.replace(
            wish,
            openings=self._vault.seal(wish.openings, f"{wish.table}/{wish.seq}"),
            texts={name: self._vault.seal(text, f"{wish.table}/{name}") for name, text in wish.texts.items()},
        )

    def _opened(self, table: str, stored: Stored) -> Stored:
        """Decrypt what is secret in an entry."""
        openings = self._vault.open(stored.openings, f"{table}/{stored.seq}")
        return stored if openings is stored.openings else structs.replace(stored, openings=openings)

    def _result(self, wish: Append, reply: Any) -> Result:
        """Read the reply of `append.lua`."""
        match reply:
            case [b"appended", feed_id]:
                return Appended(wish.seq, feed_id.decode())
            case [b"repeated", first]:
                return _repeated(first)
            case [b"conflict", head, rows]:
                entries = _entries(rows, min(head, wish.seq - 1))
                return Conflict(head, tuple(self._opened(wish.table, stored) for stored in entries))
            case [b"denied", reason]:
                return SeatDenied(reason.decode())
            case [b"archived"]:
                raise TableArchived(f"Table {wish.table} is finished and archived.")
            case _:
                raise StoreUnavailable(f"The store gave an answer that this program does not know: {reply!r}")

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
