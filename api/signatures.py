"""The header `Seat-Signature`: how a seat that registered a key signs what it asks for.

    Seat-Signature: <seq of the entry last seen>.<signature, base64url>

Signed are the bytes that `domain.record.seat` lays out. `docs/signing.md` tells a client how to make them.
"""

import re
from typing import Any

from api import problems, render
from api.problems import Problem
from domain.kernel import Seat
from domain.record.canonical import decode
from store.handler import Unsigned

HEADER = re.compile(r"(\d{1,15})\.([A-Za-z0-9_-]{86})", re.ASCII)

SAY = {
    "signature_needed": "This seat registered a key, and the request is not signed with it.",
    "signature_wrong": "The signature is not this seat's, or it is over something else.",
    "signature_stale": "The signature is on an entry older than the seat must have seen.",
    "no_key_registered": "This seat registered no key, so a signature would prove nothing.",
}
RIGHT = {
    "signature_needed": "Sign the canonical bytes of `signed`, after checking that you mean and have seen them.",
    "signature_wrong": "Compare what you signed with `signed`, which is what the signature was checked against.",
    "signature_stale": "Read the entries after the one you signed on, then sign on the newest.",
    "no_key_registered": "Leave the header out; a key is registered when sitting down.",
}


def seat_signature(header: str | None, key: str | None) -> dict[str, Any] | None:
    """Read the header into the form of an entry's `sig`; `key` is the request's Idempotency-Key. Raise `Problem`."""
    if header is None:
        return None
    match = HEADER.fullmatch(header.strip())
    if match is None:
        raise Problem(
            problems.MALFORMED,
            "The Seat-Signature is malformed.",
            right="Send SEQ.SIGNATURE: the number of the entry last seen, a dot, 64 bytes in base64url.",
        )
    if key is None:
        raise Problem(
            problems.KEY_NEEDED,
            "A signed request needs an Idempotency-Key.",
            right="Send a fresh random one: it is part of what is signed.",
        )
    return {"head": int(match[1]), "key": key, "sig": match[2]}


def refusal(found: Unsigned, seat: Seat | None) -> Problem:
    """Give the problem for a signature that is missing or no good. `signed` shows what must be signed."""
    members = {"signed": decode(found.wanted)} if found.wanted else {}
    return Problem(
        problems.SIGNATURE,
        SAY[found.reason],
        code=found.reason,
        right=RIGHT[found.reason],
        headers={"ETag": render.etag(found.state.seq, seat)},
        seq=found.state.seq,
        **members,
    )
