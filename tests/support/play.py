"""Plays any rule set without a table around it: for laws, soaks and playthroughs."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from domain.kernel import Action, AnyRuleSet, Command, Deal, NextDeal, Ruling, Seat, Setup, Template, Tick
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
            command = _next_command(rules, state, choose, rng, at)
        step = decide(rules, state, command, chance)
        assert not isinstance(step.answer, Ruling), f"refused: {command} {step.answer}"
        yield step
        state, at = step.after, command.at + rng.randrange(1, 400)
    raise AssertionError(f"{rules.id} did not end in {max_steps} steps")


def _next_command(rules: AnyRuleSet, state: Any, choose: Chooser, rng: random.Random, at: int) -> Command:
    due = sorted(rules.due(state), key=lambda d: (d.at_ms, -1 if d.seat is None else d.seat, d.id))
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
