"""What is seen and said."""

from typing import get_args

import pytest
from msgspec.structs import replace

from domain.games.volltreffer import RULES
from domain.games.volltreffer.cards import Card, Suit
from domain.games.volltreffer.messages import (
    AnyEvent,
    CardBought,
    CardPlayed,
    CardsRevealed,
    HandShown,
    HandSwapped,
    MarketArranged,
    MarketRefilled,
    MarketSwapped,
    Meld,
    MeldKind,
    MeldsDeclared,
    RoundEnded,
    RoundStarted,
    SmallestSumFound,
    TrickWon,
)
from domain.games.volltreffer.reducer import evolve
from domain.games.volltreffer.state import Playing
from tests.domain.volltreffer.table import cards, in_round

MARKET: tuple[Card, Card, Card, Card] = cards("V8 R7 G4 Y2")  # type: ignore[assignment]
TRIPLET = Meld(MeldKind.TRIPLET, cards("R4 G4 Y4"))

SENTENCES = [
    (
        RoundStarted(2, 0, 2, "deck", cards("B3")[0]),
        "Runde 2 beginnt. Trumpf ist Blau (aufgedeckt: Blau 3). Du kaufst zuerst.",
        "Round 2 begins. Trump is blue (turned up: blue 3). You buy first.",
    ),
    (
        CardsRevealed(MARKET),
        "Aufgedeckt: Violett 8, Rot 7, Grün 4, Gelb 2.",
        "Turned up: violet 8, red 7, green 4, yellow 2.",
    ),
    (
        MarketArranged(1, MARKET, 0),
        "Unter den Preisen 4, 2, 1, 0 liegen Violett 8, Rot 7, Grün 4, Gelb 2 (gleiche Karten ordnete Platz 2).",
        "Under the prices 4, 2, 1, 0 lie violet 8, red 7, green 4, yellow 2 (equal cards ranked by Seat 2).",
    ),
    (
        MarketArranged(None, MARKET, 0),
        "Unter den Preisen 4, 2, 1, 0 liegen Violett 8, Rot 7, Grün 4, Gelb 2.",
        "Under the prices 4, 2, 1, 0 lie violet 8, red 7, green 4, yellow 2.",
    ),
    (
        CardBought(0, cards("R7")[0], 2, 23),
        "Du nimmst Rot 7 für 2. Die Figur steht auf 23.",
        "You take red 7 for 2. Your pawn stands on 23.",
    ),
    (
        CardBought(1, cards("Y2")[0], 0, 25),
        "Platz 2 nimmt Gelb 2 umsonst. Die Figur steht auf 25.",
        "Seat 2 takes yellow 2 for free. The pawn stands on 25.",
    ),
    (
        MarketRefilled(cards("V8")[0], MARKET, None, 1),
        "Nachgelegt: Violett 8. Unter 4, 2, 1, 0 liegen Violett 8, Rot 7, Grün 4, Gelb 2.",
        "Laid out anew: violet 8. Under 4, 2, 1, 0 lie violet 8, red 7, green 4, yellow 2.",
    ),
    (
        HandSwapped(1, (0, 2), 2),
        "Platz 2 vertauscht die Handkarten an Stelle 1 und 3.",
        "Seat 2 swaps the cards in places 1 and 3 of the hand.",
    ),
    (
        MarketSwapped(0, (0, 2), MARKET, 1),
        "Du vertauschst zwei ausliegende Karten. Unter 4, 2, 1, 0 liegen Violett 8, Rot 7, Grün 4, Gelb 2.",
        "You swap two laid-out cards. Under 4, 2, 1, 0 lie violet 8, red 7, green 4, yellow 2.",
    ),
    (
        MeldsDeclared(1, (TRIPLET,), 5, 30),
        "Platz 2 meldet einen Drilling (Rot 4, Grün 4, Gelb 4): 5 Punkte. Die Figur steht auf 30.",
        "Seat 2 melds a triplet (red 4, green 4, yellow 4): 5 points. The pawn stands on 30.",
    ),
    (MeldsDeclared(0, (), 0, 25), "Du meldest nichts.", "You meld nothing."),
    (
        SmallestSumFound((0, 1), 34, 5, (30, 30, 25), 0),
        "Kleinste Summe (34): du und Platz 2, 5 Punkte. Du spielst aus.",
        "Smallest sum (34): you and Seat 2, 5 points. You lead.",
    ),
    (HandShown(1, 2, (None,) * 8), "Platz 2 zeigt Platz 3 die Hand.", "Seat 2 shows Seat 3 the hand."),
    (
        HandShown(2, 0, cards("R1 B2")),
        "Platz 3 zeigt dir die Hand: Rot 1, Blau 2.",
        "Seat 3 shows you the hand: red 1, blue 2.",
    ),
    (CardPlayed(1, cards("R1")[0]), "Platz 2 spielt Rot 1.", "Seat 2 plays red 1."),
    (
        TrickWon(0, 5, 66),
        "Du gewinnst den Stich: 5 Punkte. Die Figur steht auf 66.",
        "You win the trick: 5 points. Your pawn stands on 66.",
    ),
    (
        RoundEnded(2, (30, 41, 50), ()),
        "Runde 2 ist zu Ende. Die Figuren stehen auf 30, 41, 50.",
        "Round 2 is over. The pawns stand on 30, 41, 50.",
    ),
    (
        RoundEnded(2, (66, 41, 66), (0, 2)),
        "Runde 2 ist zu Ende. Die Figuren stehen auf 66, 41, 66. Gewonnen hat das Spiel: du und Platz 3.",
        "Round 2 is over. The pawns stand on 66, 41, 66. The game is won by: you and Seat 3.",
    ),
]


@pytest.mark.parametrize(("event", "de", "en"), SENTENCES, ids=lambda value: type(value).__name__)
def test_every_event_is_a_sentence_in_both_languages(event: AnyEvent, de: str, en: str) -> None:
    assert RULES.describe(event, 0, "de") == de
    assert RULES.describe(event, 0, "en") == en


def test_no_event_is_without_a_sentence() -> None:
    assert {type(event) for event, _, _ in SENTENCES} == set(get_args(AnyEvent))


def test_other_hands_are_hidden_though_every_purchase_was_seen() -> None:
    state = in_round(market=MARKET, hands=["R1 R2", "B1", "G1"])
    assert RULES.view(state, 0).hands == (cards("R1 R2"), None, None)
    assert RULES.view(state, None).hands == (None, None, None)
    assert RULES.view(state, None).hand_sizes == (2, 1, 1)


def test_option_open_hands_shows_all_hands_to_all() -> None:
    state = in_round(market=MARKET, hands=["R1 R2", "B1", "G1"], open_hands=True)
    assert RULES.view(state, 1).hands == RULES.view(state, None).hands == state.hands


def test_purchases_and_new_cards_are_public() -> None:
    bought, refilled = CardBought(0, cards("R7")[0], 2, 23), MarketRefilled(cards("V8")[0], MARKET, None, 1)
    assert RULES.secrets(in_round().options, bought) == RULES.secrets(in_round().options, refilled) == ()


@pytest.mark.parametrize(
    "event",
    [
        CardBought(0, cards("B9")[0], 2, 23),
        MarketArranged(1, cards("V8 R7 G4 Y3"), 0),  # type: ignore[arg-type]
        MarketRefilled(cards("B9")[0], MARKET, None, 1),
        HandShown(0, 1, cards("R1 R3")),
        CardPlayed(0, cards("R1")[0]),
    ],
    ids=lambda event: type(event).__name__,
)
def test_an_event_that_does_not_fit_is_an_error(event: AnyEvent) -> None:
    with pytest.raises(ValueError):
        evolve(in_round(market=MARKET, hands=["R1 R2", "B1", "G1"]), event)


def test_a_card_that_is_not_there_cannot_be_played() -> None:
    with pytest.raises(ValueError):
        evolve(in_round(phase=Playing(0), hands=["R1 R2", "B1", "G1"]), CardPlayed(0, cards("B1")[0]))


def test_the_view_names_turn_phase_and_goal() -> None:
    shown = RULES.view(in_round(market=MARKET, variant=True), 1)
    assert (shown.phase, shown.turn, shown.goal, shown.prices) == ("buying", 0, (63, 69), (4, 2, 1, 0))
    trick = replace(in_round(hands=["R1", "", "R3"]), phase=Playing(1, cards("R2")))
    assert (RULES.view(trick, 0).turn, RULES.view(trick, 0).leader, RULES.view(trick, 0).trick) == (2, 1, cards("R2"))


def test_every_suit_has_ten_cards() -> None:
    assert {suit: sum(card.suit is suit for card in Card) for suit in Suit} == dict.fromkeys(Suit, 10)
