"""Playing: ready, next deal, resign, and the actions of the game."""

import hashlib
from typing import Any

import msgspec
from litestar import Response, post

from api import problems
from api.contract import Example, body, promise, read
from api.problems import Problem
from api.refusals import READS
from api.routes.parameters import IdempotencyKey, IfMatch, SeatSignature, TableId
from api.seats import bound_key
from api.service import Call, parts
from api.shapes import Accepted, Nothing, Ready
from api.signatures import seat_signature
from api.visit import Visit, client_key, command, expected_seq, settle, visit
from domain.kernel import Action, AnyRuleSet, NextDeal
from domain.record.canonical import b64
from domain.table import secrets, to_act, write
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

    If-Match is needed while exactly one seat may act, and optional while several may. An accepted action binds its
    key for as long as the table lives; a refusal binds nothing.
    """
    service = parts(request).service
    here = await visit(request, table, at_hand=True)
    seat = here.own_seat()
    bound = client_key(key, needed=True)
    assert bound is not None
    action = _move(here.game.rules, here.state.options, await request.body(), here)
    expected = expected_seq(if_match)
    if if_match is None:
        await _check_several(request, here)
    ask = Ask(
        table,
        seat,
        "player",
        action,
        key=bound_key(here.who.player, bound),
        digest=_digest(write(action)),
        expected=expected,
        sig=seat_signature(signature, bound),
    )
    return settle(request, here, await service.handler.execute(ask), bound, action)


def _move(rules: AnyRuleSet, options: Any, raw: bytes, here: Visit) -> Action:
    """Read an action of the game; raise `Problem` (400, 422)."""
    action: Action = read(raw, rules.Action)
    value = write(action)
    for secret in secrets(here.game, options, action):
        found = value
        for step in secret.path:
            found = found[step]
        if found is None:
            name = ".".join(map(str, secret.path))
            raise Problem(problems.INVALID, "Null stands for what is hidden; say it.", field=name)
    return action


async def _check_several(request: Call, here: Visit) -> None:
    """Without If-Match an action is only taken while several seats may act; raise `Problem` (428)."""
    if len(to_act(here.game, here.live.state)) != 1:
        return
    fresh = await visit(request, here.state.table)
    if len(to_act(fresh.game, fresh.state)) == 1:
        raise Problem(
            problems.PRECONDITION_NEEDED,
            "Say which view you decided on.",
            right="Send its ETag as If-Match.",
            seq=fresh.state.seq,
        )


def _digest(*what: Any) -> str:
    return b64(hashlib.sha256(msgspec.json.encode(what)).digest())


ROUTES = (ready, next_deal, resign, act)
