"""A seat's seed and the commitment to it."""

import base64
import binascii
import hashlib

SEED_BYTES = 32


def commitment_of(seed: str) -> str | None:
    """Give the commitment to a seed: base64url SHA-256 of its 32 bytes; None where it is not a seed at all."""
    try:
        raw = base64.urlsafe_b64decode(seed + "=" * (-len(seed) % 4))
    except (binascii.Error, ValueError):
        return None
    if len(raw) != SEED_BYTES or _b64(raw) != seed:
        return None
    return _b64(hashlib.sha256(raw).digest())


def is_commitment(text: str) -> bool:
    """Say whether a text has the form of a commitment: 32 bytes in base64url without padding."""
    return commitment_of(text) is not None


def _b64(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode("ascii")
