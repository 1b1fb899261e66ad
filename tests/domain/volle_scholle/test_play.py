"""Whole games: what holds at every step, and that the sensible bot beats the random one."""

import msgspec
import pytest

from domain.games.volle_scholle import RULES
from domain.games.volle_scholle.cards import Card
from domain.games.volle_scholle.messages import FloeRevealed, MeltingFloeRevealed
from domain.games.volle_scholle.options import Options
from domain.kernel import AnyRuleSet, Setup
from tests.support.play import bot_choice, play, random_choice

EVERY_OPTION = [Options(), Options(hidden_start=True), Options(keep_per_card=True), Options(peek_own=True)]


@pytest.mark.parametrize("seats", RULES.seats)
@pytest.mark.parametrize("options", EVERY_OPTION, ids=["default", "hidden_start", "keep_per_card", "peek_own"])
@pytest.mark.parametrize("level", ["random", *RULES.bots])
def test_whole_games(seats: int, options: Options, level: str) -> None:
    rules: AnyRuleSet = RULES
    choose = random_choice if level == "random" else bot_choice(rules, level)
    for seed in range(5):
        sizes = [12 // seats] * seats
        for step in play(rules, Setup(seats, seed % seats, options), seed, choose):
            state = step.after
            placed = RULES.placed(state)
            penguins = sum(n for face, n in placed.faces.items() if face in set(Card)) + state.deck.left
            assert penguins == 72
            assert sum(placed.faces.values()) + placed.undrawn == 90
            assert all(RULES.pieces(options, None)[face] >= n for face, n in placed.faces.items())
            assert msgspec.json.decode(msgspec.json.encode(state), type=RULES.State) == state
            if any(isinstance(event, FloeRevealed | MeltingFloeRevealed) for event in step.answer):
                now = [len(hand) for hand in state.hands]
                assert all(after <= before for after, before in zip(now, sizes, strict=True)), "a hand grew"
                if RULES.outcome(state) is None:
                    assert min(now) >= 2, "a hand fell below two while there were cards"
                sizes = now
        assert 14 <= state.turned <= 18
        assert RULES.outcome(state) is not None


@pytest.mark.parametrize("seats", RULES.seats)
def test_solid_beats_easy(seats: int) -> None:
    games, wins = 30, 0.0
    easy, solid = bot_choice(RULES, "easy"), bot_choice(RULES, "solid")
    for seed in range(games):
        mine = seed % seats
        steps = play(
            RULES,
            Setup(seats, 0, Options()),
            seed,
            lambda state, seat, legal, rng, mine=mine: (solid if seat == mine else easy)(state, seat, legal, rng),
        )
        *_, last = steps
        outcome = RULES.outcome(last.after)
        assert outcome is not None
        wins += (outcome.ranks[mine] == 1) / outcome.ranks.count(1)
    assert wins / games > 1.4 / seats
