"""A long table costs whoever asks about it, and nobody else: long reads are cut, and little is folded again."""

import asyncio
from typing import Any

import pytest

import store.handler
import store.live
import store.log
from domain.kernel import NextDeal
from domain.table import to_act
from store.handler import Accepted, Ask, Handler, Stale
from store.live import LiveTable
from store.log import EventLog, Stored
from store.recorded import Recorded, read_recorded
from tests.store.test_handler import REGISTRY, Ticking, move, opened, seated
from tests.store.test_log import entry, new_table

pytestmark = pytest.mark.anyio


@pytest.fixture
def handler(log: EventLog) -> Handler:
    return Handler(log, REGISTRY, Ticking())


@pytest.fixture
async def running(handler: Handler) -> str:
    table = await opened(handler)
    await seated(handler, table)
    assert isinstance(await handler.execute(Ask(table, 0, "player", NextDeal())), Accepted)
    return table


class Reads(EventLog):
    """A log that notes what is read: after which entry, and how many came."""

    def __init__(self, log: EventLog) -> None:
        super().__init__(log._store)
        self.done: list[tuple[int, int]] = []

    async def read(self, table: str, after: int = 0, limit: int | None = None) -> tuple[Stored, ...]:
        found = await super().read(table, after, limit)
        self.done.append((after, len(found)))
        return found


async def play(handler: Handler, table: str, entries: int) -> Any:
    """Append so many entries; give the last ask."""
    ask = None
    for number in range(entries):
        live = await handler.current(table)
        acting = to_act(live.game, live.state)
        ask = await move(handler, table, key=str(number)) if acting else Ask(table, 0, "player", NextDeal())
        assert isinstance(await handler.execute(ask), Accepted)
    return ask


async def test_a_long_log_is_read_in_pages(log: EventLog, monkeypatch: pytest.MonkeyPatch) -> None:
    table = new_table()
    for seq in range(1, 8):
        await log.append(entry(table, seq))
    whole = await log.read(table)
    for page in (1, 2, 3, 7, 8):
        monkeypatch.setattr(store.log, "PAGE", page)
        for after in range(9):
            assert await log.read(table, after) == whole[after:]
            for limit in range(1, 9):
                assert await log.read(table, after, limit) == whole[after : after + limit]


async def test_whoever_missed_much_gets_no_more_than_a_page_of_it(
    handler: Handler,
    running: str,
    log: EventLog,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """If-Match: 0 at a table of 8,000 entries took a second, in which nobody else was answered."""
    monkeypatch.setattr(store.handler, "MISSED", 2)
    reads = Reads(log)
    busy = Handler(reads, REGISTRY, handler.clock)
    ask = await move(busy, running, expected=0)
    reads.done.clear()
    answer = await busy.execute(ask)
    assert isinstance(answer, Stale)
    assert [missed.seq for missed in answer.missed] == [1, 2]
    assert sum(count for _, count in reads.done) == 2


async def test_an_earlier_state_is_folded_from_the_last_mark(
    handler: Handler,
    running: str,
    log: EventLog,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Repeating an old request at a table of 8,000 entries took two seconds, as often as somebody liked."""
    monkeypatch.setattr(store.live, "FIRST_STRIDE", 2)
    monkeypatch.setattr(store.live, "MARKS", 3)
    await play(handler, running, 8)
    reads = Reads(log)
    again = Handler(reads, REGISTRY, handler.clock)
    head = (await again.current(running)).state.seq
    stored = await log.read(running)
    plain = LiveTable(running, (await again.current(running)).game, None)
    for seq in range(1, head + 1):
        plain.apply(read_recorded(stored[seq - 1].entry, stored[seq - 1].openings))
        reads.done.clear()
        then = await again.state_at(running, seq)
        assert (then.state, then.hash) == (plain.state, plain.hash)
        assert all(count < 8 for _, count in reads.done), "more was folded than from one mark to the next"
        assert seq < 8 or min(after for after, _ in [*reads.done, (seq, 0)]) > 0


async def test_a_repeat_at_a_long_table_reads_little(
    handler: Handler,
    running: str,
    log: EventLog,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(store.live, "FIRST_STRIDE", 2)
    reads = Reads(log)
    busy = Handler(reads, REGISTRY, handler.clock)
    early = await move(busy, running)
    first = await busy.execute(early)
    await play(handler, running, 8)
    await busy.current(running)
    reads.done.clear()
    again = await busy.execute(early)
    assert isinstance(first, Accepted)
    assert isinstance(again, Accepted)
    assert again.state == first.state
    assert sum(count for _, count in reads.done) <= 3


async def test_while_a_long_table_is_read_others_get_their_turn(
    handler: Handler,
    running: str,
    log: EventLog,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(store.handler, "AT_ONCE", 2)
    await play(handler, running, 6)
    stored = await log.read(running)
    live = LiveTable(running, (await handler.current(running)).game, None)
    seen: list[int] = []

    async def other() -> None:
        while live.state.seq < len(stored):
            seen.append(live.state.seq)
            await asyncio.sleep(0)

    watching = asyncio.create_task(other())
    await handler._fold(live, stored)
    await watching
    assert set(range(2, len(stored), 2)) <= set(seen)


async def test_what_was_forgotten_while_somebody_had_it_is_not_remembered(
    handler: Handler,
    running: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A table that was read before something at it was erased would have come back with it."""
    handler.forget(running)
    fold = LiveTable.apply

    def erased_meanwhile(live: LiveTable, recorded: Recorded) -> None:
        fold(live, recorded)
        if recorded.seq == 3:
            handler.forget(running)

    monkeypatch.setattr(LiveTable, "apply", erased_meanwhile)
    await handler.current(running)
    assert handler.at_hand(running) is None
    monkeypatch.undo()
    ask = await move(handler, running)
    take = LiveTable.take

    def erased_at_last(live: LiveTable, recorded: Recorded, state: Any) -> None:
        take(live, recorded, state)
        handler.forget(None)

    monkeypatch.setattr(LiveTable, "take", erased_at_last)
    assert isinstance(await handler.execute(ask), Accepted)
    assert handler.at_hand(running) is None
