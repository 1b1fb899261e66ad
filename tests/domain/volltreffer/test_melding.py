"""Phase 2: melds and the smallest sum."""

import pytest

from domain.games.volltreffer import RULES, melds
from domain.games.volltreffer.messages import DeclareMelds, Meld, MeldKind, MeldsDeclared, SmallestSumFound
from domain.games.volltreffer.options import Options
from domain.games.volltreffer.state import Melding, Playing, State
from tests.domain.volltreffer.table import after, cards, code, do, in_round, last

QUAD_AND_TRIPLET = "R9 B9 G9 Y9 R3 B3 G3 V1"
TWO_QUADS = "R9 B9 G9 Y9 R3 B3 G3 V3"


def meld(kind: str, faces: str = "") -> Meld:
    return Meld(MeldKind(kind), cards(faces))


def melding(hand: str, **options: object) -> State:
    return in_round(phase=Melding(), hands=[hand, "R1 B1 G1 R2 B2 G2 Y2 V2", "R10 B10 G10 R8 B8 G8 Y8 V8"], **options)


@pytest.mark.parametrize(
    ("hand", "declared", "points"),
    [
        (QUAD_AND_TRIPLET, [meld("triplet", "R3 B3 G3")], 5),
        (QUAD_AND_TRIPLET, [meld("quadruplet", "R9 B9 G9 Y9")], 10),
        ("R9 B9 G9 Y9 V9 R3 B4 G5", [meld("quintuplet", "R9 B9 G9 Y9 V9")], 25),
        ("R9 B8 G7 Y4 V3 R3 B4 G5", [meld("five_suits", "R9 B8 G7 Y4 V3")], 5),
        (TWO_QUADS, [meld("quadruplet", "V3 G3 R3 B3"), meld("quadruplet", "Y9 R9 B9 G9")], 20),
        (QUAD_AND_TRIPLET, [meld("triplet", "R9 B9 Y9")], 5),
        (QUAD_AND_TRIPLET, [], 0),
    ],
)
def test_melds_score_at_once(hand: str, declared: list[Meld], points: int) -> None:
    answer = do(melding(hand), 0, DeclareMelds(tuple(declared)))
    assert (answer[0].points, answer[0].pawn) == (points, 25 + points)


@pytest.mark.parametrize(
    ("declared", "wrong"),
    [
        ([meld("triplet", "R9 B9 B9")], "card_melded_twice"),
        ([meld("triplet", "R9 B9 G9"), meld("triplet", "Y9 G9 R9")], "card_melded_twice"),
        ([meld("triplet", "R9 B9 G9"), meld("quadruplet", "R9 B9 G9 Y9")], "card_melded_twice"),
        ([meld("triplet", "R9 B9 G9"), meld("five_suits", "R3 B3 G9 Y9 V1")], "card_melded_twice"),
        ([meld("triplet", "R9 B9 V9")], "card_not_held"),
        ([meld("triplet", "R9 B9 G3")], "ranks_differ"),
        ([meld("triplet", "R9 B9 G9 Y9")], "wrong_number_of_cards"),
        ([meld("quadruplet", "R9 B9 G9")], "wrong_number_of_cards"),
        ([meld("quintuplet", "")], "wrong_number_of_cards"),
        ([meld("five_suits", "")], "not_five_suits"),
        ([meld("five_suits", "R9 B9 G9 Y9 R3")], "not_five_suits"),
        ([meld("five_suits", "R3 B3 G3 Y9 V1"), meld("five_suits", "R3 B3 G3 Y9 V1")], "five_suits_once"),
    ],
)
def test_refused_melds(declared: list[Meld], wrong: str) -> None:
    state = melding(QUAD_AND_TRIPLET)
    assert code(do(state, 0, DeclareMelds(tuple(declared)))) == wrong


def test_the_five_suit_meld_uses_up_its_cards() -> None:
    fits = (meld("triplet", "R9 B9 G9"), meld("five_suits", "R3 B3 G3 Y9 V1"))
    assert do(melding(QUAD_AND_TRIPLET), 0, DeclareMelds(fits))[0].points == 10


@pytest.mark.parametrize("named", ["", "R3 B3 G3 Y9 V1"])
def test_option_five_suits_hand_makes_it_a_property_of_the_hand(named: str) -> None:
    state = melding(QUAD_AND_TRIPLET, five_suits="hand")
    action = DeclareMelds((meld("quadruplet", "R9 B9 G9 Y9"), meld("triplet", "R3 B3 G3"), meld("five_suits", named)))
    event = do(state, 0, action)[0]
    assert event.points == 20
    assert event.melds[2] == meld("five_suits", "R3 B3 G3 Y9 V1")


@pytest.mark.parametrize(
    ("hand", "declared", "wrong"),
    [
        ("R9 B8 G7 Y4 Y1 R3 B2 G10", [meld("five_suits")], "not_five_suits"),
        ("R9 B8 G7 Y4 V1 R3 B2 G10", [meld("five_suits", "R9 B8 G7 Y4")], "not_five_suits"),
        ("R9 B8 G7 Y4 V1 R3 B2 G10", [meld("five_suits"), meld("five_suits")], "five_suits_once"),
        ("R9 B8 G7 Y4 V1 R3 B2 G10", [meld("triplet")], "wrong_number_of_cards"),
    ],
)
def test_refused_with_option_five_suits_hand(hand: str, declared: list[Meld], wrong: str) -> None:
    assert code(do(melding(hand, five_suits="hand"), 0, DeclareMelds(tuple(declared)))) == wrong


def test_each_seat_melds_once_in_any_order() -> None:
    state = melding(QUAD_AND_TRIPLET)
    state = after(state, do(state, 2, DeclareMelds(())))
    assert RULES.to_act(state) == (0, 1)
    assert code(do(state, 2, DeclareMelds(()))) == "already_melded"
    assert RULES.legal(state, 2) == ()
    state = after(state, do(state, 0, DeclareMelds(())))
    state = after(state, do(state, 1, DeclareMelds(())))
    assert isinstance(state.phase, Playing)
    assert code(do(state, 1, DeclareMelds(()))) == "wrong_phase"


def test_melds_move_a_pawn_past_80_on_from_41() -> None:
    state = melding(TWO_QUADS, pawns=[78, 25, 25])
    two = DeclareMelds((meld("quadruplet", "R9 B9 G9 Y9"), meld("quadruplet", "R3 B3 G3 V3")))
    assert last(do(state, 0, two), MeldsDeclared).pawn == 58


@pytest.mark.parametrize("hand", [QUAD_AND_TRIPLET, TWO_QUADS, "R9 B9 G9 Y9 V9 R3 B3 G3", "R9 B8 G7 Y4 V3 R3 B4 V5"])
@pytest.mark.parametrize("five_suits", ["cards", "hand"])
def test_all_possible_melds_are_listed_and_legal(hand: str, five_suits: str) -> None:
    state = melding(hand, five_suits=five_suits)
    actions = RULES.legal(state, 0)
    assert actions[0] == DeclareMelds(())
    assert len(actions) == len(set(actions)) == len(melds.possible(cards(hand), state.options)) <= 200
    assert all(RULES.check(state, 0, action) is None for action in actions)


def test_two_fours_of_a_kind_allow_the_most_melds() -> None:
    counts = {hand: len(melds.possible(cards(hand), Options())) for hand in (TWO_QUADS, "R9 B9 G9 Y9 V9 R3 B3 G3")}
    assert max(counts.values()) < 100


def sums(*hands: str, first_buyer: int = 0, pawns: list[int] | None = None) -> SmallestSumFound:
    state = in_round(phase=Melding(), hands=hands, first_buyer=first_buyer, pawns=pawns)
    answer: tuple[object, ...] = ()
    for seat in range(3):
        answer = do(state, seat, DeclareMelds(()))
        state = after(state, answer)
    found = last(answer, SmallestSumFound)
    assert isinstance(found, SmallestSumFound)
    return found


HIGH = "R10 B10 Y10 V10 V8 Y8 R8 B8"


def test_the_smallest_sum_scores_five_and_leads() -> None:
    found = sums(HIGH, "R1 B1 G2 Y3 V4 R5 B6 G7", "R2 B2 G1 Y4 V5 R6 B7 G8")
    assert found == SmallestSumFound((1,), 29, 5, (25, 30, 25), 1)


def test_the_smallest_sum_moves_a_pawn_past_80_on_from_41() -> None:
    assert sums("R1 B1 G2 Y3 V4 R5 B6 G7", HIGH, "R2 B2 G1 Y4 V5 R6 B7 G8", pawns=[77, 25, 25]).pawns == (42, 25, 25)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("R1 B1 G2 Y3 V4 R5 B6 G8", "G1 Y2 V2 R3 B4 G5 Y6 V7"),
        ("R1 B1 R2 B2 R5 B5 R9 B9", "G1 Y1 G2 G3 G4 Y4 G9 G10"),
        ("R1 B1 R2 B2 R3 B4 R9 B9", "G1 Y1 G2 Y2 G4 Y4 G8 V9"),
    ],
    ids=["more ones", "more twos", "more threes"],
)
def test_a_tie_goes_to_more_low_cards(one: str, other: str) -> None:
    assert sums(one, other, HIGH).holders == (0,)
    assert sums(other, one, HIGH).holders == (1,)


@pytest.mark.parametrize(("first_buyer", "leader"), [(0, 0), (1, 1), (2, 0)])
def test_a_complete_tie_scores_for_both_and_the_first_from_the_first_buyer_leads(first_buyer: int, leader: int) -> None:
    found = sums("R1 B1 R2 B2 R5 B5 R9 B9", "G1 Y1 G2 Y2 G5 Y5 G9 Y9", HIGH, first_buyer=first_buyer)
    assert found == SmallestSumFound((0, 1), 34, 5, (30, 30, 25), leader)
