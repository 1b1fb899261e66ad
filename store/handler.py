"""The one command handler: load, decide, append, retry. Nothing else decides, nothing else appends."""

import asyncio
import secrets as randomness
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from weakref import WeakValueDictionary

import msgspec

from domain.kernel import Command, Registry, Ruling, Tick
from domain.record.house import ShownHouse
from domain.record.log import write_entry
from domain.record.seal import SALT_BYTES
from domain.table import due, next_due, resolve
from domain.table.messages import OpenTable, SeatLeft
from store.asks import Accepted, Ask, Denied, KeyReused, Refused, Result, Stale, UnknownTable, Unsigned
from store.errors import StoreCorrupt, StoreUnavailable
from store.live import LiveTable, data_digest, game_for
from store.log import Append, Appended, Conflict, EventLog, Repeated, SeatDenied, Stored
from store.recorded import Recorded, from_written, read_recorded
from store.signatures import find_fault

__all__ = [
    "Accepted",
    "Ask",
    "Denied",
    "Handler",
    "KeyReused",
    "Refused",
    "Result",
    "Stale",
    "UnknownTable",
    "Unsigned",
    "now_ms",
]

ATTEMPTS = 32
CACHED_TABLES = 4_096
AT_ONCE = 32
"""Entries of a long log that are read or folded before others get their turn."""
MISSED = 200
"""The most entries that a stale ask brings along; whoever missed more reads the log."""


def now_ms() -> int:
    """Give the server's clock in ms."""
    return time.time_ns() // 1_000_000


class Handler:
    """Decides and appends for every table, in any number of processes at once."""

    def __init__(self, log: EventLog, registry: Registry, clock: Callable[[], int] = now_ms) -> None:
        self.log = log
        self.registry = registry
        self.clock = clock
        self._shipped = {data_digest(raw): raw for rules in registry for raw in rules.data.values()}
        self._live: OrderedDict[str, LiveTable] = OrderedDict()
        self._loading: dict[str, LiveTable] = {}
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def open_table(
        self, table: str, action: OpenTable, raw_data: object, *, key: str | None, digest: str | None
    ) -> Result:
        """Append entry 1. `raw_data` is the component data (JSON builtins) or None."""
        game = game_for(self.registry, action.rules, action.version, raw_data)
        async with self._lock(table):
            live = LiveTable(table, game, None, raw_data)
            ask = Ask(table, None, "house", action, key=key, digest=digest)
            stored = raw_data is not None and action.data not in self._shipped
            result = await self._append(live, ask, raw_data if stored else None)
            if isinstance(result, Conflict | Repeated):
                live = await self._refreshed(table)
                if isinstance(result, Repeated):
                    return await self._repeat(live, ask, result.seq, result.digest)
                return KeyReused(1)
            assert not isinstance(result, SeatDenied)
            return result

    def at_hand(self, table: str) -> LiveTable | None:
        """Give a table as this process last saw it, which may be behind; None where it is not in memory."""
        return self._live.get(table)

    def forget(self, table: str | None) -> None:
        """Keep nothing of a table (None: of any) in memory; the next who asks reads it anew."""
        for remembered in (self._live, self._loading):
            for name in list(remembered) if table is None else [table]:
                live = remembered.pop(name, None)
                if live is not None:
                    live.forgotten = True

    async def earlier(self, table: str, key: str, digest: str) -> Accepted | KeyReused | None:
        """Find what an idempotency key was accepted for before; raise `UnknownTable`."""
        found = await self.log.find_key(table, key)
        if found is None:
            return None
        if found.digest != digest:
            return KeyReused(found.seq)
        async with self._lock(table):
            return await self._first(await self._refreshed(table), found.seq)

    async def current(self, table: str) -> LiveTable:
        """Give a table as of now; raise `UnknownTable`."""
        async with self._lock(table):
            return await self._refreshed(table)

    async def execute(self, ask: Ask) -> Result:
        """Decide one action and append it, after the deadlines that passed before it; raise `UnknownTable`.

        It arrives now, before it waits for others at this table: among those who race, waiting costs nobody his place
        in a tie window. A deadline whose tick was appended meanwhile has passed all the same.
        """
        arrival = self.clock()
        async with self._lock(ask.table):
            live = self._live.get(ask.table)
            fresh = live is None
            if live is None:
                live = await self._refreshed(ask.table)
            for _ in range(ATTEMPTS):
                if await self._tick(live, arrival):
                    fresh = True
                if ask.expected is not None and ask.expected != live.state.seq:
                    if not fresh:
                        await self._catch_up(live)
                        fresh = True
                        continue
                    return await self._found_before(live, ask) or await self._stale(live, ask.expected)
                unsigned = await find_fault(self.log, live, ask)
                if unsigned is not None:
                    if not fresh:
                        await self._catch_up(live)
                        fresh = True
                        continue
                    return await self._found_before(live, ask) or unsigned
                result = await self._append(live, ask, arrival=arrival)
                match result:
                    case Accepted():
                        return result
                    case Refused() if not fresh:
                        await self._catch_up(live)
                        fresh = True
                    case Refused():
                        return await self._found_before(live, ask) or result
                    case Conflict():
                        await self._repair(live, result)
                        fresh = True
                    case Repeated():
                        await self._catch_up(live)
                        return await self._repeat(live, ask, result.seq, result.digest)
                    case SeatDenied():
                        return Denied(result.reason)
            raise StoreUnavailable("too many writers at this table; repeat the request with the same key")

    async def tick(self, table: str) -> int | None:
        """Append a tick for each deadline that has passed; give when the next one is due (ms), or None."""
        async with self._lock(table):
            live = await self._refreshed(table)
            for _ in range(ATTEMPTS):
                if not await self._tick(live, self.clock()):
                    break
            return next_due(live.game, live.state)

    async def entries(self, table: str, after: int = 0, limit: int | None = None) -> tuple[Recorded, ...]:
        """Read entries with all their openings; the caller shows each reader no more than he may know."""
        return await self._read(table, await self.log.read(table, after, limit))

    async def state_at(self, table: str, seq: int) -> LiveTable:
        """Give a table as it was after entry `seq`; raise `UnknownTable`."""
        return await self._as_of(self._live.get(table) or await self.current(table), seq)

    # -- inside the lock ------------------------------------------------------------------------------------------

    def _lock(self, table: str) -> asyncio.Lock:
        lock = self._locks.get(table)
        if lock is None:
            lock = self._locks[table] = asyncio.Lock()
        return lock

    async def _refreshed(self, table: str) -> LiveTable:
        live = self._live.get(table)
        if live is None:
            live = await self._load(table)
            if live is None:
                raise UnknownTable(table)
            self._remember(live)
        else:
            await self._catch_up(live)
        return live

    async def _load(self, table: str) -> LiveTable | None:
        stored = await self.log.read(table)
        if not stored:
            return None
        first = read_recorded(stored[0].entry, stored[0].openings)
        opened = first.public["events"][0]
        raw = msgspec.json.decode(stored[0].data) if stored[0].data else self._shipped.get(opened["data"])
        if opened["data"] is not None and (raw is None or data_digest(raw) != opened["data"]):
            raise StoreCorrupt(f"table {table} is played with component data that is not here: {opened['data']}")
        live = LiveTable(table, game_for(self.registry, opened["rules"], opened["version"], raw), None, raw)
        self._loading[table] = live
        try:
            await self._fold(live, stored)
        finally:
            self._loading.pop(table, None)
        return live

    async def _catch_up(self, live: LiveTable) -> None:
        stored = await self.log.read(live.state.table, live.state.seq)
        if stored:
            await self._fold(live, stored)

    async def _repair(self, live: LiveTable, conflict: Conflict) -> None:
        """Take the entries that others were faster with."""
        if conflict.head < live.state.seq:
            self._live.pop(live.state.table, None)
            raise StoreCorrupt(f"table {live.state.table} has lost entries: {live.state.seq} were there")
        await self._fold(live, conflict.missed)

    async def _fold(self, live: LiveTable, stored: Sequence[Stored]) -> None:
        for recorded in await self._read(live.state.table, stored):
            if recorded.seq > live.state.seq:
                live.apply(recorded)
                if recorded.seq % AT_ONCE == 0:
                    await asyncio.sleep(0)

    def _remember(self, live: LiveTable) -> None:
        if live.forgotten:
            return
        live.lock = live.lock or self._lock(live.state.table)
        self._live[live.state.table] = live
        self._live.move_to_end(live.state.table)
        while len(self._live) > CACHED_TABLES:
            self._live.popitem(last=False)

    async def _tick(self, live: LiveTable, now: int) -> bool:
        """Append a tick for each deadline passed by `now`, one entry each; say whether the head moved.

        A command that follows is appended with the same `now`: a deadline between the two would make it late.
        """
        moved = False
        for _ in range(1_000):
            pending = due(live.game, live.state)
            if not pending or pending[0].at_ms > max(now, live.state.at):
                return moved
            ask = Ask(live.state.table, pending[0].seat, "clock", Tick(pending[0].id))
            result = await self._append(live, ask, arrival=now)
            moved = True
            if isinstance(result, Conflict):
                await self._repair(live, result)
            elif not isinstance(result, Accepted):
                raise StoreCorrupt(f"table {live.state.table} refuses its own deadline: {result}")
        raise StoreCorrupt(f"table {live.state.table} has deadlines without end")

    async def _append(
        self, live: LiveTable, ask: Ask, raw_data: object = None, *, arrival: int | None = None
    ) -> Accepted | Refused | Conflict | Repeated | SeatDenied:
        state, game = live.state, live.game
        at = max(self.clock() if arrival is None else arrival, state.at)
        house = live.house or ShownHouse(state.table, {})
        command = Command(ask.seat, ask.via, ask.action, at)
        decided = resolve(game, state, command, house)
        if isinstance(decided, Ruling):
            return Refused(live, state, live.hash, decided)
        written = write_entry(
            game,
            state,
            command,
            decided.events,
            prev=live.hash,
            salts=iter(lambda: randomness.token_bytes(SALT_BYTES), None),
            sig=ask.sig,
        )
        entry = from_written(written, decided.events)
        freed = next((event.seat for event in decided.events if type(event) is SeatLeft), None)
        result = await self.log.append(
            Append(
                table=state.table,
                seq=entry.seq,
                entry=entry.data,
                openings=entry.kept,
                key=ask.key,
                key_digest=ask.digest,
                due=next_due(game, decided.state),
                data=None if raw_data is None else msgspec.json.encode(raw_data),
                texts=entry.texts,
                claim=ask.claim,
                release=freed,
                close=decided.state.phase == "closed",
            )
        )
        if not isinstance(result, Appended):
            return result
        live.take(entry, decided.state)
        self._remember(live)
        return Accepted(live, entry, live.state, repeated=False)

    async def _found_before(self, live: LiveTable, ask: Ask) -> Result | None:
        """Find an earlier acceptance under the same key, before a refusal is given."""
        if ask.key is None:
            return None
        found = await self.log.find_key(ask.table, ask.key)
        return None if found is None else await self._repeat(live, ask, found.seq, found.digest)

    async def _repeat(self, live: LiveTable, ask: Ask, seq: int, digest: str) -> Result:
        return await self._first(live, seq) if digest == (ask.digest or "") else KeyReused(seq)

    async def _first(self, live: LiveTable, seq: int) -> Accepted:
        """Give an entry that stands already, with the state after it."""
        (entry,) = await self.entries(live.state.table, seq - 1, 1)
        state = live.state if live.state.seq == seq else (await self._as_of(live, seq)).state
        return Accepted(live, entry, state, repeated=True)

    async def _as_of(self, live: LiveTable, seq: int) -> LiveTable:
        """Give a table as it was after entry `seq`, folded from the last mark before it."""
        then = live.marked(seq)
        missing = seq - then.state.seq
        if missing > 0:
            await self._fold(then, await self.log.read(then.state.table, then.state.seq, missing))
        return then

    async def _stale(self, live: LiveTable, expected: int) -> Stale:
        missed = await self.entries(live.state.table, expected, MISSED) if expected < live.state.seq else ()
        return Stale(live, live.state, live.hash, missed)

    # -- reading --------------------------------------------------------------------------------------------------

    async def _read(self, table: str, stored: Sequence[Stored]) -> tuple[Recorded, ...]:
        """Read entries; the erasable openings are fetched where some entry has a seal without an opening beside it."""
        found, missing = list[Recorded](), list[str]()
        for item in stored:
            found.append(read_recorded(item.entry, item.openings))
            missing += found[-1].missing
            if len(found) % AT_ONCE == 0:
                await asyncio.sleep(0)
        texts = await self.log.texts(table, *missing) if missing else {}
        for place, item in enumerate(stored) if texts else ():
            here = {name: texts[name] for name in found[place].missing if name in texts}
            if here:
                found[place] = read_recorded(item.entry, item.openings, here)
        return tuple(found)
