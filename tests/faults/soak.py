"""The long runs: `python -m tests.faults.soak --minutes 5`. Exit 1 when a promise was broken.

First API processes and server are killed for so many minutes; then answers race, and deadlines.
"""

import argparse
import asyncio
import secrets
import sys
import tempfile
from pathlib import Path

from tests.faults import answers, deadlines
from tests.faults.crash import Crash


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=5.0, help="of crashes (0: none)")
    parser.add_argument("--tables", type=int, default=16)
    parser.add_argument("--answers", type=int, default=200, help="rounds of five answers at once, of each kind")
    parser.add_argument("--deadlines", type=int, default=500, help="deadlines that are raced")
    parser.add_argument("--seed", type=int, default=None)
    wanted = parser.parse_args()
    seed = secrets.randbelow(1_000_000) if wanted.seed is None else wanted.seed
    found = []
    if wanted.minutes:
        found += crashes(wanted.minutes, wanted.tables, seed)
    if wanted.answers:
        found += asyncio.run(answers.run(wanted.answers, seed))
    if wanted.deadlines:
        found += asyncio.run(deadlines.run(wanted.deadlines, seed))
    for sentence in found:
        print(sentence)
    print("every promise was kept" if not found else f"{len(found)} promises were BROKEN")
    return 1 if found else 0


def crashes(minutes: float, tables: int, seed: int) -> list[str]:
    """Kill for so many minutes; print what happened, give the broken promises."""
    print(f"crash run of {minutes} minutes, seed {seed}", flush=True)
    with tempfile.TemporaryDirectory() as home:
        report = asyncio.run(Crash(Path(home), seed=seed).run(minutes * 60, tables))
    print(
        f"{report.promises} receipts, {report.entries} entries, {report.repeats} requests repeated, "
        f"{report.unanswered} given up"
    )
    print("killed: " + ", ".join(f"{what} {times} times" for what, times in sorted(report.killed.items())), flush=True)
    return report.broken


if __name__ == "__main__":
    sys.exit(main())
