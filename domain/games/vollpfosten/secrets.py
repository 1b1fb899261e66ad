"""What is secret in a message, and who learns it."""

from typing import Any

from domain.games.vollpfosten import action_events as a
from domain.games.vollpfosten import events as e
from domain.games.vollpfosten import messages as m
from domain.games.vollpfosten.options import Options
from domain.kernel import Seat, Secret


def _hand(path: tuple[str | int, ...], cards: tuple[str | None, ...], seat: Seat) -> tuple[Secret, ...]:
    return tuple(Secret((*path, at), (seat,)) for at in range(len(cards)))


def secrets(options: Options, message: Any) -> tuple[Secret, ...]:  # noqa: ARG001  (part of the contract)
    """Name the secret values: cards for their holders, a blind draw for the two concerned, typed terms for all."""
    match message:
        case m.AnswerCategory() | m.PlayFurther() | m.CounterPlay() | m.SayTerm() | e.CardPlayed() | a.TermSaid():
            return (Secret(("term",), "all"),)
        case e.HandDealt():
            return _hand(("cards",), message.cards, message.seat)
        case e.CategoryDrawn() | e.PenaltyDrawn():
            return (Secret(("card",), (message.seat,)),)
        case a.CardTaken():
            return (Secret(("card",), (message.seat, message.source)),)
        case a.ElectionHeld():
            seats = len(message.cards)
            return tuple(Secret(("cards", i), (i, (i + 1) % seats)) for i in range(seats))
        case a.HandsPassed():
            hands = enumerate(message.hands)
            return tuple(secret for i, hand in hands for secret in _hand(("hands", i), hand, i))
        case a.HandsSwapped():
            first, second = message.hands
            return _hand(("hands", 0), first, message.seat) + _hand(("hands", 1), second, message.other)
        case _:
            return ()
