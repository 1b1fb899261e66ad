"""The VOLLPFOSTEN as a counter (VP §6, VP 11-15, VP 27, VP 31)."""

import pytest

from domain.games.vollpfosten import RULES
from domain.games.vollpfosten import messages as m
from domain.games.vollpfosten.state import Settling, Stage
from tests.domain.vollpfosten.desk import Desk


def laid(*hands: list[str], options: object = None, **more: object) -> Desk:
    """Seat 1 has laid an A with "Affe"; the counter window is open."""
    start = [["B", "E"], ["A", "A", "T"], ["*", "K"], ["*", "M"]]
    start[: len(hands)] = hands
    desk = Desk(start, options=options, **more)  # type: ignore[arg-type]
    desk.open_category("C01a")
    desk.must(1, m.AnswerCategory("A", "Affe"))
    desk.judge()
    return desk


def refused(desk: Desk, seat: int, action: m.Action) -> str | None:
    ruling = desk.send(seat, action)
    return None if ruling is None else ruling.code


def test_the_countered_player_takes_a_card_his_own_stays_played() -> None:
    desk = laid()
    desk.must(2, m.CounterPlay(1, "Ameise"))
    desk.judge()
    desk.run()
    assert desk.hands == [["B", "E"], ["A", "D", "T"], ["K"], ["*", "M"]]
    assert desk.on_turn == 1


def test_option_the_countered_card_comes_back_as_well() -> None:
    desk = laid(options={"counter_returns_card": True})
    desk.must(2, m.CounterPlay(1, "Ameise"))
    desk.judge()
    assert desk.hands[1] == ["A", "A", "D", "T"]
    assert desk.state.played == ("*",)


def test_a_countered_player_lays_no_further_cards() -> None:
    desk = laid()
    desk.must(2, m.CounterPlay(1, "Ameise"))
    desk.judge()
    assert refused(desk, 1, m.PlayFurther("A", "Amsel")) == "countered"
    reading = RULES.view(desk.state, None).reading
    assert reading is not None
    assert reading.barred == (1,)


@pytest.mark.parametrize("term", ["Bär", "Tiger"])
def test_a_counter_with_another_letter_costs_its_player_a_card(term: str) -> None:
    desk = laid()
    desk.must(2, m.CounterPlay(1, term))
    assert desk.hands[2] == ["*", "D", "K"]
    desk.run()
    assert desk.on_turn == 2, "whoever countered wrongly took the last penalty card (VP 12)"


def test_an_unfit_counter_costs_its_player_a_card_and_another_may_try() -> None:
    desk = laid()
    desk.must(2, m.CounterPlay(1, "Auto"))
    assert refused(desk, 3, m.CounterPlay(1, "Ameise")) == "already_countered"
    desk.judge(False)
    assert desk.hands[2] == ["*", "D", "K"]
    assert refused(desk, 3, m.CounterPlay(1, "Ameise")) is None


def test_the_reader_may_counter() -> None:
    desk = laid(["*", "B"])
    desk.must(0, m.CounterPlay(1, "Ameise"))
    desk.judge()
    assert desk.hands[1] == ["A", "D", "T"]


def test_counters_refuse() -> None:
    desk = laid()
    assert refused(desk, 0, m.CounterPlay(1, "Ameise")) == "no_vollpfosten"
    assert refused(desk, 1, m.CounterPlay(1, "Ameise")) == "own_card"
    assert refused(desk, 2, m.CounterPlay(9, "Ameise")) == "no_such_play"
    assert refused(desk, 2, m.CounterPlay(1, "AFFE")) == "term_used"
    desk.must(3, m.LetStand(1))
    assert refused(desk, 3, m.CounterPlay(1, "Ameise")) == "already_passed"
    assert refused(desk, 3, m.LetStand(1)) == "already_passed"
    desk.wait(5_000)
    assert refused(desk, 2, m.CounterPlay(1, "Ameise")) == "too_late_to_counter"


def test_a_player_whose_last_card_is_on_the_table_cannot_counter() -> None:
    desk = laid(["B", "E"], ["A"], ["*"])
    desk.must(2, m.CounterPlay(1, "Ameise"))
    desk.judge()
    desk.must(3, m.CounterPlay(2, "Amsel"))
    desk.judge()
    assert desk.winners is None
    assert desk.hands[2] == ["E"]
    desk = laid(["*", "E"], ["A"], ["*"])
    desk.must(2, m.CounterPlay(1, "Ameise"))
    desk.judge()
    desk.must(0, m.CounterPlay(2, "Amsel"))
    desk.judge()
    assert desk.stage(3) is Stage.OPEN


def test_the_counter_window_always_runs_its_full_length() -> None:
    """Given that nobody holds a VOLLPFOSTEN and all let the card stand, the window still runs (VP 13)."""
    desk = laid(["B"], ["A", "T"], ["K"], ["M"])
    for seat in (0, 2, 3):
        desk.must(seat, m.LetStand(1))
    desk.wait(4_999)
    assert isinstance(desk.state.phase, Settling)
    desk.wait(1)
    assert not isinstance(desk.state.phase, Settling)


def test_a_counter_can_be_countered_and_every_countered_player_takes_one_card() -> None:
    desk = laid()
    desk.must(2, m.CounterPlay(1, "Ameise"))
    desk.judge()
    desk.must(3, m.CounterPlay(2, "Amsel"))
    desk.judge()
    desk.run()
    assert desk.hands == [["B", "E"], ["A", "D", "T"], ["E", "K"], ["M"]]
    assert desk.state.played == ("*", "*", "A")
    assert desk.on_turn == 2, "the last countered player reads"


def test_counters_stand_four_deep_at_the_most() -> None:
    desk = laid(["*", "*", "B"], ["A", "T"], ["*", "*", "*", "K"])
    terms = ["Ameise", "Amsel", "Adler", "Alpaka"]
    for depth, term in enumerate(terms):
        seat = (2, 0)[depth % 2]
        desk.must(seat, m.CounterPlay(depth + 1, term))
        desk.judge()
    assert refused(desk, 2, m.CounterPlay(5, "Antilope")) == "counters_too_deep"
    assert refused(desk, 2, m.LetStand(5)) == "counters_too_deep"


def test_a_joker_is_countered_with_the_letter_of_its_term() -> None:
    desk = Desk((["B"], ["*", "T"], ["*", "K"]))
    desk.open_category("C01a")
    desk.must(1, m.AnswerCategory("*", "der Zander"))
    desk.judge()
    assert desk.last.letters == "DZ", "either letter is right, with or without the article (VP 9)"
    desk.must(2, m.CounterPlay(1, "Ziege"))
    desk.judge()
    assert desk.hands[1] == ["D", "T"]


def test_a_counter_with_the_last_card_wins_the_round() -> None:
    desk = laid(["B"], ["A", "T"], ["*"])
    desk.must(2, m.CounterPlay(1, "Ameise"))
    desk.judge()
    assert desk.winners is None
    desk.run()
    assert desk.winners == (2,)


def test_a_wrong_counter_with_the_last_card_wins_nothing() -> None:
    desk = laid(["B"], ["A", "T"], ["*"])
    desk.must(2, m.CounterPlay(1, "Bär"))
    desk.run()
    assert desk.winners is None
    assert desk.hands[2] == ["*", "D"]


def test_a_last_card_that_is_countered_wrongly_wins_all_the_same() -> None:
    desk = laid(["B"], ["A"], ["*", "K"])
    desk.must(2, m.CounterPlay(1, "Bär"))
    desk.run()
    assert desk.winners == (1,)


def test_pro_rule_the_last_vollpfosten_wins_by_a_counter() -> None:
    desk = laid(["B"], ["A", "T"], ["*"], options={"pro_last_vollpfosten": True})
    desk.must(2, m.CounterPlay(1, "Ameise"))
    desk.judge()
    desk.run()
    assert desk.winners == (2,)


def test_further_cards_can_be_countered_as_well() -> None:
    desk = laid()
    desk.must(1, m.PlayFurther("A", "Adler"))
    desk.judge()
    desk.must(2, m.CounterPlay(2, "Ameise"))
    desk.judge()
    desk.run()
    assert desk.hands == [["B", "E"], ["D", "T"], ["K"], ["*", "M"]]


def test_two_who_win_at_once_share_the_round() -> None:
    """Given two cards of the fastest, each countered with somebody's last card, both have won (VP 21)."""
    desk = laid(["B", "B"], ["A", "A", "T"], ["*"], ["*"])
    desk.must(1, m.PlayFurther("A", "Adler"))
    desk.judge()
    desk.must(2, m.CounterPlay(1, "Ameise"))
    desk.must(3, m.CounterPlay(2, "Amsel"))
    desk.judge()
    desk.run()
    assert desk.winners == (2, 3)
    assert desk.hands[1] == ["D", "E", "T"]


def test_who_may_act_does_not_depend_on_holding_a_vollpfosten() -> None:
    with_one, without = laid(["*", "E"]), laid(["B", "E"])
    assert with_one.to_act == without.to_act == (0, 1, 2, 3)
