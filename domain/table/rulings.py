"""What a seat, the clock and the house may ask for at a table: the table's half of `check`."""

from typing import assert_never

import msgspec

from domain.kernel import Action, Command, Deal, NextDeal, Ruling, Seat, Tick
from domain.record.seeds import is_seed, opens
from domain.table.clocks import due
from domain.table.messages import (
    CloseTable,
    LeaveSeat,
    OpenSeed,
    OpenTable,
    Resign,
    Return,
    TableAction,
    TakeSeat,
    is_table_action,
)
from domain.table.state import Game, SeatState, TableState, deal_status, host_seat


def check(game: Game, state: TableState, command: Command) -> Ruling | None:
    """Say why a command is refused, or None: the table's half, then the game's."""
    ruling = check_at_table(game, state, command)
    if ruling is not None or not _is_move(command.action):
        return ruling
    assert command.seat is not None
    return game.rules.check(state.game, command.seat, command.action)


def check_at_table(game: Game, state: TableState, command: Command) -> Ruling | None:
    """Say why the table refuses a command, before its game is asked; None where it does not."""
    if state.phase == "closed":
        return _no("table_closed", "The table is closed; nothing more happens at it.")
    action = command.action
    if is_table_action(action):
        return _check_speaker(command, action) or _check_table(game, state, command, action)
    match action:
        case NextDeal():
            return _check_next_deal(game, state, command)
        case Tick():
            return _check_tick(game, state, command, action)
        case _:
            return _check_move(game, state, command)


def _is_move(action: Action) -> bool:
    return not (is_table_action(action) or isinstance(action, NextDeal | Tick))


def _check_speaker(command: Command, action: TableAction) -> Ruling | None:
    """Nobody asks for what is another's to ask for, or the house could speak for a seat that signs what it says."""
    match action:
        case OpenTable() | CloseTable():
            if command.via != "house":
                return _no("house_only", "Only the house opens and closes a table.")
        case TakeSeat():
            if action.bot is not None and command.via != "house":
                return _no("house_only", "Only the house seats a bot.")
            if action.bot is None and (command.via != "player" or command.seat != action.seat):
                return _no("players_only", "A player sits down himself.")
        case OpenSeed() | LeaveSeat() | Resign() | Return():
            if command.via != "player":
                return _no("players_only", "That is for the seat's player to ask for.")
        case _ as unreachable:
            assert_never(unreachable)
    return None


def _check_table(game: Game, state: TableState, command: Command, action: TableAction) -> Ruling | None:
    match action:
        case OpenTable():
            return _check_open(game, state, action)
        case TakeSeat():
            return _check_take(game, state, action)
        case OpenSeed():
            return _check_ready(state, command.seat, action)
        case LeaveSeat():
            ruling = _seated(state, command.seat)
            if ruling is None and state.phase == "started":
                ruling = _not_final(state, command.seat)
            return ruling
        case Resign() | Return():
            if state.phase != "started":
                return _no("not_started", "The table has not started; leave the seat instead.")
            return _seated(state, command.seat) or _not_final(state, command.seat)
        case CloseTable():
            return _no("house_only", "There is no table to close.") if state.phase == "new" else None
        case _ as unreachable:
            assert_never(unreachable)


def _check_open(game: Game, state: TableState, action: OpenTable) -> Ruling | None:
    rules = game.rules
    if state.phase != "new":
        return _no("already_open", "The table is open already.")
    if action.rules != rules.id or action.version != rules.version:
        return _no("other_rules", f"This is a table of {rules.id} in version {rules.version}.")
    if action.seats not in rules.seats:
        allowed = ", ".join(map(str, rules.seats))
        return _no("seats_not_allowed", f"{rules.title} is played by {allowed} players, not by {action.seats}.")
    try:
        msgspec.convert(action.options, rules.Options)
    except msgspec.ValidationError as error:
        return _no("options_not_valid", f"The options do not fit {rules.title}: {error}.")
    return None


def _check_take(game: Game, state: TableState, action: TakeSeat) -> Ruling | None:
    if state.phase != "gathering":
        return _no("already_started", "The table has started; nobody sits down any more.")
    if not 0 <= action.seat < len(state.seats):
        return _no("no_such_seat", f"The table has the seats 0 to {len(state.seats) - 1}.")
    if action.bot is not None and action.bot not in game.rules.bots:
        return _no("no_such_bot", f"The bots of this game are: {', '.join(sorted(game.rules.bots))}.")
    if not is_seed(action.commitment):
        return _no("commitment_malformed", "A seed commitment is the SHA-256 of 32 random bytes, in base64url.")
    taken = state.seats[action.seat]
    if taken is not None and taken.commitment is not None:
        return _no("seat_taken", f"Seat {action.seat} is taken; choose a free one.")
    if taken is not None and (taken.pseudonym, taken.bot) != (action.pseudonym, action.bot):
        return _no("seat_taken", f"Seat {action.seat} is kept for whoever sat there; choose a free one.")
    if any(other is not None and other.commitment == action.commitment for other in state.seats):
        return _no("commitment_repeated", "Another seat has this seed commitment; draw a fresh random seed.")
    return None


def _check_ready(state: TableState, seat: Seat | None, action: OpenSeed) -> Ruling | None:
    ruling = _seated(state, seat)
    if ruling is not None:
        return ruling
    if state.phase != "gathering":
        return _no("already_started", "The table has started; seeds are open.")
    taken = _taken(state, seat)
    if taken.ready:
        return _no("already_ready", "The seat is ready already.")
    if taken.commitment is None:
        return _no("commit_again", "The seeds were voided; sit down again at the same seat to commit to a fresh one.")
    if any(other is None for other in state.seats):
        return _no("seats_free", "Seeds are opened when all seats are taken; some are still free.")
    if any(other is not None and other.commitment is None for other in state.seats):
        return _no("commitments_missing", "Seeds are opened when every seat has committed; some have not yet.")
    if not opens(action.seed, taken.commitment):
        return _no("seed_does_not_match", "This is not the seed that the seat committed to.")
    return None


def _check_next_deal(game: Game, state: TableState, command: Command) -> Ruling | None:
    if state.phase != "started":
        return _no("not_started", "The table has not started; every seat must be taken and ready.")
    if deal_status(game, state) is not Deal.REST:
        return _no("deal_running", "A deal is running; the next one begins after it.")
    if command.via != "player" or command.seat is None or command.seat != host_seat(state):
        return _no("host_deals", "The next deal is begun by the host's seat, or by the clock.")
    return None


def _check_tick(game: Game, state: TableState, command: Command, action: Tick) -> Ruling | None:
    if command.via != "clock":
        return _no("clock_only", "Deadlines are called by the clock.")
    for deadline in due(game, state):
        if deadline.id == action.deadline and deadline.seat == command.seat:
            if command.at < deadline.at_ms:
                return _no("deadline_not_due", f"The deadline {deadline.id} is due at {deadline.at_ms}.")
            return None
    return _no("no_such_deadline", "No such deadline is pending.")


def _check_move(game: Game, state: TableState, command: Command) -> Ruling | None:
    if state.phase != "started":
        return _no("not_started", "The table has not started; every seat must be taken and ready.")
    ruling = _seated(state, command.seat)
    if ruling is None and command.via == "player":
        ruling = _not_final(state, command.seat)
    if ruling is not None:
        return ruling
    if command.via == "bot" and _taken(state, command.seat).controller != "bot":
        return _no("not_the_bots_seat", "No bot plays this seat.")
    if command.via == "clock":
        return _no("not_the_clocks", "The clock calls deadlines; what follows from them is no move of its own.")
    if deal_status(game, state) is not Deal.RUNNING:
        return _no("no_deal_running", "No deal is running; wait for the next one.")
    return None


def _seated(state: TableState, seat: Seat | None) -> Ruling | None:
    if seat is None or not 0 <= seat < len(state.seats) or state.seats[seat] is None:
        return _no("not_seated", "Nobody sits at this seat.")
    return None


def _taken(state: TableState, seat: Seat | None) -> SeatState:
    assert seat is not None
    taken = state.seats[seat]
    assert taken is not None
    return taken


def _not_final(state: TableState, seat: Seat | None) -> Ruling | None:
    if _taken(state, seat).final:
        return _no("left_for_good", "This seat's player has left for good.")
    return None


def _no(code: str, say: str) -> Ruling:
    return Ruling(code, "Table", say)
