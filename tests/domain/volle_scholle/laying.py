"""Tables of Volle Scholle laid out by hand, and commands given at them."""

from collections.abc import Sequence
from typing import Any

import msgspec

from domain.games.volle_scholle import RULES
from domain.games.volle_scholle.cards import FLOES, PENGUINS, Card, Cards, Colour, total
from domain.games.volle_scholle.decider import Course, go_on
from domain.games.volle_scholle.messages import Actions
from domain.games.volle_scholle.state import Bidding, Deck, State
from domain.kernel import Command, Ruling, Setup
from tests.support.chance import SeededChance


def cards(faces: Sequence[str]) -> Cards:
    return tuple(map(Card, faces))


def table(seats: int, options: Any = None, **changes: Any) -> State:
    state = RULES.initial(Setup(seats, 0, options or RULES.Options()))
    return msgspec.structs.replace(state, **changes)


def row_of(points: int) -> Cards:
    """Lay out blue cards (or any cards at all: only the sum counts) worth `points`."""
    row: Cards = ()
    while total(row) < points:
        row = (*row, Card(f"B{min(5, points - total(row))}"))
    return row


def deck_of(size: int) -> Deck:
    return Deck(drawn=len(PENGUINS) - size)


def floes_without(floe: int) -> tuple[int, ...]:
    rest = list(FLOES)
    rest.remove(floe)
    return tuple(rest)


def before_last_pass(rows: tuple[Cards, ...], winner: int, starter: int, options: Any) -> tuple[State, int]:
    """Lay out a round in which one pass is missing until `winner` has won; give it with who has to pass."""
    seats = len(rows)
    last = (winner - 1) % seats
    phase = Bidding(
        floe=6,
        due=starter,
        rows=rows,
        passed=tuple(seat not in (winner, last) for seat in range(seats)),
        starter=starter,
        colour=Colour.BLUE,
        leader=winner,
        spoke=winner,
    )
    return table(seats, options, phase=phase, hands=(cards(["G1"]),) * seats, deck=deck_of(48), turned=1), last


def go(state: State, chance: SeededChance | None = None) -> tuple[State, list[Any]]:
    """Let the game go on by itself until somebody has a choice."""
    course = Course(state, chance or SeededChance(1))
    go_on(course)
    return course.state, course.told


def command(state: State, seat: int, action: Actions, chance: SeededChance | None = None) -> tuple[State, Any]:
    """Decide a command of a player; give the next state with the events, or the same one with the ruling."""
    answer = RULES.decide(state, Command(seat, "player", action, 0), chance or SeededChance(1))
    if not isinstance(answer, Ruling):
        for event in answer:
            state = RULES.evolve(state, event)
    return state, answer


def of(events: Any, kind: type) -> list[Any]:
    return [] if isinstance(events, Ruling) else [event for event in events if isinstance(event, kind)]
