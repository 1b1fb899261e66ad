"""Plays any rule set without a table around it: for laws, soaks and playthroughs."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from domain.kernel import Action, AnyRuleSet, Command, Deadline, Deal, NextDeal, Ruling, Seat, Setup, Template, Tick
from tests.support.chance import SeededChance


@dataclass(frozen=True)
class Step:
    """One decided command: the state before, the command, its events (or ruling), the state after."""

    before: Any
    command: Command
    answer: Any
    after: Any
    chance: SeededChance


def concrete(choice: Action | Template) -> Action:
    return choice.example if isinstance(choice, Template) else choice


def fold(rules: AnyRuleSet, state: Any, events: Any) -> Any:
    for event in events:
        state = rules.evolve(state, event)
    return state


def decide(rules: AnyRuleSet, state: Any, command: Command, chance: SeededChance) -> Step:
    answer = rules.decide(state, command, chance)
    after = state if isinstance(answer, Ruling) else fold(rules, state, answer)
    return Step(state, command, answer, after, chance)


Chooser = Callable[[Any, Seat, tuple[Any, ...], random.Random], Action | None]


def random_choice(state: Any, seat: Seat, legal: tuple[Any, ...], rng: random.Random) -> Action | None:
    return concrete(rng.choice(legal)) if legal else None


def bot_choice(rules: AnyRuleSet, level: str) -> Chooser:
    def choose(state: Any, seat: Seat, legal: tuple[Any, ...], rng: random.Random) -> Action | None:
        move = rules.bots[level](rules.view(state, seat), legal, rng)
        return None if move is None else move.action

    return choose


def play(
    rules: AnyRuleSet,
    setup: Setup,
    seed: int = 0,
    choose: Chooser = random_choice,
    max_deals: int = 3,
    max_steps: int = 20_000,
    chance_of: Callable[[int, int], SeededChance] = SeededChance,
) -> Iterator[Step]:
    """Play until the game is over or `max_deals` deals are closed; yield every step.

    A seat is drawn from `to_act` and asked; when nobody moves, the earliest deadline fires. `chance_of` makes the
    chance of a deal from seed and number.
    """
    rng = random.Random(f"play/{seed}")
    return _play(rules, setup, seed, partial(_next_command, rules, choose, rng), rng, max_deals, max_steps, chance_of)


def race(
    rules: AnyRuleSet,
    setup: Setup,
    levels: Sequence[str],
    seed: int = 0,
    max_deals: int = 3,
    max_steps: int = 20_000,
) -> Iterator[Step]:
    """Play like `play`, with a bot of some level on each seat: it moves `after_ms` after it was asked.

    As at a real table, a planned move waits for its time, and is thought over when it is not allowed any more.
    """
    rng = random.Random(f"race/{seed}")
    return _play(rules, setup, seed, _Race(rules, levels, rng), rng, max_deals, max_steps, SeededChance)


Ask = Callable[[Any, int], Command]
"""Gives the next command for a state, at some time."""


def _play(
    rules: AnyRuleSet,
    setup: Setup,
    seed: int,
    ask: Ask,
    rng: random.Random,
    max_deals: int,
    max_steps: int,
    chance_of: Callable[[int, int], SeededChance],
) -> Iterator[Step]:
    state = rules.initial(setup)
    at, deals = 1_000, 0
    chance = SeededChance(seed, 0)
    for _ in range(max_steps):
        status = rules.deal(state)
        if status is Deal.OVER or (status is Deal.REST and deals == max_deals):
            return
        if status is Deal.REST:
            deals += 1
            chance = chance_of(seed, deals)
            command = Command(None, "clock", NextDeal(), at)
        else:
            command = ask(state, at)
        step = decide(rules, state, command, chance)
        assert not isinstance(step.answer, Ruling), f"refused: {command} {step.answer}"
        yield step
        state, at = step.after, command.at + rng.randrange(1, 400)
    raise AssertionError(f"{rules.id} did not end in {max_steps} steps")


class _Race:
    """The planned moves of all bots, and the clock between them."""

    def __init__(self, rules: AnyRuleSet, levels: Sequence[str], rng: random.Random) -> None:
        self.rules, self.levels, self.rng = rules, levels, rng
        self.plans: dict[Seat, tuple[int, Action]] = {}

    def __call__(self, state: Any, at: int) -> Command:
        self._plan(state, at)
        pending = _pending(self.rules, state)
        first = min(((when, seat) for seat, (when, _) in self.plans.items()), default=None)
        if first is None or (pending and pending[0].at_ms <= max(first[0], at)):
            assert pending, f"{self.rules.id} is stuck: no bot moves and nothing is due"
            return Command(pending[0].seat, "clock", Tick(pending[0].id), max(at, pending[0].at_ms))
        when, action = self.plans.pop(first[1])
        return Command(first[1], "bot", action, max(at, when))

    def _plan(self, state: Any, at: int) -> None:
        rules, acting = self.rules, self.rules.to_act(state)
        kept = {seat: plan for seat, plan in self.plans.items() if rules.check(state, seat, plan[1]) is None}
        self.plans = {seat: plan for seat, plan in kept.items() if seat in acting}
        for seat in self.rng.sample(acting, len(acting)):
            if seat not in self.plans:
                move = rules.bots[self.levels[seat]](rules.view(state, seat), rules.legal(state, seat), self.rng)
                if move is not None:
                    self.plans[seat] = (at + move.after_ms, move.action)


def _pending(rules: AnyRuleSet, state: Any) -> list[Deadline]:
    """Give the deadlines, the next one first."""
    return sorted(rules.due(state), key=lambda d: (d.at_ms, -1 if d.seat is None else d.seat, d.id))


def _next_command(rules: AnyRuleSet, choose: Chooser, rng: random.Random, state: Any, at: int) -> Command:
    due = _pending(rules, state)
    if due and due[0].at_ms <= at:
        return Command(due[0].seat, "clock", Tick(due[0].id), at)
    seats = list(rules.to_act(state))
    rng.shuffle(seats)
    for seat in seats:
        action = choose(state, seat, rules.legal(state, seat), rng)
        if action is not None:
            return Command(seat, "player", action, at)
    assert due, f"{rules.id} is stuck: nobody may act and nothing is due"
    return Command(due[0].seat, "clock", Tick(due[0].id), max(at, due[0].at_ms))
