"""The long comparison of both verifiers: `python -m tests.web.soak --seconds 120`.

Every tampering in every game, every option of every game, then entries bent at random until the time is up. Ends with
a count, and with an error at the first disagreement.
"""

import argparse
import random
import time

import msgspec

from domain.record.bundle import write_bundle
from domain.record.verify import verify
from tests.records.tamperings import ROWS
from tests.records.test_tamperings import tampered
from tests.support.recorded import bundle_of, play_table
from tests.support.tables import option_variants
from tests.web.node import Node
from tests.web.test_verifier_js import GAMES, IDS, PINNED, TRUST, agree, agree_on_bent, bent, failed, failed_first


def main() -> None:
    """Compare until the time is up."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    end = time.monotonic() + options.seconds
    with Node() as node:
        rows = tried_rows(node, end)
        variants = tried_options(node, end)
        rng, bends = random.Random(options.seed), 0
        while time.monotonic() < end:
            file = bent(rng.choice(IDS), rng)
            agree_on_bent(failed_first(verify(file, GAMES, TRUST)), failed(node.verify(file, PINNED)))
            bends += 1
    print(f"both agree on {rows} tamperings, {variants} options and {bends} bent records")


def tried_rows(node: Node, end: float) -> int:
    """Try every tampering in every game."""
    tried = 0
    for game in IDS:
        for row in ROWS:
            made = tampered(game, row) if time.monotonic() < end else None
            if made is not None:
                file, receipts = made
                agree(row, failed_first(verify(file, GAMES, TRUST, receipts)), node.verify(file, PINNED, receipts))
                tried += 1
    return tried


def tried_options(node: Node, end: float) -> int:
    """Play one deal with every option."""
    tried = 0
    for game in IDS:
        rules = GAMES.get(game, 1)
        for number, options in enumerate(option_variants(rules)):
            if time.monotonic() < end:
                seats = rules.seats[number % len(rules.seats)]
                chosen = msgspec.to_builtins(options, str_keys=True)
                table = play_table(rules, seed=number, seats=seats, options=chosen, deals=1)
                assert node.verify(write_bundle(bundle_of(table.rec)), PINNED)["verdict"] == "consistent", chosen
                tried += 1
    return tried


if __name__ == "__main__":
    main()
