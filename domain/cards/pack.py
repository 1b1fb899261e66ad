"""The packs in which the 32 cards are sold, and what the players call the faces.

The pack on the table changes names and drawings, never the game: each is reduced to the same 32 cards (SK §2).
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import cache
from typing import Literal

from domain.cards.card import Card, Rank, Suit


class Pack(StrEnum):
    """A pack of German suits."""

    BAVARIAN = "bavarian"
    DOUBLE_GERMAN = "double_german"
    SALZBURG = "salzburg"


WELI = "Weli"
"""The six of bells of the Salzburg pack, a wild card in other games, has no place here."""


def _full(low: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(suit + rank for suit in Suit for rank in (*Rank, *low))


PACKS: Mapping[Pack, tuple[str, ...]] = {
    Pack.BAVARIAN: _full(("6",)),
    Pack.DOUBLE_GERMAN: _full(()),
    Pack.SALZBURG: tuple(WELI if face == "S6" else face for face in _full(("6", "5"))),
}
"""The faces of each full pack, as it is sold."""


def reduced(faces: Iterable[str]) -> tuple[Card, ...]:
    """Take the 32 cards out of a full pack: fives, sixes and the Weli are left out."""
    known = set(Card)
    return tuple(Card(face) for face in faces if face in known)


_SUITS = {
    "de": {Suit.ACORN: "Eichel", Suit.LEAF: "Gras", Suit.HEART: "Herz", Suit.BELL: "Schellen"},
    "en": {Suit.ACORN: "acorn", Suit.LEAF: "leaf", Suit.HEART: "heart", Suit.BELL: "bell"},
}
_RANKS = {
    "de": {Rank.ACE: "Daus", Rank.TEN: "Zehner", Rank.KING: "König", Rank.OBER: "Ober", Rank.UNTER: "Unter"},
    "en": {Rank.ACE: "ace", Rank.TEN: "ten", Rank.KING: "king", Rank.OBER: "Ober", Rank.UNTER: "Unter"},
}
_LOCAL: Mapping[Pack, Mapping[str, str]] = {
    Pack.BAVARIAN: {Rank.ACE: "Sau"},
    Pack.DOUBLE_GERMAN: {Suit.LEAF: "Laub", Suit.BELL: "Schelle"},
    Pack.SALZBURG: {Suit.LEAF: "Laub", Suit.HEART: "Rot"},
}


@cache
def names(pack: Pack) -> dict[str, str]:
    """Give the local word for each suit letter and rank of `pack`; not to be changed."""
    words: dict[str, str] = {str(suit): word for suit, word in _SUITS["de"].items()}
    words |= {str(rank): _RANKS["de"].get(rank, str(rank)) for rank in Rank}
    return words | {str(letter): word for letter, word in _LOCAL[pack].items()}


def card_name(card: Card, language: Literal["de", "en"]) -> str:
    """Call a card by the name that fits every pack: "Eichel-Ober", "acorn Ober"."""
    rank = _RANKS[language].get(card.rank, str(card.rank))
    return _SUITS[language][card.suit] + ("-" if language == "de" else " ") + rank


def suit_name(suit: Suit, language: Literal["de", "en"]) -> str:
    """Call a suit by name: "Eichel", "acorn"."""
    return _SUITS[language][suit]
