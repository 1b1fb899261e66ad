"""Somebody comes to a table: does it exist for him, where does he sit, and what does he ask for."""

import hmac
import re
from collections.abc import Callable

from litestar import Response
from msgspec import Struct, structs

from api import problems, render
from api.auth import Caller
from api.contract import answer
from api.problems import Problem
from api.refusals import sign_if_wanted
from api.seats import bound_key, invitation_digest
from api.service import Call, Parts, caller, parts
from api.signatures import refusal, seat_signature
from domain.kernel import Action, Seat
from domain.table import Game, TableState
from projections.entries import entry_views
from store.handler import Accepted, Ask, Denied, KeyReused, Refused, Result, Stale, UnknownTable, Unsigned
from store.live import LiveTable

TABLE_ID = re.compile(r"[a-z2-7]{26}", re.ASCII)
KEY = re.compile(r'"?([\x21\x23-\x7e]{1,128})"?', re.ASCII)
SEQ = re.compile(r'(?:W/)?"?(\d{1,15})(?:-[a-z0-9]+)?"?', re.ASCII)
ATTEMPTS = 16

DENIED = {
    "seat_taken": "Somebody else was faster; choose a free seat.",
    "other_seat": "This account took another seat at this table, and may take no other.",
}


class Visit(Struct, frozen=True):
    """A table as the caller found it: the state at that moment, and his seat, or None for a spectator."""

    live: LiveTable
    state: TableState
    seat: Seat | None
    who: Caller

    @property
    def game(self) -> Game:
        """What is played."""
        return self.live.game

    def own_seat(self) -> Seat:
        """Give the caller's seat; raise `Problem` (403)."""
        if self.seat is None:
            raise Problem(
                problems.FORBIDDEN,
                "You have no seat at this table.",
                code="not_seated",
                right="Sit down first, while the table gathers: PUT /v1/tables/{id}/seats/{n}.",
            )
        return self.seat


async def visit(request: Call, table: str, invitation: str | None = None) -> Visit:
    """Come to a table with a request; see `come`."""
    return await come(parts(request), caller(request), table, invitation)


async def come(
    made_of: Parts, who: Caller, table: str, invitation: str | None = None, *, at_hand: bool = False
) -> Visit:
    """Come to a table; raise `Problem` (404) where it does not exist for the caller.

    `at_hand` takes the table as this process last saw it, which may be a little behind.
    """
    service = made_of.service
    if TABLE_ID.fullmatch(table) is None:
        raise no_table()
    try:
        live = (service.handler.at_hand(table) if at_hand else None) or await service.handler.current(table)
    except UnknownTable:
        raise no_table() from None
    state = live.state
    seat = (await service.seats.of(state)).get(who.player)
    if state.visibility == "private" and seat is None and not await _may_enter(made_of, who, state, invitation):
        raise no_table()
    return Visit(live, state, seat, who)


async def _may_enter(made_of: Parts, who: Caller, state: TableState, invitation: str | None) -> bool:
    """A private table exists for those who sit there, who opened it, who were invited, and the house's own people."""
    if who.role != "player" or who.admitted == state.table:
        return True
    if invitation is not None and state.invitation is not None:
        return hmac.compare_digest(invitation_digest(invitation), state.invitation)
    return await made_of.service.seats.opener(state.table, who.player)


def no_table() -> Problem:
    """There is no such table, or the caller may not know of it."""
    return Problem(
        problems.NOT_FOUND,
        "There is no such table.",
        right="Check the id; a private table needs its invitation code.",
    )


def client_key(header: str | None, *, needed: bool = False) -> str | None:
    """Read an Idempotency-Key; raise `Problem` (400)."""
    if header is None:
        if needed:
            raise Problem(
                problems.KEY_NEEDED,
                "This request needs an Idempotency-Key.",
                right="Send a fresh random one, and the same again when you repeat the request.",
            )
        return None
    match = KEY.fullmatch(header.strip())
    if match is None:
        raise Problem(
            problems.MALFORMED,
            "The Idempotency-Key is malformed.",
            right="Send 1 to 128 visible ASCII characters without quotes.",
        )
    return match[1]


def expected_seq(header: str | None) -> int | None:
    """Read the seq that the caller last saw from If-Match; None for `*` and where nothing is said; raise `Problem`."""
    if header is None or header.strip() == "*":
        return None
    return max(_seq_of(tag) for tag in header.split(",")) if "," in header else _seq_of(header)


def _seq_of(tag: str) -> int:
    match = SEQ.fullmatch(tag.strip())
    if match is None:
        raise Problem(
            problems.MALFORMED, "The If-Match is malformed.", right='Send the ETag of the view, as in "17-s2".'
        )
    return int(match[1])


async def command(
    request: Call,
    table: str,
    build: Callable[[Visit], Ask | None],
    *,
    key: str | None = None,
    digest: str | None = None,
    expected: int | None = None,
    invitation: str | None = None,
    signature: str | None = None,
) -> Response[bytes]:
    """Let the caller ask for something that depends on how he finds the table.

    `build` makes the ask from a visit, or None where it is done already. When the table moves on meanwhile, it is
    looked at again, unless the caller himself said what he `expected`.
    """
    made_of = parts(request)
    handler = made_of.service.handler
    sig = seat_signature(signature, key)
    for _ in range(ATTEMPTS):
        here = await visit(request, table, invitation)
        bound = None if key is None else bound_key(here.who.player, key)
        if bound is not None and digest is not None:
            earlier = await handler.earlier(table, bound, digest)
            if earlier is not None:
                return settle(made_of, here, earlier, key).response()
        ask = build(here)
        if ask is None:
            return show(request, here)
        seq = here.state.seq if expected is None else expected
        result = await handler.execute(structs.replace(ask, key=bound, digest=digest, expected=seq, sig=sig))
        if isinstance(result, Stale) and expected is None:
            continue
        if ask.claim is not None and isinstance(result, Accepted):
            here = structs.replace(here, seat=ask.claim[0])
        return settle(made_of, here, result, key, ask.action, request.headers.get("prefer")).response()
    raise Problem(
        problems.UNAVAILABLE,
        "Too much happens at this table at once.",
        right="Repeat the request.",
        headers={"Retry-After": "1"},
    )


def show(request: Call, here: Visit) -> Response[bytes]:
    """Answer the table as it is."""
    now = parts(request).service.handler.clock()
    content = b'{"receipt":null,"entries":[],"table":%b}' % render.table_now(here.game, here.state, here.seat, now)
    return answer(content, headers={"ETag": render.etag(here.state.seq, here.seat)})


class Reply(Struct, frozen=True):
    """An accepted command's answer: the bytes of an `Accepted`, and the view's ETag."""

    content: bytes
    etag: str

    def response(self) -> Response[bytes]:
        """Give it to the framework."""
        return answer(self.content, status=201, headers={"ETag": self.etag})


def settle(
    made_of: Parts,
    here: Visit,
    result: Result,
    key: str | None,
    action: Action | None = None,
    prefer: str | None = None,
) -> Reply:
    """Answer what the handler made of an ask; raise `Problem` where it was not accepted."""
    service = made_of.service
    if isinstance(result, Accepted):
        receipt = render.receipt_for(result, key or "", service.durability, service.keys)
        content = render.accepted(result, here.seat, receipt, service.handler.clock())
        return Reply(content, render.etag(result.state.seq, here.seat))
    problem = _problem(here, result)
    if action is not None and isinstance(result, Refused | Stale | Unsigned):
        sign_if_wanted(service, prefer, problem, result, here.seat, action, key)
    raise problem


def _problem(here: Visit, result: Refused | Stale | KeyReused | Denied | Unsigned) -> Problem:
    match result:
        case Refused():
            actions, _ = render.choices(result.live.game, result.state, here.seat)
            return Problem(
                problems.REFUSED,
                result.ruling.say,
                code=result.ruling.code,
                right="What is legal now stands under `legal`."
                if actions
                else "Nothing here is yours to do now: see `may`.",
                rule=result.ruling.rule,
                seq=result.state.seq,
                legal=actions,
            )
        case Stale():
            return Problem(
                problems.STALE,
                "The table has moved on since the seq in If-Match.",
                right="Look at what was missed, then decide again.",
                headers={"ETag": render.etag(result.state.seq, here.seat)},
                seq=result.state.seq,
                missed=entry_views(result.live.game, result.live.deals, result.missed, here.seat),
            )
        case KeyReused():
            return Problem(
                problems.KEY_REUSED,
                "This Idempotency-Key was used for another request.",
                right="Use a fresh key for every new request.",
                seq=result.seq,
            )
        case Denied():
            return Problem(problems.CONFLICT, DENIED[result.reason], code=result.reason)
        case Unsigned():
            return refusal(result, here.seat)
