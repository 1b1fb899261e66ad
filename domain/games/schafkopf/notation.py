"""How a playthrough writes a deal: one short line for each action and event."""

from typing import assert_never

from domain.cards import Card, Suit
from domain.games.schafkopf.contracts import Kind
from domain.games.schafkopf.messages import (
    AllPassed,
    AuctionWon,
    Bid,
    BidMade,
    CardPlayed,
    DealScored,
    DealStarted,
    HandsDealt,
    PartnerRevealed,
    Pass,
    Passed,
    PlayCard,
    SchafkopfAction,
    SchafkopfEvent,
    TrickWon,
)


def write_action(action: SchafkopfAction) -> str:
    """Write an action: `pass`, `bid rufer EA`, `play H7`."""
    match action:
        case Pass():
            return "pass"
        case Bid():
            return "bid " + _bid(action.kind, action.ace, action.suit)
        case PlayCard():
            return f"play {action.card}"
        case _:
            assert_never(action)


def write_event(event: SchafkopfEvent) -> str:
    """Write an event; seats are 0 to 3, a hidden card is `??`."""
    match event:
        case DealStarted():
            return f"dealer {event.dealer}" + (" (drawn)" if event.drawn else "")
        case HandsDealt():
            hands = [f"{seat}: " + " ".join(card or "??" for card in hand) for seat, hand in enumerate(event.hands)]
            return " | ".join(hands)
        case Passed():
            return f"{event.seat} passes"
        case BidMade():
            return f"{event.seat} bids " + _bid(event.kind, event.ace, event.suit)
        case AuctionWon():
            return f"{event.declarer} plays {_bid(event.kind, event.ace, event.suit)}, {event.leader} leads"
        case AllPassed():
            return "all passed"
        case CardPlayed():
            return f"{event.seat} {event.card}"
        case PartnerRevealed():
            return f"{event.seat} is the partner ({event.by})"
        case TrickWon():
            return f"trick to {event.seat}, {event.points} points"
        case DealScored():
            return _result(event)
        case _:
            assert_never(event)


def _bid(kind: Kind, ace: Card | None, suit: Suit | None) -> str:
    return " ".join(part for part in (kind, ace, suit) if part is not None)


def _result(event: DealScored) -> str:
    result = event.result
    extras = f"base {result.base}, schneider {result.schneider}, schwarz {result.schwarz}"
    owned = f"runners {result.runners} of {result.runners_owner} count {result.runner_units}"
    scores = " ".join(f"{score:+d}" for score in result.scores)
    return (
        f"{result.winner} wins: {result.points} points, {result.tricks} tricks of {_seats(result.side)}; "
        f"{extras}, {owned}; value {result.value}: {scores}"
    )


def _seats(side: tuple[int, ...]) -> str:
    return "+".join(map(str, side))
