"""The clock: what comes before the tick counts, what comes after it does not (VP 2, VP 13, VP 27)."""

import random
from collections import Counter
from collections.abc import Callable

import pytest

from domain.games.vollpfosten import RULES, Options
from domain.games.vollpfosten import messages as m
from domain.games.vollpfosten.state import Answering, Circle, Stage
from domain.kernel import Command, Deadline, Deal, NextDeal, Ruling, Setup, Tick
from domain.table import due
from domain.table.messages import Clock
from tests.domain.vollpfosten.desk import Desk, filler
from tests.support.chance import SeededChance
from tests.support.play import concrete, fold
from tests.support.recorded import Table

EDGES = [(-1, True), (0, False), (1, False)]
"""ms after the deadline at which somebody acts, and whether that still counts."""


def act_at(desk: Desk, deadline: str, edge: int, seat: int, action: m.Action) -> bool:
    due = next(wait for wait in RULES.due(desk.state) if wait.id == deadline)
    return desk.send(seat, action, at=due.at_ms + edge) is None


@pytest.mark.parametrize(("edge", "counts"), EDGES)
def test_an_answer_at_the_edge_of_the_answer_time(edge: int, counts: bool) -> None:
    desk = Desk((["B"], ["A"], ["K"]))
    desk.open_category("C01a")
    assert act_at(desk, "answer", edge, 1, m.AnswerCategory("A", "Affe")) == counts


@pytest.mark.parametrize(("edge", "counts"), EDGES)
def test_an_answer_at_the_edge_of_the_tie_window(edge: int, counts: bool) -> None:
    desk = Desk((["B"], ["A"], ["K"], ["M"]), options={"tie_window_ms": 150})
    desk.open_category("C01a")
    desk.must(1, m.AnswerCategory("A", "Affe"))
    assert act_at(desk, "tie", edge, 2, m.AnswerCategory("K", "Katze")) == counts


@pytest.mark.parametrize(("edge", "counts"), EDGES)
def test_the_deciding_objection_at_the_edge_of_its_window(edge: int, counts: bool) -> None:
    desk = Desk((["B"], ["A", "T"], ["K"]))
    desk.open_category("C01a")
    desk.must(1, m.AnswerCategory("A", "Auto"))
    desk.must(0, m.Judge(1, False))
    assert act_at(desk, "judge/1", edge, 2, m.Judge(1, False)) == counts
    assert (desk.stage(1) is Stage.WRONG) == counts


@pytest.mark.parametrize(("edge", "counts"), EDGES)
def test_a_counter_at_the_edge_of_its_window(edge: int, counts: bool) -> None:
    desk = Desk((["B"], ["A", "T"], ["*", "K"]))
    desk.open_category("C01a")
    desk.must(1, m.AnswerCategory("A", "Affe"))
    desk.judge()
    assert act_at(desk, "counter/1", edge, 2, m.CounterPlay(1, "Amsel")) == counts


@pytest.mark.parametrize(("edge", "counts"), EDGES)
def test_a_term_at_the_edge_of_a_circle_turn(edge: int, counts: bool) -> None:
    desk = Desk([filler(3)] * 3, cards=["TEUFELSKREIS", "C01"])
    desk.open_category("C01a")
    assert act_at(desk, "circle", edge, 0, m.SayTerm("Hund")) == counts
    assert isinstance(desk.state.phase, Circle) == counts


@pytest.mark.parametrize(("edge", "counts"), EDGES)
def test_a_reading_at_the_edge_of_the_choice(edge: int, counts: bool) -> None:
    desk = Desk((["B"], ["A"], ["K"]))
    desk.must(0, m.DrawCategory())
    assert act_at(desk, "choice", edge, 0, m.ChooseCategory("C01c")) == counts
    assert isinstance(desk.state.phase, Answering)
    assert desk.state.open_reading.category == ("C01c" if counts else "C01a")


def racing_clocks(seed: int, deadlines: int, on_deadline: Callable[[Deadline, list[bool]], None]) -> None:
    """Play at random; at each deadline that passes two clocks tick, at due-1, due and due+1, in a random order."""
    rng = random.Random(seed)
    state, at, deals = RULES.initial(Setup(4, 0, Options())), 0, 0
    chance = SeededChance(seed)

    def tick(due: Deadline, when: int) -> bool:
        nonlocal state
        answer = RULES.decide(state, Command(due.seat, "clock", Tick(due.id), when), chance)
        if isinstance(answer, Ruling):
            return False
        state = fold(RULES, state, answer)
        return True

    while deadlines:
        if RULES.deal(state) is not Deal.RUNNING:
            deals += 1
            state = RULES.initial(Setup(4, 0, Options())) if RULES.deal(state) is Deal.OVER else state
            chance = SeededChance(seed, deals)
            answer = RULES.decide(state, Command(None, "house", NextDeal(), at), chance)
            assert not isinstance(answer, Ruling)
            state = fold(RULES, state, answer)
            continue
        at += rng.randrange(1, 1_500) if rng.random() < 0.9 else 40_000
        due = min(RULES.due(state), key=lambda wait: (wait.at_ms, wait.id))
        if due.at_ms <= at:
            at = due.at_ms
            early = [tick(due, at - 1) for _ in range(2)]
            assert early == [False, False]
            on_deadline(due, [tick(due, at + late) for late in rng.sample((0, 0, 1, 1), 4)])
            deadlines -= 1
            continue
        seats = RULES.to_act(state)
        seat = rng.choice(seats) if seats else 0
        offers = RULES.legal(state, seat)
        if offers:
            answer = RULES.decide(state, Command(seat, "player", concrete(rng.choice(offers)), at), chance)
            assert not isinstance(answer, Ruling)
            state = fold(RULES, state, answer)


def test_of_two_clocks_racing_for_500_deadlines_exactly_one_ticks_each() -> None:
    seen: Counter[str] = Counter()

    def once(due: Deadline, ticks: list[bool]) -> None:
        assert ticks == [True, False, False, False]
        seen[due.id.partition("/")[0]] += 1

    racing_clocks(7, 500, once)
    assert sum(seen.values()) == 500
    assert set(seen) >= {"turn", "answer", "tie", "judge", "counter"}


def test_a_table_where_everybody_is_silent_goes_on_by_the_clock_and_closes() -> None:
    """Nobody has to answer, so no seat counts as absent and no round ends: the table's own clock has to end it."""
    table = Table(RULES, data=RULES.data["standard"])
    table.open(3, {}, Clock(idle_s=3600))
    table.sit_all()
    begun = table.at
    while table.state.phase != "closed":
        table._tick(due(table.rec.game, table.state)[0])
        assert table.at < begun + 3_700_000
    assert (table.state.reason, table.state.deal) == ("idle", 1)
    assert all(seat is not None and seat.controller == "player" for seat in table.state.seats)
