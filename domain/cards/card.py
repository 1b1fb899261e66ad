"""The 32 cards."""

from collections.abc import Iterable
from enum import StrEnum


class Suit(StrEnum):
    """The four German suits, highest first."""

    ACORN = "E"
    LEAF = "G"
    HEART = "H"
    BELL = "S"


class Rank(StrEnum):
    """The eight ranks in the order of a plain suit in which nothing is trump."""

    ACE = "A"
    TEN = "10"
    KING = "K"
    OBER = "O"
    UNTER = "U"
    NINE = "9"
    EIGHT = "8"
    SEVEN = "7"


class Card(StrEnum):
    """A card: suit letter and rank, "EO" is the acorn Ober (Eichel-Ober), "H7" the heart seven."""

    suit: Suit
    """The printed suit."""
    rank: Rank
    """The printed rank."""

    EA = "EA"
    E10 = "E10"
    EK = "EK"
    EO = "EO"
    EU = "EU"
    E9 = "E9"
    E8 = "E8"
    E7 = "E7"
    GA = "GA"
    G10 = "G10"
    GK = "GK"
    GO = "GO"
    GU = "GU"
    G9 = "G9"
    G8 = "G8"
    G7 = "G7"
    HA = "HA"
    H10 = "H10"
    HK = "HK"
    HO = "HO"
    HU = "HU"
    H9 = "H9"
    H8 = "H8"
    H7 = "H7"
    SA = "SA"
    S10 = "S10"
    SK = "SK"
    SO = "SO"
    SU = "SU"
    S9 = "S9"
    S8 = "S8"
    S7 = "S7"

    def __init__(self, face: str) -> None:
        self.suit = Suit(face[0])
        self.rank = Rank(face[1:])


POINTS = {
    Rank.ACE: 11,
    Rank.TEN: 10,
    Rank.KING: 4,
    Rank.OBER: 3,
    Rank.UNTER: 2,
    Rank.NINE: 0,
    Rank.EIGHT: 0,
    Rank.SEVEN: 0,
}
"""Card points by rank, 120 in the pack (SK §2)."""

_CARD_POINTS = {card: POINTS[card.rank] for card in Card}

DECK: tuple[Card, ...] = tuple(sorted(Card))
"""All 32 cards, sorted by face: the input of every shuffle."""


def points(cards: Iterable[Card]) -> int:
    """Add up card points."""
    return sum(map(_CARD_POINTS.__getitem__, cards))
