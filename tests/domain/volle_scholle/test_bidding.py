"""Raising, passing, winning: one rule per test."""

import pytest

from domain.games.volle_scholle import RULES
from domain.games.volle_scholle.cards import Card, Colour
from domain.games.volle_scholle.messages import (
    CardsPlayed,
    DiscardCards,
    FloeRevealed,
    FloeWon,
    KeepCards,
    Pass,
    Passed,
    PlayCards,
)
from domain.games.volle_scholle.state import Bidding, Sorting, State, Turning
from tests.domain.volle_scholle.laying import cards, command, go, of, row_of, table


def laid(*hands: str, starter: int = 0) -> State:
    state, _ = go(table(len(hands), phase=Turning(starter), hands=tuple(cards(hand.split()) for hand in hands)))
    return state


def play(faces: str) -> PlayCards:
    return PlayCards(cards(faces.split()))


def played(state: State, *moves: tuple[int, str]) -> State:
    for seat, faces in moves:
        state, answer = command(state, seat, play(faces) if faces else Pass())
        assert isinstance(answer, tuple), answer
    return state


STARTED = played(laid("B3 B4 G1", "B2 B4 J J", "B5 R1 R1"), (0, "B3"))


@pytest.mark.parametrize(
    ("faces", "code"),
    [
        pytest.param("", "no_cards", id="at_least_one_card"),
        pytest.param("B5", "card_not_held", id="only_cards_held"),
        pytest.param("J J J", "card_not_held", id="no_more_jokers_than_held"),
        pytest.param("B2", "not_higher", id="more_than_the_highest_sum"),
    ],
)
def test_a_raise_that_is_none(faces: str, code: str) -> None:
    ruling = RULES.check(STARTED, 1, play(faces))
    assert ruling is not None
    assert ruling.code == code


@pytest.mark.parametrize(
    ("row", "bar", "faces", "reached"),
    [
        pytest.param("", 1, "J", 2, id="a_joker_alone_is_a_reply"),
        pytest.param("", 2, "J", None, id="but_it_is_worth_two"),
        pytest.param("", 4, "B3 J", 5, id="a_joker_beside_the_colour"),
        pytest.param("", 5, "J J J", 6, id="any_number_of_jokers"),
        pytest.param("", 6, "J J J", None, id="their_points_have_to_do"),
        pytest.param("B3", 4, "J", 5, id="a_joker_on_ones_row"),
        pytest.param("B3 J", 6, "B1 J", 8, id="all_of_the_row_counts"),
        pytest.param("B4 J", 7, "B1", None, id="equal_is_not_more"),
        pytest.param("", 14, "B5 B5 B5", 15, id="three_fives"),
    ],
)
def test_what_a_raise_adds_up_to(row: str, bar: int, faces: str, reached: int | None) -> None:
    """Given `row` before oneself and `bar` before the last who raised, `faces` reach more than `bar` or are refused."""
    rows = (cards(row.split()), row_of(bar), ())
    phase = Bidding(6, 1, rows, (False,) * 3, starter=1, colour=Colour.BLUE, leader=1, spoke=2)
    _, answer = command(table(3, phase=phase, hands=(cards(faces.split()), (Card.G1,), (Card.G1,))), 0, play(faces))
    assert [event.sum for event in of(answer, CardsPlayed)] == ([] if reached is None else [reached])


@pytest.mark.parametrize(
    ("hand", "faces", "code"),
    [
        pytest.param("B3 J", "J", "joker_cannot_start", id="joker"),
        pytest.param("B3 J", "B3 J", "one_card_to_start", id="a_card_and_a_joker"),
        pytest.param("B3 B4", "B3 B4", "one_card_to_start", id="two_cards"),
    ],
)
def test_a_start_that_is_none(hand: str, faces: str, code: str) -> None:
    ruling = RULES.check(laid(hand, "G1", "G1"), 0, play(faces))
    assert ruling is not None
    assert ruling.code == code


def test_another_colour_is_refused_even_beside_a_joker() -> None:
    state = played(laid("B1", "J G5", "R1"), (0, "B1"))
    ruling = RULES.check(state, 1, PlayCards(cards(["J", "G5"])))
    assert ruling is not None
    assert (ruling.code, ruling.rule) == ("wrong_colour", "VS §4")


def test_seats_act_clockwise_from_the_starter() -> None:
    state = laid("B1", "B2 B5", "B3", starter=1)
    assert RULES.to_act(state) == (1,)
    state = played(state, (1, "B2"))
    assert RULES.to_act(state) == (2,)
    ruling = RULES.check(state, 0, Pass())
    assert ruling is not None
    assert ruling.code == "not_your_turn"


@pytest.mark.parametrize("seat", [-1, 3, 99])
def test_no_seat_of_this_table_has_no_turn(seat: int) -> None:
    ruling = RULES.check(STARTED, seat, Pass())
    assert ruling is not None
    assert ruling.code == "not_your_turn"
    assert RULES.legal(STARTED, seat) == ()


def test_the_whole_row_counts_in_a_later_circuit() -> None:
    state = played(laid("B3 B4", "B5 B1 J J", "G1"), (0, "B3"), (1, "B5 B1"), (2, ""))
    assert RULES.check(state, 0, PlayCards((Card.B4,))) is None


def test_who_passed_is_out_for_the_round() -> None:
    state = played(laid("B1 B5 B5", "B2 B5 B4", "B3 B4", "G1"), (0, "B1"), (1, "B2"), (2, ""), (3, ""))
    ruling = RULES.check(state, 2, PlayCards((Card.B4,)))
    assert ruling is not None
    assert ruling.code == "already_passed"
    state = played(state, (0, "B5"), (1, "B5"))
    assert RULES.to_act(state) == (0,)


def test_legal_lists_every_raise_once_and_the_pass_first() -> None:
    assert RULES.legal(STARTED, 1) == (
        Pass(),
        PlayCards(cards(["B4"])),
        *(PlayCards(cards(faces.split())) for faces in ("B2 B4", "B2 J", "B4 J", "J J")),
        *(PlayCards(cards(faces.split())) for faces in ("B2 B4 J", "B2 J J", "B4 J J")),
        PlayCards(cards(["B2", "B4", "J", "J"])),
    )
    assert RULES.absent(STARTED, 1) == Pass()


def test_who_remains_last_wins_the_floe() -> None:
    state = played(laid("B1 G1", "B2 G1", "B3 G1"), (0, "B1"), (1, "B2"), (2, ""))
    state, events = command(state, 0, Pass())
    assert [event.seat for event in of(events, FloeWon)] == [1]
    assert len(state.won[1]) == 1


def test_an_empty_hand_passes_by_itself() -> None:
    state = laid("B1 B2", "", "G1")
    state, events = command(state, 0, PlayCards((Card.B1,)))
    assert of(events, Passed) == [Passed(1, auto=True)]
    assert RULES.to_act(state) == (2,)


def test_the_leader_with_an_empty_hand_passes_when_raised() -> None:
    state = played(laid("B1", "B2 B3", "B3 B4"), (0, "B1"), (1, "B2"))
    state, events = command(state, 2, PlayCards((Card.B3,)))
    assert of(events, Passed) == [Passed(0, auto=True)]
    assert RULES.to_act(state) == (1,)


def test_holding_nothing_that_fits_is_no_automatic_pass() -> None:
    """Only the size of a hand is public: the others learn of a bad hand by the player's own word."""
    state = played(laid("B5 B1", "G1", "G2"), (0, "B5"))
    assert RULES.to_act(state) == (1,)
    assert RULES.legal(state, 1) == (Pass(),)


@pytest.mark.parametrize("action", [KeepCards((Card.B3,)), DiscardCards()])
def test_nothing_is_sorted_during_a_round(action: KeepCards | DiscardCards) -> None:
    ruling = RULES.check(STARTED, 0, action)
    assert ruling is not None
    assert ruling.code == "nothing_to_sort"


def test_if_all_others_hold_nothing_the_starter_wins_at_once() -> None:
    state, events = command(laid("B1", "", ""), 0, PlayCards((Card.B1,)))
    assert of(events, FloeWon)[0].seat == 0
    assert of(events, FloeRevealed)[0].starter == 1
    assert not isinstance(state.phase, Sorting)
