"""What happens at a table on a command: the table's own rules around those of its game.

What a seat may ask for is ruled by `rulings` and by the game's `check`, which its `decide` asks; here stands only
what follows.
"""

from collections.abc import Iterator
from typing import assert_never

from msgspec import Struct, structs

from domain.kernel import Answer, Command, Deal, Event, NextDeal, Outcome, Ruling, Seat, Tick
from domain.table.clocks import GAME
from domain.table.evolve import arrived, evolve
from domain.table.messages import (
    CloseTable,
    DealClosed,
    DealOpened,
    DealVoid,
    LeaveSeat,
    OpenSeed,
    OpenTable,
    Resign,
    Return,
    SeatControlled,
    SeatLeft,
    SeatReady,
    SeatTaken,
    SeedsVoided,
    TableAction,
    TableClosed,
    TableOpened,
    TableStarted,
    TakeSeat,
    is_table_action,
)
from domain.table.rulings import check_at_table
from domain.table.state import Game, House, TableState, is_abandoned, is_full


class Decided(Struct, frozen=True):
    """An accepted command: the events of its entry, in order, and the table after that entry."""

    events: tuple[Event, ...]
    state: TableState


def decide(game: Game, state: TableState, command: Command, house: House) -> Answer:
    """Decide one command: the events of its entry, in order, or the ruling that refuses it."""
    decided = resolve(game, state, command, house)
    return decided.events if isinstance(decided, Decided) else decided


def resolve(game: Game, state: TableState, command: Command, house: House) -> Decided | Ruling:
    """Decide one command, and give the state as well, since deciding has folded the events already."""
    ruling = check_at_table(game, state, command)
    if ruling is not None:
        return ruling
    turn = _Turn(game, state, house, command.at)
    action = command.action
    if is_table_action(action):
        _decide_table(turn, command.seat, action)
    elif isinstance(action, Tick):
        _decide_tick(turn, command.seat, action)
    else:
        if command.seat is not None and not isinstance(action, NextDeal):
            turn.give_back(command.seat, command.via)
        ruling = turn.ask(command)
        if ruling is not None:
            return ruling
    events = tuple(turn.finish())
    by_player = command.via == "player"
    after = arrived(turn.state, state.seq + 1, command.at, changed=bool(events), by_player=by_player)
    return Decided(events, after)


class _Turn:
    """The events of one entry in the making, and the state after them."""

    def __init__(self, game: Game, state: TableState, house: House, at: int) -> None:
        self.game, self.state, self.house, self.at = game, state, house, at
        self.entry = state.seq + 1
        self.events: list[Event] = []
        self.closed_a_deal = False

    def add(self, *events: Event) -> None:
        """Record events and apply them."""
        for event in events:
            self.events.append(event)
            self.state = evolve(self.game, self.state, event)

    def ask(self, command: Command) -> Ruling | None:
        """Let the game decide, and frame its deals; give the ruling where it refuses."""
        rules = self.game.rules
        number = self.state.deal + (0 if self.state.dealing else 1)
        answer = rules.decide(self.state.game, command, self.house.chance(number, self.state.seeds))
        if isinstance(answer, Ruling):
            return answer
        for event in answer:
            if rules.opens(event):
                assert not self.closed_a_deal, "an entry that closes a deal opens none"
                self.add(DealOpened(self.state.deal + 1))
            self.add(event)
            if rules.closes(event):
                self.add(DealClosed(self.state.deal, *self.house.reveal(self.state.deal)))
                self.closed_a_deal = True
        return None

    def must(self, command: Command) -> None:
        """Let the game decide what it asked for itself: a deadline of its own, the next deal, a seat played by rule."""
        ruling = self.ask(command)
        assert ruling is None, f"{self.game.rules.id} refuses what it asked for: {ruling}"

    def give_back(self, seat: Seat, via: str) -> None:
        """Give a seat back to the player who acts on it."""
        taken = self.state.seats[seat]
        assert taken is not None
        if via == "player" and taken.controller != "player":
            self.add(SeatControlled(seat, "player"))

    def stand_in(self, seat: Seat, *, final: bool = False, resigned: bool = False) -> None:
        """Put somebody in the place of a seat's player."""
        bots = self.game.rules.bots
        if self.state.clock.absent == "bot" and bots:
            level = "solid" if "solid" in bots else min(bots)
            self.add(SeatControlled(seat, "bot", level, final, resigned))
        else:
            self.add(SeatControlled(seat, "rule", None, final, resigned))

    def by_rule(self, seat: Seat) -> None:
        """Play one action for a seat that nobody plays (common ruling C)."""
        action = self.game.rules.absent(self.state.game, seat)
        if action is None:
            self.add(SeatControlled(seat, "rule"))
        else:
            self.must(Command(seat, "clock", action, self.at))

    def close(self, reason: str, result: Outcome | None) -> None:
        """Close the table; a deal that still runs is void, and shown."""
        if self.state.dealing:
            self.add(DealVoid(self.state.deal, *self.house.reveal(self.state.deal)))
        self.add(TableClosed(self.entry, reason, result))

    def finish(self) -> list[Event]:
        """Close the table where the match is over, and give the events."""
        state, rules = self.state, self.game.rules
        if state.phase == "started" and not state.dealing:
            if rules.deal(state.game) is Deal.OVER:
                self.close("finished", _result(state, rules.outcome(state.game)))
            elif self.closed_a_deal and state.deal == rules.max_deals:
                self.close("deals_used_up", _by_standing(self.game, state))
            elif is_abandoned(state):
                self.close("abandoned", _by_standing(self.game, state))
        return self.events


def _decide_table(turn: _Turn, seat: Seat | None, action: TableAction) -> None:
    match action:
        case OpenTable():
            turn.add(TableOpened(**structs.asdict(action)))
        case TakeSeat():
            turn.add(
                SeatTaken(seed_by="player" if action.seed is None else "server", **structs.asdict(action)),
            )
            if action.bot is not None:
                assert action.seed is not None, "a bot's seed is made by the server"
                turn.add(SeatReady(action.seat, action.seed))
            turn.add(*_start(turn.state))
        case OpenSeed():
            assert seat is not None
            turn.add(SeatReady(seat, action.seed))
            turn.add(*_start(turn.state))
        case LeaveSeat():
            assert seat is not None
            if turn.state.phase == "gathering":
                turn.add(*_get_up(turn.state, seat, "left"))
            else:
                turn.stand_in(seat, final=True)
        case Resign():
            assert seat is not None
            turn.stand_in(seat, final=True, resigned=True)
        case Return():
            assert seat is not None
            turn.give_back(seat, "player")
        case CloseTable():
            turn.close(action.reason, _by_standing(turn.game, turn.state) if turn.state.phase == "started" else None)
        case _ as unreachable:
            assert_never(unreachable)


def _decide_tick(turn: _Turn, seat: Seat | None, tick: Tick) -> None:
    kind = tick.deadline.partition(":")[0]
    if tick.deadline.startswith(GAME):
        turn.must(Command(seat, "clock", Tick(tick.deadline.removeprefix(GAME)), turn.at))
    elif kind == "gather":
        turn.close("nobody_started", None)
    elif kind == "idle":
        turn.close("idle", _by_standing(turn.game, turn.state))
    elif kind == "rest":
        turn.must(Command(None, "clock", NextDeal(), turn.at))
    elif kind == "seed":
        assert seat is not None
        turn.add(*_get_up(turn.state, seat, "seed_not_opened"))
    elif kind == "rule":
        assert seat is not None
        turn.by_rule(seat)
    else:
        assert kind == "move", f"no such deadline: {tick.deadline}"
        assert seat is not None
        taken = turn.state.seats[seat]
        assert taken is not None
        if taken.controller == "player":
            turn.stand_in(seat)
        else:
            turn.by_rule(seat)


def _start(state: TableState) -> Iterator[Event]:
    if is_full(state) and all(taken is not None and taken.ready for taken in state.seats):
        seats = [taken for taken in state.seats if taken is not None]
        yield TableStarted(
            roster=tuple(taken.pseudonym for taken in seats),
            seeds=tuple(taken.seed or "" for taken in seats),
            youngest=0 if state.youngest is None else state.youngest,
        )


def _get_up(state: TableState, seat: Seat, reason: str) -> Iterator[Event]:
    """Free a seat; where seeds of players are open already or one was withheld, all commit afresh."""
    yield SeatLeft(seat, "left" if reason == "left" else "seed_not_opened")
    others = (taken for number, taken in enumerate(state.seats) if number != seat and taken is not None)
    if reason != "left" or any(taken.ready and taken.bot is None for taken in others):
        yield SeedsVoided()


def _result(state: TableState, outcome: Outcome | None) -> Outcome | None:
    """Rank the seats that resigned behind those that stayed, keeping their order otherwise."""
    if outcome is None:
        return None
    resigned = [taken is not None and taken.resigned for taken in state.seats]
    keys = list(zip(resigned, outcome.ranks, strict=True))
    ordered = sorted(keys)
    return Outcome(tuple(ordered.index(key) + 1 for key in keys), outcome.scores)


def _by_standing(game: Game, state: TableState) -> Outcome | None:
    """Rank a match that was broken off by the scores of its finished deals; None when there is none."""
    if state.deal == 0 or (state.deal == 1 and state.dealing):
        return None
    scores = game.rules.standing(state.game)
    ordered = sorted(scores, reverse=True)
    return _result(state, Outcome(tuple(ordered.index(score) + 1 for score in scores), scores))
