"""Plays the Schafkopf cases with the real rule set."""

import random
from collections.abc import Callable
from typing import Any

import msgspec

from domain.cards import DECK, Card, points
from domain.games.schafkopf import RULES
from domain.games.schafkopf.contracts import CALLABLE, Kind
from domain.games.schafkopf.legal import COURTS, check_bid
from domain.games.schafkopf.messages import AuctionWon, Bid, DealScored, Pass, PlayCard
from domain.games.schafkopf.scoring import declarer_side, settle
from domain.games.schafkopf.state import Bidding, Call, Playing, left_of
from domain.kernel import NextDeal, Ruling
from tests.domain.adapters.schafkopf_deals import deal, match_end, next_deal, replay, reveal
from tests.domain.adapters.schafkopf_deck import deck
from tests.domain.adapters.schafkopf_table import (
    call_of,
    calls_of,
    contract_of,
    deal_out,
    do,
    first_deal,
    one_hand,
    settled,
    trick_of,
)
from tests.domain.adapters.told import by_seat, in_order_of
from tests.domain.case import Case
from tests.support.chance import SeededChance
from tests.support.schafkopf import cards


def legal(case: Case) -> dict[str, object]:
    given = case.given
    contract, seat = contract_of(given["contract"]), given["seat"]
    taken = tuple(trick_of(contract, row) for row in given.get("tricks") or [])
    current = given.get("current") or {"cards": []}
    lead = current.get("lead", left_of(seat, 4 - len(current["cards"])))
    state = Playing(
        first_deal(given.get("dealer", 3)),
        one_hand(seat, given["hand"]),
        (),
        contract,
        lead,
        cards(current["cards"]),
        taken,
    )
    allowed = [action.card for action in RULES.legal(state, seat) if isinstance(action, PlayCard)]
    rulings = {face: RULES.check(state, seat, PlayCard(Card(face))) for face in given["hand"]}
    tried = given.get("card")
    return {
        "legal": in_order_of(case.expect.get("legal"), allowed),
        "illegal": in_order_of(case.expect.get("illegal"), [face for face in given["hand"] if face not in allowed]),
        "why": {face: ruling.code for face, ruling in rulings.items() if ruling},
        "ok": tried is None or RULES.check(state, seat, PlayCard(Card(tried))) is None,
    }


def trick(case: Case) -> dict[str, object]:
    row = trick_of(contract_of(case.given["contract"]), case.given)
    return {"winner": row.winner, "points": points(row.cards), "next_leader": row.winner, "leader": row.winner}


def bid(case: Case) -> dict[str, object]:
    given, seat = case.given, case.given["seat"]
    dealer = given.get("dealer", left_of(seat, 3 - len(given.get("bids") or [])))
    calls = tuple(
        Call(other, call if isinstance(call, Bid) else None) for other, call in calls_of({**given, "dealer": dealer})
    )
    state = Bidding(first_deal(dealer), one_hand(seat, given.get("hand", ())), calls)
    try:
        call = call_of(given["bid"])
    except msgspec.ValidationError:
        return {"ok": False, "why": "no_such_bid"}
    ruling = RULES.check(state, seat, call)
    return {"ok": ruling is None, "why": ruling and ruling.code}


def callable_aces(case: Case) -> dict[str, object]:
    hand = cards(case.given["hand"])
    aces = [ace for ace in CALLABLE if check_bid(hand, Bid(Kind.RUFER, ace=ace)) is None]
    return {"aces": in_order_of(case.expect.get("aces"), aces), "ok": bool(aces)}


def auction(case: Case) -> dict[str, object]:
    """Make the calls. A call that is refused is told; what the calls before it brought about stands beside it."""
    dealer = case.given.get("dealer", 3)
    calls = calls_of(case.given)
    hands = by_seat(case.given["hands"]) if "hands" in case.given else _fitting_hands(dealer, calls)
    state, chance = deal_out(dealer, hands)
    seen: list[Any] = []
    told: dict[str, object] = {"ok": True}
    for place, (seat, call) in enumerate(calls):
        state, answer = do(state, seat, call, chance)
        if isinstance(answer, Ruling):
            told = {"ok": False, "refused_at": place, "why": answer.code}
            break
        seen += answer
    return told | _auctioned(state, seen, case.expect.get("contract"))


def _auctioned(state: Any, seen: list[Any], wanted: object) -> dict[str, object]:
    """Tell who plays what; a contract names what does not apply as null only where the case does."""
    won = next((event for event in seen if isinstance(event, AuctionWon)), None)
    scored = next((event.result for event in seen if isinstance(event, DealScored)), None)
    contract = won and {
        key: value
        for key in ("kind", "declarer", "ace", "suit")
        if (value := getattr(won, key)) is not None or (isinstance(wanted, dict) and key in wanted)
    }
    over = RULES.deal(state) != "running"
    leader = won and won.leader
    result: dict[str, object] = {
        "contract": contract,
        "declarer": won and won.declarer,
        "leader": leader,
        "first_leader": leader,
        "deal_over": over,
        "redeal": over and scored is None,
        "to_act": list(RULES.to_act(state)),
        "scores": list(RULES.standing(state)),
        **(settled(scored) if scored else {}),
    }
    if over:
        following, _ = do(state, None, NextDeal(), SeededChance())
        result["next_dealer"] = following.match.dealer
        first = RULES.to_act(following)[0]
        result |= dict.fromkeys(("first_bidder", "next_first_bidder", "next_leader"), first)
    return result


def _fitting_hands(dealer: int, calls: list[tuple[int, Pass | Bid]]) -> tuple[tuple[Card, ...], ...]:
    """Find hands with which these calls could be made, where the case names none."""
    sie = next((seat for seat, call in calls if isinstance(call, Bid) and call.kind is Kind.SIE), None)
    rng, best, most = random.Random(1), None, -1
    all_courts = tuple(card for card in DECK if card.rank in COURTS)
    for _ in range(400):
        rest = [card for card in DECK if sie is None or card not in all_courts]
        rng.shuffle(rest)
        hands = tuple(all_courts if s == sie else tuple(rest.pop() for _ in range(8)) for s in range(4))
        fits = sum(not isinstance(call, Bid) or check_bid(hands[seat], call) is None for seat, call in calls)
        if fits > most:
            best, most = hands, fits
        if fits == len(calls):
            break
    assert best is not None
    return best


def settlement(case: Case) -> dict[str, object]:
    given = case.given
    contract = contract_of(given["contract"])
    hands = [cards(hand) for hand in by_seat(given["hands"])]
    assert list(declarer_side(contract, hands)) == sorted(given.get("declarer_side", declarer_side(contract, hands)))
    taken = given["points_declarer"] if "points_declarer" in given else 120 - given.get("points_defence", 0)
    tricks = given.get("tricks_declarer", 8 if taken == 120 else 4)
    return settled(settle(contract, hands, taken, tricks))


ADAPTERS: dict[str, Callable[[Case], dict[str, object]]] = {
    "legal": legal,
    "trick": trick,
    "bid": bid,
    "callable": callable_aces,
    "auction": auction,
    "settle": settlement,
    "replay": replay,
    "reveal": reveal,
    "deal": deal,
    "next_deal": next_deal,
    "deck": deck,
    **dict.fromkeys(("match_end", "match", "end", "outcome", "max_deals"), match_end),
}
