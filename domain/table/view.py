"""What a seat or the public may know of a table: the one place that decides it. Built from allowed fields."""

from functools import lru_cache
from typing import Any

from msgspec import Struct

from domain.kernel import Action, Deadline, Deal, Legal, Outcome, Seat
from domain.table.clocks import due
from domain.table.messages import Clock, Controller, SeedBy, Visibility
from domain.table.state import Game, SeatState, TableState, deal_status, host_seat, is_full, to_act


class SeatView(Struct, frozen=True):
    """What everybody sees of a seat. `free` seats have nothing else."""

    seat: Seat
    free: bool
    pseudonym: str | None = None
    bot: str | None = None
    controller: Controller | None = None
    level: str | None = None
    ready: bool = False
    committed: bool = False
    seed_by: SeedBy | None = None
    signed: bool = False
    left: bool = False
    resigned: bool = False


class TableView(Struct, frozen=True):
    """A table as one viewer may know it, after entry `seq`.

    `you` is the viewer's seat or None. `deal` counts deals from 1; `running` says whether one runs. `deadlines` are in
    ms of the server's clock, as is `at`. `may` names the table's own commands that this viewer can use now. `game` is
    the game's own view, None before the start.
    """

    table: str
    seq: int
    at: int
    rules: str
    version: int
    options: Any
    clock: Clock
    visibility: Visibility
    phase: str
    seats: tuple[SeatView, ...]
    you: Seat | None
    host: Seat | None
    youngest: Seat | None
    deal: int
    running: bool
    to_act: tuple[Seat, ...]
    deadlines: tuple[Deadline, ...]
    may: tuple[str, ...]
    game: Any = None
    standing: tuple[int, ...] | None = None
    result: Outcome | None = None
    reason: str | None = None
    data: str | None = None


def view(game: Game, state: TableState, seat: Seat | None) -> TableView:
    """Build the view of a seat, or of the public (None)."""
    started = state.game is not None
    return TableView(
        table=state.table,
        seq=state.seq,
        at=state.at,
        rules=state.rules,
        version=state.version,
        options=state.options,
        clock=state.clock,
        visibility=state.visibility,
        phase=state.phase,
        seats=_seat_views(state.seats),
        you=seat,
        host=host_seat(state),
        youngest=state.youngest,
        deal=state.deal,
        running=state.dealing,
        to_act=to_act(game, state),
        deadlines=due(game, state),
        may=_may(game, state, seat),
        game=game.rules.view(state.game, seat) if started else None,
        standing=game.rules.standing(state.game) if started else None,
        result=state.result,
        reason=state.reason,
        data=state.data,
    )


def legal(game: Game, state: TableState, seat: Seat | None) -> Legal:
    """Give what a seat may play now, ready to be sent back: actions and templates of the game."""
    if seat is None or seat not in to_act(game, state):
        return ()
    return game.rules.legal(state.game, seat)


@lru_cache(maxsize=4_096)
def _seat_views(seats: tuple[SeatState | None, ...]) -> tuple[SeatView, ...]:
    return tuple(_seat_view(number, taken) for number, taken in enumerate(seats))


def _seat_view(number: Seat, taken: SeatState | None) -> SeatView:
    if taken is None:
        return SeatView(seat=number, free=True)
    return SeatView(
        seat=number,
        free=False,
        pseudonym=taken.pseudonym,
        bot=taken.bot,
        controller=taken.controller,
        level=taken.level,
        ready=taken.ready,
        committed=taken.commitment is not None,
        seed_by=taken.seed_by,
        signed=taken.key is not None,
        left=taken.final,
        resigned=taken.resigned,
    )


def _may(game: Game, state: TableState, seat: Seat | None) -> tuple[str, ...]:
    if state.phase == "closed":
        return ()
    taken = None if seat is None else state.seats[seat]
    if taken is None:
        return ("sit",) if state.phase == "gathering" and not is_full(state) else ()
    if state.phase == "gathering":
        if taken.commitment is None:
            return ("sit", "leave")
        open_seeds = is_full(state) and all(other is not None and other.commitment for other in state.seats)
        return ("ready", "leave") if open_seeds and not taken.ready else ("leave",)
    if taken.final:
        return ()
    may = ["leave", "resign"]
    if taken.controller != "player":
        may.append("return")
    if deal_status(game, state) is Deal.REST and seat == host_seat(state):
        may.append("next_deal")
    return tuple(may)


def actions_only(choices: Legal) -> tuple[Action, ...]:
    """Give the concrete actions among what is legal."""
    return tuple(choice for choice in choices if isinstance(choice, Action))
