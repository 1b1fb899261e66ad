"""A long crash run: `python -m tests.faults.soak --minutes 5`. Exit 1 when a promise was broken."""

import argparse
import asyncio
import secrets
import sys
import tempfile
from pathlib import Path

from tests.faults.crash import Crash


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--tables", type=int, default=16)
    parser.add_argument("--seed", type=int, default=None)
    wanted = parser.parse_args()
    seed = secrets.randbelow(1_000_000) if wanted.seed is None else wanted.seed
    print(f"crash run of {wanted.minutes} minutes, seed {seed}", flush=True)
    with tempfile.TemporaryDirectory() as home:
        report = asyncio.run(Crash(Path(home), seed=seed).run(wanted.minutes * 60, wanted.tables))
    print(
        f"{report.promises} receipts, {report.entries} entries, {report.repeats} requests repeated, "
        f"{report.unanswered} given up"
    )
    print("killed: " + ", ".join(f"{what} {times} times" for what, times in sorted(report.killed.items())))
    for sentence in report.broken:
        print(sentence)
    print("every promise was kept" if not report.broken else f"{len(report.broken)} promises were BROKEN")
    return 1 if report.broken else 0


if __name__ == "__main__":
    sys.exit(main())
