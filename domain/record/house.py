"""The two houses that a table is decided with: the one that deals, and the one that only knows what was shown.

Both are a `domain.table.House`. The verifier decides every command again with the second, from revealed keys alone.
"""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from domain.kernel import Chance
from domain.record.canonical import unb64
from domain.record.keys import DealKeys
from domain.record.shuffle import DealChance

T = TypeVar("T")


class DealingHouse:
    """The house that deals: it knows the table's secret and so every deal's key."""

    def __init__(self, secret: bytes, table: str, max_deals: int, beacon: str | None = None) -> None:
        """Hold the secret of 32 bytes; `root` is what goes into `table.opened`."""
        self.keys = DealKeys(secret, table, max_deals)
        self._beacon = beacon
        self._last: tuple[int, tuple[str, ...], Chance] | None = None

    @property
    def root(self) -> str:
        """The root over all deal keys, base64url."""
        return self.keys.root

    def chance(self, deal: int, seeds: tuple[str, ...]) -> Chance:
        """Give the chance of a deal (from 1) for the seats' seeds; the same again while that deal is asked for."""
        if self._last is None or self._last[:2] != (deal, seeds):
            made = DealChance(self.keys.key(deal), self.keys.table, deal, seeds, self._beacon)
            self._last = (deal, seeds, made)
        return self._last[2]

    def reveal(self, deal: int) -> tuple[str, tuple[str, ...]]:
        """Give the key of a deal that is over, and its Merkle proof."""
        return self.keys.reveal(deal)


class KeyNotShown(LookupError):
    """A deal's chance was asked for, but its key is not shown (yet)."""


class ShownHouse:
    """The house as an auditor knows it: keys and proofs of the deals that are closed."""

    def __init__(self, table: str, shown: Mapping[int, tuple[str, tuple[str, ...]]], beacon: str | None = None) -> None:
        """Hold the revealed keys and proofs by deal."""
        self._table = table
        self._shown = shown
        self._beacon = beacon
        self.asked = False
        """Was a chance asked for since this was last set to False?"""

    def chance(self, deal: int, seeds: tuple[str, ...]) -> Chance:
        """Give the chance of a closed deal; raise `KeyNotShown`."""
        key = unb64(self.reveal(deal)[0], 32)
        return _Heard(self, DealChance(key, self._table, deal, seeds, self._beacon))

    def reveal(self, deal: int) -> tuple[str, tuple[str, ...]]:
        """Give what was shown of a deal; raise `KeyNotShown`."""
        try:
            return self._shown[deal]
        except KeyError:
            raise KeyNotShown(f"the key of deal {deal} is not shown") from None


class _Heard:
    """A chance whose house notes that it was used."""

    def __init__(self, house: ShownHouse, chance: Chance) -> None:
        self._house, self._chance = house, chance

    def deck(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        self._house.asked = True
        return self._chance.deck(label, items)

    def pick(self, label: str, items: Sequence[T]) -> T:
        self._house.asked = True
        return self._chance.pick(label, items)
