"""The one command handler, on a real server."""

import asyncio
import base64
import secrets

import pytest

from domain.kernel import NextDeal, Registry, Tick
from domain.record.canonical import b64
from domain.record.house import DealingHouse
from domain.record.seal import find
from domain.record.seeds import commitment
from domain.table import legal, next_due, to_act
from domain.table.messages import Clock, OpenSeed, OpenTable, TakeSeat
from store.handler import Accepted, Ask, Denied, Handler, KeyReused, Refused, Stale, UnknownTable
from store.live import RECENT
from store.log import EventLog
from tests.support.toy import TOY

pytestmark = pytest.mark.anyio

REGISTRY = Registry([TOY])


class Ticking:
    """An injected clock."""

    def __init__(self) -> None:
        self.ms = 1_764_449_999_000

    def __call__(self) -> int:
        return self.ms


@pytest.fixture
def ticking() -> Ticking:
    return Ticking()


@pytest.fixture
def handler(log: EventLog, ticking: Ticking) -> Handler:
    return Handler(log, REGISTRY, ticking)


def table_id() -> str:
    return base64.b32encode(secrets.token_bytes(16)).decode().rstrip("=").lower()


async def opened(handler: Handler, clock: Clock = Clock()) -> str:  # noqa: B008
    table, secret = table_id(), secrets.token_bytes(32)
    action = OpenTable(
        rules=TOY.id,
        version=TOY.version,
        seats=TOY.seats[0],
        options={},
        clock=clock,
        data=None,
        root=DealingHouse(secret, table, TOY.max_deals).root,
        server_key="none",
        secret=b64(secret),
    )
    assert isinstance(await handler.open_table(table, action, None, key="open", digest="d"), Accepted)
    return table


def take(seat: int, seed: str, bot: str | None = None) -> TakeSeat:
    return TakeSeat(
        seat=seat,
        pseudonym=f"p{seat}",
        commitment=commitment(seed),
        seed=seed if bot else None,
        host=seat == 0,
        bot=bot,
    )


async def seated(handler: Handler, table: str) -> None:
    seeds = [b64(secrets.token_bytes(32)) for _ in range(TOY.seats[0])]
    for seat, seed in enumerate(seeds):
        ask = Ask(table, seat, "player", take(seat, seed), claim=(seat, f"account-{seat}"))
        assert isinstance(await handler.execute(ask), Accepted)
    for seat, seed in enumerate(seeds):
        assert isinstance(await handler.execute(Ask(table, seat, "player", OpenSeed(seed))), Accepted)


@pytest.fixture
async def running(handler: Handler) -> str:
    table = await opened(handler)
    await seated(handler, table)
    assert isinstance(await handler.execute(Ask(table, 0, "player", NextDeal())), Accepted)
    return table


async def move(handler: Handler, table: str, key: str = "k", digest: str = "d", expected: int | None = None) -> Ask:
    live = await handler.current(table)
    seat = to_act(live.game, live.state)[0]
    action = legal(live.game, live.state, seat)[0]
    return Ask(table, seat, "player", getattr(action, "example", action), key=key, digest=digest, expected=expected)


async def test_a_repeated_key_gets_the_first_answer_also_from_another_process(
    handler: Handler, log: EventLog, running: str
) -> None:
    ask = await move(handler, running)
    first = await handler.execute(ask)
    again = await Handler(log, REGISTRY, handler.clock).execute(ask)
    assert isinstance(first, Accepted)
    assert isinstance(again, Accepted)
    assert again.repeated
    assert (again.entry.data, again.state) == (first.entry.data, first.state)
    assert await log.head(running) == first.entry.seq


async def test_a_key_with_another_body_is_told_apart(handler: Handler, running: str) -> None:
    await handler.execute(await move(handler, running))
    assert isinstance(await handler.execute(await move(handler, running, digest="other")), KeyReused)


async def test_parallel_repeats_in_many_processes_append_one_entry(
    handler: Handler, log: EventLog, running: str
) -> None:
    ask = await move(handler, running)
    others = [Handler(log, REGISTRY, handler.clock) for _ in range(8)]
    answers = await asyncio.gather(*(other.execute(ask) for other in others for _ in range(3)))
    assert {answer.entry.data for answer in answers if isinstance(answer, Accepted)} == {
        (await handler.entries(running))[-1].data
    }
    assert len(answers) == 24
    assert sum(isinstance(answer, Accepted) and not answer.repeated for answer in answers) == 1


async def test_a_stale_cache_is_repaired_before_anything_is_refused(
    handler: Handler, log: EventLog, running: str
) -> None:
    other = Handler(log, REGISTRY, handler.clock)
    await other.current(running)
    assert isinstance(await handler.execute(await move(handler, running)), Accepted)
    assert isinstance(await other.execute(await move(handler, running, key="k2")), Accepted)


async def test_a_stale_caller_gets_what_it_missed(handler: Handler, running: str) -> None:
    before = (await handler.current(running)).state.seq
    await handler.execute(await move(handler, running))
    answer = await handler.execute(await move(handler, running, key="k2", expected=before))
    assert isinstance(answer, Stale)
    assert [entry.seq for entry in answer.missed] == [before + 1]


async def test_a_refused_action_changes_nothing(handler: Handler, log: EventLog, running: str) -> None:
    head = await log.head(running)
    answer = await handler.execute(Ask(running, 1, "player", NextDeal(), key="k", digest="d"))
    assert isinstance(answer, Refused)
    assert answer.ruling.code == "deal_running"
    assert await log.head(running) == head


async def test_an_account_takes_one_seat_at_a_table(handler: Handler) -> None:
    table = await opened(handler)
    seeds = [b64(secrets.token_bytes(32)) for _ in range(2)]
    assert isinstance(await handler.execute(Ask(table, 0, "player", take(0, seeds[0]), claim=(0, "anna"))), Accepted)
    answer = await handler.execute(Ask(table, 1, "player", take(1, seeds[1]), claim=(1, "anna")))
    assert answer == Denied("other_seat")


@pytest.mark.parametrize(("late_ms", "ticks"), [(-1, 0), (0, 1), (1, 1)], ids=["due-1", "due", "due+1"])
async def test_an_action_meets_its_deadline(
    handler: Handler, ticking: Ticking, running: str, late_ms: int, ticks: int
) -> None:
    ask = await move(handler, running)
    before = await handler.current(running)
    head = before.state.seq
    due = next_due(before.game, before.state)
    assert due is not None
    ticking.ms = due + late_ms
    await handler.execute(ask)
    entries = await handler.entries(running, head)
    assert sum(entry.public["action"]["type"] == Tick.__struct_config__.tag for entry in entries) == ticks


async def test_public_bytes_hold_no_clear_card(handler: Handler, running: str) -> None:
    (dealt,) = [e for e in await handler.entries(running) if e.public["action"]["type"] == "next_deal"]
    assert list(find(dealt.public))
    assert len(list(find(dealt.public))) == len(dealt.openings)


async def test_what_came_last_is_at_hand_with_all_its_openings(handler: Handler, log: EventLog, running: str) -> None:
    other = Handler(log, REGISTRY, handler.clock)
    await other.current(running)
    for number in range(3):
        await handler.execute(await move(handler, running, key=str(number)))
    for live in (await handler.current(running), await other.current(running)):
        head = live.state.seq
        assert live.since(head) == ()
        assert live.since(0) is None
        recent = live.since(head - RECENT)
        assert recent is not None
        stored = await handler.entries(running, head - RECENT)
        assert [(one.data, one.openings) for one in recent] == [(one.data, one.openings) for one in stored]


async def test_an_unknown_table_is_unknown(handler: Handler) -> None:
    with pytest.raises(UnknownTable):
        await handler.execute(Ask(table_id(), 0, "player", NextDeal()))
