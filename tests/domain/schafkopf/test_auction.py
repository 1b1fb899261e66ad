"""Bidding (SK §3, SK 1 to SK 4)."""

import pytest

from domain.games.schafkopf import RULES
from domain.games.schafkopf.contracts import Kind
from domain.games.schafkopf.messages import AuctionWon, Bid, DealScored, Pass, PlayCard
from tests.support.schafkopf import Table, bid, cards

MIXED = "EO E9 E7 GO G8 HA H9 SK"
ALL_COURTS = "EO GO HO SO EU GU HU SU"


def refusal(hand: str, call: str, *before: str) -> str | None:
    """Give the code with which this call of seat 0 is refused, after the calls of others."""
    dealer = 3 - len(before)
    table = Table((hand, None, None, None), dealer=dealer)
    assert table.call(*before) is None
    ruling = table.ask(0, bid(call))
    return None if ruling is None else ruling.code


@pytest.mark.parametrize(
    ("why", "hand", "call", "code"),
    [
        ("a Rufer on an ace one has not", MIXED, "rufer EA", None),
        ("a king of the called suit is a plain card", "EK EO EU G7 HA H9 SA S8", "rufer EA", None),
        ("a Rufer names an ace", MIXED, "rufer", "names_no_ace"),
        ("the heart ace is a trump", "EK EO EU G7 H10 H9 SA S8", "rufer HA", "not_callable"),
        ("only aces are called", MIXED, "rufer E10", "not_callable"),
        ("nobody calls himself", "EA EO E7 GO G8 HA H9 SK", "rufer EA", "holds_called_ace"),
        ("a plain card of the suit is needed", "EO EU GO G8 HA H9 SK S7", "rufer EA", "no_card_of_called_suit"),
        ("a Wenz has no condition", "EO E9 E7 GO G8 HA H9 SK", "wenz", None),
        ("a Wenz Tout has none either", "EO E9 E7 GO G8 HA H9 SK", "wenz_tout", None),
        ("a Wenz names nothing", MIXED, "wenz E", "names_too_much"),
        ("a Solo names no ace", MIXED, "solo EA", "names_too_much"),
        ("one plain card is enough for a Solo", "EA EO GO HO HU H7 SA S8", "solo H", None),
        ("a Solo names its suit", MIXED, "solo", "names_no_suit"),
        ("an Ober is no plain card", "HO E9 E7 GO G8 EA E8 SK", "solo H", "no_card_of_trump_suit"),
        ("Solo Tout has the same condition", "HO E9 E7 GO G8 EA E8 SK", "solo_tout H", "no_card_of_trump_suit"),
        ("all eight courts make a Sie", ALL_COURTS, "sie", None),
        ("seven do not", "EO EU GO GU HA HO HU SO", "sie", "needs_all_obers_and_unters"),
    ],
)
def test_what_a_hand_may_bid(why: str, hand: str, call: str, code: str | None) -> None:
    assert refusal(hand, call) == code, why


@pytest.mark.parametrize("lower", range(6))
@pytest.mark.parametrize("higher", range(6))
def test_a_later_bid_must_be_strictly_higher(lower: int, higher: int) -> None:
    """SK 2: given a standing bid, when a later seat bids, then only a higher kind is accepted."""
    calls = ["rufer SA", "wenz", "solo E", "wenz_tout", "solo_tout E", "sie"]
    own = ["rufer GA", "wenz", "solo H", "wenz_tout", "solo_tout H", "sie"]
    if calls[lower] == "sie":
        return
    hands = ["EO E9 E7 S8 G8", ALL_COURTS if own[higher] == "sie" else "HA H9 G7", None, None]
    if own[higher] == "sie":
        hands[0] = "EA E9 E7 S8 G8"
    table = Table(hands)
    assert table.call(calls[lower]) is None
    ruling = table.call(own[higher])
    assert (ruling is None) == (higher > lower)
    assert ruling is None or ruling.code == "not_higher"


def test_there_is_one_round() -> None:
    table = Table(("E9 E8", "EA", None, None))
    table.call("rufer EA", "pass", "pass", "pass")
    assert table.last(AuctionWon) == AuctionWon(0, Kind.RUFER, 0, ace=cards("EA")[0])


def test_the_dealers_left_bids_first_and_leads_whoever_plays() -> None:
    """SK 18."""
    table = Table(dealer=1)
    assert RULES.to_act(table.state) == (2,)
    table.call("pass", "pass", "wenz", "pass")
    assert table.last(AuctionWon) == AuctionWon(0, Kind.WENZ, leader=2)
    assert RULES.to_act(table.state) == (2,)


def test_the_highest_bid_plays() -> None:
    table = Table(("E9 E8", "EA", "H9 GO", None))
    table.call("rufer EA", "wenz", "solo H", "pass")
    won = table.last(AuctionWon)
    assert (won.declarer, won.kind, won.suit) == (2, Kind.SOLO, "H")


def test_a_sie_ends_the_auction_and_the_deal_at_once() -> None:
    """SK 3, SK 6: nobody is asked any more, no card is played; 52 from each."""
    table = Table((None, ALL_COURTS, None, None))
    table.call("pass", "sie")
    result = table.last(DealScored).result
    assert (result.value, result.scores) == (52, (-52, 156, -52, -52))


def test_bids_out_of_turn_are_refused() -> None:
    ruling = Table().ask(2, Pass())
    assert ruling is not None
    assert ruling.code == "not_your_turn"
    assert "Seat 1" in ruling.say


def test_no_card_is_played_in_the_auction() -> None:
    table = Table()
    ruling = table.ask(0, PlayCard(table.hands[0][0]))
    assert ruling is not None
    assert ruling.code == "auction_running"


def test_no_bid_is_made_after_the_auction() -> None:
    table = Table()
    table.call("wenz", "pass", "pass", "pass")
    ruling = table.ask(0, Bid(Kind.SIE))
    assert ruling is not None
    assert ruling.code == "auction_over"


def test_the_legal_calls_are_listed_ready_to_be_made() -> None:
    """Given three plain suits without their aces, one Solo suit each, and no eight courts."""
    table = Table(("EO E9 G10 HA H8 H7 SU S7", None, None, None))
    listed = RULES.legal(table.state, 0)
    assert [action for action in listed if isinstance(action, Bid) and action.kind is Kind.RUFER] == [
        bid("rufer EA"),
        bid("rufer GA"),
        bid("rufer SA"),
    ]
    assert bid("sie") not in listed
    assert len(listed) == 1 + 3 + 1 + 4 + 1 + 4
