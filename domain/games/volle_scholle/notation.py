"""How a playthrough writes actions and events."""

from collections.abc import Iterable
from typing import assert_never

from domain.games.volle_scholle.cards import Card
from domain.games.volle_scholle.messages import (
    Actions,
    CardDrawn,
    CardsDiscarded,
    CardsKept,
    CardsPlayed,
    DiscardCards,
    DiscardReshuffled,
    Events,
    FloeRevealed,
    FloeSetAside,
    FloeWon,
    GameScored,
    KeepCards,
    MeltingFloeRevealed,
    Pass,
    Passed,
    PenguinsDealt,
    PlayCards,
    StartYielded,
    YieldStart,
)


def write_action(action: Actions) -> str:
    """Write an action: `play B5 B1`, `pass`, `keep B3`."""
    match action:
        case PlayCards():
            return f"play {_faces(action.cards)}"
        case Pass():
            return "pass"
        case YieldStart():
            return "yield start"
        case KeepCards():
            return f"keep {_faces(action.cards)}"
        case DiscardCards():
            return "discard"
        case _:
            assert_never(action)


def write_event(event: Events) -> str:
    """Write an event: `0 plays B5 B1 = 6`, `floe 8, 2 starts`; a hidden card is `?`."""
    match event:
        case PenguinsDealt():
            return f"dealt {' | '.join(map(_faces, event.hands))}, {event.starter} starts"
        case FloeRevealed():
            return f"floe {event.floe}, {event.starter} starts"
        case StartYielded():
            return f"{event.seat} cannot start"
        case FloeSetAside():
            return f"floe {event.floe} set aside"
        case CardsPlayed():
            return f"{event.seat} plays {_faces(event.cards)} = {event.sum}"
        case Passed():
            return f"{event.seat} passes{' (no cards)' if event.auto else ''}"
        case FloeWon():
            return f"{event.seat} wins floe {event.floe}"
        case DiscardReshuffled():
            return f"{event.count} discards reshuffled ({event.shuffle})"
        case CardDrawn():
            return f"{event.seat} draws {event.card or '?'}"
        case CardsDiscarded():
            return f"{event.seat} discards {_faces(event.cards)}"
        case CardsKept():
            return f"{event.seat} keeps {_faces(event.cards)}"
        case MeltingFloeRevealed():
            return "melting floe"
        case GameScored():
            rows = zip(event.penguin_points, event.floe_points, event.results, strict=True)
            return "scored " + " | ".join(f"{p} on {f} = {r}" for p, f, r in rows)
        case _:
            assert_never(event)


def _faces(cards: Iterable[Card | None]) -> str:
    return " ".join(card or "?" for card in cards)
