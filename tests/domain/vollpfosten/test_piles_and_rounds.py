"""Piles and penalties, rounds and the match (VP 10, VP 21, VP 24, VP 25, VP 32, VP 33)."""

from dataclasses import dataclass
from typing import Any

import pytest

from domain.games.vollpfosten import RULES, Options
from domain.games.vollpfosten import events as e
from domain.games.vollpfosten import messages as m
from domain.games.vollpfosten.kinds import PileName
from domain.games.vollpfosten.options import FirstReader
from domain.games.vollpfosten.state import State
from domain.kernel import Command, NextDeal, Ruling, Setup, Tick
from tests.domain.vollpfosten.desk import Desk
from tests.support.chance import SeededChance


def shuffles(desk: Desk, pile: PileName) -> list[tuple[str, ...]]:
    return [event.cards for event in desk.happened(e.PileShuffled) if event.pile is pile]


def test_played_letters_are_reshuffled_when_a_penalty_finds_the_pile_empty() -> None:
    desk = Desk((["B"], ["A", "T"], ["K"]), letter_pile=[], played=["B", "A"])
    desk.open_category("C01a")
    desk.must(1, m.AnswerCategory("A", "Zebra"))
    assert shuffles(desk, PileName.LETTERS) == [("A", "B")]
    assert len(desk.hands[1]) == 3


def test_no_letter_left_means_no_penalty_card_but_the_next_reading() -> None:
    desk = Desk((["B"], ["A", "T"], ["K"]), letter_pile=[])
    desk.open_category("C01a")
    desk.must(1, m.AnswerCategory("A", "Zebra"))
    assert desk.happened(e.PenaltyWaived)
    assert desk.hands[1] == ["A", "T"]
    assert desk.on_turn == 1


def test_the_card_just_played_is_among_the_reshuffled_ones() -> None:
    """Given an empty pile, a countered last card always finds a penalty card (VP 32)."""
    desk = Desk((["B"], ["A"], ["*", "K"]), letter_pile=[])
    desk.open_category("C01a")
    desk.must(1, m.AnswerCategory("A", "Affe"))
    desk.judge()
    desk.must(2, m.CounterPlay(1, "Amsel"))
    desk.judge()
    assert shuffles(desk, PileName.LETTERS) == [("*", "A")]
    assert len(desk.hands[1]) == 1


def test_with_returning_cards_those_still_counterable_stay_out_of_the_reshuffle() -> None:
    desk = Desk((["B"], ["A"], ["*", "K"]), letter_pile=[], played=["M"], options={"counter_returns_card": True})
    desk.open_category("C01a")
    desk.must(1, m.AnswerCategory("A", "Affe"))
    desk.judge()
    desk.must(2, m.CounterPlay(1, "Zebra"))
    assert shuffles(desk, PileName.LETTERS) == [("M",)]


def test_the_category_pile_is_reshuffled_when_it_is_empty() -> None:
    desk = Desk((["B", "E"], ["A", "T"], ["K", "L"]))
    for _ in range(51):
        desk.open_category()
        desk.run()
    again = shuffles(desk, PileName.CATEGORIES)
    assert len(again) == 1
    assert len(again[0]) == 50
    assert desk.state.categories.shuffle == 2


# Rounds


@dataclass
class Table:
    """A match around the rules alone."""

    state: State
    deals: int = 0

    def next_round(self) -> list[Any]:
        self.deals += 1
        answer = RULES.decide(self.state, Command(None, "house", NextDeal(), 0), SeededChance(1, self.deals))
        assert not isinstance(answer, Ruling), answer
        for event in answer:
            self.state = RULES.evolve(self.state, event)
        return list(answer)

    def won_by(self, *winners: int) -> None:
        won = tuple(n + (seat in winners) for seat, n in enumerate(self.state.rounds_won))
        over = max(won) >= self.state.options.rounds_to_win
        self.state = RULES.evolve(self.state, e.RoundWon(winners, won, over))


def match(seats: int = 3, youngest: int = 0, **options: Any) -> Table:
    return Table(RULES.initial(Setup(seats, youngest, Options(**options))))


@pytest.mark.parametrize("seats", RULES.seats)
def test_eight_letters_each_from_a_fresh_pile_of_sixty(seats: int) -> None:
    table = match(seats)
    events = table.next_round()
    assert [len(event.cards) for event in events if isinstance(event, e.HandDealt)] == [8] * seats
    assert table.state.letters.left == 60 - 8 * seats
    assert table.state.categories.left == 60
    table.won_by(0)
    table.next_round()
    assert table.state.letters.left == 60 - 8 * seats, "both piles are reshuffled for each round (VP 33)"


def test_the_pack_has_four_vollpfosten_and_ten_actions() -> None:
    pieces = RULES.pieces(Options(), None)
    assert pieces["*"] == 4
    assert sum(n for face, n in pieces.items() if len(face) == 1) == 60
    assert pieces["TEUFELSKREIS"] == 2
    assert sum(n for face, n in pieces.items() if len(face) > 1) == 60


@pytest.mark.parametrize(("option", "reader"), [(FirstReader.YOUNGEST, 2), (FirstReader.LAST_WINNER, 1)])
def test_who_reads_first_in_later_rounds(option: FirstReader, reader: int) -> None:
    table = match(youngest=2, first_reader=option)
    assert table.next_round()[0].reader == 2
    table.won_by(1)
    assert table.next_round()[0].reader == reader


def test_three_rounds_win_the_match_and_equals_share_it() -> None:
    table = match()
    for winners in ((0,), (0, 1), (1,)):
        table.next_round()
        table.won_by(*winners)
    assert RULES.outcome(table.state) is None
    table.next_round()
    table.won_by(0, 1)
    outcome = RULES.outcome(table.state)
    assert outcome is not None
    assert outcome.ranks == (1, 1, 3)
    assert outcome.scores == (3, 3, 0)


def test_no_round_begins_while_one_runs_or_after_the_match() -> None:
    table = match(rounds_to_win=1)
    table.next_round()
    running = RULES.decide(table.state, Command(None, "house", NextDeal(), 0), SeededChance())
    assert isinstance(running, Ruling)
    table.won_by(0)
    over = RULES.decide(table.state, Command(None, "house", NextDeal(), 0), SeededChance())
    assert isinstance(over, Ruling)
    assert over.code == "no_next_round"


def test_a_match_never_needs_more_rounds_than_the_table_has_deals() -> None:
    longest = max(RULES.seats) * (10 - 1) + 1
    assert longest <= RULES.max_deals


def test_the_server_cannot_act_for_a_seat_and_ticks_must_be_due() -> None:
    table = match()
    table.next_round()
    nobody = RULES.decide(table.state, Command(None, "house", m.DrawCategory(), 0), SeededChance())
    assert isinstance(nobody, Ruling)
    assert nobody.code == "no_seat"
    early = RULES.decide(table.state, Command(None, "clock", Tick("turn"), 29_999), SeededChance())
    assert isinstance(early, Ruling)
    assert early.code == "deadline_not_reached"
    unknown = RULES.decide(table.state, Command(None, "clock", Tick("judge/7"), 99_999), SeededChance())
    assert isinstance(unknown, Ruling)
    assert unknown.code == "no_such_deadline"
