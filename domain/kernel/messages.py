"""What is said at a table: commands, actions, events, rulings, deadlines and secrets."""

from typing import Literal

from msgspec import Struct

Seat = int
"""A place at the table: 0..n-1, clockwise. The left neighbour of seat i is seat i+1 (mod n)."""

Via = Literal["player", "bot", "clock", "house"]
"""Who spoke for a command: a person, a bot at a seat, the clock, or the server itself."""


class Action(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """Base of everything that somebody may ask for. Imperative; the tag is stored for ever."""


class Event(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """Base of everything that has happened. Past tense; the tag is stored for ever.

    A field that may be secret has the type `X | None`; None means "hidden from this reader" and occurs in
    redacted messages only, never in a clear one. `RuleSet.secrets` names those fields.
    """


class NextDeal(Action, frozen=True, tag="next_deal"):
    """Begin the next deal. Comes from the host's seat or from the clock."""


class Tick(Action, frozen=True, tag="tick"):
    """A deadline has passed. Comes from the clock alone.

    `deadline` is the `Deadline.id` that passed.
    """

    deadline: str


class Command(Struct, frozen=True):
    """An action with who asked and when.

    `seat` is None where the server speaks. `at` is the arrival in ms at the server, never before the head's.
    """

    seat: Seat | None
    via: Via
    action: Action
    at: int


class Deadline(Struct, frozen=True):
    """A pending deadline: `at_ms` on the server's clock. Ties go by seat, then id."""

    id: str
    seat: Seat | None
    at_ms: int


class Ruling(Struct, frozen=True):
    """A refusal by the rules: a stable snake_case `code`, the `rule` cited (`SK §4`, `SK 13`), one sentence.

    `say` says what was wrong and what would be right, and nothing that the asking seat may not know.
    """

    code: str
    rule: str
    say: str


class Template(Struct, frozen=True):
    """Stands for legal actions that are too many to list, or hold free text.

    `schema` is a JSON Schema (2020-12) of the action; `example` is one concrete action that passes `check`;
    `choices` lists, per field, the values that can stand there (for clients and for brute-force tests).
    """

    schema: dict[str, object]
    example: Action
    choices: dict[str, tuple[object, ...]] = {}


class Secret(Struct, frozen=True):
    """One secret value in a message.

    `path`: keys and indices from the message to the value, as in its JSON. `audience`: the seats that learn it at
    once (it opens to all when its deal closes); () for the house alone; "all" for typed text that everybody reads
    and that can be erased.
    """

    path: tuple[str | int, ...]
    audience: tuple[Seat, ...] | Literal["all"]
