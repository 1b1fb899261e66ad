"""What a game is: one frozen record of plain functions."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Generic, Literal, Protocol, TypeVar

from msgspec import Struct

from domain.kernel.messages import Action, Command, Deadline, Event, Ruling, Seat, Secret, Template

T = TypeVar("T")
OptionsT = TypeVar("OptionsT")
StateT = TypeVar("StateT")
ViewT = TypeVar("ViewT")

Language = Literal["de", "en"]
Decision = tuple[Event, ...]
Answer = tuple[Event, ...] | Ruling
Legal = tuple[Action | Template, ...]


class Chance(Protocol):
    """The chance of the deal that is running, bound to its key; pure, so the same question has one answer.

    Each new shuffle or pick needs a fresh label; asking again under a label with the same items reads the same
    order again, which is how drawing works: `deck(label, items)[state.drawn]`. `items` come in canonical
    (sorted) order and are public knowledge. A deck's order is never stored in an event or a state.
    """

    def deck(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        """Give `items` in the order of the shuffle `label`."""
        ...

    def pick(self, label: str, items: Sequence[T]) -> T:
        """Give one of `items` under `label`."""
        ...


class Rng(Protocol):
    """The randomness that a bot gets; `random.Random` fits."""

    def random(self) -> float:
        """Give a float in [0, 1)."""
        ...

    def randrange(self, stop: int, /) -> int:
        """Give an int in [0, stop)."""
        ...

    def choice(self, seq: Sequence[T], /) -> T:
        """Give one element."""
        ...


class Deal(StrEnum):
    """Where a table is between deals."""

    RUNNING = "running"
    REST = "rest"
    OVER = "over"


class Setup(Struct, frozen=True):
    """What a game starts from: number of seats, the youngest player's seat (common ruling A), options, data.

    `options` is the rule set's Options; `data` its typed component data, or None.
    """

    seats: int
    youngest: Seat
    options: Any
    data: Any = None


class Outcome(Struct, frozen=True):
    """The end: `ranks` (1 = first, ties shared) and `scores`, both in seat order."""

    ranks: tuple[int, ...]
    scores: tuple[int, ...]


def rank(scores: Sequence[Any], *, reverse: bool = True) -> tuple[int, ...]:
    """Rank sortable `scores`, ties shared (common ruling D): (5, 9, 5) gives (2, 1, 2)."""
    order = sorted(scores, reverse=reverse)
    return tuple(order.index(score) + 1 for score in scores)


class Placed(Struct, frozen=True):
    """Where the pieces are: `faces` counts those whose face is in the state, `undrawn` those still in a deck."""

    faces: Mapping[str, int]
    undrawn: int


class BotMove(Struct, frozen=True):
    """What a bot does: an action, `after_ms` from when it was asked (for games that race)."""

    action: Action
    after_ms: int = 0


class Policy(Protocol):
    """How a bot plays: it gets its seat's view and legal actions and nothing else. None: nothing to do now."""

    def __call__(self, view: Any, legal: Legal, rng: Rng) -> BotMove | None:
        """Choose a move."""
        ...


@dataclass(frozen=True)
class Notation:
    """How a playthrough writes actions and events: one short readable line each."""

    action: Callable[[Any], str]
    event: Callable[[Any], str]


@dataclass(frozen=True, kw_only=True)
class RuleSet(Generic[OptionsT, StateT, ViewT]):
    """One game at one behaviour version. Everything here is pure and deterministic."""

    id: str
    """Stable name, snake_case."""
    version: int
    """Behaviour version: any change of behaviour is a new one."""
    title: str
    """The name on the box."""
    seats: tuple[int, ...]
    """Allowed numbers of players."""
    summary: Mapping[Language, str]
    """The game in a few sentences of our own, German and English."""

    Options: type[OptionsT]
    """Typed table options; every field has a default."""
    Action: Any
    """Tagged union of the players' actions. Tags contain no dot."""
    Event: Any
    """Tagged union of the game's events. Tags contain no dot."""
    State: Any
    """Struct, or union of Structs, of the state; encodes to JSON and back."""
    View: type[ViewT]
    """Struct of what a seat or the public may know."""
    Data: type[Any] | None = None
    """Type of the component data, or None where the game needs none."""
    data: Mapping[str, object] = field(default_factory=dict)
    """Shipped component data sets by name, as JSON builtins; "standard" is the default."""

    max_deals: int
    """How many deals a table may have (the number of committed deal keys)."""

    initial: Callable[[Setup], StateT]
    """The state before the first event: at rest, nothing dealt."""
    decide: Callable[[StateT, Command, Chance], Answer]
    """What happens on a command. The command's action is one of Action, `NextDeal` or `Tick`."""
    evolve: Callable[[StateT, Any], StateT]
    """Apply one recorded fact. Holds no rule, fails loudly on a corrupt stream, never changes its argument."""
    check: Callable[[StateT, Seat, Any], Ruling | None]
    """The only authority on legality; `decide` and `legal` both ask it."""
    legal: Callable[[StateT, Seat], Legal]
    """Every legal action of a seat (200 at the most; beyond that, templates)."""
    to_act: Callable[[StateT], tuple[Seat, ...]]
    """Who may act now. Depends on public knowledge only."""
    due: Callable[[StateT], tuple[Deadline, ...]]
    """The game's own pending deadlines. Depends on public knowledge only."""
    deal: Callable[[StateT], Deal]
    """Running, at rest (the next deal may begin), or over."""
    opens: Callable[[Any], bool]
    """Is this event the first of a deal?"""
    closes: Callable[[Any], bool]
    """Is this event the last of a deal?"""
    secrets: Callable[[OptionsT, Any], tuple[Secret, ...]]
    """The secret values of an event or action; answers alike for the redacted message."""
    standing: Callable[[StateT], tuple[int, ...]]
    """Scores now, seat order."""
    outcome: Callable[[StateT], Outcome | None]
    """Final ranking and scores, or None."""
    absent: Callable[[StateT, Seat], Action | None]
    """How a seat without player and bot is played by rule (common ruling C); None: it does nothing."""
    view: Callable[[StateT, Seat | None], ViewT]
    """What a seat (or the public: None) may know; built from allowed fields, never by deleting."""
    describe: Callable[[Any, Seat | None, Language], str]
    """One plain sentence for a redacted event and its viewer."""
    pieces: Callable[[OptionsT, Any], Mapping[str, int]]
    """The multiset of all faces, given options and data."""
    placed: Callable[[StateT], Placed]
    """Where the pieces are while a deal runs, for the conservation laws."""
    bots: Mapping[str, Policy]
    """Level -> policy; at least "easy"."""
    notation: Notation
    races: bool = False
    """Do seats race, so that the order of arrival decides? Then nobody needs to know what others did meanwhile."""


AnyRuleSet = RuleSet[Any, Any, Any]
