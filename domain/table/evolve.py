"""The reducer of a table: recorded facts, no rule."""

from collections.abc import Iterable
from typing import assert_never

import msgspec
from msgspec import structs

from domain.kernel import Event, Setup
from domain.table.messages import (
    DealClosed,
    DealOpened,
    DealVoid,
    SeatControlled,
    SeatLeft,
    SeatReady,
    SeatTaken,
    SeedsVoided,
    TableClosed,
    TableEvent,
    TableOpened,
    TableStarted,
    is_table_event,
)
from domain.table.state import Game, SeatState, TableState


def fold_entry(
    game: Game, state: TableState, seq: int, at: int, events: Iterable[Event], *, by_player: bool
) -> TableState:
    """Apply one entry: number `seq`, arrived at `at` ms; raise AssertionError on a corrupt stream.

    `by_player`: a player spoke himself, no bot, clock or house.
    """
    assert seq == state.seq + 1, f"entry {seq} does not follow {state.seq}"
    assert at >= state.at, f"entry {seq} arrived before the one it follows"
    changed = False
    for event in events:
        state = evolve(game, state, event)
        changed = True
    return arrived(state, seq, at, changed=changed, by_player=by_player)


def arrived(state: TableState, seq: int, at: int, *, changed: bool, by_player: bool) -> TableState:
    """Give the state as that after entry `seq`, once its events are applied; `changed`: it had some."""
    return structs.replace(
        state,
        seq=seq,
        at=at,
        since=at if changed else state.since,
        heard_at=at if by_player or not state.deal else state.heard_at,
        opened_at=at if seq == 1 else state.opened_at,
    )


def evolve(game: Game, state: TableState, event: Event) -> TableState:
    """Apply one event of the table or of its game."""
    if is_table_event(event):
        return _evolve_table(game, state, event)
    return structs.replace(state, game=game.rules.evolve(state.game, event))


def _evolve_table(game: Game, state: TableState, event: TableEvent) -> TableState:
    match event:
        case TableOpened():
            assert state.phase == "new", "a table opens once"
            return structs.replace(
                state,
                phase="gathering",
                rules=event.rules,
                version=event.version,
                options=msgspec.convert(event.options, game.rules.Options),
                clock=event.clock,
                data=event.data,
                root=event.root,
                server_key=event.server_key,
                visibility=event.visibility,
                invitation=event.invitation,
                secret=event.secret,
                seats=(None,) * event.seats,
            )
        case SeatTaken():
            state = state.put_seat(event.seat, _seated(event))
            return structs.replace(
                state,
                youngest=event.seat if event.youngest else state.youngest,
                host=event.seat if event.host else state.host,
            )
        case SeatLeft():
            assert state.seats[event.seat] is not None, f"nobody sits at {event.seat}"
            state = state.put_seat(event.seat, None)
            return structs.replace(
                state,
                youngest=None if state.youngest == event.seat else state.youngest,
                host=None if state.host == event.seat else state.host,
            )
        case SeedsVoided():
            return structs.replace(
                state,
                seats=tuple(
                    None if taken is None else structs.replace(taken, commitment=None, seed=None, ready=False)
                    for taken in state.seats
                ),
            )
        case SeatReady():
            return state.with_seat(event.seat, seed=event.seed, ready=True)
        case TableStarted():
            return structs.replace(
                state,
                phase="started",
                seeds=event.seeds,
                youngest=event.youngest,
                game=game.rules.initial(Setup(len(state.seats), event.youngest, state.options, game.data)),
            )
        case DealOpened():
            assert not state.dealing, "deals never overlap"
            assert event.deal == state.deal + 1, f"deal {event.deal} does not follow {state.deal}"
            return structs.replace(state, deal=event.deal, dealing=True)
        case DealClosed() | DealVoid():
            assert state.dealing, "no deal runs"
            assert event.deal == state.deal, f"deal {event.deal} does not run"
            return structs.replace(state, dealing=False)
        case SeatControlled():
            return state.with_seat(
                event.seat, controller=event.by, level=event.level, final=event.final, resigned=event.resigned
            )
        case TableClosed():
            return structs.replace(state, phase="closed", result=event.result, reason=event.reason)
        case _ as unreachable:
            assert_never(unreachable)


def _seated(event: SeatTaken) -> SeatState:
    return SeatState(
        pseudonym=event.pseudonym,
        commitment=event.commitment,
        seed_by=event.seed_by,
        seed=event.seed,
        ready=False,
        key=event.key,
        bot=event.bot,
        controller="player" if event.bot is None else "bot",
        level=event.bot,
    )


def new_table(table: str) -> TableState:
    """Give the state before entry 1."""
    return TableState(table=table)
