"""A chance for tests: seeded, pure, and as forgetful as the real one."""

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class SeededChance:
    """Shuffles by (seed, deal, label); `forced` gives the order or pick of a label outright."""

    def __init__(self, seed: int = 0, deal: int = 1, forced: dict[str, Sequence[object]] | None = None) -> None:
        self.seed = seed
        self.number = deal
        self.forced = forced or {}

    def deck(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        if label in self.forced:
            order = tuple(self.forced[label])
            assert sorted(map(str, order)) == sorted(map(str, items)), f"{label}: the forced order is no permutation"
            return order  # type: ignore[return-value]
        shuffled = list(items)
        random.Random(f"{self.seed}/{self.number}/{label}").shuffle(shuffled)
        return tuple(shuffled)

    def pick(self, label: str, items: Sequence[T]) -> T:
        return self.deck(label, items)[0]
