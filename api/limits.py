"""Limits: what is costly may be done so often, by an account or from an address, and then 429 says when again.

An answer depends on what the caller himself did before, and on nothing else. Counters stand in the store under keyed
digests, so a copy of it tells no address.
"""

import asyncio
import base64
import hmac
import math
from collections.abc import AsyncIterator, Awaitable, Callable

import msgspec
from msgspec import Struct

from api import problems
from api.address import address_of
from api.problems import Problem
from api.service import Call, caller, parts

HOUR_MS = 3_600_000


class Limit(Struct, frozen=True):
    """One limit: the setting of this name, what was done too often, and what is possible meanwhile."""

    name: str
    detail: str
    meanwhile: str = ""


GUESTS = Limit(
    "guests",
    "Too many new players came from your address.",
    "A token that is still good can be renewed at any time: send it along.",
)
TABLES = Limit(
    "tables",
    "You opened too many tables.",
    "A table that you opened is given again under its Idempotency-Key at any time.",
)
TICKETS = Limit("tickets", "You fetched too many tickets.", "GET .../entries?after=N has the entries too.")
STREAMS = Limit("streams", "You opened too many streams.", "GET .../entries?after=N has the entries too.")
DISPUTES = Limit(
    "disputes",
    "You filed too many disputes.",
    "One that you filed is acknowledged again under its Idempotency-Key at any time.",
)
DOWNLOADS = Limit("downloads", "You fetched too many records, replays and audit chains.")


async def take(request: Call, limit: Limit, known: Callable[[], Awaitable[bool]] | None = None) -> None:
    """Count one for the account that calls; raise `Problem` (429) where the limit is met, which changes nothing.

    `known` tells whether the request repeats one that was answered before: a repeat is neither counted nor refused.
    """
    if _most(request, limit) and not (known is not None and await known()):
        await _take(request, limit, caller(request).player)


async def take_guest(request: Call) -> None:
    """Count one fresh player for the address that calls; raise `Problem` (429)."""
    if _most(request, GUESTS):
        await _take(request, GUESTS, address_of(request.scope, parts(request).settings.proxies))


def in_turn(request: Call) -> asyncio.Lock:
    """Give what an account holds while a long answer is made for it, so that it has one at a time in memory."""
    making, who = parts(request).making, caller(request).player
    lock = making.get(who)
    if lock is None:
        lock = making[who] = asyncio.Lock()
    return lock


async def admit_stream(request: Call, frames: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """Count one stream that the account opens, and give its frames; raise `Problem` (429) where it has too many.

    Nobody knows when one of the others ends. One that is not read any more is noticed at a heartbeat.
    """
    settings, followed, who = parts(request).settings, parts(request).followed, caller(request).player
    most = settings.limits.open_streams
    if most and followed.count(who) >= most:
        raise Problem(
            problems.TOO_MANY,
            "You have too many streams open.",
            code="too_many_open_streams",
            right="Close one first. GET .../entries?after=N has the entries too.",
            headers={"Retry-After": str(math.ceil(settings.heartbeat_s))},
            at_once=most,
        )
    counted = followed.counted(who, frames)
    await anext(counted)
    try:
        await take(request, STREAMS)
    except BaseException:
        await counted.aclose()
        raise
    return counted


def _most(request: Call, limit: Limit) -> int:
    most: int = getattr(parts(request).settings.limits, limit.name)
    return most


async def _take(request: Call, limit: Limit, who: str) -> None:
    made_of, most = parts(request), _most(request, limit)
    counter = _counter(made_of.settings.token_secret, limit, who)
    wait_ms = await made_of.service.limiter.take(limit.name, counter, allowance=most, interval_ms=HOUR_MS // most)
    if wait_ms:
        wait_s = -(-wait_ms // 1000)
        raise Problem(
            problems.TOO_MANY,
            limit.detail,
            code=f"too_many_{limit.name}",
            right=f"Wait {wait_s} s. {limit.meanwhile}".strip(),
            headers={"Retry-After": str(wait_s)},
            per_hour=most,
        )


def _counter(secret: bytes, limit: Limit, who: str) -> str:
    """26 characters of base32 over 16 bytes that look random and follow from limit and caller."""
    mac = hmac.digest(secret, msgspec.json.encode(["stammtisch/limit/1", limit.name, who]), "sha256")
    return base64.b32encode(mac[:16]).decode().lower().rstrip("=")
