"""Plays the handed cases of Volle Scholle about setup, end and scoring, and reads what all cases share."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from domain.games.volle_scholle import RULES
from domain.games.volle_scholle.cards import FLOES, LAST_FIVE, PENGUINS, total
from domain.games.volle_scholle.messages import (
    FloeRevealed,
    GameScored,
)
from domain.games.volle_scholle.scoring import result
from domain.games.volle_scholle.state import Bidding, Over, Turning
from domain.kernel import Command, NextDeal, Ruling, Setup
from tests.domain.case import Case
from tests.domain.volle_scholle.laying import (
    cards,
    floes_without,
    go,
    of,
    table,
)
from tests.support.chance import SeededChance

Given = Mapping[str, Any]
Answer = dict[str, object]


def options_of(given: Given) -> Any:
    named = dict(given.get("options", {}))
    named |= {name: given[name] for name in RULES.Options.__struct_fields__ if name in given}
    return msgspec.convert(named, RULES.Options)


def per_seat(given: Given, key: str, seats: int) -> tuple[Any, ...]:
    """Read a value per seat, written as a list, by seat number, or by player's name."""
    values = given.get(key) or {}
    if isinstance(values, Mapping):
        names = given.get("players")
        if isinstance(names, Sequence) and not isinstance(names, str):
            values = {str(names.index(k)) if k in names else str(k): v for k, v in values.items()}
        return tuple(values.get(str(seat), ()) for seat in range(seats))
    return tuple(values)


def seats_of(given: Given, *keys: str) -> int:
    players = given.get("players", given.get("seats"))
    if isinstance(players, int):
        return players
    if isinstance(players, Sequence):
        return len(players)
    seen = [3]
    for key in keys:
        value = given.get(key)
        if isinstance(value, Mapping):
            seen += [int(seat) + 1 for seat in value if str(seat).isdigit()]
        elif isinstance(value, Sequence):
            seen.append(len(value))
        elif isinstance(value, int):
            seen.append(value + 1)
    return max(seen)


def score(case: Case) -> Answer:
    given = case.given
    if isinstance(given.get("penguin_points"), Sequence):
        results = list(map(result, given["penguin_points"], given["floe_points"]))
        return {"results": results, "result": results}
    penguins = given.get("penguin_points", total(cards(given.get("penguins", ()))))
    floes = given.get("floe_points", sum(given.get("floes", ())))
    return {"result": result(penguins, floes)}


def end(case: Case) -> Answer:
    """The floe given is turned over on a table laid out by hand."""
    given = case.given
    seats = seats_of(given, "hands", "kept", "floes")
    state = table(
        seats,
        options_of(given),
        phase=Turning(given.get("starter", 0)),
        hands=tuple(tuple(sorted(cards(hand))) for hand in per_seat(given, "hands", seats)),
        kept=tuple(cards(row) for row in per_seat(given, "kept", seats)),
        won=tuple(tuple(row) for row in per_seat(given, "floes", seats)),
        turned=13,
    )
    revealed = given.get("revealed", "melting")
    if revealed == "melting":
        forced: dict[str, Sequence[object]] = {"melting": tuple(reversed(LAST_FIVE))}
    else:
        state = msgspec.structs.replace(state, turned=0)
        forced = {"floes": (revealed, *floes_without(revealed))}
    state, told = go(state, SeededChance(1, forced=forced))
    scored = of(told, GameScored)
    outcome = RULES.outcome(state)
    if outcome is None:
        return {"game_over": False, "round_played": True, "winners": None}
    return {
        "game_over": True,
        "round_played": bool(of(told, FloeRevealed)),
        "penguin_points": scored[0].penguin_points,
        "floe_points": scored[0].floe_points,
        "results": outcome.scores,
        "ranks": outcome.ranks,
        "winners": [seat for seat, rank in enumerate(outcome.ranks) if rank == 1],
    }


def winners(case: Case) -> Answer:
    """Results and numbers of floes, as given: who wins?"""
    given = case.given
    results = list(given.get("results", given.get("scores", ())))
    key = next((key for key in ("floes", "floe_cards", "floe_counts") if key in given), "floes")
    floes = per_seat(given, key, len(results))
    won = tuple((2,) * row if isinstance(row, int) else tuple(row) for row in floes)
    state = table(len(results), phase=Over((), (), tuple(results)), won=won)
    outcome = RULES.outcome(state)
    assert outcome is not None
    return {"winners": [seat for seat, rank in enumerate(outcome.ranks) if rank == 1], "ranks": outcome.ranks}


def setup(case: Case) -> Answer:
    given = case.given
    players = given.get("players", [3, 4])
    numbers = [players] if isinstance(players, int) else players
    youngest, hand, dealt, deck = 2, {}, set(), set()
    starters = set()
    for seats in numbers:
        state = RULES.initial(Setup(seats, given.get("youngest", youngest), options_of(given)))
        answer = RULES.decide(state, Command(None, "clock", NextDeal(), 0), SeededChance(7))
        assert not isinstance(answer, Ruling)
        for event in answer:
            state = RULES.evolve(state, event)
        sizes = {len(cards_held) for cards_held in state.hands}
        assert len(sizes) == 1, "unequal hands"
        hand[str(seats)] = sizes.pop()
        dealt.add(sum(map(len, state.hands)))
        deck.add(state.deck.left)
        assert isinstance(state.phase, Bidding)
        starters.add("youngest" if state.phase.due == given.get("youngest", youngest) else state.phase.due)
    return {
        "hand": hand if not isinstance(players, int) else hand[str(players)],
        "dealt": dealt.pop(),
        "draw_deck": deck.pop(),
        "first_starter": given["youngest"] if "youngest" in given else starters.pop(),
        "floes": len(FLOES) + 1,
        "penguins": len(PENGUINS),
    }
