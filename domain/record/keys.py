"""The keys of a table's deals: all promised by one root before anybody sits down, each shown when its deal closes.

key_k = HMAC-SHA256(secret, JCS(["stammtisch/key/1", table, k])), k from 1 to `max_deals`. The keys are the leaves
(index k-1, data: the 32 bytes) of an RFC 6962 tree whose root stands in `table.opened`. One key tells nothing of
another, and none can be changed after the root is known.
"""

import hmac
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from domain.record import merkle
from domain.record.canonical import b64, encode, unb64

SECRET_BYTES: Final = 32
_LABEL: Final = "stammtisch/key/1"


def deal_key(secret: bytes, table: str, deal: int) -> bytes:
    """Derive the key of one deal (32 bytes); deals count from 1."""
    return hmac.digest(secret, encode([_LABEL, table, deal]), "sha256")


class DealKeys:
    """All deal keys of one table, known to its house. Cheap to make; the tree is built on first use and shared."""

    def __init__(self, secret: bytes, table: str, max_deals: int) -> None:
        """Hold the table's secret of 32 bytes; raise ValueError for another length."""
        if len(secret) != SECRET_BYTES:
            raise ValueError(f"a table's secret has {SECRET_BYTES} bytes")
        self.table = table
        self.max_deals = max_deals
        self._secret = secret

    def key(self, deal: int) -> bytes:
        """Give the key of a deal; raise ValueError beyond `max_deals`: there is no second batch."""
        if not 1 <= deal <= self.max_deals:
            raise ValueError(f"deal {deal} is not one of {self.max_deals}")
        return deal_key(self._secret, self.table, deal)

    @property
    def root(self) -> str:
        """The root over all keys, base64url."""
        return b64(self._tree().root)

    def reveal(self, deal: int) -> tuple[str, tuple[str, ...]]:
        """Give a deal's key and its inclusion proof, base64url: what `deal.closed` shows."""
        key = self.key(deal)
        return b64(key), tuple(b64(step) for step in self._tree().proof(deal - 1))

    def _tree(self) -> merkle.Tree:
        return _tree(self._secret, self.table, self.max_deals)


def verify_key(key: str, deal: int, max_deals: int, proof: Sequence[str], root: str) -> bool:
    """Is this the key that was promised for this deal? Malformed base64url counts as no."""
    try:
        path = [unb64(step, 32) for step in proof]
        return merkle.verify(unb64(key, 32), deal - 1, max_deals, path, unb64(root, 32))
    except ValueError:
        return False


@lru_cache(maxsize=1024)
def _tree(secret: bytes, table: str, max_deals: int) -> merkle.Tree:
    """Build the tree of a table's keys; 64 kB for 1,024 deals, kept for the tables that are in play."""
    start = encode([_LABEL, table])[:-1]
    return merkle.Tree(hmac.digest(secret, b"%b,%d]" % (start, deal), "sha256") for deal in range(1, max_deals + 1))
