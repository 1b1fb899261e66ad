"""Plays the Schafkopf cases with the real rule set."""

import random
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from domain.cards import DECK, Card, points, winner
from domain.games.schafkopf import RULES
from domain.games.schafkopf.contracts import CALLABLE, Contract, Kind
from domain.games.schafkopf.decider import DEALER, SHUFFLE, card_events
from domain.games.schafkopf.legal import check_bid
from domain.games.schafkopf.messages import (
    AuctionWon,
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
from domain.games.schafkopf.scoring import Settlement, declarer_side, settle
from domain.games.schafkopf.state import Bidding, Call, Match, Playing, Trick, left_of
from domain.kernel import Action, Command, NextDeal, Ruling, Setup
from tests.domain.adapters.schafkopf_deck import deck
from tests.domain.adapters.told import by_seat, in_order_of
from tests.domain.case import Case
from tests.support.chance import SeededChance
from tests.support.schafkopf import shuffled

COURTS = [card for card in DECK if card.rank in ("O", "U")]


def _contract(row: dict[str, Any]) -> Contract:
    return msgspec.convert({**row, "declarer": row.get("declarer", 0)}, Contract)


def _call(bid: Any) -> Pass | Bid:
    """Read a call as it would come over the wire; msgspec.ValidationError where there is no such bid."""
    if bid in ("pass", None) or (isinstance(bid, dict) and bid.get("kind") == "pass"):
        return Pass()
    named = {key: bid[key] for key in ("kind", "ace", "suit") if key in bid}
    return msgspec.convert({"type": "bid", **named}, Bid)


def _calls(given: dict[str, Any]) -> list[tuple[int, Pass | Bid]]:
    """Read the calls so far, each with its seat or simply in turn."""
    calls = []
    for place, row in enumerate(given.get("bids") or []):
        told = row if isinstance(row, dict) and "bid" in row else {"bid": row}
        calls.append((told.get("seat", left_of(given.get("dealer", 3), 1 + place)), _call(told["bid"])))
    return calls


def _cards(faces: Iterable[str]) -> tuple[Card, ...]:
    return tuple(Card(face) for face in faces)


def _one_hand(seat: int, hand: Iterable[str]) -> tuple[tuple[Card, ...], ...]:
    hands: list[tuple[Card, ...]] = [()] * 4
    hands[seat] = _cards(hand)
    return tuple(hands)


def _match(dealer: int, options: Options | None = None) -> Match:
    return Match(options or Options(), 1, dealer)


def _trick(contract: Contract, row: dict[str, Any]) -> Trick:
    cards = _cards(row["cards"])
    return Trick(row["lead"], cards, left_of(row["lead"], winner(contract.order, cards)))


def legal(case: Case) -> dict[str, object]:
    given = case.given
    contract, seat = _contract(given["contract"]), given["seat"]
    taken = tuple(_trick(contract, row) for row in given.get("tricks") or [])
    current = given.get("current") or {"cards": []}
    lead = current.get("lead", left_of(seat, 4 - len(current["cards"])))
    state = Playing(
        _match(given.get("dealer", 3)),
        _one_hand(seat, given["hand"]),
        (),
        contract,
        lead,
        _cards(current["cards"]),
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
    row = _trick(_contract(case.given["contract"]), case.given)
    return {"winner": row.winner, "points": points(row.cards), "next_leader": row.winner, "leader": row.winner}


def bid(case: Case) -> dict[str, object]:
    given, seat = case.given, case.given["seat"]
    dealer = given.get("dealer", left_of(seat, 3 - len(given.get("bids") or [])))
    calls = tuple(
        Call(other, call if isinstance(call, Bid) else None) for other, call in _calls({**given, "dealer": dealer})
    )
    state = Bidding(_match(dealer), _one_hand(seat, given.get("hand", ())), calls)
    try:
        call = _call(given["bid"])
    except msgspec.ValidationError:
        return {"ok": False, "why": "no_such_bid"}
    ruling = RULES.check(state, seat, call)
    return {"ok": ruling is None, "why": ruling and ruling.code}


def callable_aces(case: Case) -> dict[str, object]:
    hand = _cards(case.given["hand"])
    aces = [ace for ace in CALLABLE if check_bid(hand, Bid(Kind.RUFER, ace=ace)) is None]
    return {"aces": in_order_of(case.expect.get("aces"), aces), "ok": bool(aces)}


def _deal_out(dealer: int, hands: Iterable[Iterable[str]]) -> tuple[Any, SeededChance]:
    """Deal exactly these hands, with the given first dealer; give the state and the chance."""
    return _start(dealer, shuffled(dealer, [_cards(hand) for hand in hands]))


def _start(dealer: int, deck: Iterable[str], options: Options | None = None) -> tuple[Any, SeededChance]:
    chance = SeededChance(forced={DEALER: [left_of(dealer, i) for i in range(4)], SHUFFLE: _cards(deck)})
    state = RULES.initial(Setup(4, 0, options or Options()))
    state, events = _do(state, None, NextDeal(), chance)
    assert isinstance(events, tuple)
    return state, chance


def _do(state: Any, seat: int | None, action: Action, chance: SeededChance) -> tuple[Any, Any]:
    answer = RULES.decide(state, Command(seat, "player" if seat is not None else "clock", action, 1), chance)
    if isinstance(answer, Ruling):
        return state, answer
    for event in answer:
        state = RULES.evolve(state, event)
    return state, answer


def _fitting_hands(dealer: int, calls: list[tuple[int, Pass | Bid]]) -> tuple[tuple[Card, ...], ...]:
    """Find hands with which these calls could be made, where the case names none."""
    sie = next((seat for seat, call in calls if isinstance(call, Bid) and call.kind is Kind.SIE), None)
    rng, best, most = random.Random(1), None, -1
    for _ in range(400):
        rest = [card for card in DECK if sie is None or card not in COURTS]
        rng.shuffle(rest)
        hands = tuple(tuple(COURTS) if s == sie else tuple(rest.pop() for _ in range(8)) for s in range(4))
        fits = sum(not isinstance(call, Bid) or check_bid(hands[seat], call) is None for seat, call in calls)
        if fits > most:
            best, most = hands, fits
        if fits == len(calls):
            break
    assert best is not None
    return best


def auction(case: Case) -> dict[str, object]:
    """Make the calls. A call that is refused is told; what the calls before it brought about stands beside it."""
    dealer = case.given.get("dealer", 3)
    calls = _calls(case.given)
    hands = by_seat(case.given["hands"]) if "hands" in case.given else _fitting_hands(dealer, calls)
    state, chance = _deal_out(dealer, hands)
    seen: list[Any] = []
    told: dict[str, object] = {"ok": True}
    for place, (seat, call) in enumerate(calls):
        state, answer = _do(state, seat, call, chance)
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
        **(_settled(scored) if scored else {}),
    }
    if over:
        following, _ = _do(state, None, NextDeal(), SeededChance())
        result["next_dealer"] = following.match.dealer
        first = RULES.to_act(following)[0]
        result |= dict.fromkeys(("first_bidder", "next_first_bidder", "next_leader"), first)
    return result


def _settled(result: Settlement) -> dict[str, object]:
    return {
        "winner": result.winner,
        "declarer_side": list(result.side),
        "points_declarer": result.points,
        "points_defence": 120 - result.points,
        "tricks_declarer": result.tricks,
        "base": result.base,
        "schneider": result.schneider,
        "schwarz": result.schwarz,
        "laufende_run": result.runners,
        "laufende_owner": result.runners_owner,
        "laufende_units": result.runner_units,
        "value": result.value,
        "scores": list(result.scores),
    }


def settlement(case: Case) -> dict[str, object]:
    given = case.given
    contract = _contract(given["contract"])
    hands = [_cards(hand) for hand in by_seat(given["hands"])]
    assert list(declarer_side(contract, hands)) == sorted(given.get("declarer_side", declarer_side(contract, hands)))
    taken = given["points_declarer"] if "points_declarer" in given else 120 - given.get("points_defence", 0)
    tricks = given.get("tricks_declarer", 8 if taken == 120 else 4)
    return _settled(settle(contract, hands, taken, tricks))


def replay(case: Case) -> dict[str, object]:
    given = case.given
    contract = _contract(given["contract"])
    dealer = given.get("dealer", left_of(given.get("leader", 0), 3))
    hands = by_seat(given["hands"])
    state, chance = _deal_out(dealer, hands)
    state, refused = _play_auction(state, contract, chance)
    if refused is not None:
        leader = given.get("leader", left_of(dealer))
        state = Playing(state.match, tuple(map(_cards, hands)), (), contract, leader)
    seen: list[Any] = []
    for place, face in enumerate(_in_playing_order(given)):
        seats = RULES.to_act(state)
        if not seats:
            return {"ok": False, "refused_at": place, "why": "deal_over", **_replayed(seen)}
        state, answer = _do(state, seats[0], PlayCard(Card(face)), chance)
        if isinstance(answer, Ruling):
            return {"ok": False, "refused_at": place, "why": answer.code, **_replayed(seen)}
        seen += answer
    return {"ok": True, "deal_over": RULES.deal(state) != "running", **_replayed(seen)}


def _in_playing_order(given: dict[str, Any]) -> list[str]:
    """The cards of a whole deal, told one by one or trick by trick."""
    rows = given.get("cards") or given.get("tricks") or []
    tricks = [[row] if isinstance(row, str) else row["cards"] if isinstance(row, dict) else row for row in rows]
    return [face for trick in tricks for face in trick]


def _play_auction(state: Any, contract: Contract, chance: SeededChance) -> tuple[Any, Ruling | None]:
    for _ in range(4):
        for seat in RULES.to_act(state) if isinstance(state, Bidding) else ():
            action = Bid(contract.kind, contract.ace, contract.suit) if seat == contract.declarer else Pass()
            state, answer = _do(state, seat, action, chance)
            if isinstance(answer, Ruling):
                return state, answer
    return state, None


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
        **(_settled(scored) if scored else {}),
    }


def reveal(case: Case) -> dict[str, object]:
    """Play the cards with just these hands; what they reveal does not depend on the cards not played."""
    given = case.given
    contract = _contract(given["contract"])
    moves = [(row["seat"], Card(row["card"])) for row in given["events"]]
    hands = [[card for seat, card in moves if seat == owner] for owner in range(4)]
    if "hands" in given:
        hands = [list(_cards(hand)) for hand in by_seat(given["hands"])]
    holder = given.get("hands_holder", given.get("holder"))
    if holder is not None and contract.ace and contract.ace not in hands[holder]:
        hands[holder].append(contract.ace)
    taken = tuple(_trick(contract, row) for row in given.get("tricks") or [])
    lead = moves[0][0] if moves else 0
    state: Any = Playing(_match(left_of(lead, 3)), tuple(map(tuple, hands)), (), contract, lead, taken=taken)
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


def deal(case: Case) -> dict[str, object]:
    state, _ = _start(case.given["dealer"], case.given["deck"])
    wanted = case.expect.get("hands", [()] * 4)
    dealt = [in_order_of(listed, hand) for listed, hand in zip(by_seat(wanted), state.hands, strict=True)]
    first = RULES.to_act(state)[0]
    return {"hands": dealt, "first_bidder": first, "leader": first, "dealer": state.match.dealer}


def next_deal(case: Case) -> dict[str, object]:
    """Let a deal pass (or be played) and begin the next one."""
    state, chance = _start(case.given["dealer"], DECK)
    while RULES.deal(state) == "running":
        state, _ = _do(state, RULES.to_act(state)[0], Pass(), chance)
    scores = list(RULES.standing(state))
    state, answer = _do(state, None, NextDeal(), SeededChance(deal=2))
    assert isinstance(answer[1], HandsDealt)
    first = RULES.to_act(state)[0]
    for _ in range(3):
        state, _ = _do(state, RULES.to_act(state)[0], Pass(), chance)
    state, answer = _do(state, RULES.to_act(state)[0], Bid(Kind.WENZ), chance)
    return {
        "next_dealer": state.match.dealer,
        "dealer": state.match.dealer,
        "first_bidder": first,
        "leader": answer[-1].leader,
        "scores": scores,
    }


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
}
