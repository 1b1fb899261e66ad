"""The events in English."""

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

_SUITS = {Suit.RED: "red", Suit.BLUE: "blue", Suit.GREEN: "green", Suit.YELLOW: "yellow", Suit.VIOLET: "violet"}
_MELDS = {
    MeldKind.TRIPLET: "a triplet",
    MeldKind.QUADRUPLET: "a quadruplet",
    MeldKind.QUINTUPLET: "a quintuplet",
    MeldKind.FIVE_SUITS: "all five suits",
}


def english(event: AnyEvent, viewer: Seat | None) -> str:
    """Say an event in English."""

    def who(seats: Sequence[Seat]) -> str:
        return " and ".join("you" if seat == viewer else f"Seat {seat + 1}" for seat in seats)

    def does(seat: Seat, you: str, other: str) -> str:
        return f"You {you}" if seat == viewer else f"Seat {seat + 1} {other}"

    def stands(seat: Seat, pawn: int) -> str:
        return f"{'Your' if seat == viewer else 'The'} pawn stands on {pawn}."

    match event:
        case RoundStarted():
            buys = does(event.first_buyer, "buy first", "buys first")
            trump = f"Trump is {_SUITS[event.trump.suit]} (turned up: {_card(event.trump)})"
            return f"Round {event.round} begins. {trump}. {buys}."
        case CardsRevealed():
            return f"Turned up: {_cards(event.cards)}."
        case MarketArranged():
            lie = f"Under the prices 4, 2, 1, 0 lie {_cards(event.market)}"
            by = "" if event.dealer is None else f" (equal cards ranked by {who([event.dealer])})"
            return f"{lie}{by}."
        case CardBought():
            price = f"for {event.price}" if event.price else "for free"
            return f"{does(event.seat, 'take', 'takes')} {_card(event.card)} {price}. {stands(event.seat, event.pawn)}"
        case MarketRefilled():
            return f"Laid out anew: {_card(event.card)}. Under 4, 2, 1, 0 lie {_cards(event.market)}."
        case HandSwapped():
            first, second = event.places
            return f"{does(event.seat, 'swap', 'swaps')} the cards in places {first + 1} and {second + 1} of the hand."
        case MarketSwapped():
            swaps = does(event.seat, "swap", "swaps")
            return f"{swaps} two laid-out cards. Under 4, 2, 1, 0 lie {_cards(event.market)}."
        case MeldsDeclared():
            melds = " and ".join(f"{_MELDS[meld.kind]} ({_cards(meld.cards)})" for meld in event.melds)
            says = does(event.seat, "meld", "melds")
            if not melds:
                return f"{says} nothing."
            return f"{says} {melds}: {event.points} points. {stands(event.seat, event.pawn)}"
        case SmallestSumFound():
            leads = does(event.leader, "lead", "leads")
            return f"Smallest sum ({event.sum}): {who(event.holders)}, {event.points} points. {leads}."
        case HandShown():
            to = "you" if event.to == viewer else f"Seat {event.to + 1}"
            cards = "" if None in event.cards else f": {_cards(event.cards)}"
            return f"{does(event.holder, 'show', 'shows')} {to} the hand{cards}."
        case CardPlayed():
            return f"{does(event.seat, 'play', 'plays')} {_card(event.card)}."
        case TrickWon():
            takes = does(event.seat, "win", "wins")
            return f"{takes} the trick: {event.points} points. {stands(event.seat, event.pawn)}"
        case RoundEnded():
            over = f"Round {event.round} is over. The pawns stand on {', '.join(map(str, event.pawns))}."
            return f"{over} The game is won by: {who(event.winners)}." if event.winners else over
        case _:
            assert_never(event)


def _card(card: Card | None) -> str:
    return "a hidden card" if card is None else f"{_SUITS[card.suit]} {card.rank}"


def _cards(cards: Sequence[Card | None]) -> str:
    return ", ".join(map(_card, cards))
