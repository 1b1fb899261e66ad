"""Plays the rule cases of Volltreffer with the decider; a case's set is given back in the case's own order."""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import fields, replace

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
from domain.games.volltreffer.options import Options
from domain.games.volltreffer.state import (
    HAND_SIZE,
    Arranging,
    Buying,
    Melding,
    Over,
    Playing,
    Resting,
    State,
    Swapping,
)
from domain.kernel import Ruling
from tests.domain.case import Case
from tests.domain.volltreffer.table import after, cards, do, fresh, in_round, last, start_round

Given = dict[str, Any]


def options_of(given: Given) -> dict[str, Any]:
    """The table options that a case names, at its top or in an object of their own."""
    told = dict(given)
    for key in ("options", "option"):
        if isinstance(given.get(key), dict):
            told |= given[key]
    aliases = {"auto": ("ties", "auto"), "negative": ("affordability", "negative"), "hand": ("five_suits", "hand")}
    if given.get("option") in aliases:
        name, value = aliases[given["option"]]
        told[name] = value
    return {field.name: told[field.name] for field in fields(Options) if field.name in told}


def in_order_of(wanted: object, got: Sequence[Any]) -> list[Any]:
    """What is a set in the rules, in the order in which the case lists it."""
    listed = list(wanted) if isinstance(wanted, list | tuple) else []
    return sorted(got, key=lambda item: listed.index(item) if item in listed else len(listed))


def by_seat(given: dict[str, Any] | Sequence[Any]) -> list[Any]:
    """Values by seat, given as an object or as a list."""
    return [given[key] for key in sorted(given, key=int)] if isinstance(given, dict) else list(given)


def spare(known: Sequence[str], suit: str | None = None) -> str:
    """A card that lies nowhere yet."""
    return next(card for card in map(str, CARDS) if card not in known and suit in (None, card[0]))


def _layout(case: Case) -> dict[str, object]:
    given, revealed = case.given, list(case.given["revealed"])
    trump = spare(revealed, given["trump"])
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
    if choice := given.get("choice", given.get("chosen")):
        told["ok"] = list(choice) in markets
    return told


def _trump(given: Given, known: Sequence[str]) -> str:
    """The trump suit of a case; where it names none, a suit that is not among its cards if there is one."""
    free = [suit for suit in "VYGBR" if suit not in {card[0] for card in known}]
    return str(given.get("trump") or (free or ["V"])[0])[0]


def _market(given: Given, phase: Any, known: Sequence[str] = ()) -> State:
    """Four players; seat 0 is to buy or swap at a market."""
    return in_round(
        4,
        trump=_trump(given, [*given["layout"], *known]),
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
        return {"ok": False, "pawn": state.pawns[0], "layout": list(state.market)}
    market, bought = last(answer, MarketRefilled).market, answer[0]
    return {"ok": True, "layout": list(market), "price": bought.price, "pawn": bought.pawn}


def _buy_check(case: Case) -> dict[str, object]:
    state = _market(case.given, Buying(0))
    affordable = [str(action.card) for action in legal(state, 0) if isinstance(action, BuyCard)]
    told: dict[str, object] = {"affordable": in_order_of(case.expect.get("affordable"), affordable)}
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
    free = [str(card) for card in CARDS if card not in hand]
    held, market = hand[:-1], [*free[:3], hand[-1]]
    state = _market({**given, "layout": market, "hand": held}, Buying(0), hand)
    state = after(state, do(state, 0, BuyCard(*cards([hand[-1]])), [spare([*hand, *free[:3], str(state.trump)])]))
    due = isinstance(state.phase, Swapping)
    told: dict[str, object] = {"possible": due, "due": due, "must_swap": due, "hand": hand, "ok": False}
    if given.get("swap") is None:
        return told | {"ok": due}
    answer = do(state, 0, SwapHand(places_in(hand, given["swap"])))
    return told if isinstance(answer, Ruling) else told | {"ok": True, "hand": list(after(state, answer).hands[0])}


def _variant_swap(case: Case) -> dict[str, object]:
    return _swap_market(case) if "layout" in case.given else _swap_hand(case)


def _track(case: Case) -> dict[str, object]:
    return {"pawn": scoring.advanced(case.given["pawn"], case.given["points"])}


def _track_seq(case: Case) -> dict[str, object]:
    pawns, pawn = [], case.given["pawn"]
    for points in case.given["points"]:
        pawn = scoring.advanced(pawn, points)
        pawns.append(pawn)
    return {"pawns": pawns, "pawn": pawn}


def _meld(case: Case) -> dict[str, object]:
    """A case may list the smallest sum among the melds: the house scores it, also unasked."""
    given, hand = case.given, cards(case.given["hand"])
    listed = [meld for meld in given["melds"] if meld["kind"] != "smallest_sum"]
    state = in_round(3, phase=Melding(), hands=[hand, (), ()], pawns=[given.get("pawn", 25)] * 3, **options_of(given))
    melds = tuple(Meld(MeldKind(meld["kind"]), cards(meld.get("cards", ()))) for meld in listed)
    answer = do(state, 0, DeclareMelds(melds))
    if isinstance(answer, Ruling):
        return {"ok": False, "points": 0, "pawn": state.pawns[0]}
    extra = scoring.SMALLEST_SUM_POINTS * (len(given["melds"]) - len(listed))
    return {"ok": True, "points": answer[0].points + extra, "pawn": scoring.advanced(answer[0].pawn, extra)}


def _smallest_sum(case: Case) -> dict[str, object]:
    hands = by_seat(case.given["hands"])
    n, buyer = len(hands), case.given.get("first_buyer", 0)
    pawns = by_seat(case.given["pawns"]) if "pawns" in case.given else None
    state = in_round(n, phase=Melding(), hands=hands, first_buyer=buyer, pawns=pawns, **options_of(case.given))
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
    trick = given.get("trick") or given.get("current") or ([spare(hand, led)] if led else [])
    others = [[] for _ in range(2)]
    trump = _trump(given, []) if "trump" in given else "V"
    phase = Playing((2 - len(trick)) % 5, cards(trick))
    state = in_round(5, trump=trump, phase=phase, hands=[*others, hand, (), ()], **options_of(given))
    allowed = [str(action.card) for action in legal(state, 2) if isinstance(action, PlayCard)]
    told: dict[str, object] = {"legal": in_order_of(case.expect.get("legal"), allowed)}
    if play := given.get("play", given.get("card")):
        told["ok"] = not isinstance(do(state, 2, PlayCard(*cards([play]))), Ruling)
    return told


def _trick(case: Case) -> dict[str, object]:
    """Plays the trick with a second card in every hand, so that another trick follows."""
    given, played = case.given, list(case.given["cards"])
    n, lead = given.get("players", len(played)), given["lead"]
    known, hands = list(played), [[] for _ in range(n)]
    for step, card in enumerate(played):
        # A second card of a suit that keeps everybody free to play what the case says.
        second = next(str(c) for c in CARDS if c not in known and (step == 0 or c.suit != played[0][0]))
        known.append(second)
        hands[(lead + step) % n] = [card, second]
    state = in_round(n, trump=given["trump"], phase=Playing(lead), hands=hands, **options_of(given))
    answer: Any = ()
    for step, card in enumerate(played):
        answer = do(state, (lead + step) % n, PlayCard(*cards([card])))
        state = after(state, answer)
    won = last(answer, TrickWon)
    assert isinstance(state.phase, Playing)
    return {"winner": won.seat, "points": won.points, "next_leader": state.phase.leader}


def _end(case: Case) -> dict[str, object]:
    """Plays the last trick of a round so that the pawns stand where the case says."""
    given = case.given
    key = next(key for key in ("pawns_after_phase3", "pawns_after_round", "pawns") if key in given)
    pawns = by_seat(given[key])
    before = [pawns[0] - scoring.TRICK_POINTS, *pawns[1:]]
    if scoring.advanced(before[0], scoring.TRICK_POINTS) != pawns[0] or before[0] < 1:
        before[0] = scoring.LAST_SPACE - scoring.TRICK_POINTS + pawns[0] - scoring.WRAP_TO + 1
    n, round_number = len(pawns), given.get("round", 1)
    state = _last_trick(n, before, round_number, options_of(given))
    state = _play_out(state, n)
    if list(state.pawns) != pawns:  # a pawn that no trick can bring there: ask for the winners of these spaces
        winners = scoring.winners(pawns, state.options, round_number)
        return {"winners": list(winners), "game_over": bool(winners)}
    return _told_end(state)


def _told_end(state: State) -> dict[str, object]:
    over = isinstance(state.phase, Over)
    told: dict[str, object] = {"winners": list(state.phase.winners) if over else [], "game_over": over}
    told["pawns"] = told["next_round_start"] = dict(enumerate(state.pawns))
    if outcome := RULES.outcome(state):
        told["ranks"] = list(outcome.ranks)
    return told


def _last_trick(n: int, pawns: Sequence[int], round_number: int, options: Given, tricks: int = 1) -> State:
    """Seat 0 leads and holds the highest trumps, the others plain cards."""
    hands = [
        [f"V{10 - i}" for i in range(tricks)],
        *([f"{'RBGY'[s]}{1 + i}" for i in range(tricks)] for s in range(n - 1)),
    ]
    state = in_round(n, trump="V", phase=Playing(0), hands=hands, pawns=pawns, **options)
    return replace(state, round=round_number)


def _play_out(state: State, n: int) -> State:
    while isinstance(state.phase, Playing):
        for seat in range(n):
            state = after(state, do(state, seat, PlayCard(state.hands[seat][0])))
    return state


def _round_end(case: Case) -> dict[str, object]:
    """Seat 0 wins so many tricks, or loses one, with a pawn on the given space; the others stand outside the goal."""
    given = case.given
    tricks = given.get("tricks_won", 0)
    pawn = given.get("pawn_before", given.get("pawn_after_phase3", given.get("pawn")))
    pawns = [pawn, 20, 20]
    if tricks:
        state = _play_out(_last_trick(3, pawns, 1, options_of(given), tricks), 3)
    else:
        hands = [["R1"], ["V9"], ["B1"]]
        state = _play_out(in_round(3, trump="V", phase=Playing(0), hands=hands, pawns=pawns, **options_of(given)), 3)
    wins = isinstance(state.phase, Over) and 0 in state.phase.winners
    told: dict[str, object] = {"pawn": state.pawns[0], "wins": wins, "game_over": isinstance(state.phase, Over)}
    if isinstance(state.phase, Resting):
        state = after(state, start_round(state))
    return told | {"next_round_start": state.pawns[0]}


def _setup(case: Case) -> dict[str, object]:
    listed = case.given["players"]
    counts = listed if isinstance(listed, list) else [listed]
    youngest = case.given.get("youngest", 2)
    starts, buyers = {}, []
    for n in counts:
        state = fresh(n, youngest, **options_of(case.given))
        starts[n] = state.pawns[0]
        buyers.append(after(state, start_round(state)).first_buyer)
    first = "youngest" if set(buyers) == {youngest} else buyers[0]
    told: dict[str, object] = {"start": starts if isinstance(listed, list) else starts[listed], "hand_size": HAND_SIZE}
    told |= {"first_buyer": first if case.expect.get("first_buyer") == "youngest" else buyers[0]}
    return told | {
        "deck": len(CARDS),
        "cards": len(CARDS),
        "goal": list(scoring.goal(Options(**options_of(case.given)))),
    }


def _next_round(case: Case) -> dict[str, object]:
    n, previous = case.given["players"], case.given["previous_first_buyer"]
    state = replace(fresh(n, previous, **options_of(case.given)), round=1)
    begun = after(state, start_round(state))
    return {"first_buyer": begun.first_buyer, "dealer": begun.dealer, "drawn_deck": len(CARDS)}


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
    "track": _track,
    "track_seq": _track_seq,
    "meld": _meld,
    "smallest_sum": _smallest_sum,
    "check": _check,
    "neighbour_check": _check,
    "legal": _legal,
    "trick": _trick,
    "end": _end,
    "round_end": _round_end,
    "setup": _setup,
    "next_round": _next_round,
    "variant_swap": _variant_swap,
    "variant_swap_hand": _swap_hand,
    "variant_swap_market": _swap_market,
}
