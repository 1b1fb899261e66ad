"""Which of two bots is better, and how sure that is."""

import math
import time
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import islice
from typing import Any

from domain.games import shipped_registry
from domain.kernel import AnyRuleSet, Setup, rank
from tests.bench._games import CUT_OFF, MAX_STEPS
from tests.support.play import race
from tests.support.tables import data_of

LEG = 8
"""Deals after which whoever leads has won, where the game has not ended before."""


@dataclass(frozen=True)
class Duel:
    """`share` of wins of one `solid` seat among `easy` ones, `margin` of its 95% interval; `fair` if all were alike."""

    seats: int
    games: int
    share: float
    margin: float

    @property
    def fair(self) -> float:
        return 1 / self.seats

    @property
    def shown(self) -> bool:
        return self.share - self.margin > self.fair


def won(rules: AnyRuleSet, state: Any, seat: int) -> float:
    """Give the share of the win that `seat` has: shared wins are divided."""
    outcome = rules.outcome(state)
    ranks = rank(rules.standing(state)) if outcome is None else outcome.ranks
    return (ranks[seat] == 1) / ranks.count(1)


def block_share(id: str, seats: int, seed: int) -> float:
    """Play one seed once with `solid` on each seat; give its mean share of wins (of leads, where a game is cut off)."""
    rules = shipped_registry().get(id)
    setup = Setup(seats, seed % seats, rules.Options(), data_of(rules))
    shares = []
    for mine in range(seats):
        levels = ["solid" if seat == mine else "easy" for seat in range(seats)]
        state = rules.initial(setup)
        for step in islice(race(rules, setup, levels, seed, LEG, MAX_STEPS), CUT_OFF):
            state = step.after
        shares.append(won(rules, state, mine))
    return sum(shares) / seats


def duel(id: str, seats: int, blocks: int, pool: Executor, until: float) -> Duel:
    """Measure over `blocks` seeds; the interval comes from the spread between the seeds."""
    shares: list[float] = []
    for first in range(0, blocks, 8):
        if time.monotonic() > until and len(shares) > 2:
            break
        seeds = range(first, min(first + 8, blocks))
        shares += [job.result() for job in [pool.submit(block_share, id, seats, seed) for seed in seeds]]
    mean = sum(shares) / len(shares)
    spread = sum((share - mean) ** 2 for share in shares) / max(1, len(shares) - 1)
    return Duel(seats, len(shares) * seats, mean, 1.96 * math.sqrt(spread / len(shares)))
