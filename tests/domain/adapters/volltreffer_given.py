"""What a Volltreffer case gives: table options, trump, cards that lie nowhere else."""

import json
from collections.abc import Sequence
from typing import Any

from msgspec.structs import fields

from domain.games.volltreffer.cards import CARDS, Suit
from domain.games.volltreffer.options import Options

Given = dict[str, Any]

WORDS = {
    "auto": ("ties", "auto"),
    "negative": ("affordability", "negative"),
    "stop_at_one": ("affordability", "stop_at_one"),
    "hand": ("five_suits", "hand"),
    "market": ("variant_swap", "market"),
}
"""What a value alone says of its option."""


def options_of(given: Given) -> dict[str, Any]:
    """The table options that a case names: at its top, or under `option` as an object or as text like `ties=auto`."""
    told = dict(given)
    for key in ("options", "option"):
        told |= _named(given.get(key))
    return {field.name: told[field.name] for field in fields(Options) if field.name in told}


def _named(said: object) -> dict[str, Any]:
    if isinstance(said, dict):
        return said
    if not isinstance(said, str):
        return {}
    name, has_value, value = said.partition("=")
    if not has_value:
        return dict([WORDS.get(name, (name, True))])
    try:
        return {name: json.loads(value)}
    except json.JSONDecodeError:
        return {name: value}


def trump_of(given: Given, known: Sequence[str]) -> str:
    """The trump suit of a case, named or turned up; where it says none, a suit that its cards leave free."""
    if given.get("trump"):
        return str(given["trump"])[0]
    counts = {suit: sum(card[0] == suit for card in known) for suit in reversed(Suit)}
    return str(min(counts, key=counts.__getitem__))


def spare(known: Sequence[str], suit: str | None = None) -> str:
    """A card that lies nowhere yet, of the suit if one is named."""
    return next(card for card in map(str, CARDS) if card not in known and suit in (None, card[0]))


def cards_in(trick: Any) -> list[str]:
    """The cards of a trick, told as a list or as an object."""
    return list(trick["cards"]) if isinstance(trick, dict) else list(trick)
