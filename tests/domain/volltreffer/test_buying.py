"""Phase 1: buying cards."""

import pytest

from domain.games.volltreffer import RULES
from domain.games.volltreffer.cards import CARDS
from domain.games.volltreffer.messages import BuyCard, CardBought, MarketRefilled
from domain.games.volltreffer.state import Buying, Melding, State
from domain.kernel import Seat
from tests.domain.volltreffer.table import after, cards, code, do, in_round, last

MARKET = "R9 G7 Y4 B2"


def buy(state: State, card: str, new: str = "B1", seat: Seat = 0):  # type: ignore[no-untyped-def]
    return do(state, seat, BuyCard(cards(card)[0]), new)


@pytest.mark.parametrize(("card", "price"), [("R9", 4), ("G7", 2), ("Y4", 1), ("B2", 0)])
def test_the_price_stands_above_the_card_and_is_paid_in_steps_back(card: str, price: int) -> None:
    bought = buy(in_round(market=MARKET), card)[0]
    assert bought == CardBought(0, cards(card)[0], price, 25 - price)


def test_the_market_is_refilled_from_the_deck_and_ranked_afresh() -> None:
    state = in_round(market=MARKET)
    refill = last(buy(state, "G7", "V1"), MarketRefilled)
    assert refill.market == cards("V1 R9 Y4 B2")
    assert (refill.swapper, refill.buyer) == (None, 1)


def test_a_new_card_lies_to_the_right_of_all_its_equals() -> None:
    refill = last(buy(in_round(market="R7 G7 Y7 B2"), "B2", "B7"), MarketRefilled)
    assert refill.market == cards("R7 G7 Y7 B7")


def test_pawns_do_not_wrap_backwards() -> None:
    assert buy(in_round(market=MARKET, pawns=[41, 25, 25]), "R9")[0].pawn == 37


def test_a_price_below_space_1_cannot_be_paid_but_the_free_card_can() -> None:
    state = in_round(market=MARKET, pawns=[2, 25, 25])
    assert code(buy(state, "R9")) == code(buy(state, "G7")) == "price_too_high"
    assert RULES.legal(state, 0) == (BuyCard(cards("B2")[0]), BuyCard(cards("Y4")[0]))
    assert "Y4, B2" in RULES.check(state, 0, BuyCard(cards("R9")[0])).say  # type: ignore[union-attr]


def test_option_affordability_stop_at_one() -> None:
    state = in_round(market=MARKET, pawns=[2, 25, 25], affordability="stop_at_one")
    assert buy(state, "R9")[0].pawn == 1
    assert buy(state, "Y4")[0].pawn == 1
    assert buy(in_round(market=MARKET, affordability="stop_at_one"), "R9")[0].pawn == 21


def test_option_affordability_negative() -> None:
    assert buy(in_round(market=MARKET, pawns=[2, 25, 25], affordability="negative"), "R9")[0].pawn == -2


def test_the_turn_goes_clockwise() -> None:
    state = in_round(market=MARKET, phase=Buying(2))
    assert after(state, buy(state, "R9", seat=2)).phase == Buying(0)
    assert code(buy(state, "R9", seat=0)) == "not_your_turn"


def test_only_laid_out_cards_are_for_sale() -> None:
    assert code(buy(in_round(market=MARKET), "G8")) == "card_not_laid_out"


def test_when_all_hold_eight_the_market_is_still_refilled_and_melding_begins() -> None:
    free = [card for card in map(str, CARDS) if card not in MARKET.split() and card not in ("V10", "B1")]
    hands = [free[:8], free[8:16], free[16:23]]
    state = in_round(market=MARKET, phase=Buying(2), hands=hands, drawn=28)
    answer = buy(state, "R9", "B1", seat=2)
    assert last(answer, MarketRefilled).buyer is None
    assert after(state, answer).phase == Melding()
    assert RULES.to_act(after(state, answer)) == (0, 1, 2)
