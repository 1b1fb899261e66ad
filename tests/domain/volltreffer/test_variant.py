"""The printed variant, and the reading of its swap."""

import pytest

from domain.games.volltreffer import RULES
from domain.games.volltreffer.messages import (
    BuyCard,
    HandSwapped,
    MarketRefilled,
    MarketSwapped,
    SwapHand,
    SwapMarket,
)
from domain.games.volltreffer.state import Arranging, Buying, Melding, Swapping
from tests.domain.volltreffer.table import after, cards, code, do, fresh, in_round, last, start_round

MARKET = "R9 G7 Y4 B2"
HAND = {"variant": True}
SWAP_MARKET = {"variant": True, "variant_swap": "market"}


def test_a_new_card_takes_the_vacated_place() -> None:
    answer = do(in_round(market=MARKET, **HAND), 0, BuyCard(cards("G7")[0]), "V10")
    assert last(answer, MarketRefilled).market == cards("R9 V10 Y4 B2")


def test_the_first_market_is_sorted_and_its_ties_are_the_dealers() -> None:
    assert after(fresh(**HAND), start_round(fresh(**HAND), "V5 G4 R9 Y2 B7")).market == cards("R9 B7 G4 Y2")
    assert after(fresh(**HAND), start_round(fresh(**HAND), "V5 G4 R9 Y4 B7")).phase == Arranging()


def test_with_one_card_in_hand_nothing_is_swapped() -> None:
    state = in_round(market=MARKET, **HAND)
    assert after(state, do(state, 0, BuyCard(cards("G7")[0]), "V10")).phase == Buying(1)


def test_the_buyer_swaps_two_cards_of_the_hand() -> None:
    state = in_round(market=MARKET, hands=["R1 R2", "", ""], **HAND)
    state = after(state, do(state, 0, BuyCard(cards("G7")[0]), "V10"))
    assert state.phase == Swapping(0)
    assert RULES.legal(state, 0) == (SwapHand((0, 1)), SwapHand((0, 2)), SwapHand((1, 2)))
    answer = do(state, 0, SwapHand((0, 2)))
    assert answer == (HandSwapped(0, (0, 2), 1),)
    state = after(state, answer)
    assert state.hands[0] == cards("G7 R2 R1")
    assert state.phase == Buying(1)


def test_option_variant_swap_market_swaps_two_laid_out_cards_after_the_refill() -> None:
    state = in_round(market=MARKET, **SWAP_MARKET)
    state = after(state, do(state, 0, BuyCard(cards("G7")[0]), "V10"))
    assert state.phase == Swapping(0)
    assert len(RULES.legal(state, 0)) == 6
    answer = do(state, 0, SwapMarket((3, 0)))
    assert answer == (MarketSwapped(0, (3, 0), cards("B2 V10 Y4 R9"), 1),)  # type: ignore[arg-type]


def test_the_market_is_swapped_after_the_last_purchase_too() -> None:
    hands = ["R1 R2 R3 R4 R5 R6 R7 R8", "B1 B3 B4 B5 B6 B7 B8 B9", "G1 G2 G3 G4 G5 G6 G8"]
    state = in_round(market=MARKET, phase=Buying(2), hands=hands, drawn=28, **SWAP_MARKET)
    state = after(state, do(state, 2, BuyCard(cards("G7")[0]), "V9"))
    assert state.phase == Swapping(2)
    assert after(state, do(state, 2, SwapMarket((0, 1)))).phase == Melding()


@pytest.mark.parametrize(
    ("action", "seat", "wrong"),
    [
        (SwapHand((0, 0)), 0, "same_place"),
        (SwapHand((0, 3)), 0, "no_such_place"),
        (SwapHand((-1, 0)), 0, "no_such_place"),
        (SwapMarket((0, 1)), 0, "other_swap"),
        (SwapHand((0, 1)), 1, "not_your_turn"),
        (BuyCard(cards("R9")[0]), 0, "wrong_phase"),
    ],
)
def test_refused_in_the_hand_swap(action, seat: int, wrong: str) -> None:  # type: ignore[no-untyped-def]
    state = in_round(market=MARKET, hands=["R1 R2 R3", "", ""], phase=Swapping(0), **HAND)
    assert code(do(state, seat, action)) == wrong


@pytest.mark.parametrize(
    ("action", "wrong"),
    [
        (SwapMarket((2, 2)), "same_place"),
        (SwapMarket((0, 4)), "no_such_place"),
        (SwapHand((0, 1)), "other_swap"),
    ],
)
def test_refused_in_the_market_swap(action, wrong: str) -> None:  # type: ignore[no-untyped-def]
    state = in_round(market=MARKET, hands=["R1 R2 R3", "", ""], phase=Swapping(0), **SWAP_MARKET)
    assert code(do(state, 0, action)) == wrong


def test_nobody_swaps_outside_the_variant() -> None:
    state = in_round(market=MARKET, hands=["R1 R2", "", ""])
    assert code(do(state, 0, SwapMarket((0, 1)))) == "wrong_phase"
    assert after(state, do(state, 0, BuyCard(cards("G7")[0]), "V10")).phase == Buying(1)
