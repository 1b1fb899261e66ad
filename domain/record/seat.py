"""A seat's own signature on each of its actions, where the seat registered an Ed25519 public key when it sat down.

Signed is JCS(["stammtisch/seat/1", table, seat, head, hash, key, action]): the head (seq and hash) that the seat last
saw, its idempotency key, and the action in the clear as it was sent. So the server can neither forge a seat's moves nor
show two players two histories. The entry keeps `head`, `key` and the signature in its member `sig`.

Two rules keep an old signature from being played later: the head is no older than the seat's own last entry, and where
the seat alone may act and nobody races, no older than what another seat did last.
"""

from collections.abc import Mapping
from typing import Any, Final

from nacl.bindings import crypto_core_ed25519_is_valid_point
from nacl.exceptions import BadSignatureError
from nacl.signing import SigningKey, VerifyKey

from domain.record.canonical import b64, encode, unb64

_LABEL: Final = "stammtisch/seat/1"


def is_public_key(text: str) -> bool:
    """Could a seat register this: 32 bytes in base64url, a point of the large group?"""
    try:
        return crypto_core_ed25519_is_valid_point(unb64(text, 32))
    except ValueError:
        return False


def signed_bytes(table: str, seat: int, head: int, head_hash: str, key: str, action: Mapping[str, Any]) -> bytes:
    """Give the bytes that a seat signs for an action."""
    return encode([_LABEL, table, seat, head, head_hash, key, action])


def sign_action(
    signing_key: SigningKey, table: str, seat: int, head: int, head_hash: str, key: str, action: Mapping[str, Any]
) -> dict[str, Any]:
    """Sign an action as a client does: the entry's member `sig`."""
    message = signed_bytes(table, seat, head, head_hash, key, action)
    return {"head": head, "key": key, "sig": b64(signing_key.sign(message).signature)}


def signature_fits(public_key: str, message: bytes, signature: str) -> bool:
    """Did this key sign these bytes? Malformed keys and signatures count as no."""
    if not is_public_key(public_key):
        return False
    try:
        VerifyKey(unb64(public_key, 32)).verify(message, unb64(signature, 64))
    except (BadSignatureError, ValueError):
        return False
    return True


class Spoken:
    """When each seat last spoke in a table's log, learnt entry by entry: how old a signed head may be."""

    def __init__(self) -> None:
        """Begin before entry 1."""
        self._last: dict[int, int] = {}
        self._moved: dict[int, int] = {}

    def learn(self, entry: Mapping[str, Any]) -> None:
        """Take the next entry (public builtins). The clock speaks for a seat, but does not make it move."""
        by = entry["by"]
        seat = by.get("seat")
        if seat is not None:
            self._last[seat] = entry["seq"]
            if by["via"] != "clock":
                self._moved[seat] = entry["seq"]

    def oldest_head(self, seat: int, *, alone: bool) -> int:
        """Give the oldest head that this seat may sign on now; `alone`: no other may act or race."""
        own = self._last.get(seat, 1)
        if not alone:
            return own
        return max(own, *(seq for other, seq in self._moved.items() if other != seat), 1)
