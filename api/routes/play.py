"""Playing: ready, next deal, resign, and the actions of the game."""

import hashlib
from typing import Any

import msgspec
from litestar import Response, post

from api import problems
from api.acting import Said, act_at
from api.contract import Example, body, promise
from api.problems import Problem
from api.refusals import READS
from api.routes.parameters import IdempotencyKey, IfMatch, SeatSignature, TableId
from api.service import Call, caller, parts
from api.shapes import Accepted, Nothing, Ready
from api.visit import Visit, client_key, command, expected_seq
from domain.kernel import Action, NextDeal
from domain.record.canonical import b64
from domain.table import write
from domain.table.messages import OpenSeed, Resign
from store.handler import Ask

COMMANDS: dict[str, Any] = {
    "tag": "play",
    "answer": Accepted,
    "status": 201,
    "problems": (problems.NOT_FOUND, problems.FORBIDDEN, problems.REFUSED, problems.STALE, problems.KEY_REUSED),
    "headers": {"ETag": "The seq and viewer of the new view."},
    "reads": READS,
}


@post(
    "/v1/tables/{table:str}/ready",
    opt=promise(
        body=Ready, body_optional=True, examples={"server's seed": Example("The server made the seed", {})}, **COMMANDS
    ),
)
async def ready(
    request: Call,
    table: TableId,
    key: IdempotencyKey = None,
    if_match: IfMatch = None,
    signature: SeatSignature = None,
) -> Response[bytes]:
    """Be ready: open the seat's seed. The last one starts the table."""
    wish = await body(request, Ready)

    def build(here: Visit) -> Ask:
        seat = here.own_seat()
        taken = here.state.seats[seat]
        seed = wish.seed if wish.seed is not None else (None if taken is None else taken.seed)
        if seed is None and taken is not None and taken.commitment is not None:
            raise Problem(
                problems.INVALID,
                "You committed to a seed of your own.",
                code="seed_needed",
                right="Send the seed that opens your commitment.",
                field="seed",
            )
        return Ask(table, seat, "player", OpenSeed(seed or ""))

    digest = _digest("ready", wish)
    return await command(
        request,
        table,
        build,
        key=client_key(key),
        digest=digest,
        expected=expected_seq(if_match),
        signature=signature,
    )


@post("/v1/tables/{table:str}/next-deal", opt=promise(body=Nothing, body_optional=True, **COMMANDS))
async def next_deal(
    request: Call,
    table: TableId,
    key: IdempotencyKey = None,
    if_match: IfMatch = None,
    signature: SeatSignature = None,
) -> Response[bytes]:
    """Begin the next deal. The host's to do; after a rest the clock does it."""
    return await _plain(request, table, NextDeal(), key, if_match, signature)


@post("/v1/tables/{table:str}/resign", opt=promise(body=Nothing, body_optional=True, **COMMANDS))
async def resign(
    request: Call,
    table: TableId,
    key: IdempotencyKey = None,
    if_match: IfMatch = None,
    signature: SeatSignature = None,
) -> Response[bytes]:
    """Give up the match. The seat is played to the end by somebody else and ranked last."""
    return await _plain(request, table, Resign(), key, if_match, signature)


async def _plain(
    request: Call, table: str, action: Action, key: str | None, if_match: str | None, signature: str | None
) -> Response[bytes]:
    await body(request, Nothing)
    return await command(
        request,
        table,
        lambda here: Ask(table, here.own_seat(), "player", action),
        key=client_key(key),
        digest=_digest(write(action)),
        expected=expected_seq(if_match),
        signature=signature,
    )


@post(
    "/v1/tables/{table:str}/actions",
    opt=promise(
        tag="play",
        body="GameAction",
        answer=Accepted,
        status=201,
        problems=(
            problems.KEY_NEEDED,
            problems.FORBIDDEN,
            problems.NOT_FOUND,
            problems.REFUSED,
            problems.STALE,
            problems.KEY_REUSED,
            problems.PRECONDITION_NEEDED,
        ),
        headers={"ETag": "The seq and viewer of the new view."},
        reads=READS,
        examples={
            "a card": Example("Play a card, in Schafkopf", {"type": "play_card", "card": "E7"}),
            "pass": Example("Pass, where a game has it", {"type": "pass"}),
        },
    ),
)
async def act(
    request: Call,
    table: TableId,
    key: IdempotencyKey = None,
    if_match: IfMatch = None,
    signature: SeatSignature = None,
) -> Response[bytes]:
    """Do something in the game: send one of the `legal` actions of the view.

    If-Match is needed while your seat is the only one that may act, and optional while several may and in games that
    race. An accepted action binds its key for as long as the table lives; a refusal binds nothing.
    """
    said = Said(key=key, if_match=if_match, signature=signature, prefer=request.headers.get("prefer"))
    reply = await act_at(parts(request), caller(request), table, await request.body(), said)
    return reply.response()


def _digest(*what: Any) -> str:
    return b64(hashlib.sha256(msgspec.json.encode(what)).digest())


ROUTES = (ready, next_deal, resign, act)
