"""Who learns what (the ledger's seals, the views, the sentences)."""

from typing import Any

import pytest

from domain.games.vollpfosten import RULES, Options
from domain.games.vollpfosten import action_events as a
from domain.games.vollpfosten import events as e
from domain.games.vollpfosten import messages as m
from domain.games.vollpfosten.kinds import PlayKind
from domain.kernel import Secret
from tests.domain.vollpfosten.desk import Desk

OPTIONS = Options()


def seals(message: Any) -> dict[tuple[str | int, ...], Any]:
    return {secret.path: secret.audience for secret in RULES.secrets(OPTIONS, message)}


def test_a_blind_draw_opens_for_exactly_the_two_concerned() -> None:
    assert RULES.secrets(OPTIONS, a.CardTaken(1, 2, 0, "A")) == (Secret(("card",), (2, 0)),)
    assert seals(a.ElectionHeld(1, ("A", "B", "C"))) == {
        ("cards", 0): (0, 1),
        ("cards", 1): (1, 2),
        ("cards", 2): (2, 0),
    }


def test_passed_hands_are_sealed_card_by_card_for_their_new_owners() -> None:
    assert seals(a.HandsPassed((("A", "B"), ("C",)))) == {
        ("hands", 0, 0): (0,),
        ("hands", 0, 1): (0,),
        ("hands", 1, 0): (1,),
    }
    swap = a.HandsSwapped(2, 0, (("A",), ("B", "C")))
    assert seals(swap) == {("hands", 0, 0): (2,), ("hands", 1, 0): (0,), ("hands", 1, 1): (0,)}


def test_passed_hands_are_sorted() -> None:
    desk = Desk((["Z", "B", "M"], ["T", "A"], ["K", "C"]), cards=["KREISVERKEHR", "C01"])
    desk.must(0, m.DrawCategory())
    assert desk.happened(a.HandsPassed)[0].hands == (("C", "K"), ("B", "M", "Z"), ("A", "T"))


@pytest.mark.parametrize(
    "message",
    [
        m.AnswerCategory("A", "Affe"),
        m.PlayFurther("A", "Affe"),
        m.CounterPlay(1, "Affe"),
        m.SayTerm("Affe"),
        e.CardPlayed(1, 0, "A", "Affe", PlayKind.ANSWER, None, "A", 0),
        a.TermSaid(1, 0, "Affe", 0),
    ],
)
def test_typed_text_is_for_all_and_can_be_erased(message: Any) -> None:
    assert seals(message) == {("term",): "all"}


def test_an_erased_term_is_refused_in_an_action_and_told_as_erased_in_an_event() -> None:
    desk = Desk((["B"], ["A"], ["K"]))
    desk.open_category("C01a")
    ruling = desk.send(1, m.AnswerCategory("A", None))
    assert ruling is not None
    assert ruling.code == "term_missing"
    erased = e.CardPlayed(1, 0, "A", None, PlayKind.ANSWER, None, "A", 0)
    assert RULES.describe(erased, 1, "de") == "Platz 1 spielt A mit einem gelöschten Wort."


def test_the_category_card_is_secret_until_it_is_read() -> None:
    desk = Desk((["B"], ["A"], ["K"]))
    desk.must(0, m.DrawCategory())
    assert seals(desk.happened(e.CategoryDrawn)[0]) == {("card",): (0,)}
    assert [line.id for line in RULES.view(desk.state, 0).drawn_card] == ["C01a", "C01b", "C01c", "C01d"]
    for other in (1, 2, None):
        assert RULES.view(desk.state, other).drawn_card is None


def test_a_view_shows_the_own_hand_and_the_others_counts() -> None:
    desk = Desk((["B"], ["A", "T"], ["K"]))
    assert RULES.view(desk.state, 1).hand == ("A", "T")
    assert RULES.view(desk.state, None).hand is None
    assert RULES.view(desk.state, None).counts == (1, 2, 1)


def test_a_view_carries_deadlines_in_server_time() -> None:
    desk = Desk((["B"], ["A", "T"], ["K"]), at=5_000)
    desk.open_category("C01a")
    assert [(wait.id, wait.at_ms) for wait in RULES.view(desk.state, None).deadlines] == [("answer", 35_000)]


@pytest.mark.parametrize(
    ("event", "viewer", "german", "english"),
    [
        (e.PenaltyDrawn(1, "A"), 1, "Du ziehst zur Strafe A.", "You draw A as a penalty."),
        (e.PenaltyDrawn(1, None), 0, "Platz 2 zieht eine Strafkarte.", "Seat 2 draws a penalty card."),
        (a.CardTaken(1, 0, 1, "K"), 1, "Platz 1 zieht K von dir.", "Seat 1 draws K from you."),
        (a.CardTaken(1, 0, 1, None), 2, "Platz 1 zieht eine Karte von Platz 2.", "Seat 1 draws a card from seat 2."),
        (
            e.CardPlayed(1, 2, "*", "Zebra", PlayKind.ANSWER, None, "Z", 0),
            None,
            "Platz 3 spielt VOLLPFOSTEN mit „Zebra“.",
            "Seat 3 plays VOLLPFOSTEN with “Zebra”.",
        ),
        (
            e.RoundWon((0, 2), (1, 0, 1), False),
            0,
            "Die Runde gewinnt: du und Platz 3.",
            "The round is won by you and seat 3.",
        ),
    ],
)
def test_sentences_speak_to_their_viewer(event: Any, viewer: int | None, german: str, english: str) -> None:
    assert RULES.describe(event, viewer, "de") == german
    assert RULES.describe(event, viewer, "en") == english


def test_a_term_with_braces_is_told_as_typed() -> None:
    event = e.CardPlayed(1, 2, "A", "A{seat}[x|y]<a|b>", PlayKind.ANSWER, None, "A", 0)
    assert "A{seat}[x|y]<a|b>" in RULES.describe(event, 0, "de")
