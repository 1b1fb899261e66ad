"""How a playthrough writes actions and events: one short line each."""

from collections.abc import Sequence
from typing import assert_never

from domain.games.volltreffer.cards import Card
from domain.games.volltreffer.messages import (
    AnyAction,
    AnyEvent,
    ArrangeMarket,
    BuyCard,
    CardBought,
    CardPlayed,
    CardsRevealed,
    CheckHand,
    DeclareMelds,
    HandShown,
    HandSwapped,
    MarketArranged,
    MarketRefilled,
    MarketSwapped,
    Meld,
    MeldsDeclared,
    PlayCard,
    RoundEnded,
    RoundStarted,
    SmallestSumFound,
    SwapHand,
    SwapMarket,
    TrickWon,
)
from domain.kernel import Seat


def write_action(action: AnyAction) -> str:
    """Write an action."""
    match action:
        case ArrangeMarket():
            return f"arrange {_cards(action.market)}"
        case BuyCard():
            return f"buy {action.card}"
        case SwapHand():
            return f"swap hand {_places(action.places)}"
        case SwapMarket():
            return f"swap market {_places(action.places)}"
        case DeclareMelds():
            return f"meld {_melds(action.melds)}"
        case CheckHand():
            return f"check hand of {action.holder}"
        case PlayCard():
            return f"play {action.card}"
        case _:
            assert_never(action)


def write_event(event: AnyEvent) -> str:
    """Write an event."""
    match event:
        case RoundStarted():
            return f"round {event.round}: {event.first_buyer} buys first, {event.dealer} deals, trump {event.trump}"
        case CardsRevealed():
            return f"revealed {_cards(event.cards)}"
        case MarketArranged():
            by = "" if event.dealer is None else f" by {event.dealer}"
            return f"market {_cards(event.market)}{by}; {event.buyer} buys"
        case CardBought():
            return f"{event.seat} bought {event.card} for {event.price}, now on {event.pawn}"
        case MarketRefilled():
            then = _buys(event.buyer) if event.swapper is None else f"{event.swapper} swaps"
            return f"refilled {event.card}: {_cards(event.market)}; {then}"
        case HandSwapped():
            return f"{event.seat} swapped hand {_places(event.places)}; {_buys(event.buyer)}"
        case MarketSwapped():
            places = _places(event.places)
            return f"{event.seat} swapped market {places}: {_cards(event.market)}; {_buys(event.buyer)}"
        case MeldsDeclared():
            return f"{event.seat} melded {_melds(event.melds)}: +{event.points}, now on {event.pawn}"
        case SmallestSumFound():
            pawns = " ".join(map(str, event.pawns))
            found = f"smallest sum {event.sum}: {_seats(event.holders)} +{event.points}"
            return f"{found}, pawns {pawns}; {event.leader} leads"
        case HandShown():
            return f"{event.holder} showed {event.to} {_cards(event.cards)}"
        case CardPlayed():
            return f"{event.seat}: {event.card}"
        case TrickWon():
            return f"{event.seat} won the trick: +{event.points}, now on {event.pawn}"
        case RoundEnded():
            won = f"; won by {_seats(event.winners)}" if event.winners else ""
            return f"round {event.round} over: pawns {' '.join(map(str, event.pawns))}{won}"
        case _:
            assert_never(event)


def _cards(cards: Sequence[Card | None]) -> str:
    return " ".join("?" if card is None else card for card in cards)


def _places(places: tuple[int, int]) -> str:
    return f"{places[0]} {places[1]}"


def _melds(melds: Sequence[Meld]) -> str:
    return ", ".join(f"{meld.kind} {_cards(meld.cards)}".rstrip() for meld in melds) or "nothing"


def _seats(seats: Sequence[Seat]) -> str:
    return " ".join(map(str, seats))


def _buys(buyer: Seat | None) -> str:
    return "melding" if buyer is None else f"{buyer} buys"
