"""Recorded tables, handed to the verifier that trusts nobody."""

import time
from collections import Counter
from collections.abc import Sequence

import msgspec

from domain.games import shipped_registry
from domain.record.bundle import write_bundle
from domain.record.receipt import KeySet, public_key
from domain.record.verify import verify
from tests.bench._tables import table_of
from tests.support.recorded import SERVER_KEY, bundle_of, play_table

TRUST = KeySet([public_key(SERVER_KEY)])


def verify_some(id: str, games: Sequence[int], deals: int, until: float) -> Counter[str]:
    """Play and record these games, players and bots at random, and count the verdicts on them."""
    registry = shipped_registry()
    rules = registry.get(id)
    verdicts: Counter[str] = Counter()
    for game in games:
        if time.monotonic() > until:
            break
        setup = table_of(rules, game)
        options = msgspec.to_builtins(setup.options)
        table = play_table(rules, seed=game, seats=setup.seats, options=options, bots=game % 3, deals=deals)
        report = verify(write_bundle(bundle_of(table.rec)), registry, TRUST)
        verdicts[report.verdict.name] += 1
    return verdicts
