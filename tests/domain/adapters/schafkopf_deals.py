"""Plays the Schafkopf cases about dealing, whole deals, and how a partner is revealed."""

from typing import Any

from domain.cards import DECK, Card
from domain.games.schafkopf import RULES
from domain.games.schafkopf.contracts import Contract, Kind
from domain.games.schafkopf.decider import card_events
from domain.games.schafkopf.messages import (
    Bid,
    CardPlayed,
    DealScored,
    HandsDealt,
    PartnerRevealed,
    Pass,
    PlayCard,
    TrickWon,
)
from domain.games.schafkopf.options import Options
from domain.games.schafkopf.state import Bidding, Match, Playing, Rest, left_of
from domain.kernel import Deal, NextDeal, Ruling
from tests.domain.adapters.schafkopf_table import contract_of, deal_out, do, first_deal, settled, start, trick_of
from tests.domain.adapters.told import by_seat, in_order_of
from tests.domain.case import Case
from tests.support.chance import SeededChance
from tests.support.schafkopf import cards


def deal(case: Case) -> dict[str, object]:
    state, _ = start(case.given.get("dealer", 3), case.given["deck"])
    wanted = case.expect.get("hands", [()] * 4)
    dealt = [in_order_of(listed, hand) for listed, hand in zip(by_seat(wanted), state.hands, strict=True)]
    first = RULES.to_act(state)[0]
    return {"hands": dealt, "first_bidder": first, "leader": first, "dealer": state.match.dealer}


def next_deal(case: Case) -> dict[str, object]:
    """Let a deal pass (or be played) and begin the next one."""
    state, chance = start(case.given["dealer"], DECK)
    while RULES.deal(state) == "running":
        state, _ = do(state, RULES.to_act(state)[0], Pass(), chance)
    scores = list(RULES.standing(state))
    state, answer = do(state, None, NextDeal(), SeededChance(deal=2))
    assert isinstance(answer[1], HandsDealt)
    first = RULES.to_act(state)[0]
    for _ in range(3):
        state, _ = do(state, RULES.to_act(state)[0], Pass(), chance)
    state, answer = do(state, RULES.to_act(state)[0], Bid(Kind.WENZ), chance)
    return {
        "next_dealer": state.match.dealer,
        "dealer": state.match.dealer,
        "first_bidder": first,
        "leader": answer[-1].leader,
        "scores": scores,
    }


def replay(case: Case) -> dict[str, object]:
    given = case.given
    contract = contract_of(given["contract"])
    dealer = given.get("dealer", left_of(given.get("leader", 0), 3))
    hands = by_seat(given["hands"])
    state, chance = deal_out(dealer, hands)
    state, seen = _play_auction(state, contract, chance)
    if isinstance(state, Bidding):
        leader = given.get("leader", left_of(dealer))
        state = Playing(state.match, tuple(map(cards, hands)), (), contract, leader)
    for place, face in enumerate(_in_playing_order(given)):
        seats = RULES.to_act(state)
        if not seats:
            return {"ok": False, "refused_at": place, "why": "deal_over", **_replayed(seen)}
        state, answer = do(state, seats[0], PlayCard(Card(face)), chance)
        if isinstance(answer, Ruling):
            return {"ok": False, "refused_at": place, "why": answer.code, **_replayed(seen)}
        seen += answer
    return {"ok": True, "deal_over": RULES.deal(state) != "running", **_replayed(seen)}


def _in_playing_order(given: dict[str, Any]) -> list[str]:
    """The cards of a whole deal, told one by one or trick by trick."""
    rows = given.get("cards") or given.get("tricks") or []
    tricks = [[row] if isinstance(row, str) else row["cards"] if isinstance(row, dict) else row for row in rows]
    return [face for trick in tricks for face in trick]


def _play_auction(state: Any, contract: Contract, chance: SeededChance) -> tuple[Any, list[Any]]:
    """Let the declarer bid and the others pass; a hand that may not bid it leaves the auction unfinished."""
    seen: list[Any] = []
    while isinstance(state, Bidding):
        (seat,) = RULES.to_act(state)
        action = Bid(contract.kind, contract.ace, contract.suit) if seat == contract.declarer else Pass()
        state, answer = do(state, seat, action, chance)
        if isinstance(answer, Ruling):
            break
        seen += answer
    return state, seen


def _replayed(seen: list[Any]) -> dict[str, object]:
    tricks = [event for event in seen if isinstance(event, TrickWon)]
    scored = next((event.result for event in seen if isinstance(event, DealScored)), None)
    shown = next((event for event in seen if isinstance(event, PartnerRevealed)), None)
    return {
        "trick_winners": [event.seat for event in tricks],
        "trick_points": [event.points for event in tricks],
        "ended_after_trick": len(tricks),
        "revealed": shown and shown.seat,
        "partner": shown and shown.seat,
        **(settled(scored) if scored else {}),
    }


def reveal(case: Case) -> dict[str, object]:
    """Play the cards with just these hands; what they reveal does not depend on the cards not played."""
    given = case.given
    contract = contract_of(given["contract"])
    moves = [(row["seat"], Card(row["card"])) for row in given["events"]]
    hands = [[card for seat, card in moves if seat == owner] for owner in range(4)]
    if "hands" in given:
        hands = [list(cards(hand)) for hand in by_seat(given["hands"])]
    holder = given.get("hands_holder", given.get("holder"))
    if holder is not None and contract.ace and contract.ace not in hands[holder]:
        hands[holder].append(contract.ace)
    taken = tuple(trick_of(contract, row) for row in given.get("tricks") or [])
    lead = moves[0][0] if moves else 0
    state: Any = Playing(first_deal(left_of(lead, 3)), tuple(map(tuple, hands)), (), contract, lead, taken=taken)
    shown, after = None, None
    for count, (seat, card) in enumerate(moves, 1):
        for event in card_events(state, CardPlayed(seat, card)):
            state = RULES.evolve(state, event)
            if isinstance(event, PartnerRevealed):
                shown, after = event, count
    views = [RULES.view(state, seat) for seat in (None, 0, 1, 2, 3)]
    return {
        "revealed": shown and shown.seat,
        "partner": shown and shown.seat,
        "by": shown and shown.by,
        "revealed_by": shown and shown.by,
        "revealed_after": after,
        "revealed_at": None if after is None else after - 1,
        "public_view_shows_partner": any(getattr(view, "partner", None) is not None for view in views),
    }


def match_end(case: Case) -> dict[str, object]:
    """Rank totals after so many deals (SK 21, SK 26)."""
    given = case.given
    scores = tuple(by_seat(next(given[key] for key in ("scores", "totals") if key in given)))
    limit = given.get("max_deals", (given.get("options") or {}).get("max_deals"))
    played = next((given[key] for key in ("deals_played", "deals", "deal") if key in given), limit or 1)
    state = Rest(Match(Options(max_deals=limit), played, 0, scores))
    outcome = RULES.outcome(state)
    over = RULES.deal(state) is Deal.OVER
    return {
        **dict.fromkeys(("over", "game_over", "match_over"), over),
        "ranks": list(outcome.ranks) if outcome else None,
        "winners": [seat for seat, place in enumerate(outcome.ranks) if place == 1] if outcome else [],
    }
