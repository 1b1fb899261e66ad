"""Whole games by chance and by bots."""

import random
from collections import Counter
from collections.abc import Mapping
from typing import Any, get_args

import msgspec
import pytest

from domain.games.volltreffer import RULES
from domain.games.volltreffer.messages import AnyAction, AnyEvent, CheckHand, DeclareMelds, SwapMarket
from domain.games.volltreffer.options import Options
from domain.games.volltreffer.state import Playing, Smallest
from domain.kernel import Seat, Setup
from tests.domain.volltreffer.table import in_round
from tests.support.play import Step, bot_choice, play, random_choice

TABLES: Mapping[str, dict[str, Any]] = {
    "printed": {},
    "variant as printed": {"variant": True},
    "variant with market swap": {"variant": True, "variant_swap": "market", "ties": "auto"},
    "five suits of the hand": {"five_suits": "hand", "over_first": True},
    "debts": {"affordability": "negative", "open_hands": True},
    "stop at one": {"affordability": "stop_at_one", "neighbour_check": False, "max_rounds": 2},
}


def audit(step: Step) -> None:
    """Cards are conserved, pawns stay on the track, the state survives storage, legal is what passes check."""
    state = step.after
    found = RULES.placed(state)
    assert set(found.faces) <= set(RULES.pieces(state.options, None))
    assert set(found.faces.values()) <= {1}
    assert sum(found.faces.values()) + found.undrawn == 50
    lowest = -99 if state.options.affordability == "negative" else 1
    assert all(lowest <= pawn <= 80 for pawn in state.pawns)
    assert msgspec.json.decode(msgspec.json.encode(state), type=RULES.State) == state
    for event in step.answer:
        assert msgspec.json.decode(msgspec.json.encode(event), type=RULES.Event) == event
        assert RULES.notation.event(event)
    for seat in range(state.seats):
        actions = RULES.legal(state, seat)
        assert len(actions) <= 200
        assert bool(actions) == (seat in RULES.to_act(state))
        for action in actions:
            assert RULES.check(state, seat, action) is None
            assert msgspec.json.decode(msgspec.json.encode(action), type=RULES.Action) == action


@pytest.mark.parametrize("seats", RULES.seats)
@pytest.mark.parametrize("options", TABLES.values(), ids=TABLES)
def test_random_play_keeps_the_laws(seats: int, options: dict[str, Any]) -> None:
    for seed in range(3):
        for step in play(RULES, Setup(seats, seed % seats, Options(**options)), seed, max_deals=2):
            audit(step)


def test_random_play_reaches_every_action_and_event() -> None:
    seen: Counter[type] = Counter()
    for seed, options in enumerate([*TABLES.values()] * 2):
        for step in play(RULES, Setup(4, 0, Options(**options)), seed, random_choice, max_deals=2):
            seen[type(step.command.action)] += 1
            seen.update(type(event) for event in step.answer)
    assert {*get_args(AnyAction), *get_args(AnyEvent)} <= set(seen)


def winners(seats: int, solid: Seat, seed: int, options: dict[str, Any]) -> list[Seat]:
    """One whole game of one solid bot among easy ones."""
    policies = [bot_choice(RULES, "solid" if seat == solid else "easy") for seat in range(seats)]

    def choose(state: Any, seat: Seat, legal: tuple[Any, ...], rng: random.Random) -> Any:
        return policies[seat](state, seat, legal, rng)

    state = None
    for step in play(RULES, Setup(seats, seed % seats, Options(**options)), seed, choose, 512):
        state = step.after
    outcome = RULES.outcome(state)
    assert outcome is not None
    return [seat for seat, place in enumerate(outcome.ranks) if place == 1]


@pytest.mark.parametrize("seats", RULES.seats)
@pytest.mark.parametrize("options", [{}, {"variant": True, "variant_swap": "market"}], ids=["printed", "variant"])
def test_a_solid_bot_beats_easy_ones(seats: int, options: dict[str, Any]) -> None:
    games = 4 * seats
    won = sum(seed % seats in winners(seats, seed % seats, seed, options) for seed in range(games))
    assert won > games * 0.6


@pytest.mark.parametrize("seats", RULES.seats)
def test_solid_bots_among_themselves_finish(seats: int) -> None:
    for seed in range(4):
        steps = list(play(RULES, Setup(seats, 0, Options()), seed, bot_choice(RULES, "solid"), 512))
        assert RULES.outcome(steps[-1].after) is not None


def test_a_solid_bot_asks_for_no_check() -> None:
    state = msgspec.structs.replace(in_round(phase=Playing(0), hands=["R1", "R2", "R3"]), smallest=Smallest((0,), 1))
    assert RULES.legal(state, 1) == (CheckHand(0),)
    assert RULES.bots["solid"](RULES.view(state, 1), RULES.legal(state, 1), None) is None  # type: ignore[arg-type]


def test_messages_have_stable_tags() -> None:
    assert msgspec.json.encode(SwapMarket((0, 3))) == b'{"type":"swap_market","places":[0,3]}'
    assert msgspec.json.encode(DeclareMelds(())) == b'{"type":"declare_melds","melds":[]}'
