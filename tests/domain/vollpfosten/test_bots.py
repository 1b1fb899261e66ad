"""Bots: they finish a match alone, in human time, and one person can play against them."""

import random

import pytest

from domain.games.vollpfosten import RULES, Options
from domain.games.vollpfosten import events as e
from domain.games.vollpfosten import messages as m
from domain.games.vollpfosten.components import STANDARD
from domain.games.vollpfosten.terms import known
from domain.kernel import BotMove, Deal, Setup
from tests.domain.vollpfosten.desk import Desk
from tests.support.play import bot_choice, play, race


def asked(desk: Desk, seat: int, level: str = "solid", seed: int = 1) -> BotMove | None:
    policy = RULES.bots[level]
    return policy(RULES.view(desk.state, seat), RULES.legal(desk.state, seat), random.Random(seed))


@pytest.mark.parametrize("level", ["easy", "solid"])
def test_bots_play_a_round_to_its_end(level: str) -> None:
    steps = list(play(RULES, Setup(3, 0, Options()), 2, bot_choice(RULES, level), max_deals=1))
    assert RULES.deal(steps[-1].after) is not Deal.RUNNING
    assert any(isinstance(event, e.CardPlayed) for step in steps for event in step.answer)


@pytest.mark.parametrize("level", ["easy", "solid"])
def test_a_bot_answers_from_the_lists_within_the_time_of_people(level: str) -> None:
    desk = Desk((["B"], ["A", "K", "S"], ["K"]))
    desk.open_category("C01a")
    move = asked(desk, 1, level)
    assert move is not None
    assert isinstance(move.action, m.AnswerCategory)
    assert move.action.term is not None
    assert known(move.action.term, "C01a", STANDARD)
    assert 2_000 <= move.after_ms < 14_000


def test_a_solid_bot_is_faster_than_an_easy_one() -> None:
    desk = Desk((["B"], ["A", "K", "S"], ["K"]))
    desk.open_category("C01a")
    times = {level: sum(asked(desk, 1, level, seed).after_ms for seed in range(20)) for level in RULES.bots}  # type: ignore[union-attr]
    assert times["solid"] < times["easy"]


@pytest.mark.parametrize("level", ["easy", "solid"])
def test_a_bot_hurries_where_the_table_gives_little_time(level: str) -> None:
    desk = Desk((["B"], ["A", "K", "S"], ["K"]), options=Options(answer_timeout_s=1))
    desk.open_category("C01a")
    moves = [asked(desk, 1, level, seed) for seed in range(20)]
    assert all(move is not None and move.after_ms < 1_000 for move in moves)


def test_bots_finish_a_match_in_human_time_even_in_vicious_circles() -> None:
    """Given bots that take their time, three rounds are over within the hour, and no list goes on for ever."""
    steps = list(race(RULES, Setup(3, 0, Options(rounds_to_win=2)), ["solid", "easy", "solid"], 1, max_deals=3))
    assert steps[-1].command.at < 3_600_000
    lists = [len([play for play in step.after.plays if play.kind == "circle"]) for step in steps]
    assert 0 < max(lists) < 34


def test_a_bot_without_an_idea_passes() -> None:
    desk = Desk((["B"], ["A", "K"], ["K"]))
    desk.open_category("C01d")
    move = asked(desk, 1)
    assert move is not None
    assert move.action == m.PassCategory()


def test_a_bot_objects_only_to_what_plainly_belongs_elsewhere() -> None:
    for term, fits in (("Affe", True), ("Aachen", False), ("Abrakadabra", True)):
        desk = Desk((["B"], ["A"], ["K"]))
        desk.open_category("C01a")
        desk.must(1, m.AnswerCategory("A", term))
        move = asked(desk, 0)
        assert move is not None
        assert move.action == m.Judge(1, fits)


def test_a_solid_bot_counters_whoever_is_about_to_win() -> None:
    desk = Desk((["B"] * 6, ["A"], ["*", "K", "L", "M"]))
    desk.open_category("C01a")
    desk.must(1, m.AnswerCategory("A", "Affe"))
    desk.judge()
    move = asked(desk, 2)
    assert move is not None
    assert isinstance(move.action, m.CounterPlay)


def test_an_absent_seat_draws_and_reads_but_never_answers_votes_or_counters() -> None:
    desk = Desk((["B"], ["A", "T"], ["*", "K"]))
    assert RULES.absent(desk.state, 0) == m.DrawCategory()
    desk.must(0, m.DrawCategory())
    assert RULES.absent(desk.state, 0) == m.ChooseCategory("C01a")
    desk.read()
    assert RULES.absent(desk.state, 1) == m.PassCategory()
    desk.must(1, m.AnswerCategory("A", "Affe"))
    assert RULES.absent(desk.state, 2) is None
    desk.judge()
    assert RULES.absent(desk.state, 2) is None
