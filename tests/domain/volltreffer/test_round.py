"""Setup, dealing, and the change of rounds."""

import pytest
from msgspec.structs import replace

from domain.games.volltreffer import RULES
from domain.games.volltreffer.cards import CARDS
from domain.games.volltreffer.messages import ArrangeMarket, BuyCard, CardsRevealed, MarketArranged, RoundStarted
from domain.games.volltreffer.state import Arranging, Buying, Over
from domain.kernel import Command, Deal, NextDeal, Tick
from tests.domain.volltreffer.table import after, cards, code, do, fresh, in_round, start_round
from tests.support.chance import SeededChance


@pytest.mark.parametrize(("seats", "space"), [(3, 25), (4, 25), (5, 30)])
def test_pawns_start_on_25_or_with_five_players_on_30(seats: int, space: int) -> None:
    assert fresh(seats).pawns == (space,) * seats


def test_the_youngest_buys_first_and_the_dealer_sits_to_the_right() -> None:
    state = after(fresh(4, youngest=2), start_round(fresh(4, youngest=2), "V5 R9 B7 G4 Y2"))
    assert (state.first_buyer, state.dealer, state.phase) == (2, 1, Buying(2))


def test_the_next_round_is_bought_first_by_the_next_seat_clockwise() -> None:
    played = replace(fresh(4), round=3, first_buyer=3)
    assert after(played, start_round(played)).first_buyer == 0


def test_the_top_card_names_the_trump_and_leaves_the_deck_for_the_round() -> None:
    begun, revealed, *_ = start_round(fresh(), "V5 R9 B7 G4 Y2")
    assert begun == RoundStarted(1, 0, 2, "deck", cards("V5")[0])
    assert revealed == CardsRevealed(cards("R9 B7 G4 Y2"))  # type: ignore[arg-type]
    assert RULES.placed(after(fresh(), (begun, revealed))).undrawn == 45


def test_without_ties_the_market_is_laid_out_at_once() -> None:
    answer = start_round(fresh(), "V5 G4 R9 Y2 B7")
    assert answer[-1] == MarketArranged(None, cards("R9 B7 G4 Y2"), 0)  # type: ignore[arg-type]


def test_plain_cards_of_equal_rank_wait_for_the_dealer() -> None:
    state = after(fresh(), start_round(fresh(), "V5 R9 B7 G7 Y2"))
    assert state.phase == Arranging()
    assert RULES.to_act(state) == (2,)
    answer = do(state, 2, ArrangeMarket(cards("R9 G7 B7 Y2")))  # type: ignore[arg-type]
    assert answer == (MarketArranged(2, cards("R9 G7 B7 Y2"), 0),)  # type: ignore[arg-type]
    assert after(state, answer).phase == Buying(0)


def test_a_trump_and_a_plain_card_of_equal_rank_do_not_tie() -> None:
    state = after(fresh(), start_round(fresh(), "V5 R9 V7 G7 Y2"))
    assert state.market == cards("V7 R9 G7 Y2")


def test_option_ties_auto_ranks_equal_cards_by_suit() -> None:
    state = fresh(ties="auto")
    assert after(state, start_round(state, "V5 Y7 G7 R9 B7")).market == cards("R9 B7 G7 Y7")


def test_an_absent_dealer_ranks_equal_cards_by_suit() -> None:
    state = after(fresh(), start_round(fresh(), "V5 Y7 G7 R9 B7"))
    assert RULES.absent(state, 2) == ArrangeMarket(cards("R9 B7 G7 Y7"))  # type: ignore[arg-type]


def test_every_round_shuffles_all_fifty_cards_again() -> None:
    asked: list[tuple[str, int]] = []

    class Listening(SeededChance):
        def deck(self, label, items):  # type: ignore[no-untyped-def]
            asked.append((label, len(items)))
            return super().deck(label, items)

    RULES.decide(replace(fresh(), round=2), Command(None, "clock", NextDeal(), 1), Listening())
    assert asked == [("deck", 50)]
    assert len(CARDS) == len(set(CARDS)) == 50


@pytest.mark.parametrize("state", [in_round(market="R9 G7 Y4 B2"), replace(fresh(), phase=Over((0,)))])
def test_no_round_begins_while_one_runs_or_after_the_end(state) -> None:  # type: ignore[no-untyped-def]
    assert code(do(state, None, NextDeal())) == "round_not_over"


def test_there_are_no_deadlines() -> None:
    state = in_round(market="R9 G7 Y4 B2")
    assert RULES.due(state) == ()
    assert code(RULES.decide(state, Command(None, "clock", Tick("move"), 1), SeededChance())) == "no_deadline"


def test_only_seats_act() -> None:
    state = in_round(market="R9 G7 Y4 B2")
    assert code(do(state, None, BuyCard(cards("B2")[0]))) == "no_such_seat"
    assert code(do(state, 3, BuyCard(cards("B2")[0]))) == "no_such_seat"
    assert code(do(state, -1, BuyCard(cards("B2")[0]))) == "no_such_seat"


def test_between_rounds_nobody_acts_and_the_refusal_says_so() -> None:
    assert RULES.deal(fresh()) is Deal.REST
    assert RULES.to_act(fresh()) == ()
    assert RULES.legal(fresh(), 0) == ()
    assert code(do(fresh(), 0, BuyCard(cards("B2")[0]))) == "no_round_running"
    assert code(do(replace(fresh(), phase=Over((0,))), 0, BuyCard(cards("B2")[0]))) == "game_over"


def test_the_dealer_may_only_order_equal_plain_cards() -> None:
    state = after(fresh(), start_round(fresh(), "V5 R9 B7 G7 Y2"))
    for wrong in ("B7 R9 G7 Y2", "R9 B7 Y2 G7", "R9 B7 B7 Y2", "R9 B7 G7 Y3"):
        assert code(do(state, 2, ArrangeMarket(cards(wrong)))) == "order_not_allowed"  # type: ignore[arg-type]
    assert code(do(state, 0, ArrangeMarket(cards("R9 G7 B7 Y2")))) == "not_the_dealer"  # type: ignore[arg-type]
    assert code(do(state, 2, BuyCard(cards("B7")[0]))) == "wrong_phase"
    buying = in_round(market="R9 B7 G7 Y2")
    assert code(do(buying, 2, ArrangeMarket(cards("R9 G7 B7 Y2")))) == "wrong_phase"  # type: ignore[arg-type]
