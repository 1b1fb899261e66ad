"""The read models: open tables, own tables, results and standings, kept under `rm:` and rebuilt from the streams.

Every write sets a value that follows from the table alone, never adds to one: projecting a table twice, out of order
or by two projectors at once gives the same read models.
"""

import asyncio
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from domain.kernel import Seat
from domain.table import TableState
from store import keys
from store.connect import Store


class TableSummary(Struct, frozen=True, omit_defaults=True):
    """What a lobby shows of a table. `opened_at` and `at` in ms; `free` lists the free seats."""

    table: str
    rules: str
    version: int
    visibility: str
    phase: str
    seats: int
    free: tuple[Seat, ...]
    bots: int
    deal: int
    opened_at: int
    at: int
    seq: int


class OwnTable(Struct, frozen=True):
    """A table where a player sits or sat."""

    table: str
    rules: str
    phase: str
    seat: Seat
    seated: bool
    at: int


class PlayerResult(Struct, frozen=True):
    """One finished match of a player: rank (1 = first) and score among `seats` players.

    `table` is None where the reader may not learn of the table: it was not a public one, and the result not his own.
    """

    table: str | None
    rules: str
    version: int
    seat: Seat
    seats: int
    rank: int
    score: int
    resigned: bool
    at: int
    visibility: str = "unlisted"


class Standing(Struct, frozen=True):
    """A player's place among all who finished a match of a game: `total` is the sum of his scores."""

    player: str
    total: int
    matches: int


class Page(Struct, frozen=True):
    """Some tables, and the cursor of the next page or None."""

    tables: tuple[TableSummary, ...]
    after: str | None


_SUMMARY = msgspec.json.Decoder(TableSummary)
_OWN = msgspec.json.Decoder(OwnTable)
_RESULT = msgspec.json.Decoder(PlayerResult)
_ENCODE = msgspec.json.Encoder().encode

LARGEST_PAGE = 100
READ_AT_ONCE = 100
"""Open tables of a partition that are read in one go: a page needs few of many."""


def summarise(state: TableState) -> TableSummary:
    """Sum a table up for the lobby; nothing in it is secret."""
    return TableSummary(
        table=state.table,
        rules=state.rules,
        version=state.version,
        visibility=state.visibility,
        phase=state.phase,
        seats=len(state.seats),
        free=tuple(seat for seat, taken in enumerate(state.seats) if taken is None),
        bots=sum(taken is not None and taken.bot is not None for taken in state.seats),
        deal=state.deal,
        opened_at=state.opened_at,
        at=state.at,
        seq=state.seq,
    )


def results_of(state: TableState, accounts: Mapping[Seat, str]) -> Iterable[tuple[str, PlayerResult]]:
    """Give the result of each account of a finished match."""
    if state.phase != "closed" or state.result is None:
        return
    for seat, account in sorted(accounts.items()):
        taken = state.seats[seat]
        yield (
            account,
            PlayerResult(
                table=state.table,
                rules=state.rules,
                version=state.version,
                seat=seat,
                seats=len(state.seats),
                rank=state.result.ranks[seat],
                score=state.result.scores[seat],
                resigned=taken is not None and taken.resigned,
                at=state.at,
                visibility=state.visibility,
            ),
        )


class ReadModels:
    """Reads and writes the read models of a store."""

    def __init__(self, store: Store) -> None:
        """Use `store`."""
        self._store = store

    # -- writing: the projector alone ------------------------------------------------------------------------------

    async def project(self, state: TableState, accounts: Mapping[Seat, str], held: Mapping[str, Seat]) -> None:
        """Write everything that follows from a table as it is now; `held` has every account that ever took a seat."""
        summary = summarise(state)
        number = keys.partition(state.table)
        await self._store.write("HSET", _tables(number), state.table, _ENCODE(summary))
        if state.phase in ("gathering", "started") and state.visibility == "public":
            await self._store.write("ZADD", _open(number), state.opened_at, state.table)
        else:
            await self._store.write("ZREM", _open(number), state.table)
        for account, seat in sorted(held.items()):
            own = OwnTable(state.table, state.rules, state.phase, seat, accounts.get(seat) == account, state.at)
            await self._store.write("HSET", _own(account), state.table, _ENCODE(own))
        for account, result in results_of(state, accounts):
            await self._store.write("HSET", _results(account), state.table, _ENCODE(result))
            await self._rank(account, state.rules)

    async def take_out(self, account: str, table: str, rules: str) -> None:
        """Remove one table from a player's own read models."""
        await self._store.write("HDEL", _own(account), table)
        await self._store.write("HDEL", _results(account), table)
        if any(result.rules == rules for result in await self.results(account)):
            await self._rank(account, rules)
        else:
            await self._store.write("ZREM", _standings(rules), account)

    async def forget(self, account: str) -> None:
        """Remove a player's own read models."""
        for result in await self.results(account):
            await self._store.write("ZREM", _standings(result.rules), account)
        await self._store.write("DEL", _own(account))
        await self._store.write("DEL", _results(account))

    async def clear(self) -> None:
        """Throw every read model away, before a rebuild."""
        names = {name for kind in ("hash", "zset") async for name in self._store.scan("{p*}:rm:*", kind)}
        for name in sorted(names):
            await self._store.write("DEL", name)

    async def _rank(self, account: str, rules: str) -> None:
        results = [result for result in await self.results(account) if result.rules == rules]
        await self._store.write("ZADD", _standings(rules), sum(result.score for result in results), account)

    # -- reading ---------------------------------------------------------------------------------------------------

    async def summary(self, table: str) -> TableSummary | None:
        """Give a table's summary, or None where it is not projected yet."""
        raw = await self._store.ask("HGET", _tables(keys.partition(table)), table)
        return None if raw is None else _SUMMARY.decode(raw)

    async def open_tables(
        self, *, rules: str | None = None, phase: str | None = None, after: str | None = None, limit: int = 20
    ) -> Page:
        """Give public tables that are not closed, newest first, from a cursor on; raise ValueError for a bad one."""
        place = _read_cursor(after)
        limit = min(limit, LARGEST_PAGE)

        def wanted(row: TableSummary) -> bool:
            """Does it come after the cursor, and is it what was asked for?"""
            is_next = place is None or _place(row) < place
            return is_next and rules in (None, row.rules) and phase in (None, row.phase)

        found = await asyncio.gather(
            *(self._open_in(number, place, wanted, limit + 1) for number in range(keys.PARTITIONS))
        )
        rows = sorted((row for rows in found for row in rows), key=_place, reverse=True)
        page = rows[:limit]
        return Page(tuple(page), _write_cursor(page[-1]) if len(rows) > limit else None)

    async def own_tables(self, account: str) -> tuple[OwnTable, ...]:
        """Give the tables of a player, newest first."""
        rows = [_OWN.decode(raw) for raw in await self._values(_own(account))]
        return tuple(sorted(rows, key=lambda row: (row.at, row.table), reverse=True))

    async def results(self, account: str) -> tuple[PlayerResult, ...]:
        """Give the results of a player, newest first."""
        rows = [_RESULT.decode(raw) for raw in await self._values(_results(account))]
        return tuple(sorted(rows, key=lambda row: (row.at, row.table or ""), reverse=True))

    async def standings(self, rules: str, limit: int = 100) -> tuple[Standing, ...]:
        """Give the players of a game by total score, the best first."""
        flat = await self._store.ask("ZRANGE", _standings(rules), 0, limit - 1, "REV", "WITHSCORES")
        rows = []
        for raw, score in zip(flat[::2], flat[1::2], strict=True):
            player = raw.decode()
            matches = sum(result.rules == rules for result in await self.results(player))
            rows.append(Standing(player, int(score), matches))
        return tuple(rows)

    async def dump(self) -> dict[str, Any]:
        """Give every read model as it stands, to compare a rebuild with what was there."""
        found: dict[str, Any] = {}
        async for name in self._store.scan("{p*}:rm:*", "hash"):
            flat = await self._store.ask("HGETALL", name)
            found[name] = dict(zip(flat[::2], flat[1::2], strict=True))
        async for name in self._store.scan("{p*}:rm:*", "zset"):
            found[name] = await self._store.ask("ZRANGE", name, 0, -1, "WITHSCORES")
        return found

    async def _open_in(
        self, number: int, place: tuple[int, str] | None, wanted: Callable[[TableSummary], bool], enough: int
    ) -> list[TableSummary]:
        """Give the newest open tables of a partition that are wanted: `enough`, or all where there are fewer."""
        highest, seen, found = "+inf" if place is None else place[0], 0, list[TableSummary]()
        while len(found) < enough:
            names = await self._store.ask(
                "ZRANGE", _open(number), highest, "-inf", "BYSCORE", "REV", "LIMIT", seen, READ_AT_ONCE
            )
            if not names:
                break
            seen += len(names)
            raws = await self._store.ask("HMGET", _tables(number), *names)
            found += filter(wanted, [_SUMMARY.decode(raw) for raw in raws if raw is not None])
        return found

    async def _values(self, name: str) -> list[bytes]:
        return list(await self._store.ask("HVALS", name))


def _place(summary: TableSummary) -> tuple[int, str]:
    return summary.opened_at, summary.table


def _write_cursor(summary: TableSummary) -> str:
    return f"{summary.opened_at}.{summary.table}"


def _read_cursor(text: str | None) -> tuple[int, str] | None:
    if text is None:
        return None
    at, dot, table = text.partition(".")
    if not (at.isascii() and at.isdigit() and dot and len(at) < 16):
        raise ValueError("not a cursor of this list")
    return int(at), table


def _tables(number: int) -> str:
    return keys.read_model(number, "tables")


def _open(number: int) -> str:
    return keys.read_model(number, "open")


def _own(account: str) -> str:
    return keys.read_model(keys.partition(account), f"own:{account}")


def _results(account: str) -> str:
    return keys.read_model(keys.partition(account), f"results:{account}")


def _standings(rules: str) -> str:
    return keys.read_model(keys.partition(rules), f"standings:{rules}")
