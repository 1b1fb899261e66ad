"""The component data: pubs, installations, cards, counts. A table plays the shipped set or an operator's own.

Rules never name a number or a card: they ask `Data`. A *face* is what can be told of a card or figure by looking
at it; equal cards have equal faces:

- figure: one letter, `Y` `R` `B`; a *group* is its figures in that order, `"YRB"`, `"BB"`
- installation: its type, `"counter"`
- customer card: place and group, `"counter:RR"`
- action card: kind, type and perhaps dodge, `"A:table"`, `"B:counter:dodge"`
- collect card: its tip
"""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from importlib.resources import files
from typing import Annotated, Literal, NamedTuple

import msgspec
from msgspec import Meta, Struct

COLOURS = "YRB"
"""Yellow, red, blue: the order of the figures in a group."""
MAX_SEATS = 5

TypeName = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]{0,39}\Z")]
FieldId = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9_-]{0,19}\Z")]
Count = Annotated[int, Meta(ge=0, le=200)]
Some = Annotated[int, Meta(ge=1, le=200)]
Marks = Annotated[int, Meta(ge=0, le=10_000)]
Name = Annotated[str, Meta(min_length=1, max_length=60)]


class PerColour(Struct, frozen=True, forbid_unknown_fields=True):
    """A number for each colour: marks a figure pays, or figures in the box."""

    yellow: Marks
    red: Marks
    blue: Marks

    def of(self, colour: str) -> int:
        """Give the number for the letter `Y`, `R` or `B`."""
        return {"Y": self.yellow, "R": self.red, "B": self.blue}[colour]


class InstallationType(Struct, frozen=True, forbid_unknown_fields=True):
    """One type of installation: names, how many cards of it, chairs, where it may stand.

    `exclusive`: full as soon as one customer is there, so a group needs a free one (billiards, table football).
    """

    de: Name
    count: Some
    places: Annotated[int, Meta(ge=1, le=12)]
    exclusive: bool
    area: Literal["terrace", "indoor"]
    en: str = ""


class Installation(Struct, frozen=True, forbid_unknown_fields=True):
    """One installation card of the optional list; the counts of the types say the same."""

    id: str
    type: TypeName


class CustomerCard(Struct, frozen=True, forbid_unknown_fields=True):
    """Customers and where they want to go. `figures` and `value`, if given, must agree with the colours."""

    id: str
    place: TypeName
    yellow: Count
    red: Count
    blue: Count
    figures: Count | None = None
    value: Marks | None = None

    @property
    def group(self) -> str:
        """Give the figures as a group."""
        return "Y" * self.yellow + "R" * self.red + "B" * self.blue

    @property
    def face(self) -> str:
        """Give the card's face."""
        return f"{self.place}:{self.group}"


class ActionCard(Struct, frozen=True, forbid_unknown_fields=True):
    """Kind A moves the customers `from` one type anywhere else, kind B moves any others `to` one type."""

    id: str
    kind: Literal["A", "B"]
    bill_dodging: bool
    from_: TypeName | None = msgspec.field(default=None, name="from")
    to: TypeName | None = None

    def __post_init__(self) -> None:
        if (self.from_ is None) == (self.kind == "A") or (self.to is None) == (self.kind == "B"):
            raise ValueError(f"action card {self.id}: kind A has 'from' and no 'to', kind B has 'to' and no 'from'")

    @property
    def face(self) -> str:
        """Give the card's face."""
        return f"{self.kind}:{self.from_ or self.to}" + (":dodge" if self.bill_dodging else "")


class CollectCard(Struct, frozen=True, forbid_unknown_fields=True):
    """A collect card: the tip for the one who plays it, in marks."""

    id: str
    tip: Marks


class Field(Struct, frozen=True, forbid_unknown_fields=True):
    """One field of a pub's grid. `wall`: indoor field at a wall."""

    id: FieldId
    area: Literal["terrace", "indoor"]
    row: Annotated[int, Meta(ge=0, le=30)]
    col: Annotated[int, Meta(ge=0, le=30)]
    wall: bool = False


class PubBoard(Struct, frozen=True, forbid_unknown_fields=True):
    """A pub's name and grid."""

    name: Name
    fields: Annotated[tuple[Field, ...], Meta(min_length=1, max_length=60)]

    def __post_init__(self) -> None:
        _unique(f"field ids of {self.name}", (field.id for field in self.fields))
        _unique(f"grid places of {self.name}", ((field.row, field.col) for field in self.fields))


class CounterRule(Struct, frozen=True, forbid_unknown_fields=True):
    """How a type grows from the wall: at most `max_group` connected cards (`adjacency` is a remark)."""

    max_group: Some
    group_needs_wall_field: bool = True
    type: TypeName = "counter"
    adjacency: str = "orthogonal, indoor fields only"


class Display(Struct, frozen=True, forbid_unknown_fields=True):
    """How many cards of each pile lie face up."""

    installations: Annotated[int, Meta(ge=1, le=10)]
    customer_cards: Annotated[int, Meta(ge=1, le=10)]
    action_cards: Annotated[int, Meta(ge=1, le=10)]


class Start(Struct, frozen=True, forbid_unknown_fields=True):
    """What each landlord gets at the start."""

    installations: Annotated[int, Meta(ge=0, le=20)]
    action_cards: Annotated[int, Meta(ge=1, le=10)]
    money: Marks = 0


class Data(Struct, frozen=True, forbid_unknown_fields=True):
    """A whole set of components, checked for sense when it is read."""

    game: str
    values: PerColour
    figures: PerColour
    installation_types: Annotated[dict[TypeName, InstallationType], Meta(min_length=2, max_length=20)]
    customer_cards: Annotated[tuple[CustomerCard, ...], Meta(min_length=1, max_length=200)]
    action_cards: Annotated[tuple[ActionCard, ...], Meta(min_length=1, max_length=200)]
    collect_cards: Annotated[tuple[CollectCard, ...], Meta(min_length=1, max_length=50)]
    pubs: Annotated[tuple[PubBoard, ...], Meta(min_length=MAX_SEATS, max_length=20)]
    counter_rule: CounterRule
    display: Display
    start: Start
    second_move_from_figures: Count
    installations: tuple[Installation, ...] = ()
    bank: dict[str, int] = {}
    status: str = ""

    def __post_init__(self) -> None:
        _check_types(self)
        _check_counts(self)

    def board(self, name: str) -> PubBoard | None:
        """Give the grid of the pub `name`, or None."""
        return next((pub for pub in self.pubs if pub.name == name), None)

    def value(self, group: str) -> int:
        """Give what the figures of `group` pay, in marks."""
        return sum(self.values.of(figure) for figure in group)

    def deck(self, pile: str) -> tuple[str, ...]:
        """Give the sorted faces of a pile: `installations`, `customers`, `actions` or `collect`."""
        match pile:
            case "installations":
                types = self.installation_types
                return tuple(sorted(name for name, type_ in types.items() for _ in range(type_.count)))
            case "customers":
                return tuple(sorted(card.face for card in self.customer_cards))
            case "actions":
                return tuple(sorted(card.face for card in self.action_cards))
            case "collect":
                return tuple(sorted(str(card.tip) for card in self.collect_cards))
            case _:
                raise KeyError(pile)


PILES = ("installations", "customers", "actions", "collect")
"""The four piles; each is shuffled once, under its own name as the label."""


class ActionFace(NamedTuple):
    """What an action card's face says: kind `A` or `B`, the printed type, whether the bill is dodged."""

    kind: str
    type: str
    dodge: bool


@lru_cache(maxsize=1024)
def read_action(face: str) -> ActionFace:
    """Read an action card's face."""
    kind, type_, *rest = face.split(":")
    return ActionFace(kind, type_, bool(rest))


def read_customers(face: str) -> tuple[str, str]:
    """Read a customer card's face: place, group."""
    place, group = face.split(":")
    return place, group


def as_group(figures: Iterable[str]) -> str:
    """Put figures into a group's order: blue, yellow, red gives `YRB`."""
    return "".join(sorted(figures, key=COLOURS.index))


def _unique(what: str, items: Iterable[object]) -> None:
    twice = [item for item, times in Counter(items).items() if times > 1]
    if twice:
        raise ValueError(f"{what}: {twice[0]} occurs twice")


def _check_types(data: Data) -> None:
    known = data.installation_types.keys()
    for card in data.customer_cards:
        if card.place not in known:
            raise ValueError(f"customer card {card.id}: no installation type is called {card.place}")
        if not card.group:
            raise ValueError(f"customer card {card.id}: it brings nobody")
        if card.figures not in (None, len(card.group)) or card.value not in (None, data.value(card.group)):
            raise ValueError(f"customer card {card.id}: figures or value do not agree with its colours")
    for action in data.action_cards:
        if (action.from_ or action.to) not in known:
            raise ValueError(f"action card {action.id}: no installation type is called {action.from_ or action.to}")
    if data.counter_rule.type not in known:
        raise ValueError(f"counter_rule: no installation type is called {data.counter_rule.type}")
    if data.installations:
        counts = Counter(tile.type for tile in data.installations)
        if counts != {name: type_.count for name, type_ in data.installation_types.items()}:
            raise ValueError("installations: the list does not agree with the counts of installation_types")


def _check_counts(data: Data) -> None:
    _unique("pub names", (pub.name for pub in data.pubs))
    for what, ids in (
        ("customer card ids", [card.id for card in data.customer_cards]),
        ("action card ids", [card.id for card in data.action_cards]),
        ("collect card ids", [card.id for card in data.collect_cards]),
        ("installation ids", [tile.id for tile in data.installations]),
    ):
        _unique(what, ids)
    for colour in COLOURS:
        needed = sum(card.group.count(colour) for card in data.customer_cards)
        if needed > data.figures.of(colour):
            raise ValueError(f"figures: the customer cards need {needed} of {colour}, more than there are (VH 8)")
    for pile, each, shown in (
        ("installations", data.start.installations, data.display.installations),
        ("customers", 0, data.display.customer_cards),
        ("actions", data.start.action_cards, data.display.action_cards),
    ):
        needed, there = MAX_SEATS * each + shown, len(data.deck(pile))
        if there < needed:
            raise ValueError(f"{pile}: {there} cards are too few, five landlords and the display need {needed}")


STANDARD_BYTES = files(__name__.rpartition(".")[0]).joinpath("data", "standard.json").read_bytes()
STANDARD = msgspec.json.decode(STANDARD_BYTES, type=Data)
"""The shipped set."""
