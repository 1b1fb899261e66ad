"""Answers at the same time, and breaking the tie (VP 2, VP 23, VP 30, VP §8)."""

import pytest

from domain.games.vollpfosten import events as e
from domain.games.vollpfosten import messages as m
from domain.games.vollpfosten.action_events import ActionSetAside
from domain.games.vollpfosten.state import Answering, Judging, Settling, Tying
from tests.domain.vollpfosten.desk import Desk

HANDS = (["B", "E"], ["A", "T"], ["K", "L"], ["M", "S"])


def racing(window: int = 150, hands: object = HANDS, **more: object) -> Desk:
    desk = Desk(hands, options={"tie_window_ms": window} | dict(more.pop("options", {})), **more)  # type: ignore[arg-type]
    desk.open_category("C01a")
    return desk


def tied(*, cards: tuple[str, ...] = ("C01", "C02"), hands: object = HANDS) -> Desk:
    """Seats 1 and 2 are tied; the reader has read the tie-break's category."""
    desk = racing(cards=cards, hands=hands)
    desk.must(1, m.AnswerCategory("A", "Affe"))
    desk.must(2, m.AnswerCategory("K", "Katze"))
    desk.wait(150)
    desk.judge()
    desk.read()
    return desk


@pytest.mark.parametrize(("after", "late"), [(0, False), (149, False), (150, True), (151, True)])
def test_the_tie_window_compares_arrivals(after: int, late: bool) -> None:
    desk = racing()
    first = desk.at
    desk.must(1, m.AnswerCategory("A", "Affe"))
    ruling = desk.send(2, m.AnswerCategory("K", "Katze"), at=first + after)
    assert (ruling is not None) == late
    if ruling is not None:
        assert ruling.code == "too_late"


def test_without_a_tie_window_exactly_one_is_first_even_in_the_same_millisecond() -> None:
    desk = racing(0)
    desk.must(1, m.AnswerCategory("A", "Affe"))
    assert desk.send(2, m.AnswerCategory("K", "Katze")) is not None
    assert desk.state.plays[0].seat == 1


def test_nobody_answers_twice_and_the_same_term_is_taken() -> None:
    desk = racing(hands=(["B"], ["A", "T"], ["A", "L"], ["M"]))
    desk.must(1, m.AnswerCategory("A", "Affe"))
    again = desk.send(1, m.AnswerCategory("T", "Tiger"))
    assert again is not None
    assert again.code == "already_answered"
    same = desk.send(2, m.AnswerCategory("A", "affe"))
    assert same is not None
    assert same.code == "term_used"


def test_the_tie_window_closes_early_when_all_have_answered_or_passed() -> None:
    desk = racing()
    desk.must(1, m.AnswerCategory("A", "Affe"))
    desk.must(2, m.AnswerCategory("K", "Katze"))
    assert isinstance(desk.state.phase, Tying)
    desk.must(3, m.PassCategory())
    assert isinstance(desk.state.phase, Judging)


def test_one_right_and_one_wrong_the_right_one_wins_and_reads() -> None:
    desk = racing()
    desk.must(1, m.AnswerCategory("A", "Affe"))
    desk.must(2, m.AnswerCategory("K", "Klavier"))
    desk.wait(150)
    desk.judge({1: True, 2: False})
    desk.run()
    assert desk.hands[2] == ["D", "K", "L"]
    assert desk.on_turn == 1


def test_all_wrong_the_first_penalised_reads() -> None:
    desk = racing()
    desk.must(2, m.AnswerCategory("K", "Klavier"))
    desk.must(1, m.AnswerCategory("A", "Auto"))
    desk.wait(150)
    desk.judge(False)
    assert [event.seat for event in desk.happened(e.PenaltyDrawn)] == [2, 1]
    assert desk.on_turn == 2


def test_counters_open_only_after_the_judging_of_a_tie_window() -> None:
    desk = racing(hands=(["B"], ["A", "T"], ["*", "L"], ["M"]))
    desk.must(1, m.AnswerCategory("A", "Affe"))
    early = desk.send(2, m.CounterPlay(1, "Ameise"))
    assert early is not None
    assert early.code == "not_yet_judged"
    desk.wait(150)
    desk.judge()
    assert desk.send(2, m.CounterPlay(1, "Ameise")) is None


def test_the_tied_break_the_tie_with_the_same_card_for_a_new_category() -> None:
    desk = tied()
    assert desk.hands == [["B", "E"], ["A", "T"], ["K", "L"], ["M", "S"]]
    wrong_card = desk.send(1, m.AnswerCategory("T", "Trier"))
    assert wrong_card is not None
    assert wrong_card.code == "tied_card_only"
    outsider = desk.send(3, m.AnswerCategory("M", "Mainz"))
    assert outsider is not None
    assert outsider.code == "not_in_tie_break"
    desk.must(2, m.AnswerCategory("K", "Köln"))
    desk.wait(150)
    desk.judge()
    desk.run()
    assert desk.hands == [["B", "E"], ["A", "T"], ["L"], ["M", "S"]]
    assert desk.on_turn == 2


def test_a_wrong_term_puts_out_of_the_tie_break_and_the_other_still_has_to_answer() -> None:
    desk = tied()
    desk.must(1, m.AnswerCategory("A", "Zürich"))
    desk.wait(150)
    assert isinstance(desk.state.phase, Answering)
    assert desk.hands[1] == ["A", "D", "T"]
    assert desk.to_act == (2,)
    out = desk.send(1, m.AnswerCategory("A", "Aachen"))
    assert out is not None
    assert out.code == "not_in_tie_break"
    desk.must(2, m.AnswerCategory("K", "Köln"))
    desk.judge()
    desk.run()
    assert desk.on_turn == 2, "the winner of a tie-break reads (VP 23)"


def test_when_the_other_does_not_answer_either_the_penalised_reads() -> None:
    desk = tied()
    desk.must(1, m.AnswerCategory("A", "Zürich"))
    desk.wait(150)
    desk.run()
    assert desk.on_turn == 1


def test_nobody_answers_in_the_tie_break_all_keep_their_cards_and_the_reader_draws_on() -> None:
    desk = tied()
    desk.run()
    assert desk.hands == [["B", "E"], ["A", "T"], ["K", "L"], ["M", "S"]]
    assert desk.on_turn == 0


def test_action_cards_drawn_for_a_tie_break_are_put_aside() -> None:
    desk = tied(cards=("C01", "KREISVERKEHR", "PECHVOGEL", "C02"))
    assert len(desk.happened(ActionSetAside)) == 2
    assert desk.hands[1] == ["A", "T"]
    assert desk.state.open_reading.card == "C02"


def tie_again(desk: Desk) -> None:
    desk.must(2, m.AnswerCategory("K", "Köln"))
    desk.must(1, m.AnswerCategory("A", "Aachen"))
    desk.judge()
    desk.read()


def test_a_new_tie_is_broken_again() -> None:
    desk = tied(cards=("C01", "C02", "C03"))
    tie_again(desk)
    assert desk.state.open_reading.nested
    desk.must(1, m.AnswerCategory("A", "Albanien"))
    desk.wait(150)
    desk.judge()
    desk.run()
    assert desk.hands[1] == ["T"]
    assert desk.on_turn == 1


def test_a_repeated_tie_that_nobody_breaks_goes_to_the_earlier_answer() -> None:
    desk = tied(cards=("C01", "C02", "C03"))
    tie_again(desk)
    desk.wait(30_000)
    assert desk.happened(e.EarlierAnswerCounts) == [e.EarlierAnswerCounts(5, 2, "C02a")]
    assert isinstance(desk.state.phase, Settling)
    desk.run()
    assert desk.hands[2] == ["L"]
    assert desk.on_turn == 2


def test_a_vollpfosten_may_counter_in_a_tie_break_but_not_replace_the_tied_card() -> None:
    desk = tied(hands=(["B", "E"], ["A", "*"], ["K", "L"], ["*", "S"]))
    joker = desk.send(1, m.AnswerCategory("*", "Bonn"))
    assert joker is not None
    assert joker.code == "tied_card_only"
    desk.must(2, m.AnswerCategory("K", "Köln"))
    desk.wait(150)
    desk.judge()
    desk.must(1, m.CounterPlay(3, "Kiel"))
    desk.judge()
    desk.run()
    assert desk.hands[2] == ["D", "L"]
    assert desk.on_turn == 2
