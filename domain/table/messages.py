"""What is said at any table: sitting, readiness, start, takeovers, deals and the end.

Every tag here has a dot; the tags of games have none, so both share the entries of one stream.
"""

from typing import Annotated, Any, Literal, TypeGuard, get_args

from msgspec import Meta, Struct

from domain.kernel import Action, Event, Outcome, Seat

Seconds = Annotated[int, Meta(ge=0, le=31_536_000)]
SeedBy = Literal["player", "server"]
Controller = Literal["player", "bot", "rule"]
Visibility = Literal["public", "unlisted", "private"]


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """How long things may take, in seconds.

    `move_s`: a seat's time to act, None for untimed (games with deadlines of their own use those). `rest_s`: until
    the clock deals in the host's place. `ready_s`: from a full table until every seed must be open. `gather_s`: until
    a table that has not started is closed. `idle_s`: until a table is closed where bots and the clock may go on, but no
    player does anything himself. `absent`: who plays for a seat that ran out of time or left.
    """

    move_s: Annotated[int, Meta(ge=1, le=31_536_000)] | None = 120
    rest_s: Seconds = 30
    ready_s: Annotated[int, Meta(ge=1, le=31_536_000)] = 300
    gather_s: Annotated[int, Meta(ge=1, le=31_536_000)] = 86_400
    idle_s: Annotated[int, Meta(ge=1, le=31_536_000)] = 604_800
    absent: Literal["bot", "rule"] = "bot"


class OpenTable(Action, frozen=True, tag="table.open"):
    """Open a table. `root` commits all deal keys, `secret` (for the house alone) makes them; `options` are the game's.

    `data` is the digest of the component data, `server_key` the id of the key that signs, `seats` the number of seats,
    `invitation` the digest of a private table's code.
    """

    rules: str
    version: int
    seats: int
    options: dict[str, Any]
    clock: Clock
    data: str | None
    root: str
    server_key: str
    secret: str | None
    visibility: Visibility = "public"
    invitation: str | None = None


class TakeSeat(Action, frozen=True, tag="seat.take"):
    """Sit at `seat`, or commit afresh there after the seeds were voided.

    `pseudonym` is random and of this table alone. `commitment` is the digest of the seat's seed. `seed` is the seed
    itself where the server made it: for the house alone until it is opened, in the clear for a bot. `host` marks the
    seat of whoever opened the table. `key` is an Ed25519 public key that signs this seat's actions. `bot` is a level.
    """

    seat: Seat
    pseudonym: str
    commitment: str
    seed: str | None = None
    youngest: bool = False
    host: bool = False
    key: str | None = None
    bot: str | None = None


class LeaveSeat(Action, frozen=True, tag="seat.leave"):
    """Get up for good."""


class OpenSeed(Action, frozen=True, tag="seat.ready"):
    """Be ready and open the seat's seed."""

    seed: str


class Return(Action, frozen=True, tag="seat.return"):
    """Take one's seat back from the bot that stood in."""


class Resign(Action, frozen=True, tag="seat.resign"):
    """Give up the match; the seat is ranked behind those who stay."""


class CloseTable(Action, frozen=True, tag="table.close"):
    """Close the table; the server's own command."""

    reason: str


TableAction = OpenTable | TakeSeat | LeaveSeat | OpenSeed | Return | Resign | CloseTable


class TableOpened(Event, frozen=True, tag="table.opened"):
    """Entry 1: what will be played, and what the house is bound to before anybody sits down."""

    rules: str
    version: int
    seats: int
    options: dict[str, Any]
    clock: Clock
    data: str | None
    root: str
    server_key: str
    secret: str | None
    visibility: Visibility = "public"
    invitation: str | None = None


class SeatTaken(Event, frozen=True, tag="seat.taken"):
    """Somebody sits, bound to a seed."""

    seat: Seat
    pseudonym: str
    commitment: str
    seed_by: SeedBy
    seed: str | None
    youngest: bool
    host: bool
    key: str | None
    bot: str | None


class SeatLeft(Event, frozen=True, tag="seat.left"):
    """A seat is free again, before the start."""

    seat: Seat
    reason: Literal["left", "seed_not_opened"]


class SeedsVoided(Event, frozen=True, tag="seeds.voided"):
    """An opened seed lost its table: every seat commits afresh."""


class SeatReady(Event, frozen=True, tag="seat.ready"):
    """A seat opened its seed."""

    seat: Seat
    seed: str


class TableStarted(Event, frozen=True, tag="table.started"):
    """Roster and seeds are fixed (seat order); nothing is dealt yet. `beacon` is null until one is named."""

    roster: tuple[str, ...]
    seeds: tuple[str, ...]
    youngest: Seat
    beacon: str | None = None


class DealOpened(Event, frozen=True, tag="deal.opened"):
    """Deal number `deal` (from 1) begins."""

    deal: int


class DealClosed(Event, frozen=True, tag="deal.closed"):
    """A deal is over: its key is shown, with the proof that the key was committed before anybody sat down."""

    deal: int
    key: str
    proof: tuple[str, ...]


class DealVoid(Event, frozen=True, tag="deal.void"):
    """A deal was broken off; its key is shown all the same."""

    deal: int
    key: str
    proof: tuple[str, ...]


class SeatControlled(Event, frozen=True, tag="seat.controlled"):
    """Who plays a seat from now on; `final` when its player will not come back, `resigned` when he gave up."""

    seat: Seat
    by: Controller
    level: str | None = None
    final: bool = False
    resigned: bool = False


class TableClosed(Event, frozen=True, tag="table.closed"):
    """The end. `entries` counts all entries, this one included; `result` is None when nothing was finished."""

    entries: int
    reason: str
    result: Outcome | None


TableEvent = (
    TableOpened
    | SeatTaken
    | SeatLeft
    | SeedsVoided
    | SeatReady
    | TableStarted
    | DealOpened
    | DealClosed
    | DealVoid
    | SeatControlled
    | TableClosed
)

TABLE_ACTIONS: tuple[type[Action], ...] = get_args(TableAction)
TABLE_EVENTS: tuple[type[Event], ...] = get_args(TableEvent)

_ACTION_TYPES, _EVENT_TYPES = frozenset(TABLE_ACTIONS), frozenset(TABLE_EVENTS)


def is_table_action(action: Action) -> TypeGuard[TableAction]:
    """Is this one of the table's own actions? `isinstance` with Structs is twenty times as slow."""
    return type(action) in _ACTION_TYPES


def is_table_event(event: Event) -> TypeGuard[TableEvent]:
    """Is this one of the table's own events?"""
    return type(event) in _EVENT_TYPES
