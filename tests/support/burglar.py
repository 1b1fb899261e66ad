"""Whoever got hold of all data files and this source, and wants to see the hands of running tables."""

import re
from pathlib import Path
from typing import Any

import msgspec

from domain.kernel import AnyRuleSet
from domain.record.canonical import unb64
from domain.record.house import DealingHouse

OPENING = re.compile(rb'\{"seq":\d+,"pointer":"[^"]*","salt":"[^"]{22}","value":[^{}]*\}')
SEEDS = re.compile(rb'"seeds":\[("[A-Za-z0-9_-]{43}"(?:,"[A-Za-z0-9_-]{43}")*)\]')


class Loot:
    """All bytes of a directory, and what can be made of them."""

    def __init__(self, directory: Path) -> None:
        self.bytes = b"".join(path.read_bytes() for path in sorted(directory.rglob("*")) if path.is_file())
        self.openings: list[dict[str, Any]] = [msgspec.json.decode(text) for text in OPENING.findall(self.bytes)]

    def dealt_cards(self) -> set[str]:
        """The values of openings that lie there as dealt cards."""
        return {o["value"] for o in self.openings if "/hands/" in o["pointer"]}

    def shuffled(self, rules: AnyRuleSet, table: str, deal: int, label: str, items: list[Any]) -> list[Any] | None:
        """The deck of a deal, worked out from the table's secret and the seeds, if they lie there."""
        secrets = {o["value"] for o in self.openings if o["pointer"].endswith("/secret")}
        seeds = SEEDS.search(self.bytes)
        if not secrets or seeds is None:
            return None
        house = DealingHouse(unb64(secrets.pop(), 32), table, rules.max_deals)
        known: tuple[str, ...] = msgspec.json.decode(b"[" + seeds[1] + b"]", type=tuple[str, ...])
        return list(house.chance(deal, known).deck(label, items))
