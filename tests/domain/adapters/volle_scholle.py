"""Plays the handed cases of Volle Scholle with the real rule set, from tables laid out by hand."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from domain.games.volle_scholle import RULES
from domain.games.volle_scholle.cards import PENGUINS, Card, Cards, Colour, total, without
from domain.games.volle_scholle.legal import clockwise, draws, next_starter, sorter
from domain.games.volle_scholle.messages import (
    Actions,
    CardDrawn,
    CardsDiscarded,
    CardsKept,
    CardsPlayed,
    DiscardCards,
    DiscardReshuffled,
    FloeRevealed,
    FloeWon,
    KeepCards,
    Pass,
    Passed,
    PlayCards,
    YieldStart,
)
from domain.games.volle_scholle.state import Bidding, Deck, Over, Sorting, Turning
from domain.kernel import Ruling
from tests.domain.adapters.volle_scholle_ends import (
    Answer,
    Given,
    end,
    options_of,
    per_seat,
    score,
    seats_of,
    setup,
    winners,
)
from tests.domain.case import Case
from tests.domain.volle_scholle.laying import (
    before_last_pass,
    cards,
    command,
    deck_of,
    floes_without,
    go,
    of,
    row_of,
    table,
)
from tests.support.chance import SeededChance


def move(written: Any) -> Actions:
    """Read `"pass"`, `"keep"`, a list of faces, or `{"play": [...]}`."""
    if isinstance(written, Mapping):
        written = written.get("cards", written.get("play", "pass"))
    if not isinstance(written, str):
        return PlayCards(cards(written)) if written else Pass()
    return Pass() if written in ("pass", "auto") else PlayCards(cards(written.split()))


# -- the case types --------------------------------------------------------------------------------------------------


def play(case: Case) -> Answer:
    given = case.given
    seats = seats_of(given)
    starting = given.get("is_starter", False) and not given.get("already_played")
    own, highest = cards(given.get("already_played", ())), given.get("highest_sum", 0)
    rows: list[Cards] = [()] * seats
    rows[0] = own
    passed = [bool(given.get("passed", given.get("already_passed")))] + [False] * (seats - 1)
    phase = Bidding(floe=6, due=0, rows=tuple(rows), passed=tuple(passed))
    if not starting:
        rows[1] = row_of(highest)
        colour = Colour(given["colour"]) if given.get("colour") else None
        phase = Bidding(
            6, 1, tuple(rows), tuple(passed), starter=1, colour=colour, leader=1, spoke=seats - 1 if seats > 2 else 1
        )
    hand = cards(given["hand"])
    state = table(seats, options_of(given), phase=phase, hands=(tuple(sorted(hand)), *(cards(["G1"]),) * (seats - 1)))
    tried = given.get("cards", given.get("action", "pass"))
    ruling = RULES.check(state, 0, move(tried))
    legal = [sorted(action.cards) for action in RULES.legal(state, 0) if isinstance(action, PlayCards)]
    answer: Answer = {
        "ok": ruling is None,
        "why": ruling and ruling.code,
        "legal": legal,
        "can_play": bool(legal),
        "must_pass": not legal,
        "may_pass": RULES.check(state, 0, Pass()) is None,
        "sum": None,
        "colour": given.get("colour"),
    }
    if ruling is None:
        _, events = command(state, 0, move(tried))
        for event in of(events, CardsPlayed):
            answer |= {"sum": event.sum, "colour": given.get("colour") or event.cards[0].colour}
    return answer


def draw(case: Case) -> Answer:
    """A round that seat 0 wins with `played` cards, with the deck and the discard pile given."""
    given = case.given
    played = given.get("played", given.get("played_this_round", 2))
    size = given.get("deck", given.get("draw_deck", 60))
    pile = given.get("discard", given.get("discard_pile", 0))
    deck = deck_of(size if isinstance(size, int) else len(size))
    discard = cards(pile) if not isinstance(pile, int) else PENGUINS[:pile]
    if isinstance(played, Sequence):
        return _draws(given, cards_of_counts(played), deck, discard, int(given.get("starter", 0)))
    count = draws(played)
    if played == 0:
        return {"draws": count, "drawn": 0, "reshuffled": False}
    answer = _draws(given, ((Card.B1,) * played, (), ()), deck, discard, 0)
    drawn = answer["draws"]
    assert isinstance(drawn, list)
    assert drawn[0] == count or drawn[0] < count == min(2, played)
    return answer | {"draws": drawn[0], "drawn": drawn[0]}


def cards_of_counts(counts: Sequence[Any]) -> tuple[Cards, ...]:
    return tuple(cards(row) if not isinstance(row, int) else (Card.B1,) * row for row in counts)


def _draws(given: Given, rows: tuple[Cards, ...], deck: Deck, discard: Cards, starter: int) -> Answer:
    seats = len(rows)
    winner = int(given.get("winner", max(range(seats), key=lambda seat: total(rows[seat]))))
    state, last = before_last_pass(rows, winner, starter, options_of(given))
    state = msgspec.structs.replace(state, deck=deck, discard=discard)
    after, events = command(state, last, Pass())
    drawn = [len([e for e in of(events, CardDrawn) if e.seat == seat]) for seat in range(seats)]
    return {
        "draws": drawn,
        "reshuffled": bool(of(events, DiscardReshuffled)),
        "reshuffle": bool(of(events, DiscardReshuffled)),
        "order": list(dict.fromkeys(e.seat for e in of(events, CardDrawn))),
        "deck": after.deck.left,
        "deck_after": after.deck.left,
        "discard": len(after.discard),
        "hand_sizes": [len(hand) for hand in after.hands],
    }


def round_(case: Case) -> Answer:
    given = case.given
    seats = seats_of(given)
    actions = given["actions"]
    hands = per_seat(given, "hands_after_deal" if "hands_after_deal" in given else "hands", seats)
    if not any(hands):
        hands = _fitting_hands(seats, actions)
    state = table(
        seats,
        options_of(given),
        phase=Turning(given.get("starter", 0)),
        hands=tuple(tuple(sorted(cards(hand))) for hand in hands),
        deck=deck_of(given.get("deck", 60)),
        turned=0,
    )
    floe = given.get("floe", 6)
    chance = SeededChance(1, forced={"floes": (floe, *floes_without(floe))})
    state, told = go(state, chance)
    sums: list[int | None] = []
    rejected: list[int] = []
    for number, (seat, written) in enumerate(actions):
        state, events = command(state, seat, move(written), chance)
        if isinstance(events, Ruling):
            rejected.append(number)
            sums.append(None)
            continue
        sums.append(next((event.sum for event in of(events, CardsPlayed)), None))
        told += events
    won = of(told, FloeWon)
    winner = won[0].seat if won else None
    if winner is None:
        return {
            "winner": None,
            "rejected": rejected,
            "ok": not rejected,
            "sums_after_each_action": sums,
            "turn": next(iter(RULES.to_act(state)), None),
            "to_act": list(RULES.to_act(state)),
        }
    played = [sum(len(e.cards) for e in of(told, CardsPlayed) if e.seat == seat) for seat in range(seats)]
    decided: list[int] = []
    sizes = [len(hand) for hand in state.hands]
    while isinstance(state.phase, Sorting) and (asked := sorter(state, state.phase)) is not None:
        decided.append(asked)
        state, events = command(state, asked, DiscardCards(), chance)
        told += events
    revealed = of(told, FloeRevealed)
    return {
        "ok": not rejected,
        "rejected": rejected,
        "sums_after_each_action": sums,
        "winner": winner,
        "floe_to": next(seat for seat in range(seats) if state.won[seat]),
        "floe": won[0].floe,
        "played": played,
        "draws": [len([e for e in of(told, CardDrawn) if e.seat == seat]) for seat in range(seats)],
        "draw_order": list(dict.fromkeys(e.seat for e in of(told, CardDrawn))),
        "hand_sizes_after_draw": sizes,
        "winner_must_discard": [card for e in of(told, CardsDiscarded) if e.seat == winner for card in e.cards],
        "keep_or_discard": sorted(decided),
        "decision_order": decided,
        "nothing_to_decide": [seat for seat in range(seats) if seat != winner and seat not in decided],
        "auto_passed": [event.seat for event in of(told, Passed) if event.auto],
        "next_starter": revealed[-1].starter if revealed else None,
    }


def _fitting_hands(seats: int, actions: Sequence[Any]) -> tuple[list[str], ...]:
    """Give each seat the cards that it plays, filled up to the size of a dealt hand."""
    hands: list[list[str]] = [[] for _ in range(seats)]
    for seat, written in actions:
        if not isinstance(written, str):
            hands[seat] += written
    filler = iter(without(PENGUINS, cards([face for hand in hands for face in hand])))
    return tuple(hand + [next(filler) for _ in range(12 // seats - len(hand))] for hand in hands)


def next_start(case: Case) -> Answer:
    given = case.given
    starter = next_starter(given["players"], given["winner"])
    return {"starter": starter, "next_starter": starter}


def after_round(case: Case) -> Answer:
    given = case.given
    if "choice" in given:
        return _one_choice(given)
    seats = seats_of(given, "played", "choices", "winner")
    rows = tuple(cards(row) for row in per_seat(given, "played", seats))
    winner = given["winner"]
    state, last = before_last_pass(rows, winner, given.get("starter", winner), options_of(given))
    state, told = command(state, last, Pass())
    told = list(told)
    choices = {int(seat): choice for seat, choice in given.get("choices", {}).items()}
    rejected = []
    for seat in (s for s in choices if s == winner or not rows[s]):
        action = _choice(choices[seat], rows[seat])
        if isinstance(action, DiscardCards) and seat == winner:
            continue
        ruling = RULES.check(state, seat, action)
        assert ruling is not None
        rejected.append(seat)
    order = []
    while isinstance(state.phase, Sorting) and (asked := sorter(state, state.phase)) is not None:
        order.append(asked)
        state, events = command(state, asked, _choice(choices.get(asked, "discard"), rows[asked]))
        if isinstance(events, Ruling):
            rejected.append(asked)
            state, events = command(state, asked, DiscardCards())
        told += events
    kept: dict[int, list[Card]] = {}
    for event in of(told, CardsKept):
        kept.setdefault(event.seat, []).extend(event.cards)
    return {
        "rejected": sorted(rejected),
        "ok": not rejected,
        "kept": kept,
        "discarded": [card for event in of(told, CardsDiscarded) for card in event.cards],
        "order": order,
        "decision_order": order,
        "asked": order,
        "may_choose": order,
        "kept_counts": [len(row) for row in state.kept],
    }


def _choice(written: Any, row: Cards) -> KeepCards | DiscardCards:
    if isinstance(written, Mapping):
        kept = cards(written.get("keep", ()))
        return KeepCards(kept) if kept else DiscardCards()
    return KeepCards(row) if written == "keep" else DiscardCards()


def _one_choice(given: Given) -> Answer:
    seat, row = given["seat"], cards(given["played"])
    seats = seats_of(given, "seat", "winner")
    winner = given.get("winner", (seat - 1) % seats)
    rows = tuple(row if s == seat else () for s in range(seats))
    state = table(seats, options_of(given), phase=Sorting(winner, winner, rows), turned=1)
    action = _choice(given["choice"], row)
    after, answer = command(state, seat, action)
    refused = isinstance(answer, Ruling)
    return {
        "ok": not refused,
        "why": answer.code if refused else None,
        "kept": list(after.kept[seat]),
        "discarded": list(after.discard),
    }


def auto_pass(case: Case) -> Answer:
    """The seat after the starter holds `hand`; does it pass by itself?"""
    given = case.given
    hand = tuple(sorted(cards(given["hand"])))
    chance = SeededChance(1)
    if given.get("is_starter"):
        state, _ = go(table(3, phase=Turning(0), hands=(hand, (Card.G1,), (Card.G1,))), chance)
        starts = RULES.to_act(state)[0]
        return {"auto": None if starts == 0 else "yield", "starter": starts}
    state, _ = go(table(3, phase=Turning(2), hands=(hand, (Card.G1, Card.G2), (Card.G1, Card.G1))), chance)
    state, events = command(state, 2, PlayCards((Card.G1,)), chance)
    auto = [event for event in of(events, Passed) if event.auto and event.seat == 0]
    return {"auto": "pass" if auto else None, "to_act": list(RULES.to_act(state))}


def starter_blocked(case: Case) -> Answer:
    """Who cannot start says so (an empty hand needs no word) until somebody can, or nobody."""
    given = case.given
    seats = seats_of(given, "hands")
    hands = tuple(tuple(sorted(cards(hand))) for hand in per_seat(given, "hands", seats))
    chance = SeededChance(1)
    state, _ = go(table(seats, options_of(given), phase=Turning(given["starter"]), hands=hands), chance)
    blocked: list[int] = []
    while isinstance(state.phase, Bidding):
        seat = RULES.to_act(state)[0]
        if RULES.check(state, seat, YieldStart()) is not None:
            break
        blocked.append(seat)
        state, _ = command(state, seat, YieldStart(), chance)
    if not isinstance(state.phase, Bidding):
        over = isinstance(state.phase, Over)
        return {
            "starter": None,
            "floe": "set_aside",
            "floe_set_aside": bool(state.set_aside),
            "set_aside": True,
            "game_over": over,
            "next_starter": given["starter"],
            "next_due": given["starter"],
        }
    starter = RULES.to_act(state)[0]
    coloured = next(card for card in state.hands[starter] if card.colour)
    state, _ = command(state, starter, PlayCards((coloured,)), chance)
    assert isinstance(state.phase, Bidding)
    passed = [seat for seat in blocked if state.phase.passed[seat]]
    return {
        "starter": starter,
        "blocked": list(state.phase.yielded),
        "passed": passed,
        "blocked_passed": bool(passed),
        "turn_order": list(clockwise(seats, starter)),
    }


ADAPTERS: dict[str, Callable[[Case], dict[str, object]]] = {
    "play": play,
    "pass": play,
    "draw": draw,
    "reshuffle": draw,
    "round": round_,
    "next_starter": next_start,
    "after_round": after_round,
    "auto_pass": auto_pass,
    "starter_blocked": starter_blocked,
    "score": score,
    "end": end,
    "winners": winners,
    "winner": winners,
    "tie": winners,
    "ranking": winners,
    "setup": setup,
}
