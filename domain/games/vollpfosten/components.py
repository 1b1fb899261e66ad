"""The component data: which letters, categories, actions and words there are, and how a term is read.

`data/standard.json` composes the two piles, `data/words.json` holds the word lists. An operator's own set has the
same shape.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

from domain.games.vollpfosten.kinds import Special
from domain.games.vollpfosten.options import LettersPerCard, Options

VOLLPFOSTEN = "*"
"""The face of a VOLLPFOSTEN card: joker and counter."""


class Category(Struct, frozen=True, forbid_unknown_fields=True):
    """One line of a category card.

    `words` names the lists that hold about all that fits, good enough to judge by; `ideas` names lists of examples,
    from which bots answer too.
    """

    id: str
    de: str
    en: str
    words: tuple[str, ...] = ()
    ideas: tuple[str, ...] = ()


class CategoryCard(Struct, frozen=True, forbid_unknown_fields=True):
    """A card with its categories."""

    id: str
    categories: tuple[Category, ...]


class ActionCards(Struct, frozen=True, forbid_unknown_fields=True):
    """How many cards there are of one action."""

    kind: Special
    count: int


class Data(Struct, frozen=True, forbid_unknown_fields=True):
    """A component set. `letters` counts faces; `fold` pairs; `words` is list name -> language -> words."""

    hand: int
    letters: dict[str, int]
    letters_multi: dict[str, int]
    vollpfosten: int
    actions: tuple[ActionCards, ...]
    fold: tuple[tuple[str, str], ...]
    articles: tuple[str, ...]
    cards: tuple[CategoryCard, ...]
    words: dict[str, dict[str, tuple[str, ...]]] = {}

    def __post_init__(self) -> None:
        """Refuse a set with which no game could go on."""
        ids = [card.id for card in self.cards]
        lines = [line.id for card in self.cards for line in card.categories]
        if len(self.cards) < 2 or not all(card.categories for card in self.cards):
            raise ValueError("a set needs two category cards at the least, each with a category")
        if len(set(ids)) < len(ids) or len(set(lines)) < len(lines) or set(ids) & {str(kind) for kind in Special}:
            raise ValueError("cards and categories need names of their own")
        if min((self.hand, self.vollpfosten, *self.letters.values(), *self.letters_multi.values())) < 0:
            raise ValueError("a count may not be negative")


def _read(name: str) -> object:
    return msgspec.json.decode((Path(__file__).parent / "data" / name).read_bytes())


def _standard() -> dict[str, object]:
    composition, words = _read("standard.json"), _read("words.json")
    assert isinstance(composition, dict)
    return composition | {"words": words}


STANDARD_BUILTINS: Mapping[str, object] = _standard()
"""The shipped set as JSON builtins."""

STANDARD: Data = msgspec.convert(STANDARD_BUILTINS, Data)
"""The shipped set."""


def letter_faces(options: Options, data: Data) -> tuple[str, ...]:
    """Give the faces of the letter pile, sorted: 60 in the shipped set."""
    counts = data.letters_multi if options.letters is LettersPerCard.MULTI else data.letters
    faces = [face for face, count in counts.items() for _ in range(count)]
    return tuple(sorted(faces + [VOLLPFOSTEN] * data.vollpfosten))


def category_faces(data: Data) -> tuple[str, ...]:
    """Give the faces of the category pile, sorted: 50 category cards and 10 actions in the shipped set."""
    actions = [str(action.kind) for action in data.actions for _ in range(action.count)]
    return tuple(sorted([card.id for card in data.cards] + actions))


def is_action(face: str) -> bool:
    """Is this face of the category pile an action card?"""
    return face in Special._value2member_map_


@cache
def _standard_lines() -> dict[str, Category]:
    return {line.id: line for card in STANDARD.cards for line in card.categories}


def category(data: Data, id: str) -> Category:
    """Give a category by its id."""
    if data is STANDARD:
        return _standard_lines()[id]
    return next(line for card in data.cards for line in card.categories if line.id == id)


def lines(data: Data, card: str) -> tuple[str, ...]:
    """Give the ids of a card's categories, in printed order."""
    return next(tuple(line.id for line in held.categories) for held in data.cards if held.id == card)
