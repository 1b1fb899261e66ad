"""Play many games with fixed seeds, count all that happened, and show that the better bot is better.

    python -m tests.bench.soak --games 1000 --rules volle_scholle

Every number of seats meets every option value in turn. On the way random ill-formed actions are tried: each must be
refused alike by `check` and `decide`, or be accepted by both. An action, event or refusal code of the rule set that
never came up fails the run, unless a playthrough of the game (see `tests.playthroughs`) leads there. Then `solid` plays
one seat against `easy` on all others, every seat in turn on the same seeds; the run fails unless its share of wins is
above a fair one with 95% confidence.
"""

import argparse
import math
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from msgspec import structs

from domain.games import shipped_registry
from domain.kernel import AnyRuleSet, Command, Deal, NextDeal, Ruling, Setup, Tick, rank
from tests.bench._illformed import Mischief
from tests.bench._tables import mixed_options
from tests.bench._vocabulary import refusal_codes, tags
from tests.playthroughs.script import Scenario, scenarios
from tests.support.chance import SeededChance
from tests.support.play import Chooser, Step, bot_choice, play, random_choice
from tests.support.tables import data_of, setups

DEALS = 2
"""Deals of a game that has no end of its own."""
MAX_STEPS = 20_000
TRIES = 3
"""Ill-formed actions per sampled step."""


@dataclass
class Tally:
    """What came up, by name; `games` counts whole games."""

    games: int = 0
    steps: int = 0
    actions: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)
    tables: Counter[str] = field(default_factory=Counter)
    accepted: int = 0
    """Tries that turned out to be legal."""

    def add(self, other: "Tally") -> None:
        self.games += other.games
        self.steps += other.steps
        self.accepted += other.accepted
        for name in ("actions", "events", "refusals", "tables"):
            getattr(self, name).update(getattr(other, name))


# -- one game --------------------------------------------------------------------------------------------------------


def soak_game(rules: AnyRuleSet, setup: Setup, steps: Iterator[Step], tally: Tally, seed: int, often: float) -> None:
    """Play one game to its end, counting, with mischief at a share `often` of its steps."""
    rng = random.Random(f"mischief/{seed}")
    mischief = Mischief(rules, rng)
    state, chance, at = rules.initial(setup), SeededChance(seed, 1), 1_000
    try_some(rules, setup, state, chance, at, mischief, tally)
    for step in steps:
        tally.steps += 1
        tally.actions[str(type(step.command.action).__struct_config__.tag)] += 1
        tally.events.update(str(type(event).__struct_config__.tag) for event in step.answer)
        state, chance, at = step.after, step.chance, step.command.at
        if rng.random() < often:
            try_some(rules, setup, state, chance, at, mischief, tally)
    try_some(rules, setup, state, chance, at, mischief, tally)
    tally.games += 1
    tally.tables[f"{setup.seats} seats"] += 1
    tally.tables.update(_differing(rules, setup))


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
    legal = rules.legal(state, acting[0]) if acting else ()
    mischief.watch(legal)
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
    if rules.deal(state) is not Deal.REST:
        out_of_place.append(Command(None, "clock", NextDeal(), at))
    if mischief.seen:
        out_of_place.append(Command(None, "house", mischief.rng.choice(mischief.seen), at))
    for command in out_of_place:
        answer = rules.decide(state, command, chance)
        if isinstance(answer, Ruling):
            tally.refusals[answer.code] += 1


def choosers(rules: AnyRuleSet) -> list[Chooser]:
    """Give every way of playing: at random, as each bot, as a seat that nobody plays; then all mixed at one table."""

    def absent(state: Any, seat: int, legal: tuple[Any, ...], rng: random.Random) -> Any:
        return rules.absent(state, seat)

    alike = [random_choice, *(bot_choice(rules, level) for level in sorted(rules.bots)), absent]

    def mixed(state: Any, seat: int, legal: tuple[Any, ...], rng: random.Random) -> Any:
        return alike[(seat + rng.randrange(2)) % len(alike)](state, seat, legal, rng)

    return [*alike, mixed, mixed]


def table_of(rules: AnyRuleSet, game: int) -> Setup:
    """Give the table of a game: one option changed in turn, or in every other game several at random."""
    tables = list(setups(rules))
    setup = tables[game // 2 % len(tables)]
    if game % 2:
        options = mixed_options(rules, random.Random(f"options/{game}"))
        return Setup(setup.seats, game % setup.seats, options, setup.data)
    return setup


def soak_some(id: str, games: Sequence[int], often: float, until: float) -> Tally:
    """Play the games with these numbers, as far as the time (`time.monotonic`) allows."""
    rules = shipped_registry().get(id)
    ways = choosers(rules)
    rounds = 2 * len(list(setups(rules)))
    tally = Tally()
    for game in games:
        if time.monotonic() > until:
            break
        setup = table_of(rules, game)
        steps = play(rules, setup, game, ways[(game + game // rounds) % len(ways)], DEALS, MAX_STEPS)
        soak_game(rules, setup, steps, tally, game, often)
    return tally


def soak_scenario(rules: AnyRuleSet, scenario: Scenario, tally: Tally) -> None:
    """Play a golden playthrough, counting."""
    options = structs.replace(rules.Options(), **scenario.options)
    setup = Setup(scenario.seats, scenario.youngest, options, data_of(rules))
    choose = scenario.choose or bot_choice(rules, scenario.players)
    steps = play(
        rules,
        setup,
        scenario.seed,
        choose,
        scenario.deals,
        MAX_STEPS,
        chance_of=lambda seed, deal: SeededChance(seed, deal, scenario.forced if deal == 1 else None),
    )
    soak_game(rules, setup, islice(steps, scenario.max_steps), tally, scenario.seed, 1.0)


# -- who is better ---------------------------------------------------------------------------------------------------


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
    """Play one seed once with `solid` on each seat; give its mean share of wins."""
    rules = shipped_registry().get(id)
    easy, solid = bot_choice(rules, "easy"), bot_choice(rules, "solid")
    setup = Setup(seats, seed % seats, rules.Options(), data_of(rules))
    shares = []
    for mine in range(seats):

        def choose(state: Any, seat: int, legal: Any, rng: random.Random, mine: int = mine) -> Any:
            return (solid if seat == mine else easy)(state, seat, legal, rng)

        state = rules.initial(setup)
        for step in play(rules, setup, seed, choose, DEALS, MAX_STEPS):
            state = step.after
        shares.append(won(rules, state, mine))
    return sum(shares) / seats


def duel(id: str, seats: int, blocks: int, pool: ProcessPoolExecutor | None, until: float) -> Duel:
    """Measure over `blocks` seeds; the interval comes from the spread between the seeds."""
    shares: list[float] = []
    for first in range(0, blocks, 8):
        if time.monotonic() > until and len(shares) > 2:
            break
        seeds = range(first, min(first + 8, blocks))
        asked = [pool.submit(block_share, id, seats, seed) for seed in seeds] if pool else None
        shares += [job.result() for job in asked] if asked else [block_share(id, seats, seed) for seed in seeds]
    mean = sum(shares) / len(shares)
    spread = sum((share - mean) ** 2 for share in shares) / max(1, len(shares) - 1)
    return Duel(seats, len(shares) * seats, mean, 1.96 * math.sqrt(spread / len(shares)))


# -- the report ------------------------------------------------------------------------------------------------------


def print_counts(title: str, expected: Sequence[str], played: Counter[str], led: Counter[str]) -> list[str]:
    """Print a count for each name, with what the playthroughs added; give the names that never came up."""
    print(f"\n  {title}")
    for name in sorted({*expected, *played, *led}):
        more = f"  (+{led[name]} in playthroughs)" if led[name] else ""
        print(f"    {name:28} {played[name]:>9}{more}")
    return [name for name in expected if not played[name] and not led[name]]


def soak(id: str, games: int, blocks: int, often: float, seconds: float, workers: int) -> bool:
    """Run and report the soak of one rule set; tell whether it held."""
    rules = shipped_registry().get(id)
    began = time.monotonic()
    until = began + seconds
    tally, led = Tally(), Tally()
    print(f"{rules.title} ({rules.id} {rules.version})")
    with ProcessPoolExecutor(workers) as pool:
        shares = [range(worker, games, workers) for worker in range(workers)]
        for part in [pool.submit(soak_some, id, share, often, until) for share in shares]:
            tally.add(part.result())
        for scenario in scenarios(rules):
            soak_scenario(rules, scenario, led)
        took = time.monotonic() - began
        print(f"  {tally.games} games, {tally.steps} commands, {took:.0f} s; {led.games} playthroughs", end="")
        print("" if tally.games == games else f"; STOPPED by the time limit before {games} games")
        zeros = print_counts("tables", [], tally.tables, led.tables)
        zeros += print_counts("actions", tags(rules.Action), tally.actions, led.actions)
        zeros += print_counts("events", tags(rules.Event), tally.events, led.events)
        zeros += print_counts("refusals", refusal_codes(rules), tally.refusals, led.refusals)
        until = time.monotonic() + seconds
        duels = [duel(id, seats, blocks, pool, until) for seats in rules.seats] if "solid" in rules.bots else []
    print("\n  solid against easy, seats rotated")
    for one in duels:
        low, high = one.share - one.margin, one.share + one.margin
        say = "better" if one.shown else "NOT SHOWN to be better"
        print(
            f"    {one.seats} seats: wins {one.share:.1%}, 95% interval {low:.1%} to {high:.1%}, "
            f"fair {one.fair:.1%}, {one.games} games: {say}"
        )
    if zeros:
        print(f"\n  NEVER CAME UP: {', '.join(zeros)}")
    good = not zeros and bool(duels) and all(one.shown for one in duels) and tally.games == games
    print(f"\n  {'held' if good else 'FAILED'}\n", flush=True)
    return good


def main(arguments: Sequence[str] | None = None) -> int:
    """Parse the command line; exit 0 when every soak held."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.soak", description=__doc__.splitlines()[0])
    parser.add_argument("--rules", action="append", metavar="ID", help="a rule set (may be repeated); else all")
    parser.add_argument("--games", type=int, default=1000, help="games per rule set (1000)")
    parser.add_argument("--duels", type=int, default=100, metavar="SEEDS", help="seeds of solid against easy (100)")
    parser.add_argument("--mischief", type=float, default=0.2, metavar="SHARE", help="steps with bad input (0.2)")
    parser.add_argument("--seconds", type=float, default=900, help="time limit of each half of a soak (900)")
    parser.add_argument("--workers", type=int, default=2, help="processes (2)")
    given = parser.parse_args(arguments)
    ids = given.rules or [rules.id for rules in shipped_registry().current()]
    held = [soak(id, given.games, given.duels, given.mischief, given.seconds, given.workers) for id in ids]
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
