"""How fast stored entries become a state, and how fast records are verified, on one core."""

import time
from collections.abc import Callable

import msgspec

from domain.games import SHIPPED, shipped_registry
from domain.kernel import AnyRuleSet
from domain.record.bundle import write_bundle
from domain.record.receipt import KeySet, public_key
from domain.record.verify import Verdict, verify
from store.live import LiveTable
from store.recorded import read_recorded
from tests.support.recorded import SERVER_KEY, bundle_of, play_table

SECONDS = 1.5
TABLES = 4
DEALS = 12
"""Deals of one table, where a game has as many: the cost of a table is shared by them."""


class Sample:
    """Some recorded tables of a game."""

    def __init__(self, rules: AnyRuleSet) -> None:
        self.tables = [play_table(rules, seed=seed, tick=0, deals=DEALS) for seed in range(TABLES)]
        self.files = [write_bundle(bundle_of(table.rec)) for table in self.tables]
        self.stored = [
            [(entry.data, msgspec.json.encode(entry.openings)) for entry in table.rec.entries] for table in self.tables
        ]
        self.entries = sum(map(len, self.stored))
        self.events = sum(len(entry.public["events"]) for table in self.tables for entry in table.rec.entries)
        self.deals = sum(table.state.deal for table in self.tables)
        self._registry, self._trust = shipped_registry(), KeySet([public_key(SERVER_KEY)])

    def fold(self) -> int:
        """Decode and fold every entry; give how many there are."""
        for table, log in zip(self.tables, self.stored, strict=True):
            live = LiveTable(table.rec.table, table.rec.game, None, table.rec.data)
            for entry, openings in log:
                live.apply(read_recorded(entry, openings))
            assert live.state == table.state
        return self.entries

    def verify(self) -> int:
        """Verify every record; give how many deals there are."""
        for file in self.files:
            report = verify(file, self._registry, self._trust)
            assert report.verdict is Verdict.VALID, report.sentence
        return self.deals


def rate(work: Callable[[], int]) -> float:
    """Give how many units a second of CPU `work` does; it says how many it did."""
    done, began = 0, time.process_time()
    while time.process_time() - began < SECONDS:
        done += work()
    return done / (time.process_time() - began)


def main() -> None:
    """Measure and print, one line a game."""
    print("Decode and fold, and verify, on one core (CPU time; seals checked in both)")
    print(f"{'game':<16}{'entries/s':>12}{'µs/event':>10}{'deals verified/s':>18}{'entries/deal':>14}")
    for rules in SHIPPED:
        sample = Sample(rules)
        folded = rate(sample.fold)
        per_event = 1e6 / (folded * sample.events / sample.entries)
        print(
            f"{rules.id:<16}{folded:>12,.0f}{per_event:>10.1f}{rate(sample.verify):>18,.0f}"
            f"{sample.entries / sample.deals:>14.0f}"
        )


if __name__ == "__main__":
    main()
