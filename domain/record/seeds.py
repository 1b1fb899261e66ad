"""The seats' seeds: 32 random bytes each, promised when sitting, shown when ready, mixed into every shuffle.

A seed is written base64url (43 characters); its commitment is SHA-256 over the 32 bytes, written the same way.
"""

import hashlib
from typing import Final

from domain.record.canonical import b64, unb64

SEED_BYTES: Final = 32


def commitment(seed: str) -> str:
    """Give the commitment to a seed; raise ValueError unless it is 32 bytes in base64url."""
    return b64(hashlib.sha256(unb64(seed, SEED_BYTES)).digest())


def is_seed(text: str) -> bool:
    """Could this be a seed, or the commitment to one: 32 bytes in base64url?"""
    try:
        unb64(text, SEED_BYTES)
    except ValueError:
        return False
    return True


def opens(seed: str, promised: str) -> bool:
    """Is this the seed that was promised?"""
    return is_seed(seed) and commitment(seed) == promised
