"""Play many games with fixed seeds, count all that happened, and show that the better bot is better.

    python -m tests.bench.soak --games 1000 --rules volle_scholle

Every number of seats meets every option value in turn. On the way random ill-formed actions are tried: each must be
refused alike by `check` and `decide`, or be accepted by both. An action, event or refusal code of the rule set that
never came up fails the run, unless a playthrough of the game (see `tests.playthroughs`) leads there. Some games more
are played at whole tables and recorded; the verifier has to find each of them valid. Then `solid` plays one seat
against `easy` on all others, every seat in turn on the same seeds; the run fails unless its share of wins is above a
fair one with 95% confidence.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor

from domain.games import shipped_registry
from domain.kernel import AnyRuleSet
from tests.bench._duels import Duel, duel
from tests.bench._games import CUT_OFF, DEALS, Tally, soak_scenario, soak_some
from tests.bench._records import verify_some
from tests.bench._tables import option_pairs
from tests.bench._vocabulary import refusal_codes, tags
from tests.playthroughs.script import scenarios


class Soak:
    """The soak of one rule set; `faults` says why it did not hold."""

    def __init__(self, rules: AnyRuleSet, given: argparse.Namespace, pool: Executor) -> None:
        self.rules = rules
        self.given = given
        self.pool = pool
        self.faults: list[str] = []

    def run(self) -> bool:
        """Run all parts and print what they found; tell whether it held."""
        print(f"{self.rules.title} ({self.rules.id} {self.rules.version})")
        self.play()
        self.verify()
        self.measure()
        for fault in self.faults:
            print(f"\n  FAULT: {fault}")
        print(f"\n  {'FAILED' if self.faults else 'held'}\n", flush=True)
        return not self.faults

    def shares(self, count: int) -> list[range]:
        """Deal the numbers of games out to the processes."""
        return [range(first, count, self.given.workers) for first in range(self.given.workers)]

    def play(self) -> None:
        """Play and count; everything that the rule set can say has to come up."""
        began, wanted = time.monotonic(), self.given.games
        until = began + self.given.seconds
        tally, led = Tally(), Tally()
        often, shares = self.given.mischief, self.shares(wanted)
        for job in [self.pool.submit(soak_some, self.rules.id, share, often, until) for share in shares]:
            tally.add(job.result())
        for scenario in scenarios(self.rules):
            soak_scenario(self.rules, scenario, led)
        took = time.monotonic() - began
        cut = f" ({tally.cut_off} cut off)" if tally.cut_off else ""
        print(f"  {tally.games} games{cut}, {tally.steps} commands, {took:.0f} s; {led.games} playthroughs")
        print(f"  {sum(tally.refusals.values())} bad commands refused, {tally.accepted} tries were legal")
        if tally.cut_off:
            self.faults.append(f"{tally.cut_off} games did not end in {CUT_OFF} commands")
        if tally.games < wanted:
            self.faults.append(f"stopped by the time limit before {wanted} games")
        print_counts("tables", (), tally.tables, led.tables)
        wanted_pairs = {pair_names(pair) for pair in option_pairs(self.rules)}
        print(f"    {'pairs of changed options':28} {len(wanted_pairs & tally.pairs.keys()):>9} of {len(wanted_pairs)}")
        zeros = print_counts("actions", tags(self.rules.Action), tally.actions, led.actions)
        zeros += print_counts("events", tags(self.rules.Event), tally.events, led.events)
        zeros += print_counts("refusals", refusal_codes(self.rules), tally.refusals, led.refusals)
        if zeros:
            self.faults.append(f"never came up: {', '.join(zeros)}")

    def verify(self) -> None:
        """Record tables and have them verified."""
        until = time.monotonic() + self.given.seconds
        verdicts: Counter[str] = Counter()
        for job in [
            self.pool.submit(verify_some, self.rules.id, share, DEALS, until)
            for share in self.shares(self.given.verify)
        ]:
            verdicts += job.result()
        print(f"\n  records\n    verified {verdicts.total()}: " + ", ".join(f"{n} {v}" for v, n in verdicts.items()))
        if verdicts["VALID"] < self.given.verify:
            self.faults.append(f"{verdicts['VALID']} of {self.given.verify} records are valid")

    def measure(self) -> None:
        """Let the bots play against each other."""
        print("\n  solid against easy, seats rotated")
        for seats in self.rules.seats if "solid" in self.rules.bots and self.given.duels else ():
            until = time.monotonic() + self.given.seconds / len(self.rules.seats)
            found = duel(self.rules.id, seats, self.given.duels, self.pool, until)
            print(f"    {say_duel(found)}")
            if not found.shown:
                self.faults.append(f"with {seats} seats solid is not shown to beat easy")


def pair_names(changes: dict[str, object]) -> tuple[str, ...]:
    """Name a pair of changed options as the tally does."""
    return tuple(f"{name}={value}" for name, value in changes.items())


def say_duel(found: Duel) -> str:
    """Say one line about a measurement."""
    low, high = max(0.0, found.share - found.margin), min(1.0, found.share + found.margin)
    return (
        f"{found.seats} seats: wins {found.share:.1%}, 95% interval {low:.1%} to {high:.1%}, "
        f"fair {found.fair:.1%}, {found.games} games: {'better' if found.shown else 'NOT SHOWN to be better'}"
    )


def print_counts(title: str, expected: Sequence[str], played: Counter[str], led: Counter[str]) -> list[str]:
    """Print a count for each name, with what the playthroughs added; give the names that never came up."""
    print(f"\n  {title}")
    for name in sorted({*expected, *played, *led}):
        more = f"  (+{led[name]} in playthroughs)" if led[name] else ""
        print(f"    {name:28} {played[name]:>9}{more}")
    return [name for name in expected if not played[name] and not led[name]]


def main(arguments: Sequence[str] | None = None) -> int:
    """Parse the command line; exit 0 when every soak held."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.soak", description=__doc__.splitlines()[0])
    parser.add_argument("--rules", action="append", metavar="ID", help="a rule set (may be repeated); else all")
    parser.add_argument("--games", type=int, default=1000, help="games per rule set (1000)")
    parser.add_argument("--verify", type=int, default=50, metavar="GAMES", help="games to record and verify (50)")
    parser.add_argument("--duels", type=int, default=100, metavar="SEEDS", help="seeds of solid against easy (100)")
    parser.add_argument("--mischief", type=float, default=0.2, metavar="SHARE", help="steps with bad input (0.2)")
    parser.add_argument("--seconds", type=float, default=900, help="time limit of each part of a soak (900)")
    parser.add_argument("--workers", type=int, default=2, help="processes (2)")
    given = parser.parse_args(arguments)
    registry = shipped_registry()
    ids = given.rules or [rules.id for rules in registry.current()]
    with ThreadPoolExecutor(1) if given.workers == 1 else ProcessPoolExecutor(given.workers) as pool:
        held = [Soak(registry.get(id), given, pool).run() for id in ids]
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
