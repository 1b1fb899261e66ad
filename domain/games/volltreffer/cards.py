"""The 50 cards, and the two questions of a trick: what may be played, and who wins."""

from collections.abc import Sequence
from enum import StrEnum


class Suit(StrEnum):
    """The five suits in their fixed order, which breaks ties where nobody chooses (VT 1)."""

    RED = "R"
    BLUE = "B"
    GREEN = "G"
    YELLOW = "Y"
    VIOLET = "V"


class Card(StrEnum):
    """A card by its face: suit letter and rank, so that `R10` is the red ten. Every face exists once."""

    suit: Suit
    rank: int

    R1, R2, R3, R4, R5, R6, R7, R8, R9, R10 = "R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "R9", "R10"
    B1, B2, B3, B4, B5, B6, B7, B8, B9, B10 = "B1", "B2", "B3", "B4", "B5", "B6", "B7", "B8", "B9", "B10"
    G1, G2, G3, G4, G5, G6, G7, G8, G9, G10 = "G1", "G2", "G3", "G4", "G5", "G6", "G7", "G8", "G9", "G10"
    Y1, Y2, Y3, Y4, Y5, Y6, Y7, Y8, Y9, Y10 = "Y1", "Y2", "Y3", "Y4", "Y5", "Y6", "Y7", "Y8", "Y9", "Y10"
    V1, V2, V3, V4, V5, V6, V7, V8, V9, V10 = "V1", "V2", "V3", "V4", "V5", "V6", "V7", "V8", "V9", "V10"

    def __init__(self, face: str) -> None:
        self.suit = Suit(face[0])
        self.rank = int(face[1:])


CARDS: tuple[Card, ...] = tuple(Card)
"""All cards by suit and rank."""

DECK: tuple[Card, ...] = tuple(sorted(Card))
"""All cards sorted by face: the input of a round's shuffle."""

_PLACE = {card: place for place, card in enumerate(CARDS)}


def by_suit(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Sort by suit, then rank."""
    return tuple(sorted(cards, key=_PLACE.__getitem__))


def playable(hand: Sequence[Card], led: Suit | None) -> tuple[Card, ...]:
    """Give the cards of `hand` that may be played: who holds the led suit follows, else anything goes (VT §3).

    Trump is a suit like the others; nobody has to trump.
    """
    following = tuple(card for card in hand if card.suit is led)
    return following or tuple(hand)


def best(cards: Sequence[Card], trump: Suit | None) -> int:
    """Give the index of the card that wins: the highest trump, else the highest of the suit led (VT §3)."""
    led = cards[0].suit

    def strength(index: int) -> tuple[bool, bool, int]:
        card = cards[index]
        return card.suit is trump, card.suit is led, card.rank

    return max(range(len(cards)), key=strength)
