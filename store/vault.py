"""What is secret at rest: openings are encrypted on their way into the store, where a key is configured.

A sealed value is `MAGIC`, eight bytes that name the key, and XChaCha20-Poly1305 (nonce and text); the table and the
place in it are authenticated along, so nothing can be moved. Values without `MAGIC` are in the clear: encryption can be
switched on for a store that is in use, and covers what is written from then on. Several keys can be held, so that
they rotate: the last one encrypts, all of them decrypt.
"""

import hashlib
from collections.abc import Iterable

from nacl.exceptions import CryptoError
from nacl.secret import Aead

from store.errors import StoreCorrupt

MAGIC = b"\x00stammtisch-sealed/1\x00"
KEY_BYTES = 32
_ID_BYTES = 8


def key_id(key: bytes) -> bytes:
    """Name a key: it can be told which one is needed, and nothing of it."""
    return hashlib.sha256(b"stammtisch/seal-key/1" + key).digest()[:_ID_BYTES]


class Vault:
    """Encrypts and decrypts openings. Without keys it leaves everything as it is, and opens nothing that is sealed."""

    def __init__(self, keys: Iterable[bytes] = ()) -> None:
        """Hold keys of 32 bytes, the oldest first; the last one encrypts. Raise ValueError for another length."""
        self._boxes: dict[bytes, Aead] = {}
        self._current: bytes | None = None
        for key in keys:
            if len(key) != KEY_BYTES:
                raise ValueError(f"a key that seals the store has {KEY_BYTES} bytes")
            self._current = key_id(key)
            self._boxes[self._current] = Aead(key)

    @property
    def current(self) -> str | None:
        """Name the key that encrypts, in hex; None where nothing is encrypted."""
        return None if self._current is None else self._current.hex()

    @property
    def known(self) -> frozenset[str]:
        """Name every key that is held, in hex."""
        return frozenset(identity.hex() for identity in self._boxes)

    def seal(self, value: bytes, place: str) -> bytes:
        """Encrypt a value for its place; where there is no key, give it back."""
        if self._current is None:
            return value
        return MAGIC + self._current + bytes(self._boxes[self._current].encrypt(value, place.encode()))

    def open(self, value: bytes, place: str) -> bytes:
        """Give the value in the clear; raise `StoreCorrupt` where its key is not held, or it belongs elsewhere."""
        if not value.startswith(MAGIC):
            return value
        start = len(MAGIC) + _ID_BYTES
        identity = value[len(MAGIC) : start]
        box = self._boxes.get(identity)
        if box is None:
            raise StoreCorrupt(f"{place} is sealed with the key {identity.hex()}, which is not configured")
        try:
            return box.decrypt(value[start:], place.encode())
        except CryptoError as error:
            raise StoreCorrupt(f"{place} is sealed, but its key does not open it: it was changed or moved") from error


PLAIN = Vault()
"""No encryption."""


class AsStored(Vault):
    """Opens nothing and seals nothing: for moving entries as they lie."""

    def open(self, value: bytes, place: str) -> bytes:  # noqa: ARG002
        """Give the value as it is, sealed or not."""
        return value
