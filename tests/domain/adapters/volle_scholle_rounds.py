"""Plays the handed cases of Volle Scholle about a round from its floe to the last card kept or discarded."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from domain.games.volle_scholle import RULES
from domain.games.volle_scholle.cards import PENGUINS, Card, Cards, Colour, total, without
from domain.games.volle_scholle.legal import next_starter, sorter
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
from domain.games.volle_scholle.state import Bidding, Deck, Sorting, State, Turning
from domain.kernel import Ruling
from tests.domain.adapters.reading import Answer, Given, by_seat, first, named
from tests.domain.adapters.volle_scholle_ends import options_of, per_seat, seats_of
from tests.domain.case import Case
from tests.domain.volle_scholle.laying import (
    before_last_pass,
    cards,
    command,
    deck_of,
    floes_without,
    go,
    of,
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


# -- drawing ---------------------------------------------------------------------------------------------------------


def draw(case: Case) -> Answer:
    """A round that its winner ends with the cards played, the deck and the discard pile as given.

    The cards played are those of seat 0, or of every seat.
    """
    given = case.given
    played = named(given, "played", default=2)
    alone = isinstance(played, int) or (isinstance(played, list) and all(isinstance(face, str) for face in played))
    rows = rows_of(
        [played, 0, 0] if alone else by_seat(played, seats_of(given, *(key for key in given if "played" in key)))
    )
    if not any(rows):
        return {"draws": 0, "drawn": 0, "reshuffled": []}
    others = {key: value for key, value in given.items() if "discard" not in key}
    deck, order = _pile(named(others, "deck", "pile", default=60))
    pile = named(given, "discard", default=0)
    discard = PENGUINS[:pile] if isinstance(pile, int) else cards(pile)
    seats = len(rows)
    winner = int(given.get("winner", max(range(seats), key=lambda seat: total(rows[seat]))))
    state, last = before_last_pass(rows, winner, int(given.get("starter", 0)), options_of(given))
    state = msgspec.structs.replace(state, deck=deck, discard=discard)
    after, events = command(state, last, Pass(), SeededChance(1, forced=order))
    took = [[event.card for event in of(events, CardDrawn) if event.seat == seat] for seat in range(seats)]
    reshuffled = sorted(discard) if of(events, DiscardReshuffled) else []
    drew = list(dict.fromkeys(event.seat for event in of(events, CardDrawn)))
    return {
        "draws": len(took[0]) if alone else _all_or_each(list(map(len, took)), case.expect.get("draws")),
        "drawn": took[0] if alone else took,
        "reshuffled": reshuffled,
        "reshuffle": reshuffled,
        "new_deck": reshuffled,
        **{name: drew for name in case.expect if "order" in name},
        "deck": after.deck.left,
        "deck_after": after.deck.left,
        "discard": list(after.discard),
        "hand_sizes": [len(hand) for hand in after.hands],
    }


def _all_or_each(numbers: list[int], wished: Any) -> int | list[int]:
    return sum(numbers) if isinstance(wished, int) else numbers


def rows_of(values: Sequence[Any]) -> tuple[Cards, ...]:
    """Read what each seat has played, written as faces or as their number."""
    return tuple((Card.B1,) * row if isinstance(row, int) else cards(row) for row in values)


def _pile(written: Any) -> tuple[Deck, dict[str, Sequence[object]]]:
    """Read the draw deck, written as a number or as faces from the top, with the order that this forces."""
    if isinstance(written, int):
        return deck_of(written), {}
    deck = Deck(cards=tuple(sorted(cards(written))))
    return deck, {deck.label: cards(written)}


# -- a round ---------------------------------------------------------------------------------------------------------


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
    refused: list[tuple[int, int, Any]] = []
    for number, (seat, written) in enumerate(actions):
        state = _yield_to(state, seat, chance)
        state, events = command(state, seat, move(written), chance)
        if isinstance(events, Ruling):
            refused.append((number, seat, written))
            sums.append(None)
            continue
        sums.append(next((event.sum for event in of(events, CardsPlayed)), None))
        told += events
    won = of(told, FloeWon)
    winner = won[0].seat if won else None
    turn = next(iter(RULES.to_act(state)), None)
    seen: Answer = {
        "ok": not refused,
        "rejected": _refusals(refused, first(case.expect, "rejected", "refused")),
        "refused": _refusals(refused, first(case.expect, "rejected", "refused")),
        "sums_after_each_action": sums,
        "winner": winner,
    }
    if winner is None:
        return seen | {"turn": turn, "next": turn, "next_player": turn, "to_act": list(RULES.to_act(state))}
    played = [sum(len(e.cards) for e in of(told, CardsPlayed) if e.seat == seat) for seat in range(seats)]
    sizes = [len(hand) for hand in state.hands]
    decided: list[int] = []
    while isinstance(state.phase, Sorting) and (asked := sorter(state, state.phase)) is not None:
        decided.append(asked)
        state, events = command(state, asked, DiscardCards(), chance)
        told += events
    revealed = of(told, FloeRevealed)
    return seen | {
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


def _yield_to(state: State, seat: int, chance: SeededChance) -> State:
    """Let those say so who cannot start, until it is the turn of `seat`; a case does not list that."""
    while isinstance(state.phase, Bidding) and seat not in RULES.to_act(state):
        due = RULES.to_act(state)[0]
        if RULES.check(state, due, YieldStart()) is not None:
            break
        state, _ = command(state, due, YieldStart(), chance)
    return state


def _refusals(refused: Sequence[tuple[int, int, Any]], wished: Any) -> list[Any]:
    """Tell which actions were refused, by their place, by seat, or in full."""
    places, seats = [number for number, _, _ in refused], [seat for _, seat, _ in refused]
    if isinstance(wished, list) and any(isinstance(one, list) for one in wished):
        return [[seat, written] for _, seat, written in refused]
    return seats if wished == seats else places


def _fitting_hands(seats: int, actions: Sequence[Any]) -> tuple[list[str], ...]:
    """Give each seat the cards that it plays, filled up to the size of a dealt hand."""
    hands: list[list[str]] = [[] for _ in range(seats)]
    for seat, written in actions:
        if not isinstance(written, str):
            hands[seat] += written
    filler = iter(without(PENGUINS, cards([face for hand in hands for face in hand])))
    return tuple(hand + [next(filler) for _ in range(12 // seats - len(hand))] for hand in hands)


def next_player(case: Case) -> Answer:
    """Whose turn it is after some actions, or when it is only said who has passed and who has spoken last."""
    given = case.given
    if "actions" in given:
        return round_(case)
    out = list(first(given, "passed", "out", default=()))
    seats = seats_of(given, "seat", "last")
    spoke, starter = first(given, "last", "seat", "last_raised", default=0), given.get("starter", 0)
    leader = spoke if spoke not in out else next(seat for seat in range(seats) if seat not in out)
    passed = tuple(seat in out for seat in range(seats))
    rows: tuple[Cards, ...] = ((Card.B1,),) * seats
    bidding = Bidding(6, starter, rows, passed, starter=starter, colour=Colour.BLUE, leader=leader, spoke=spoke)
    turn = next(iter(RULES.to_act(table(seats, phase=bidding))), None)
    return {"next": turn, "turn": turn, "next_player": turn, "to_act": turn}


def next_start(case: Case) -> Answer:
    given = case.given
    starter = next_starter(seats_of(given, "winner", "last_starter"), given["winner"])
    return {"starter": starter, "next_starter": starter}


# -- after a round ---------------------------------------------------------------------------------------------------


def after_round(case: Case) -> Answer:
    """The floe is won; the others keep or discard what they played, one card each unless given."""
    given = case.given
    if "choice" in given:
        return _one_choice(given)
    seats = seats_of(given, "played", "choices", "winner")
    rows = rows_of(per_seat(given, "played", seats) if "played" in given else (1,) * seats)
    winner = given["winner"]
    state, last = before_last_pass(rows, winner, given.get("starter", winner), options_of(given))
    state, told = command(state, last, Pass())
    told = list(told)
    choices = {int(seat): choice for seat, choice in given.get("choices", {}).items()}
    rejected = []
    for seat in (s for s in choices if s == winner or not rows[s]):
        action = _choice(choices[seat], rows[seat])
        if isinstance(action, DiscardCards):
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
        **{name: order for name in case.expect if "order" in name},
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
    after, answer = command(state, seat, _choice(given["choice"], row))
    refused = isinstance(answer, Ruling)
    return {
        "ok": not refused,
        "why": answer.code if refused else None,
        "kept": list(after.kept[seat]),
        "discarded": list(after.discard),
    }
