"""Disputes: a player says that something is wrong, an auditor looks into it, the players see the verdict."""

import hashlib
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath
from msgspec import Meta, Struct

from api import problems
from api.bundles import file_of
from api.contract import Example, answer, body, promise
from api.disputes import (
    Chain,
    acknowledge,
    check_subject,
    check_tokens,
    disclosed,
    examine,
    extend,
    judged,
    read_chain,
    record_for,
    signed_head,
    still_runs,
)
from api.limits import DISPUTES, DOWNLOADS, in_turn, take
from api.problems import Problem
from api.routes.parameters import IdempotencyKey, TableId
from api.seats import bound_key
from api.service import Call, Service, caller, parts
from api.visit import Visit, client_key, visit
from domain.record.audit import AuditEntry, Claim, Dispute, Filed, Verdict
from domain.record.canonical import b64

Number = Annotated[int, Meta(ge=1, le=1_000_000_000)]
Token = Annotated[str, Meta(min_length=1, max_length=2_000, pattern="^[A-Za-z0-9._-]+$")]
Sentence = Annotated[str, Meta(min_length=1, max_length=2_000)]


class NewDispute(Struct, frozen=True, forbid_unknown_fields=True):
    """What is wrong: a `deal` or an `entry`, and what the player claims of it.

    `tokens` are receipts and signed refusals that he got; they become part of the record that the auditor sees.
    """

    claim: Claim
    deal: Number | None = None
    entry: Number | None = None
    tokens: Annotated[tuple[Token, ...], Meta(max_length=64)] = ()


class NewVerdict(Struct, frozen=True, forbid_unknown_fields=True):
    """What the auditor decided, and why, in a few sentences that the players read."""

    verdict: Verdict
    say: Sentence


class DisputeView(Struct, frozen=True):
    """A dispute: `open`, `in_review` once an auditor has the record, `decided` with the verdict and its report."""

    dispute: int
    status: str
    seat: int
    deal: int | None
    entry: int | None
    claim: Claim
    filed_at: int
    verdict: Verdict | None = None
    say: str | None = None
    report: dict[str, Any] | None = None
    decided_at: int | None = None


class DisputeFiled(Struct, frozen=True):
    """The dispute, and the server's signed word that it is filed (JWS, `stammtisch-dispute+jws`)."""

    acknowledgement: str
    dispute: DisputeView


class DisputePage(Struct, frozen=True):
    """A table's disputes, the audit chain they are folded from (exact entries), and its signed head."""

    items: tuple[DisputeView, ...]
    audit: tuple[msgspec.Raw, ...]
    head: str | None


class Pending(Struct, frozen=True):
    """The tables with disputes that are not decided."""

    tables: tuple[str, ...]


@post(
    "/v1/tables/{table:str}/disputes",
    opt=promise(
        tag="proof",
        body=NewDispute,
        answer=DisputeFiled,
        status=201,
        problems=(
            problems.NOT_FOUND,
            problems.FORBIDDEN,
            problems.KEY_NEEDED,
            problems.KEY_REUSED,
            problems.CONFLICT,
            problems.TOO_MANY,
        ),
        examples={"the cards": Example("Deal 1 was not dealt from the promised cards", {"claim": "deal", "deal": 1})},
    ),
)
async def dispute(request: Call, table: TableId, key: IdempotencyKey = None) -> Response[bytes]:
    """Dispute a deal or an entry. The answer is the server's signed word that it is filed."""
    service = parts(request).service
    client = client_key(key, needed=True)
    wish = await body(request, NewDispute)
    here = await visit(request, table)
    seat, live = here.own_seat(), here.live
    check_subject(live, wish.deal, wish.entry)
    check_tokens(service, live, wish.tokens)
    digest = b64(hashlib.sha256(msgspec.json.encode(wish)).digest())
    bound = bound_key(here.who.player, client or "")
    await take(request, DISPUTES, lambda: _is_filed(service, table, bound))

    def build(chain: Chain) -> Filed | None:
        known = _by_key(chain, bound)
        if known is not None:
            if known.what.digest != digest:
                raise Problem(
                    problems.KEY_REUSED,
                    "You filed another dispute under this Idempotency-Key.",
                    right="Use a fresh key.",
                )
            return None
        assert live.hash is not None
        return Filed(
            dispute=len(chain.disputes) + 1,
            seat=seat,
            deal=wish.deal,
            entry=wish.entry,
            claim=wish.claim,
            head=live.state.seq,
            hash=live.hash,
            tokens=wish.tokens,
            key=bound,
            digest=digest,
        )

    chain, _ = await extend(service, table, build)
    found = _by_key(chain, bound)
    assert found is not None
    return answer(DisputeFiled(acknowledge(service, chain, found.filed), _view(found)), status=201)


@get(
    "/v1/tables/{table:str}/disputes",
    opt=promise(tag="proof", answer=DisputePage, problems=(problems.NOT_FOUND, problems.FORBIDDEN, problems.TOO_MANY)),
)
async def disputes_of(request: Call, table: TableId) -> Response[bytes]:
    """The disputes of a table, for its players and for auditors, with every disclosure and verdict."""
    await take(request, DOWNLOADS)
    service = parts(request).service
    here = await visit(request, table)
    if here.who.role == "player":
        here.own_seat()
    chain = await read_chain(service, table)
    items = tuple(_view(found) for found in chain.disputes)
    return answer(DisputePage(items, tuple(map(msgspec.Raw, chain.lines)), signed_head(service, chain)))


@get("/v1/disputes", opt=promise(tag="proof", answer=Pending, problems=(problems.FORBIDDEN,)))
async def pending(request: Call) -> Response[bytes]:
    """The tables where a dispute waits for a verdict, for auditors."""
    _auditor(request)
    return answer(Pending(tuple([table async for table in parts(request).service.audit.pending()])))


@get(
    "/v1/tables/{table:str}/disputes/{number:int}/record",
    opt=promise(
        tag="proof",
        answer=bytes,
        media=("application/zip",),
        problems=(problems.NOT_FOUND, problems.FORBIDDEN, problems.TOO_MANY),
        headers={"Content-Disposition": "A name for the file."},
    ),
)
async def disputed_record(request: Call, table: TableId, number: FromPath[int]) -> Response[bytes]:
    """The record of a dispute, for an auditor. That he gets it is written into the audit chain first.

    A deal that still runs is as sealed in it as for everybody.
    """
    await take(request, DOWNLOADS)
    service = parts(request).service
    here = await _reviewed(request, table)
    found = (await read_chain(service, table)).dispute(number)
    async with in_turn(request):
        bundle = await record_for(service, here.live, found)
        file = await file_of(bundle)
    await extend(service, table, lambda _: disclosed(found, here.who.player, bundle, file))
    name = f'attachment; filename="{table}-dispute-{number}.zip"'
    return answer(file, media="application/zip", headers={"Content-Disposition": name})


@post(
    "/v1/tables/{table:str}/disputes/{number:int}/verdict",
    opt=promise(
        tag="proof",
        body=NewVerdict,
        answer=DisputeView,
        status=201,
        problems=(problems.NOT_FOUND, problems.FORBIDDEN, problems.CONFLICT),
        examples={"dismissed": Example("All is well", {"verdict": "dismissed", "say": "Dealt as promised."})},
    ),
)
async def decide(request: Call, table: TableId, number: FromPath[int]) -> Response[bytes]:
    """Decide a dispute, once. The server runs the verifier over the record; its report goes with the verdict."""
    service = parts(request).service
    wish = await body(request, NewVerdict)
    here = await _reviewed(request, table)
    found = (await read_chain(service, table)).dispute(number)
    if still_runs(here.live, found):
        raise Problem(
            problems.CONFLICT,
            "What is disputed still runs, and nobody may see it.",
            code="deal_running",
            right="Decide when the deal is over.",
        )
    async with in_turn(request):
        bundle = await record_for(service, here.live, found)
        report = await examine(service, await file_of(bundle))
    what = judged(found, here.who.player, wish.verdict, wish.say, bundle, report)

    def build(chain: Chain) -> Any:
        known = chain.dispute(number).judged
        if known is None:
            return what
        if _same(known, here.who.player, wish):
            return None
        raise Problem(problems.CONFLICT, "This dispute is decided.", code="already_decided")

    chain, _ = await extend(service, table, build)
    return answer(_view(chain.dispute(number)), status=201)


def _auditor(request: Call) -> None:
    if caller(request).role != "auditor":
        raise Problem(problems.FORBIDDEN, "This is for auditors.", code="not_an_auditor")


async def _reviewed(request: Call, table: str) -> Visit:
    """Let an auditor come to a table that he never sat at; raise `Problem` (403, 404)."""
    _auditor(request)
    here = await visit(request, table)
    if here.who.player in await parts(request).service.handler.log.held(table):
        raise Problem(problems.FORBIDDEN, "You played at this table.", code="own_table", right="Leave it to another.")
    return here


def _by_key(chain: Chain, key: str) -> Dispute | None:
    return next((known for known in chain.disputes if known.what.key == key), None)


async def _is_filed(service: Service, table: str, key: str) -> bool:
    return _by_key(await read_chain(service, table), key) is not None


def _same(known: AuditEntry, auditor: str, wish: NewVerdict) -> bool:
    what: Any = known.what
    return bool((what.auditor, what.verdict, what.say) == (auditor, wish.verdict, wish.say))


def _view(found: Dispute) -> DisputeView:
    what, end = found.what, found.judged
    told: Any = None if end is None else end.what
    return DisputeView(
        dispute=what.dispute,
        status=found.status,
        seat=what.seat,
        deal=what.deal,
        entry=what.entry,
        claim=what.claim,
        filed_at=found.filed.at,
        verdict=None if told is None else told.verdict,
        say=None if told is None else told.say,
        report=None if told is None else told.report,
        decided_at=None if end is None else end.at,
    )


ROUTES = (dispute, disputes_of, pending, disputed_record, decide)
"""The routes of this module."""
