"""The state of a table around a game, and what is derived from it."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Literal, Protocol, TypeVar

from msgspec import Struct, structs

from domain.kernel import AnyRuleSet, Chance, Deal, Outcome, Seat
from domain.table.messages import Clock, Controller, SeedBy, Visibility


@dataclass(frozen=True)
class Game:
    """What is played: a rule set, with its typed component data (None where the game needs none)."""

    rules: AnyRuleSet
    data: Any = None


class House(Protocol):
    """What only the dealing house has: the chance of each deal, and its key once the deal is over."""

    def chance(self, deal: int, seeds: tuple[str, ...]) -> Chance:
        """Give the chance of deal `deal` (from 1) for the seats' seeds."""
        ...

    def reveal(self, deal: int) -> tuple[str, tuple[str, ...]]:
        """Give the key of a deal that is over, and its Merkle proof, all base64url."""
        ...


class SeatState(Struct, frozen=True):
    """One taken seat. `commitment` is None after the seeds were voided, until the seat commits afresh."""

    pseudonym: str
    commitment: str | None
    seed_by: SeedBy
    seed: str | None
    ready: bool
    key: str | None
    bot: str | None
    controller: Controller
    level: str | None
    final: bool = False
    resigned: bool = False


class TableState(Struct, frozen=True, dict=True):
    """A table after entry `seq`, whose arrival was `at` (ms).

    `since` is the arrival of the last entry that changed anything, `heard_at` that of the last one by a player himself
    (before the first deal, of any), `deal` the number of deals opened, `game` the
    rule set's own state from the start on. `secret` is for the house; a verifier has None. What `once` has worked out
    of a state lies beside its fields, and is no part of it.
    """

    table: str
    seq: int = 0
    at: int = 0
    since: int = 0
    heard_at: int = 0
    opened_at: int = 0
    phase: Literal["new", "gathering", "started", "closed"] = "new"
    rules: str = ""
    version: int = 0
    options: Any = None
    clock: Clock = Clock()
    data: str | None = None
    root: str = ""
    server_key: str = ""
    visibility: Visibility = "public"
    invitation: str | None = None
    secret: str | None = None
    seats: tuple[SeatState | None, ...] = ()
    youngest: Seat | None = None
    host: Seat | None = None
    seeds: tuple[str, ...] = ()
    deal: int = 0
    dealing: bool = False
    game: Any = None
    result: Outcome | None = None
    reason: str | None = None

    def with_seat(self, seat: Seat, **changes: Any) -> "TableState":
        """Give the state with some fields of a taken seat changed."""
        taken = self.seats[seat]
        assert taken is not None, f"seat {seat} is not taken"
        unknown = changes.keys() - set(SeatState.__struct_fields__)
        assert not unknown, f"no such field: {unknown}"
        return self.put_seat(seat, structs.replace(taken, **changes))

    def put_seat(self, seat: Seat, taken: SeatState | None) -> "TableState":
        """Give the state with another occupant of a seat."""
        return structs.replace(self, seats=(*self.seats[:seat], taken, *self.seats[seat + 1 :]))


T = TypeVar("T")


def once(function: Callable[[Game, TableState], T]) -> Callable[[Game, TableState], T]:
    """Work out once per state what follows from it: no state ever changes, and each is asked on several ways."""
    name = function.__name__

    @wraps(function)
    def remembered(game: Game, state: TableState) -> T:
        known: tuple[Game, T] | None = state.__dict__.get(name)
        if known is not None and known[0] is game:
            return known[1]
        found = function(game, state)
        state.__dict__[name] = game, found
        return found

    return remembered


def is_full(state: TableState) -> bool:
    """Say whether every seat is taken."""
    return bool(state.seats) and all(seat is not None for seat in state.seats)


def is_present(state: TableState, seat: Seat) -> bool:
    """Say whether a person sits there and has not gone for good."""
    taken = state.seats[seat]
    return taken is not None and taken.bot is None and not taken.final


def host_seat(state: TableState) -> Seat | None:
    """Give the seat that hosts: the one that opened the table, else the next present one clockwise."""
    first = 0 if state.host is None else state.host
    for seat in (*range(first, len(state.seats)), *range(first)):
        if is_present(state, seat):
            return int(seat)
    return None


def is_abandoned(state: TableState) -> bool:
    """Say whether persons played here and none of them is left in control of a seat."""
    persons = [seat for seat in state.seats if seat is not None and seat.bot is None]
    return bool(persons) and all(seat.controller != "player" for seat in persons)


@once
def deal_status(game: Game, state: TableState) -> Deal | None:
    """Give where the table is between deals, or None before the start and after the end."""
    return game.rules.deal(state.game) if state.phase == "started" else None


@once
def to_act(game: Game, state: TableState) -> tuple[Seat, ...]:
    """Give the seats that may act in the running deal."""
    running = deal_status(game, state) is Deal.RUNNING
    return game.rules.to_act(state.game) if running else ()


def is_on_turn(game: Game, state: TableState, seat: Seat | None) -> bool:
    """Say whether the table waits for this seat and no other, so that it can know all that led there."""
    return not game.rules.races and to_act(game, state) == (seat,)
