"""Reading a category, answering it, and laying further cards (VP §3, §4)."""

import pytest

from domain.games.vollpfosten import RULES
from domain.games.vollpfosten import events as e
from domain.games.vollpfosten import messages as m
from domain.games.vollpfosten.state import Answering, Drawing, Resting, Settling
from domain.kernel import Ruling
from tests.domain.vollpfosten.desk import Desk

HANDS = (["B", "E"], ["A", "T"], ["A", "K"], ["M", "S"])


def opened(hands: object = HANDS, **more: object) -> Desk:
    desk = Desk(hands, **more)  # type: ignore[arg-type]
    desk.open_category("C01a")
    return desk


def code(ruling: Ruling | None) -> str | None:
    return None if ruling is None else ruling.code


def won(hands: object = HANDS, card: str = "A", term: str = "Affe", **more: object) -> Desk:
    """Seat 1 has answered and is right; its counter window is open."""
    desk = opened(hands, **more)
    desk.must(1, m.AnswerCategory(card, term))
    desk.judge()
    return desk


def test_only_the_drawer_sees_and_reads_the_card() -> None:
    desk = Desk(HANDS)
    desk.must(0, m.DrawCategory())
    assert code(desk.send(1, m.ChooseCategory("C01a"))) == "not_your_turn"
    assert code(desk.send(0, m.ChooseCategory("C02a"))) == "category_not_on_card"
    assert desk.send(0, m.ChooseCategory("C01d")) is None
    assert desk.state.open_reading.category == "C01d"


def test_whoever_does_not_read_in_time_reads_the_first_category() -> None:
    desk = Desk(HANDS)
    desk.must(0, m.DrawCategory())
    desk.wait(30_000)
    assert desk.state.open_reading.category == "C01a"


def test_whoever_does_not_draw_in_time_draws_by_rule() -> None:
    desk = Desk(HANDS)
    desk.wait(30_000)
    assert desk.happened(e.CategoryDrawn) == [e.CategoryDrawn(0, "C01")]


def test_the_fastest_lays_his_card_and_the_second_keeps_his() -> None:
    desk = won()
    assert code(desk.send(2, m.AnswerCategory("A", "Ameise"))) == "too_late"
    desk.run()
    assert desk.hands == [["B", "E"], ["T"], ["A", "K"], ["M", "S"]]
    assert desk.on_turn == 1


@pytest.mark.parametrize("term", ["Tiger", "7 Affen", "🐒", "קוף", "!Affe"])
def test_a_term_with_another_first_letter_is_wrong_at_once(term: str) -> None:
    desk = opened()
    desk.must(1, m.AnswerCategory("A", term))
    assert desk.hands[1] == ["A", "D", "T"]
    assert desk.on_turn == 1, "the wrong term ends the category and its player reads (VP 4, VP 12)"


def test_a_wrong_term_ends_the_category_for_all() -> None:
    desk = opened()
    desk.must(1, m.AnswerCategory("A", "Auto"))
    desk.judge(False)
    assert code(desk.send(2, m.AnswerCategory("A", "Affe"))) == "no_category"


@pytest.mark.parametrize(
    ("seat", "action", "expected"),
    [
        (0, m.AnswerCategory("B", "Bär"), "reader_may_not_answer"),
        (1, m.AnswerCategory("M", "Maus"), "card_not_held"),
        (1, m.AnswerCategory("A", None), "term_missing"),
        (1, m.AnswerCategory("A", ""), "term_empty"),
        (1, m.AnswerCategory("A", " \u2003\t"), "term_empty"),
        (1, m.AnswerCategory("A", "A" * 61), "term_too_long"),
        (1, m.AnswerCategory("A", "A" * 10_000), "term_too_long"),
        (1, m.AnswerCategory("A", " " * 10_000), "term_too_long"),
        (1, m.AnswerCategory("A", "Af\x00fe"), "term_unreadable"),
        (1, m.AnswerCategory("A", "A\ud800"), "term_unreadable"),
        (4, m.AnswerCategory("A", "Affe"), "no_such_seat"),
        (-1, m.AnswerCategory("A", "Affe"), "no_such_seat"),
        (1, m.DrawCategory(), "not_now"),
        (0, m.ChooseCategory("C01a"), "not_now"),
        (1, m.PlayFurther("A", "Affe"), "not_now"),
        (1, m.AddNoMore(), "not_now"),
        (1, m.CounterPlay(1, "Affe"), "no_such_play"),
        (1, m.LetStand(1), "no_such_play"),
        (1, m.Judge(1, True), "no_such_play"),
        (1, m.SayTerm("Affe"), "not_now"),
        (1, m.GiveUp(), "not_now"),
        (1, m.ChooseTarget(0), "not_now"),
        (1, m.TakeBack(0), "not_now"),
    ],
)
def test_an_open_category_refuses(seat: int, action: m.Action, expected: str) -> None:
    desk = opened()
    before = desk.state
    assert code(desk.send(seat, action)) == expected
    assert desk.state == before


@pytest.mark.parametrize("term", ["  Affe  ", "A" * 60, "Aff\u200de🐒", "A\u0308ffin", "der Affe", "Affe שלום"])
def test_odd_text_is_judged_and_kept_as_typed(term: str) -> None:
    desk = opened()
    desk.must(1, m.AnswerCategory("A", term))
    assert desk.happened(e.CardPlayed)[0].term == term
    desk.judge()
    assert desk.state.open_reading.fastest == 1


def test_nobody_answers_so_the_same_reader_draws_again() -> None:
    desk = opened()
    desk.wait(30_000)
    assert desk.happened(e.CategoryLapsed)
    assert desk.on_turn == 0


def test_when_all_pass_nobody_waits_any_longer() -> None:
    desk = opened()
    desk.must(1, m.PassCategory())
    desk.must(2, m.PassCategory())
    assert code(desk.send(2, m.AnswerCategory("K", "Katze"))) == "already_passed"
    assert isinstance(desk.state.phase, Answering)
    reading = RULES.view(desk.state, None).reading
    assert reading is not None
    assert reading.passed == (1, 2)
    desk.must(3, m.PassCategory())
    assert desk.on_turn == 0


def test_further_cards_need_the_same_letter_and_another_term() -> None:
    desk = won((["B"], ["A", "A", "T", "*"], ["A"], ["M"]))
    assert code(desk.send(2, m.PlayFurther("A", "Amsel"))) == "not_the_fastest"
    assert code(desk.send(1, m.PlayFurther("T", "Tiger"))) == "other_letter"
    assert code(desk.send(1, m.PlayFurther("A", "der AFFE"))) == "term_used"
    desk.must(1, m.PlayFurther("A", "Amsel"))
    desk.judge()
    desk.must(1, m.PlayFurther("*", "Adler"))
    desk.judge()
    desk.run()
    assert desk.hands[1] == ["T"]


def test_a_wrong_further_card_brings_the_normal_penalty() -> None:
    desk = won((["B"], ["A", "A", "T"], ["A"], ["M"]))
    desk.must(1, m.PlayFurther("A", "Zebra"))
    assert desk.hands[1] == ["A", "D", "T"]
    desk.run()
    assert desk.on_turn == 1


def test_further_cards_until_the_next_category_is_drawn() -> None:
    desk = won((["B"], ["A", "A", "T"], ["A"], ["M"]))
    desk.run(Drawing)
    desk.must(1, m.PlayFurther("A", "Amsel"))
    assert isinstance(desk.state.phase, Settling)
    desk.judge()
    desk.run(Drawing)
    desk.must(1, m.DrawCategory())
    assert code(desk.send(1, m.PlayFurther("T", "Tiger"))) == "not_now"


def test_no_new_category_while_a_window_is_open() -> None:
    desk = won()
    assert code(desk.send(1, m.DrawCategory())) == "windows_open"
    desk.run(Drawing)
    assert code(desk.send(0, m.DrawCategory())) == "not_your_turn"
    assert desk.send(1, m.DrawCategory()) is None


def test_the_fastest_may_say_that_he_is_done() -> None:
    desk = won((["B"], ["A", "A", "T"], ["A"], ["M"]))
    desk.must(1, m.AddNoMore())
    assert code(desk.send(1, m.PlayFurther("A", "Amsel"))) == "already_passed"


def test_the_round_is_won_only_when_the_last_card_is_past_countering() -> None:
    desk = won((["B"], ["A"], ["*", "K"], ["M"]))
    assert code(desk.send(1, m.PlayFurther("A", "Amsel"))) == "no_cards"
    desk.wait(4_999)
    assert desk.winners is None
    desk.wait(1)
    assert desk.winners == (1,)
    assert isinstance(desk.state.phase, Resting)
    assert code(desk.send(1, m.DrawCategory())) == "no_round"


def test_a_countered_last_card_does_not_win() -> None:
    desk = won((["B"], ["A"], ["*", "K"], ["M"]))
    desk.must(2, m.CounterPlay(1, "Amsel"))
    desk.judge()
    desk.run()
    assert desk.winners is None
    assert desk.hands[1] == ["D"]
    assert desk.on_turn == 1, "the countered player took the last penalty card and reads (VP 12)"


def test_a_joker_stands_for_any_letter() -> None:
    desk = won((["B"], ["*", "T"], ["A"], ["M"]), card="*", term="Zebra")
    assert desk.state.open_reading.letters == "Z"
    assert desk.hands[1] == ["T"]


def test_after_a_joker_its_letter_is_that_of_further_cards() -> None:
    desk = won((["B"], ["*", "*", "Z", "T"], ["A"], ["M"]), card="*", term="Zebra")
    assert code(desk.send(1, m.PlayFurther("T", "Tiger"))) == "other_letter"
    for card, term in (("Z", "Ziege"), ("*", "Zander")):
        desk.must(1, m.PlayFurther(card, term))
        desk.judge()
    assert desk.hands[1] == ["T"]


def test_a_wrong_joker_comes_back_with_a_penalty_card() -> None:
    desk = opened((["B"], ["*"], ["A"], ["M"]))
    desk.must(1, m.AnswerCategory("*", "Zement"))
    desk.judge(False)
    assert desk.hands[1] == ["*", "D"]
    assert desk.on_turn == 1


def test_pro_rule_the_last_vollpfosten_may_only_counter() -> None:
    pro = {"pro_last_vollpfosten": True}
    desk = opened((["B"], ["*"], ["A"], ["M"]), options=pro)
    assert code(desk.send(1, m.AnswerCategory("*", "Zebra"))) == "last_vollpfosten_must_counter"
    assert 1 in desk.to_act, "others must not see that seat 1 cannot answer"
    assert desk.send(1, m.PassCategory()) is None


def test_pro_rule_holds_for_further_cards_too() -> None:
    desk = won((["B"], ["*", "A"], ["A"], ["M"]), options={"pro_last_vollpfosten": True})
    assert code(desk.send(1, m.PlayFurther("*", "Amsel"))) == "last_vollpfosten_must_counter"
    desk = won((["B"], ["*", "A"], ["A"], ["M"]))
    assert desk.send(1, m.PlayFurther("*", "Amsel")) is None


def test_letter_cards_with_several_letters_take_any_of_them() -> None:
    desk = opened((["B"], ["CQ", "T"], ["A"], ["M"]), options={"letters": "multi"})
    desk.must(1, m.AnswerCategory("CQ", "Qualle"))
    desk.judge()
    assert desk.state.open_reading.fastest == 1
    assert desk.state.open_reading.letters == "Q"
