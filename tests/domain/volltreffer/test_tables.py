"""The printed tables of Volltreffer, row by row: layouts, refills, melds, smallest sums, the track, the end."""

import random
from itertools import permutations

import pytest

from domain.games.volltreffer import melds
from domain.games.volltreffer.cards import CARDS, Card, Suit
from domain.games.volltreffer.market import affordable, allowed_markets, refilled
from domain.games.volltreffer.messages import Meld, MeldKind
from domain.games.volltreffer.options import Options
from domain.games.volltreffer.scoring import advanced, points_of, smallest_holders, winners
from tests.domain.volltreffer.table import cards

PRINTED = Options()
VARIANT = Options(variant=True)


@pytest.mark.parametrize(
    ("trump", "revealed", "layouts"),
    [
        pytest.param("B", "B2 R10 B7 G8", ["B7 B2 R10 G8"], id="OVT-L01 two trumps by rank"),
        pytest.param("Y", "Y2 Y10 Y7 Y9", ["Y10 Y9 Y7 Y2"], id="OVT-L02 four trumps"),
        pytest.param("B", "B2 R10 G10 V8", ["B2 R10 G10 V8", "B2 G10 R10 V8"], id="OVT-L03 plain tie beside a trump"),
        pytest.param(
            "V",
            "R7 G7 Y3 B3",
            ["R7 G7 Y3 B3", "G7 R7 Y3 B3", "R7 G7 B3 Y3", "G7 R7 B3 Y3"],
            id="OVT-L04 two ties at once",
        ),
        pytest.param(
            "V",
            "R5 G5 V5 B5",
            ["V5 " + " ".join(p) for p in permutations(("R5", "G5", "B5"))],
            id="OVT-L05 trump first",
        ),
        pytest.param("V", "R5 G5 Y5 B5", [" ".join(p) for p in permutations(("R5", "G5", "Y5", "B5"))], id="OVT-L06"),
    ],
)
def test_first_layouts(trump: str, revealed: str, layouts: list[str]) -> None:
    """VT §1, VT 1, VT 3."""
    allowed = allowed_markets(cards(revealed), Suit(trump))
    assert sorted(" ".join(market) for market in allowed) == sorted(layouts)


@pytest.mark.parametrize(
    ("options", "trump", "market", "bought", "new", "after"),
    [
        pytest.param(PRINTED, "V", "R9 G7 Y4 B2", "B2", "Y7", "R9 G7 Y7 Y4", id="OVT-B01 right of its equal"),
        pytest.param(PRINTED, "V", "R9 G9 Y4 B2", "B2", "B9", "R9 G9 B9 Y4", id="OVT-B02 right of both equals"),
        pytest.param(PRINTED, "V", "R9 G9 Y4 B2", "R9", "B9", "G9 B9 Y4 B2", id="OVT-B03 one equal is bought"),
        pytest.param(PRINTED, "B", "R9 G7 Y4 G2", "G2", "B9", "B9 R9 G7 Y4", id="OVT-B04 trump left of its rank"),
        pytest.param(PRINTED, "B", "R9 G7 Y4 G2", "Y4", "B1", "B1 R9 G7 G2", id="OVT-B05 lowest trump on top"),
        pytest.param(PRINTED, "B", "B9 B3 Y4 G2", "G2", "B5", "B9 B5 B3 Y4", id="OVT-B06 between two trumps"),
        pytest.param(PRINTED, "B", "B1 R3 Y2 G1", "G1", "G10", "B1 G10 R3 Y2", id="OVT-B07 best plain below trump"),
        pytest.param(VARIANT, "V", "R9 G7 Y4 B2", "R9", "Y1", "Y1 G7 Y4 B2", id="OVT-B08 variant: a one at the 4"),
        pytest.param(VARIANT, "V", "R9 G7 Y4 B2", "B2", "B7", "R9 G7 Y4 B7", id="OVT-B09 variant: no ranking"),
    ],
)
def test_refills(options: Options, trump: str, market: str, bought: str, new: str, after: str) -> None:
    """VT §1, VT 2, VT §Variant."""
    assert refilled(cards(market), Card(bought), Card(new), Suit(trump), options) == cards(after)


@pytest.mark.parametrize(("pawn", "prices"), [(1, "0"), (2, "01"), (3, "012"), (4, "012"), (5, "0124"), (25, "0124")])
def test_what_a_pawn_can_pay(pawn: int, prices: str) -> None:
    """VT 4."""
    assert "".join(str(price) for price in (0, 1, 2, 4) if affordable(pawn, price, PRINTED)) == prices


HANDS = {
    "five nines": "R9 B9 G9 Y9 V9 R3 B3 G3",
    "four nines": "R9 B9 G9 Y9 R3 B3 G3 V1",
    "three nines": "R9 B9 G9 R3 B4 G5 Y6 V7",
}


@pytest.mark.parametrize(
    ("hand", "declared", "points"),
    [
        pytest.param("five nines", "quadruplet R9 B9 G9 V9", 10, id="OVT-M01 five as four"),
        pytest.param("five nines", "five_suits R9 B9 G9 Y9 V9", 5, id="OVT-M02 five of a rank as the five suits"),
        pytest.param("five nines", "five_suits R9 B9 G9 Y9 V9; triplet R3 B3 G3", 10, id="OVT-M03 and a triplet"),
        pytest.param("five nines", "quintuplet R9 B9 G9 Y9 V9; five_suits R9 B9 G9 Y9 V9", None, id="OVT-M04 not both"),
        pytest.param("five nines", "triplet R9 B9 G9; triplet G9 Y9 V9", None, id="OVT-M05 overlapping triplets"),
        pytest.param("four nines", "quadruplet R9 B9 G9 Y9; triplet R9 B9 G9", None, id="OVT-M06 quadruplet, triplet"),
        pytest.param("four nines", "quadruplet R9 B9 G9 Y9; triplet R3 B3 V1", None, id="OVT-M07 one bad spoils all"),
        pytest.param("three nines", "triplet R9 B9 G9; five_suits R3 B4 G5 Y6 V7", 10, id="OVT-M08 all eight cards"),
        pytest.param("three nines", "triplet R9 B9 G9; five_suits R9 B4 G5 Y6 V7", None, id="OVT-M09 one card shared"),
        pytest.param("three nines", "five_suits R9 R3 G5 Y6 V7", None, id="OVT-M10 a suit twice"),
        pytest.param("three nines", "five_suits R9 B4 G5 Y6 V7 R3", None, id="OVT-M11 six cards"),
    ],
)
def test_melds(hand: str, declared: str, points: int | None) -> None:
    """VT §2, VT 7."""
    wanted = [
        Meld(MeldKind(kind), cards(faces)) for kind, faces in (part.split(" ", 1) for part in declared.split("; "))
    ]
    refused = melds.refusal(cards(HANDS[hand]), wanted, PRINTED)
    assert (None if refused else points_of(wanted)) == points


HIGH = "R10 B10 G10 Y10 V10 V9 R9 B8"


@pytest.mark.parametrize(
    ("hands", "holders"),
    [
        pytest.param(["R1 B3 R3 B4 R5 B5 R9 B6", "G2 Y2 G3 Y3 G5 Y5 G9 G7", HIGH], (0,), id="OVT-S01 a one beats twos"),
        pytest.param(["R1 B1 R3 B3 R5 B5 R9 B9", "G1 Y1 G3 G4 Y4 G5 Y9 V9", HIGH], (0,), id="OVT-S02 more threes"),
        pytest.param(
            ["R1 B2 G3 Y4 V5 R6 B7 G8", "B1 G2 Y3 V4 R5 B6 G7 Y8", HIGH, "G1 Y2 V3 R4 B5 G6 Y7 V8"],
            (0, 1, 3),
            id="OVT-S03 three alike share",
        ),
    ],
)
def test_smallest_sums(hands: list[str], holders: tuple[int, ...]) -> None:
    """VT §Additional, VT 10."""
    assert smallest_holders([cards(hand) for hand in hands]) == holders


def test_every_step_of_the_track() -> None:
    """OVT-T01: going on one by one, 41 follows 80 (VT §Additional, VT 14)."""
    for pawn in range(1, 81):
        space = pawn
        for points in range(1, 45):
            space = 41 if space == 80 else space + 1
            assert advanced(pawn, points) == space


@pytest.mark.parametrize(
    ("pawns", "options", "won"),
    [
        pytest.param((61, 70, 30), PRINTED, (1,), id="OVT-E01 70 is nearer than 61"),
        pytest.param((62, 70, 30), PRINTED, (0, 1), id="OVT-E02 both four away"),
        pytest.param((64, 68, 64), PRINTED, (0, 1, 2), id="OVT-E03 three share"),
        pytest.param((61, 62, 63, 64, 70), PRINTED, (3,), id="OVT-E04 five players"),
        pytest.param((61, 63, 50), VARIANT, (1,), id="OVT-E05 variant: 61 is outside"),
        pytest.param((62, 70, 66), VARIANT, (2,), id="OVT-E06 variant: 62 and 70 are outside"),
    ],
)
def test_who_has_won(pawns: tuple[int, ...], options: Options, won: tuple[int, ...]) -> None:
    """VT §End, VT 12, VT §Variant."""
    assert winners(pawns, options, round=1) == won


@pytest.mark.parametrize("seed", range(60))
def test_layouts_are_just_the_orders_in_which_no_better_card_lies_under_a_lower_price(seed: int) -> None:
    """Given any four cards, all 24 orders are tried against the two sentences of the rule."""
    rng = random.Random(seed)
    four, trump = rng.sample([card for card in CARDS if card.rank <= 4 + seed % 7], 4), rng.choice(list(Suit))

    def better(one: Card, other: Card) -> bool:
        if (one.suit is trump) != (other.suit is trump):
            return one.suit is trump
        return one.rank > other.rank

    fitting = {
        order
        for order in permutations(four)
        if not any(better(order[right], order[left]) for right in range(4) for left in range(right))
    }
    assert set(allowed_markets(four, trump)) == fitting
