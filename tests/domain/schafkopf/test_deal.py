"""Dealing, the dealer, and the match around the deals (SK §2, SK 19 to SK 26)."""

import pytest
from msgspec import ValidationError, convert

from domain.games.schafkopf import RULES
from domain.games.schafkopf.messages import AllPassed, DealScored, DealStarted, HandsDealt, Pass
from domain.games.schafkopf.options import MAX_DEALS, Options
from domain.games.schafkopf.state import Match, Rest
from domain.kernel import Command, Deal, NextDeal, Outcome, Ruling, Setup, Tick
from tests.support.chance import SeededChance
from tests.support.play import bot_choice, play
from tests.support.schafkopf import Table, cards


def test_two_rounds_of_four_from_the_dealers_left() -> None:
    """SK 19: given dealer 1 and a known pack, the first packet goes to seat 2, the fifth again."""
    pack = [suit + rank for suit in "EGHS" for rank in ("A", "10", "K", "O", "U", "9", "8", "7")]
    chance = SeededChance(forced={"dealer": [1, 0, 2, 3], "cards": cards(pack)})
    state = RULES.initial(Setup(4, 0, Options()))
    answer = RULES.decide(state, Command(None, "clock", NextDeal(), 1), chance)
    assert not isinstance(answer, Ruling)
    dealt = answer[1]
    assert isinstance(dealt, HandsDealt)
    assert dealt.hands[2] == cards("EA E10 EK EO HA H10 HK HO")
    assert dealt.hands[1] == cards("GU G9 G8 G7 SU S9 S8 S7")


def test_each_dealt_card_is_sealed_for_its_seat_alone() -> None:
    dealt = Table().last(HandsDealt)
    secrets = RULES.secrets(Options(), dealt)
    assert len(secrets) == 32
    assert {(secret.path[1], secret.audience) for secret in secrets} == {(seat, (seat,)) for seat in range(4)}


def test_the_first_dealer_is_drawn_and_logged() -> None:
    """SK 25."""
    for dealer in range(4):
        assert Table(dealer=dealer).last(DealStarted) == DealStarted(dealer, drawn=True)


def test_the_dealer_moves_left_and_is_not_drawn_again() -> None:
    table = Table(dealer=3)
    table.call("pass", "pass", "pass", "wenz")
    while RULES.deal(table.state) is Deal.RUNNING:
        table.ask(table.turn, RULES.legal(table.state, table.turn)[0])
    table.next_deal()
    assert table.last(DealStarted) == DealStarted(0, drawn=False)
    assert RULES.to_act(table.state) == (1,)


def test_four_passes_move_the_dealer_and_score_nothing() -> None:
    """SK 20."""
    table = Table(dealer=1)
    table.call("pass", "pass", "pass", "pass")
    assert table.last(AllPassed) is not None
    assert RULES.standing(table.state) == (0, 0, 0, 0)
    table.next_deal()
    assert table.last(DealStarted).dealer == 2


def test_four_passes_show_the_hands() -> None:
    """SK 20: given four passes, everybody sees all hands until the next deal."""
    table = Table(("EO GO HO SO", None, None, None))
    table.call("pass", "pass", "pass", "pass")
    last = RULES.view(table.state, None).last_deal
    assert last is not None
    assert last.hands == table.hands
    assert last.result is None
    table.next_deal()
    assert RULES.view(table.state, None).last_deal is None


def test_without_a_limit_the_match_goes_on() -> None:
    """SK 21."""
    table = Table()
    for _ in range(20):
        table.call("pass", "pass", "pass", "pass")
        assert RULES.deal(table.state) is Deal.REST
        assert RULES.outcome(table.state) is None
        table.next_deal()


def test_max_deals_ends_the_match() -> None:
    """SK 21, SK 26: the highest total wins, ties are shared; a deal that all passed counts."""
    table = Table((None, None, None, "EO GO HO SO EU GU HU SU"), options=Options(max_deals=2))
    table.call("pass", "pass", "pass", "sie")
    assert RULES.deal(table.state) is Deal.REST
    table.next_deal()
    table.call("pass", "pass", "pass", "pass")
    assert RULES.deal(table.state) is Deal.OVER
    assert RULES.outcome(table.state) == Outcome((2, 2, 2, 1), (-52, -52, -52, 156))
    assert RULES.view(table.state, 0).phase == "over"


def test_no_more_deals_than_there_are_keys() -> None:
    state = Rest(Match(Options(), deals=MAX_DEALS, dealer=0))
    assert RULES.deal(state) is Deal.OVER
    assert RULES.max_deals == MAX_DEALS


@pytest.mark.parametrize("wrong", [0, -1, MAX_DEALS + 1])
def test_max_deals_is_between_1_and_1024(wrong: int) -> None:
    with pytest.raises(ValidationError):
        convert({"max_deals": wrong}, Options)


def test_totals_run_on_over_many_deals_and_sum_to_zero() -> None:
    """Given a hundred deals between solid bots, the standing is the sum of the settlements at every rest."""
    total, deals = [0, 0, 0, 0], 0
    for step in play(RULES, Setup(4, 0, Options()), 5, bot_choice(RULES, "solid"), max_deals=100):
        for event in step.answer:
            if isinstance(event, DealScored):
                total = [a + b for a, b in zip(total, event.result.scores, strict=True)]
                assert sum(event.result.scores) == 0
            deals += isinstance(event, DealScored | AllPassed)
        assert RULES.standing(step.after) == tuple(total)
    assert deals == 100


def test_the_dealer_goes_round_over_many_deals() -> None:
    dealers = [
        event.dealer
        for step in play(RULES, Setup(4, 0, Options()), 6, max_deals=12)
        for event in step.answer
        if isinstance(event, DealStarted)
    ]
    assert dealers == [(dealers[0] + deal) % 4 for deal in range(12)]


def test_a_deal_needs_the_one_before_to_end() -> None:
    assert Table().next_deal() == Ruling("deal_running", "SK §2", "The running deal has to end first.")


def test_no_deal_after_the_last() -> None:
    table = Table(options=Options(max_deals=1))
    table.call("pass", "pass", "pass", "pass")
    ruling = table.next_deal()
    assert ruling is not None
    assert ruling.code == "match_over"


def test_nothing_can_be_played_between_deals() -> None:
    table = Table()
    table.call("pass", "pass", "pass", "pass")
    ruling = table.ask(0, Pass())
    assert ruling is not None
    assert ruling.code == "no_deal"


def test_there_is_no_clock() -> None:
    table = Table()
    ruling = table.ask(None, Tick("turn"))
    assert ruling is not None
    assert ruling.code == "nothing_due"
    assert RULES.due(table.state) == ()


def test_only_a_seat_can_bid() -> None:
    ruling = Table().ask(None, Pass())
    assert ruling is not None
    assert ruling.code == "not_a_player"


def test_an_absent_seat_passes_and_then_plays_the_first_legal_card() -> None:
    """Common ruling C."""
    table = Table()
    assert RULES.absent(table.state, 0) == Pass()
    table.call("wenz", "pass", "pass", "pass")
    assert RULES.absent(table.state, 0) == RULES.legal(table.state, 0)[0]
    assert RULES.absent(table.state, 1) is None
