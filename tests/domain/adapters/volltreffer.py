"""Plays the rule cases of Volltreffer with the decider; a case's set is given back in the case's own order."""

from collections.abc import Callable, Sequence
from typing import Any

from domain.games.volltreffer import RULES, scoring
from domain.games.volltreffer.cards import CARDS
from domain.games.volltreffer.legal import legal
from domain.games.volltreffer.messages import (
    ArrangeMarket,
    BuyCard,
    CheckHand,
    DeclareMelds,
    HandShown,
    MarketArranged,
    MarketRefilled,
    Meld,
    MeldKind,
    PlayCard,
    SmallestSumFound,
    SwapHand,
    SwapMarket,
    TrickWon,
)
from domain.games.volltreffer.state import Arranging, Buying, Melding, Playing, State, Swapping
from domain.kernel import Ruling
from tests.domain.adapters.told import by_seat, in_order_of
from tests.domain.adapters.volltreffer_ends import deck, end, next_round, round_end, setup, track, track_seq
from tests.domain.adapters.volltreffer_given import Given, cards_in, options_of, spare, trump_of
from tests.domain.case import Case
from tests.domain.volltreffer.table import after, cards, do, fresh, in_round, last, start_round


def _layout(case: Case) -> dict[str, object]:
    given, revealed = case.given, list(case.given["revealed"])
    trump = spare(revealed, trump_of(given, revealed))
    answer = start_round(fresh(**options_of(given)), [trump, *revealed])
    state = after(fresh(**options_of(given)), answer)
    if isinstance(state.phase, Arranging):
        markets = [list(action.market) for action in legal(state, state.dealer) if isinstance(action, ArrangeMarket)]
    else:
        markets = [list(last(answer, MarketArranged).market)]
    told: dict[str, object] = {
        "allowed_layouts": in_order_of(case.expect.get("allowed_layouts"), markets),
        "dealer_chooses": len(markets) > 1,
        "layout": markets[0],
    }
    if choice := given.get("choice", given.get("chosen", given.get("layout"))):
        told["ok"] = list(choice) in markets
    return told


def _market(given: Given, phase: Any, known: Sequence[str] = ()) -> State:
    """Four players; seat 0 is to buy or swap at a market."""
    return in_round(
        4,
        trump=trump_of(given, [*given["layout"], *known]),
        phase=phase,
        market=given["layout"],
        hands=[given.get("hand", ()), (), (), ()],
        pawns=[given.get("pawn", 25)] * 4,
        **options_of(given),
    )


def _buy(case: Case) -> dict[str, object]:
    given = case.given
    known = [given["new_card"]] if given.get("new_card") else []
    state = _market(given, Buying(0), known)
    new = known or [spare([*given["layout"], str(state.trump)])]
    answer = do(state, 0, BuyCard(*cards([given["take"]])), new)
    if isinstance(answer, Ruling):
        return {"ok": False, "pawn": state.pawns[0], "layout": list(state.market), "hand": list(state.hands[0])}
    market, bought, hand = last(answer, MarketRefilled).market, answer[0], after(state, answer).hands[0]
    return {"ok": True, "layout": list(market), "price": bought.price, "pawn": bought.pawn, "hand": list(hand)}


def _buy_check(case: Case) -> dict[str, object]:
    state = _market(case.given, Buying(0))
    affordable = [str(action.card) for action in legal(state, 0) if isinstance(action, BuyCard)]
    told: dict[str, object] = {
        "affordable": in_order_of(case.expect.get("affordable"), affordable),
        "unaffordable": [face for face in case.given["layout"] if face not in affordable],
    }
    if take := case.given.get("take"):
        told["ok"] = not isinstance(do(state, 0, BuyCard(*cards([take]))), Ruling)
    return told


def places_in(items: Sequence[str], swap: Sequence[Any]) -> tuple[int, ...]:
    """The places of a swap, which a case may name by card."""
    return tuple(list(items).index(item) if isinstance(item, str) else item for item in swap)


def _swap_market(case: Case) -> dict[str, object]:
    given = {"variant": True, "variant_swap": "market", **case.given}
    state = _market(given, Swapping(0))
    answer = do(state, 0, SwapMarket(places_in(given["layout"], given["swap"])))
    ok = not isinstance(answer, Ruling)
    return {"ok": ok, "layout": list(after(state, answer).market if ok else state.market)}


def _swap_hand(case: Case) -> dict[str, object]:
    """Buys the last card of the hand, so that the swap is due or, with a single card, is not."""
    given = {"variant": True, "variant_swap": "hand", **case.given}
    hand = list(given["hand"])
    layout = list(given.get("layout") or [str(card) for card in CARDS if card not in hand][:4])
    bought = _market({**given, "layout": [*layout[:3], hand[-1]], "hand": hand[:-1]}, Buying(0), hand)
    answer = do(bought, 0, BuyCard(*cards([hand[-1]])), layout[3:])
    state = after(bought, answer)
    due = isinstance(state.phase, Swapping)
    told: dict[str, object] = dict.fromkeys(("possible", "due", "must_swap", "required", "ok"), due)
    if given.get("swap") is not None:
        answer = do(state, 0, SwapHand(places_in(hand, given["swap"])))
        told["ok"] = not isinstance(answer, Ruling)
        state = after(state, answer) if told["ok"] else state
    return told | {"hand": list(state.hands[0]), "layout": list(state.market)}


def _variant_swap(case: Case) -> dict[str, object]:
    return _swap_hand(case) if "hand" in case.given else _swap_market(case)


def _meld(case: Case) -> dict[str, object]:
    """A case may list the smallest sum among the melds: the house scores it, also unasked."""
    given, hand = case.given, cards(case.given["hand"])
    listed = [meld for meld in given["melds"] if meld["kind"] != "smallest_sum"]
    state = in_round(3, phase=Melding(), hands=[hand, (), ()], pawns=[given.get("pawn", 25)] * 3, **options_of(given))
    refused: dict[str, object] = {"ok": False, "points": 0, "pawn": state.pawns[0]}
    if not {meld["kind"] for meld in listed} <= set(MeldKind):
        return refused  # such a meld cannot even be asked for
    melds = tuple(Meld(MeldKind(meld["kind"]), cards(meld.get("cards", ()))) for meld in listed)
    answer = do(state, 0, DeclareMelds(melds))
    if isinstance(answer, Ruling):
        return refused
    extra = scoring.SMALLEST_SUM_POINTS * (len(given["melds"]) - len(listed))
    return {"ok": True, "points": answer[0].points + extra, "pawn": scoring.advanced(answer[0].pawn, extra)}


def _smallest_sum(case: Case) -> dict[str, object]:
    hands = by_seat(case.given["hands"])
    n, buyer = len(hands), case.given.get("first_buyer", 0)
    pawns = by_seat(case.given["pawns"]) if "pawns" in case.given else None
    state = in_round(
        n,
        trump=trump_of({}, [card for hand in hands for card in hand]),
        phase=Melding(),
        hands=hands,
        first_buyer=buyer,
        pawns=pawns,
        **options_of(case.given),
    )
    answer: Any = ()
    for seat in range(n):
        answer = do(state, seat, DeclareMelds(()))
        state = after(state, answer)
    found = last(answer, SmallestSumFound)
    return {
        "sums": {seat: scoring.sum_of(cards(hand)) for seat, hand in enumerate(hands)},
        "sum": found.sum,
        "winners": list(found.holders),
        "points": dict.fromkeys(found.holders, found.points),
        "leader": found.leader,
        "pawns": dict(enumerate(found.pawns)),
    }


def _legal(case: Case) -> dict[str, object]:
    """Seat 2 is to play; a card that it does not hold has led the suit."""
    given, hand = case.given, list(case.given["hand"])
    led = given.get("led_suit") or (given["led"][0] if given.get("led") else None)
    trick = cards_in(given.get("trick") or given.get("current") or ([spare(hand, led)] if led else []))
    phase = Playing((2 - len(trick)) % 5, cards(trick))
    state = in_round(5, trump=trump_of(given, hand), phase=phase, hands=[(), (), hand, (), ()], **options_of(given))
    allowed = [str(action.card) for action in legal(state, 2) if isinstance(action, PlayCard)]
    told: dict[str, object] = {"legal": in_order_of(case.expect.get("legal"), allowed)}
    if play := given.get("play", given.get("card")):
        told["ok"] = not isinstance(do(state, 2, PlayCard(*cards([play]))), Ruling)
    return told


def _trick(case: Case) -> dict[str, object]:
    """Plays the trick with a second card in every hand, so that another trick follows."""
    given, played = case.given, cards_in(case.given["cards"])
    n, lead = len(played), given.get("lead", 0)
    known, hands = list(played), [[] for _ in range(n)]
    for step, card in enumerate(played):
        # A second card of a suit that keeps everybody free to play what the case says.
        second = next(str(c) for c in CARDS if c not in known and (step == 0 or c.suit != played[0][0]))
        known.append(second)
        hands[(lead + step) % n] = [card, second]
    state = in_round(n, trump=trump_of(given, known), phase=Playing(lead), hands=hands, **options_of(given))
    answer: Any = ()
    for step, card in enumerate(played):
        answer = do(state, (lead + step) % n, PlayCard(*cards([card])))
        state = after(state, answer)
    won = last(answer, TrickWon)
    assert isinstance(state.phase, Playing)
    return {"winner": won.seat, "points": won.points, "next_leader": state.phase.leader}


def _check(case: Case) -> dict[str, object]:
    """The neighbour's check: who may ask, and who sees the hand."""
    given = case.given
    hands = by_seat(given["hands"])
    n = len(hands)
    state = in_round(n, phase=Melding(), hands=hands, first_buyer=given.get("first_buyer", 0), **options_of(given))
    for seat in range(n):
        state = after(state, do(state, seat, DeclareMelds(())))
    assert state.smallest is not None
    holder = given.get("holder", state.smallest.holders[0])
    asker = given.get("asker", given.get("seat", (holder + 1) % n))
    answer = do(state, asker, CheckHand(holder))
    if isinstance(answer, Ruling):
        return {"ok": False, "seen_by": []}
    seen = [s for s in range(n) if s != holder and RULES.view(after(state, answer), s).hands[holder] is not None]
    return {"ok": True, "seen_by": seen, "cards": list(last(answer, HandShown).cards), "shown_to": seen}


ADAPTERS: dict[str, Callable[[Case], dict[str, object]]] = {
    "layout": _layout,
    "buy": _buy,
    "buy_check": _buy_check,
    "track": track,
    "track_seq": track_seq,
    "meld": _meld,
    "smallest_sum": _smallest_sum,
    "check": _check,
    "neighbour_check": _check,
    "legal": _legal,
    "trick": _trick,
    "end": end,
    "round_end": round_end,
    "setup": setup,
    "next_round": next_round,
    "deck": deck,
    "variant_swap": _variant_swap,
    "variant_swap_hand": _swap_hand,
    "variant_swap_market": _swap_market,
}
