"""Sentences in both languages, and the notation."""

import msgspec
import pytest

from domain.games.volle_scholle import RULES
from domain.games.volle_scholle.cards import Card
from domain.games.volle_scholle.messages import (
    CardDrawn,
    CardsPlayed,
    DiscardCards,
    FloeWon,
    GameScored,
    KeepCards,
    Pass,
    Passed,
    PenguinsDealt,
    PlayCards,
    StartYielded,
    YieldStart,
)
from domain.kernel import Setup
from tests.support.play import play


@pytest.mark.parametrize(
    ("event", "viewer", "german", "english"),
    [
        (CardDrawn(1, None), 0, "Platz 2 zieht eine Karte.", "Seat 2 draws a card."),
        (CardDrawn(1, Card.B3), 1, "Du ziehst Blau 3.", "You draw blue 3."),
        (
            CardsPlayed(0, (Card.G4, Card.J), 6),
            None,
            "Platz 1 legt Grün 4, Joker: zusammen 6.",
            "Seat 1 plays green 4, joker: 6 in all.",
        ),
        (Passed(2), 2, "Du passt.", "You pass."),
        (Passed(2, auto=True), None, "Platz 3 passt mangels Karten.", "Seat 3 passes for want of cards."),
        (
            StartYielded(0),
            0,
            "Du hast keine farbige Karte; der Start geht nach links weiter.",
            "You hold no coloured card; the start moves on to the left.",
        ),
        (FloeWon(0, 8), None, "Platz 1 gewinnt die Eisscholle mit 8 Punkten.", "Seat 1 wins the floe worth 8."),
    ],
)
def test_sentences(event: object, viewer: int | None, german: str, english: str) -> None:
    assert RULES.describe(event, viewer, "de") == german
    assert RULES.describe(event, viewer, "en") == english


def test_a_face_down_deal_names_no_card_of_others() -> None:
    event = PenguinsDealt(((None,) * 4, (Card.B1, Card.B2, Card.B3, Card.J), (None,) * 4), 0)
    assert (
        RULES.describe(event, 1, "en") == "The penguins are dealt (you: blue 1, blue 2, blue 3, joker). Seat 1 starts."
    )


def test_the_score_names_points_and_room() -> None:
    event = GameScored(((), ()), (27, 4), (24, 9), (21, 4))
    assert RULES.describe(event, 0, "en") == (
        "Final score: you 21 (27 penguins, 24 floes), seat 2 4 (4 penguins, 9 floes)."
    )


def test_every_event_of_a_game_has_sentences_and_a_line() -> None:
    for step in play(RULES, Setup(4, 0, RULES.Options()), 3):
        for event in step.answer:
            again = msgspec.json.decode(msgspec.json.encode(event), type=RULES.Event)
            assert again == event
            for viewer in (None, 0, 3):
                assert RULES.describe(event, viewer, "de").endswith(".")
                assert RULES.describe(event, viewer, "en").endswith(".")
            assert RULES.notation.event(event)


@pytest.mark.parametrize(
    ("action", "line"),
    [
        (PlayCards((Card.B5, Card.J)), "play B5 J"),
        (Pass(), "pass"),
        (YieldStart(), "yield start"),
        (KeepCards((Card.B5,)), "keep B5"),
        (DiscardCards(), "discard"),
    ],
)
def test_action_lines(action: object, line: str) -> None:
    assert RULES.notation.action(action) == line
