"""The 72 penguins and the 18 ice floes."""

from collections.abc import Iterable
from enum import StrEnum

from domain.kernel import Chance


class Colour(StrEnum):
    """The four colours of the penguins."""

    BLUE = "B"
    GREEN = "G"
    RED = "R"
    YELLOW = "Y"


class Card(StrEnum):
    """The face of a penguin card: colour and points, or the joker."""

    B1, B2, B3, B4, B5 = "B1", "B2", "B3", "B4", "B5"
    G1, G2, G3, G4, G5 = "G1", "G2", "G3", "G4", "G5"
    R1, R2, R3, R4, R5 = "R1", "R2", "R3", "R4", "R5"
    Y1, Y2, Y3, Y4, Y5 = "Y1", "Y2", "Y3", "Y4", "Y5"
    J = "J"

    colour: Colour | None
    """None for the joker, which goes with every colour."""
    points: int
    """1 to 5; the joker counts 2."""

    def __init__(self, face: str) -> None:
        self.colour = None if face == "J" else Colour(face[0])
        self.points = 2 if face == "J" else int(face[1])


Cards = tuple[Card, ...]

PENGUINS: Cards = tuple(sorted(face for face in Card for _ in range(12 if face is Card.J else 3)))
"""The whole penguin deck in canonical order: every coloured face three times, twelve jokers (VS §2)."""

FLOES: tuple[int, ...] = (2,) * 2 + (4,) * 3 + (6,) * 4 + (8,) * 4 + (10,) * 4
"""The floes by value, without the melting one (VS §2)."""

MELTING = "melting"
LAST_FIVE = ("floe_1", "floe_2", "floe_3", "floe_4", MELTING)
"""The bottom of the stack: the places of four floes that nobody has seen, and the melting floe (VS §3)."""


def total(cards: Iterable[Card]) -> int:
    """Add up the points of `cards`."""
    return sum(card.points for card in cards)


def without(cards: Cards, gone: Iterable[Card]) -> Cards:
    """Take `gone` out of `cards`; raise ValueError when one is not there."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


def floe_at(chance: Chance, place: int) -> int | None:
    """Give the value of the floe at `place` of the stack, 0 on top; None is the melting floe.

    Thirteen shuffled floes lie on five that were shuffled once more, the melting floe among them (VS §3).
    """
    order = chance.deck("floes", FLOES)
    top = len(order) - len(LAST_FIVE) + 1
    if place < top:
        return order[place]
    slot = chance.deck("melting", LAST_FIVE)[place - top]
    return None if slot == MELTING else order[top + LAST_FIVE.index(slot)]
