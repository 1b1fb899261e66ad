"""Recorded games for the laws: every shipped game and one from outside, at many tables."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec
import pytest

from domain.games import shipped_registry
from domain.kernel import Action, AnyRuleSet, Deal, NextDeal, Ruling, Seat, Setup, Template, Tick
from tests.support import high_card
from tests.support.play import Step, play
from tests.support.tables import setups

GAMES = high_card.with_high_card(shipped_registry())
MAX_STEPS = 160
MAX_TABLES = 10


@dataclass(frozen=True)
class Record:
    """A game played at random, cut off after `MAX_STEPS`."""

    rules: AnyRuleSet
    setup: Setup
    steps: tuple[Step, ...]

    def states(self) -> Iterator[Any]:
        """Every state, the initial one first."""
        yield self.rules.initial(self.setup)
        for step in self.steps:
            yield step.after

    def events(self) -> Iterator[Any]:
        for step in self.steps:
            yield from step.answer

    def actions(self) -> tuple[Action, ...]:
        """What the players did, each action once."""
        moves = [step.command.action for step in self.steps if _is_move(step.command.action)]
        return tuple({msgspec.json.encode(move): move for move in moves}.values())

    def some(self, count: int) -> list[Step]:
        """A sample of steps, the first and last among them."""
        inner = random.Random(len(self.steps)).sample(self.steps[1:-1], min(count, len(self.steps)) - 2)
        return [self.steps[0], *inner, self.steps[-1]]


def _is_move(action: Action) -> bool:
    return not isinstance(action, NextDeal | Tick)


@cache
def records(id: str) -> tuple[Record, ...]:
    """Play a game at every number of seats, under the default options and variants of them."""
    rules = GAMES.get(id)
    tables = list(setups(rules))
    if len(tables) > MAX_TABLES:
        plain = len(rules.seats)
        tables = tables[:plain] + random.Random(id).sample(tables[plain:], MAX_TABLES - plain)
    return tuple(_record(rules, setup, seed) for seed, setup in enumerate(tables))


def _record(rules: AnyRuleSet, setup: Setup, seed: int) -> Record:
    steps = []
    for step in play(rules, setup, seed):
        steps.append(step)
        if len(steps) == MAX_STEPS:
            break
    return Record(rules, setup, tuple(steps))


def seats_of(record: Record) -> range:
    return range(record.setup.seats)


def listed(rules: AnyRuleSet, state: Any, seat: Seat) -> list[Action]:
    """The legal actions of a seat, a template by its example."""
    return [item.example if isinstance(item, Template) else item for item in rules.legal(state, seat)]


def running(record: Record) -> Iterator[Any]:
    return (state for state in record.states() if record.rules.deal(state) is Deal.RUNNING)


def accepted(answer: Any) -> bool:
    return not isinstance(answer, Ruling)


every_game = pytest.mark.parametrize("id", [rules.id for rules in GAMES.current()])
