"""The events in German."""

from collections.abc import Sequence
from typing import assert_never

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
    MeldKind,
    MeldsDeclared,
    RoundEnded,
    RoundStarted,
    SmallestSumFound,
    TrickWon,
)
from domain.kernel import Seat

_SUITS = {Suit.RED: "Rot", Suit.BLUE: "Blau", Suit.GREEN: "Grün", Suit.YELLOW: "Gelb", Suit.VIOLET: "Violett"}
_MELDS = {
    MeldKind.TRIPLET: "einen Drilling",
    MeldKind.QUADRUPLET: "einen Vierling",
    MeldKind.QUINTUPLET: "einen Fünfling",
    MeldKind.FIVE_SUITS: "alle fünf Farben",
}


def german(event: AnyEvent, viewer: Seat | None) -> str:
    """Say an event in German."""

    def who(seats: Sequence[Seat]) -> str:
        return " und ".join("du" if seat == viewer else f"Platz {seat + 1}" for seat in seats)

    def does(seat: Seat, you: str, other: str) -> str:
        return f"Du {you}" if seat == viewer else f"Platz {seat + 1} {other}"

    match event:
        case RoundStarted():
            begins = does(event.first_buyer, "kaufst zuerst", "kauft zuerst")
            trump = f"Trumpf ist {_SUITS[event.trump.suit]} (aufgedeckt: {_card(event.trump)})"
            return f"Runde {event.round} beginnt. {trump}. {begins}."
        case CardsRevealed():
            return f"Aufgedeckt: {_cards(event.cards)}."
        case MarketArranged():
            lie = f"Unter den Preisen 4, 2, 1, 0 liegen {_cards(event.market)}"
            by = "" if event.dealer is None else f" (gleiche Karten ordnete {who([event.dealer])})"
            return f"{lie}{by}."
        case CardBought():
            price = f"für {event.price}" if event.price else "umsonst"
            return f"{does(event.seat, 'nimmst', 'nimmt')} {_card(event.card)} {price}. {_stands(event.pawn)}"
        case MarketRefilled():
            return f"Nachgelegt: {_card(event.card)}. Unter 4, 2, 1, 0 liegen {_cards(event.market)}."
        case HandSwapped():
            first, second = event.places
            swaps = does(event.seat, "vertauschst", "vertauscht")
            return f"{swaps} die Handkarten an Stelle {first + 1} und {second + 1}."
        case MarketSwapped():
            swaps = does(event.seat, "vertauschst", "vertauscht")
            return f"{swaps} zwei ausliegende Karten. Unter 4, 2, 1, 0 liegen {_cards(event.market)}."
        case MeldsDeclared():
            melds = " und ".join(f"{_MELDS[meld.kind]} ({_cards(meld.cards)})" for meld in event.melds)
            says = does(event.seat, "meldest", "meldet")
            return f"{says} {melds}: {event.points} Punkte. {_stands(event.pawn)}" if melds else f"{says} nichts."
        case SmallestSumFound():
            leads = does(event.leader, "spielst aus", "spielt aus")
            return f"Kleinste Summe ({event.sum}): {who(event.holders)}, {event.points} Punkte. {leads}."
        case HandShown():
            to = "dir" if event.to == viewer else f"Platz {event.to + 1}"
            cards = "" if None in event.cards else f": {_cards(event.cards)}"
            return f"{does(event.holder, 'zeigst', 'zeigt')} {to} die Hand{cards}."
        case CardPlayed():
            return f"{does(event.seat, 'spielst', 'spielt')} {_card(event.card)}."
        case TrickWon():
            takes = does(event.seat, "gewinnst", "gewinnt")
            return f"{takes} den Stich: {event.points} Punkte. {_stands(event.pawn)}"
        case RoundEnded():
            over = f"Runde {event.round} ist zu Ende. Die Figuren stehen auf {', '.join(map(str, event.pawns))}."
            return f"{over} Gewonnen hat das Spiel: {who(event.winners)}." if event.winners else over
        case _:
            assert_never(event)


def _stands(pawn: int) -> str:
    return f"Die Figur steht auf {pawn}."


def _card(card: Card | None) -> str:
    return "eine verdeckte Karte" if card is None else f"{_SUITS[card.suit]} {card.rank}"


def _cards(cards: Sequence[Card | None]) -> str:
    return ", ".join(map(_card, cards))
