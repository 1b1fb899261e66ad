"""The shuffle that everybody can do again: a deck from a deal's key, the seats' seeds and a label.

Words are the blocks HMAC-SHA256(key, JCS(["stammtisch/shuffle/1", table, deal, label, seeds, beacon, counter])),
counter from 0, read as eight 32-bit big-endian numbers each. An index below n takes the next word w; where
w >= floor(2^32/n)*n it is thrown away, else the index is w mod n. Words that are left over carry on to the next index.
The permutation is Fisher-Yates from the last index down to 1.
"""

import hmac
import struct
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, TypeVar

from domain.record.canonical import encode

T = TypeVar("T")

_LABEL: Final = "stammtisch/shuffle/1"
_WORDS: Final = struct.Struct(">8I")
_RANGE: Final = 1 << 32


def words(
    key: bytes, table: str, deal: int, label: str, seeds: Sequence[str], beacon: str | None = None
) -> Iterator[int]:
    """Give the endless stream of 32-bit words of one label."""
    counter = 0
    while True:
        message = encode([_LABEL, table, deal, label, list(seeds), beacon, counter])
        yield from _WORDS.unpack(hmac.digest(key, message, "sha256"))
        counter += 1


def below(n: int, stream: Iterator[int]) -> int:
    """Take an index in 0..n-1 from the stream, every one equally likely."""
    limit = _RANGE // n * n
    word = next(stream)
    while word >= limit:
        word = next(stream)
    return word % n


@lru_cache(maxsize=1024)
def permutation(
    key: bytes, table: str, deal: int, label: str, seeds: tuple[str, ...], beacon: str | None, n: int
) -> tuple[int, ...]:
    """Give the shuffle of 0..n-1: place i of the deck holds item `permutation[i]` of the canonical input."""
    stream = words(key, table, deal, label, seeds, beacon)
    order = list(range(n))
    for last in range(n - 1, 0, -1):
        index = below(last + 1, stream)
        order[last], order[index] = order[index], order[last]
    return tuple(order)


class DealChance:
    """The chance of one deal (the kernel's `Chance`), bound to its key, the table, the seeds and the beacon."""

    def __init__(self, key: bytes, table: str, deal: int, seeds: Sequence[str], beacon: str | None = None) -> None:
        """Bind to a deal; `seeds` in seat order."""
        self._key = key
        self._table = table
        self._deal = deal
        self._seeds = tuple(seeds)
        self._beacon = beacon

    def deck(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        """Give `items` in the order of the shuffle `label`."""
        order = permutation(self._key, self._table, self._deal, label, self._seeds, self._beacon, len(items))
        return tuple(items[index] for index in order)

    def pick(self, label: str, items: Sequence[T]) -> T:
        """Give the one of `items` at the first index that the words of `label` give; raise IndexError for none."""
        if not items:
            raise IndexError("nothing to pick from")
        return items[below(len(items), words(self._key, self._table, self._deal, label, self._seeds, self._beacon))]
