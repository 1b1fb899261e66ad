"""Plays the handed cases of Volle Scholle about setup, end and scoring, and reads what all cases share."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from domain.games.volle_scholle import RULES
from domain.games.volle_scholle.cards import FLOES, LAST_FIVE, PENGUINS, Card, total
from domain.games.volle_scholle.messages import (
    FloeRevealed,
    GameScored,
)
from domain.games.volle_scholle.scoring import result
from domain.games.volle_scholle.state import Bidding, Over, Turning
from domain.kernel import Command, NextDeal, Ruling, Setup
from tests.domain.adapters.reading import Answer, Given, by_seat, first, named, winners_of
from tests.domain.case import Case
from tests.domain.volle_scholle.laying import (
    cards,
    floes_without,
    go,
    of,
    table,
)
from tests.support.chance import SeededChance


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
    return tuple(by_seat(values, seats))


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
    """Points, or the cards that they are on, of one player or of all."""
    given = case.given
    penguins = first(given, "penguin_points", "penguins", "penguin_cards", "kept", default=0)
    floes = first(given, "floe_points", "floes", "floe_cards", default=0)
    if isinstance(penguins, Mapping) or (isinstance(penguins, list) and penguins and not isinstance(penguins[0], str)):
        seats = len(penguins)
        rows = zip(by_seat(penguins, seats, 0), by_seat(floes, seats, 0), strict=True)
        results = [result(_points(p), _points(f)) for p, f in rows]
        return {"results": results, "result": results, "scores": results}
    points, room = _points(penguins), _points(floes)
    return {"result": result(points, room), "penguin_points": points, "floe_points": room}


def _points(written: Any) -> int:
    """Read points, written as such, as penguins or as floes."""
    if isinstance(written, int):
        return written
    return sum(card if isinstance(card, int) else total(cards([card])) for card in written)


def end(case: Case) -> Answer:
    """The floe given is turned over on a table laid out by hand."""
    given = case.given
    if "results" in given:
        return winners(case) | {"game_over": True}
    seats = seats_of(given, "hands", "kept", "floes")
    hands = per_seat(given, "hands", seats) if given.get("hands") else (["B1"],) * seats
    state = table(
        seats,
        options_of(given),
        phase=Turning(given.get("starter", 0)),
        hands=tuple(tuple(sorted(cards(hand))) for hand in hands),
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
        return {"game_over": False, "round_played": True, "winners": [], "winner": None}
    return {
        "game_over": True,
        "hands_discarded": not any(state.hands),
        "round_played": bool(of(told, FloeRevealed)),
        "penguin_points": scored[0].penguin_points,
        "floe_points": scored[0].floe_points,
        "results": outcome.scores,
        "scores": outcome.scores,
    } | winners_of(outcome.ranks)


def winners(case: Case) -> Answer:
    """Results and numbers of floes, as given: who wins?"""
    given = case.given
    players = given.get("players")
    if isinstance(players, Sequence) and players and isinstance(players[0], Mapping):
        given = {key: [player[key] for player in players] for key in players[0]}
    results = given | score(case) if "penguin_points" in given else given
    results = named({key: value for key, value in results.items() if "_points" not in key}, "result", "score", "points")
    seats = len(results)
    cards_won = {key: value for key, value in given.items() if "points" not in key}
    floes = by_seat(named(cards_won, "floe", default=()), seats)
    won = tuple((2,) * row if isinstance(row, int) else tuple(row) for row in floes)
    state = table(seats, phase=Over((), (), tuple(by_seat(results, seats, 0))), won=won)
    outcome = RULES.outcome(state)
    assert outcome is not None
    return winners_of(outcome.ranks)


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
        "dealt_each": hand if not isinstance(players, int) else hand[str(players)],
        "face_up": True,
    } | _components()


def _components() -> Answer:
    """Count what is in the box, and say where the melting floe can lie."""
    low, high = len(FLOES) + 1 - len(LAST_FIVE), len(FLOES)
    return {
        "floes": len(FLOES) + 1,
        "floe_cards": len(FLOES) + 1,
        "floe_deck": len(FLOES) + 1,
        "penguins": len(PENGUINS),
        "penguin_cards": len(PENGUINS),
        "jokers": PENGUINS.count(Card.J),
        "melting_among_last": len(LAST_FIVE),
        "rounds": [low, high],
        "rounds_min": low,
        "rounds_max": high,
    }
