"""How many deals of Schafkopf the verifier decides again in a second of one core."""

import time

from msgspec import structs

from domain.games import schafkopf, shipped_registry
from domain.record.bundle import write_bundle
from domain.record.receipt import KeySet, public_key
from domain.record.verify import Verdict, verify
from tests.support.recorded import SERVER_KEY, bundle_of, play_table

DEALS, ROUNDS = 25, 3


def main() -> None:
    """Record a table played by solid bots, and verify it some times over: no receipts, one signed head."""
    table = play_table(schafkopf.RULES, bots=4, level="solid", deals=DEALS, tick=0)
    file = write_bundle(structs.replace(bundle_of(table.rec), receipts=()))
    registry, trust = shipped_registry(), KeySet([public_key(SERVER_KEY)])
    best = float("inf")
    for _ in range(ROUNDS):
        began = time.process_time()
        report = verify(file, registry, trust)
        best = min(best, time.process_time() - began)
        assert report.verdict is Verdict.VALID, report.sentence
    entries = len(table.rec.entries)
    print(
        f"verifier: {DEALS / best:.0f} deals of Schafkopf a second and core "
        f"({entries / DEALS:.1f} entries a deal, {1e6 * best / entries:.0f} µs an entry)"
    )
