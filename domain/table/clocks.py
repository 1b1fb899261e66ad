"""The deadlines of a table: its own and its game's. All of it is public knowledge.

Ids: `gather`, `idle`, `rest`, `seed:<seat>`, `move:<seat>`, `rule:<seat>`, and `game/<id>` for the game's own.
"""

from msgspec import structs

from domain.kernel import Deadline, Deal, Seat
from domain.table.state import Game, TableState, deal_status, is_full, once, to_act

RULE_DELAY_MS = 1_000
"""How long a seat that is played by rule takes, so that a table can be followed."""

GAME = "game/"


@once
def due(game: Game, state: TableState) -> tuple[Deadline, ...]:
    """Give the pending deadlines, the earliest first; ties by seat, then id."""
    found: list[Deadline] = []
    clock = state.clock
    if state.phase == "gathering":
        found.append(Deadline("gather", None, state.opened_at + clock.gather_s * 1000))
        if is_full(state):
            at_ms = state.since + clock.ready_s * 1000
            found += [
                Deadline(f"seed:{seat}", seat, at_ms)
                for seat, taken in enumerate(state.seats)
                if taken is not None and taken.bot is None and not taken.ready
            ]
    elif state.phase == "started":
        found.append(Deadline("idle", None, state.heard_at + clock.idle_s * 1000))
        if deal_status(game, state) is Deal.REST:
            found.append(Deadline("rest", None, state.since + clock.rest_s * 1000))
        else:
            own = game.rules.due(state.game)
            found += [structs.replace(deadline, id=GAME + deadline.id) for deadline in own]
            found += _moves(game, state, timed=not own)
    return tuple(sorted(found, key=_order))


def next_due(game: Game, state: TableState) -> int | None:
    """Give when the next deadline passes (ms), or None."""
    pending = due(game, state)
    return pending[0].at_ms if pending else None


def _moves(game: Game, state: TableState, *, timed: bool) -> list[Deadline]:
    found = []
    seats = to_act(game, state)
    for seat in seats:
        taken = state.seats[seat]
        assert taken is not None
        if taken.controller == "rule":
            deadline = Deadline(f"rule:{seat}", seat, state.since + RULE_DELAY_MS)
        elif timed and state.clock.move_s is not None:
            deadline = Deadline(f"move:{seat}", seat, state.since + state.clock.move_s * 1000)
        else:
            continue
        must = timed and len(seats) == 1  # nobody else can go on, and nothing is due
        if must or game.rules.absent(state.game, seat) is not None:  # else it may act but need not
            found.append(deadline)
    return found


def _order(deadline: Deadline) -> tuple[int, Seat, str]:
    return deadline.at_ms, -1 if deadline.seat is None else deadline.seat, deadline.id
