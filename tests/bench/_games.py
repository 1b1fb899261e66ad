"""Many games of one rule set, counted, with bad input on the way."""

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, islice
from typing import Any

from domain.games import shipped_registry
from domain.kernel import AnyRuleSet, Command, Deal, NextDeal, Ruling, Setup, Tick
from tests.bench._illformed import Mischief
from tests.bench._tables import table_of
from tests.playthroughs.script import Scenario, refused, setup_of, steps_of
from tests.support.chance import SeededChance
from tests.support.play import Chooser, Step, bot_choice, play, race, random_choice
from tests.support.tables import setups

DEALS = 2
"""Deals of a game that has no end of its own."""
MAX_STEPS = 20_000
"""More than any game is played for."""
CUT_OFF = 5_000
"""Commands after which a game that somebody plays should long be over; it is left as it is."""
NOBODY = 200
"""Commands of a game that nobody plays: some go on for ever."""
TRIES = 3
"""Ill-formed actions per sampled step."""


@dataclass
class Tally:
    """What came up, by name; `games` counts whole games."""

    games: int = 0
    cut_off: int = 0
    steps: int = 0
    actions: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)
    tables: Counter[str] = field(default_factory=Counter)
    pairs: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Options that were changed together."""
    accepted: int = 0
    """Tries that turned out to be legal."""

    def add(self, other: "Tally") -> None:
        self.games += other.games
        self.cut_off += other.cut_off
        self.steps += other.steps
        self.accepted += other.accepted
        for name in ("actions", "events", "refusals", "tables", "pairs"):
            getattr(self, name).update(getattr(other, name))


def soak_game(rules: AnyRuleSet, setup: Setup, steps: Iterator[Step], tally: Tally, seed: int, often: float) -> None:
    """Play one game to its end, counting, with mischief at a share `often` of its steps."""
    rng = random.Random(f"mischief/{seed}")
    mischief = Mischief(rules, rng)
    state, chance, at = rules.initial(setup), SeededChance(seed, 1), 1_000
    try_some(rules, setup, state, chance, at, mischief, tally)
    for number, step in enumerate(steps, 1):
        tally.steps += 1
        tally.actions[str(type(step.command.action).__struct_config__.tag)] += 1
        tally.events.update(str(type(event).__struct_config__.tag) for event in step.answer)
        state, chance, at = step.after, step.chance, step.command.at
        if step.command.seat is not None and not isinstance(step.command.action, Tick):
            mischief.last = (step.command.seat, step.command.action)
        if rng.random() < often:
            try_some(rules, setup, state, chance, at, mischief, tally)
        if number == CUT_OFF:
            tally.cut_off += 1
            break
    try_some(rules, setup, state, chance, at, mischief, tally)
    tally.games += 1
    tally.tables[f"{setup.seats} seats"] += 1
    differing = _differing(rules, setup)
    tally.tables.update(differing)
    tally.pairs.update(combinations(differing, 2))


def _differing(rules: AnyRuleSet, setup: Setup) -> list[str]:
    """Name what the options of `setup` change: `keep_per_card=True`."""
    default = rules.Options()
    names = rules.Options.__struct_fields__
    changed = [name for name in names if getattr(setup.options, name) != getattr(default, name)]
    return [f"{name}={getattr(setup.options, name)}" for name in changed] or ["default options"]


def try_some(
    rules: AnyRuleSet, setup: Setup, state: Any, chance: SeededChance, at: int, mischief: Mischief, tally: Tally
) -> None:
    """Try ill-formed and ill-timed commands; `check` and `decide` have to agree on each."""
    acting = rules.to_act(state)
    asked = mischief.rng.choice(acting) if acting else 0
    legal = rules.legal(state, asked)
    mischief.watch(legal, rules.view(state, asked))
    for _ in range(TRIES):
        seat, action = mischief.tries(setup.seats, acting, legal)
        ruling = rules.check(state, seat, action)
        answer = rules.decide(state, Command(seat, "player", action, at), chance)
        if isinstance(ruling, Ruling):
            assert isinstance(answer, Ruling), f"check refuses {action} of seat {seat}, decide does not: {ruling}"
            assert answer.code == ruling.code, f"check says {ruling.code}, decide {answer.code}: {action}"
            tally.refusals[ruling.code] += 1
        elif isinstance(answer, Ruling):
            tally.refusals[answer.code] += 1  # late, or not from this speaker: only `decide` can know
        else:
            tally.accepted += 1
    out_of_place: list[Command] = [Command(None, "clock", Tick("nothing"), at)]
    out_of_place += [Command(wait.seat, "clock", Tick(wait.id), at) for wait in rules.due(state) if at < wait.at_ms]
    if rules.deal(state) is not Deal.REST:
        out_of_place.append(Command(None, "clock", NextDeal(), at))
    if mischief.seen:
        out_of_place.append(Command(None, "house", mischief.rng.choice(mischief.seen), at))
    for command in out_of_place:
        answer = rules.decide(state, command, chance)
        if isinstance(answer, Ruling):
            tally.refusals[answer.code] += 1


Way = Callable[[Setup, int], Iterator[Step]]
"""How a game is played, from a setup and a seed."""


def ways_of(rules: AnyRuleSet) -> list[Way]:
    """Give every way of playing: at random, as each bot, as a seat that nobody plays, and all mixed at one table."""

    def absent(state: Any, seat: int, legal: tuple[Any, ...], rng: random.Random) -> Any:
        return rules.absent(state, seat)

    def nobody(setup: Setup, seed: int) -> Iterator[Step]:
        return islice(play(rules, setup, seed, absent, DEALS, MAX_STEPS), NOBODY)

    def bots(level: str) -> Way:
        return lambda setup, seed: race(rules, setup, [level] * setup.seats, seed, DEALS, MAX_STEPS)

    levels = sorted(rules.bots)
    alike = [random_choice, *(bot_choice(rules, level) for level in levels), absent]

    def mixed(state: Any, seat: int, legal: tuple[Any, ...], rng: random.Random) -> Any:
        return alike[(seat + rng.randrange(2)) % len(alike)](state, seat, legal, rng)

    def anybody(choose: Chooser) -> Way:
        return lambda setup, seed: play(rules, setup, seed, choose, DEALS, MAX_STEPS)

    return [anybody(random_choice), *map(bots, levels), nobody, anybody(mixed), anybody(mixed)]


def soak_some(id: str, games: Sequence[int], often: float, until: float) -> Tally:
    """Play the games with these numbers, as far as the time (`time.monotonic`) allows."""
    rules = shipped_registry().get(id)
    ways = ways_of(rules)
    rounds = 2 * len(list(setups(rules)))
    tally = Tally()
    for game in games:
        if time.monotonic() > until:
            break
        setup = table_of(rules, game)
        way = ways[(game + game // rounds) % len(ways)]
        try:
            soak_game(rules, setup, way(setup, game), tally, game, often)
        except Exception as error:
            error.add_note(f"in game {game} of {id}: {setup}")
            raise
    return tally


def soak_scenario(rules: AnyRuleSet, scenario: Scenario, tally: Tally) -> None:
    """Play a golden playthrough, counting; what is tried there in vain counts, too."""
    tries = list(scenario.tries)

    def watched() -> Iterator[Step]:
        for step in islice(steps_of(rules, scenario), scenario.max_steps):
            for state in (step.before, step.after):
                tally.refusals.update(ruling.code for _, ruling in refused(rules, state, tries))
            yield step

    soak_game(rules, setup_of(rules, scenario), watched(), tally, scenario.seed, 1.0)
