"""Tables: which are open, opening one, looking at one, its seats."""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Iterable
from typing import Annotated, Any
from urllib.parse import urlencode

import msgspec
from litestar import Response, delete, get, post, put
from litestar.params import QueryParameter

from api import problems, render
from api.contract import Example, answer, body, promise
from api.limits import TABLES, take
from api.problems import Problem, invalid
from api.refusals import READS
from api.routes.parameters import (
    IdempotencyKey,
    IfMatch,
    IfNoneMatch,
    Invitation,
    SeatNumber,
    SeatSignature,
    TableId,
)
from api.seats import invitation_code, invitation_digest, opener_key
from api.service import Call, caller, parts
from api.shapes import Accepted, NewTable, Opened, Sit, TableNow, TablePage
from api.visit import Visit, client_key, command, expected_seq, no_table, visit
from domain.kernel import AnyRuleSet, Seat, UnknownRuleSet
from domain.record.canonical import b64, unb64
from domain.record.house import DealingHouse
from domain.record.receipt import BadToken, KeySet, PublicKey, thumbprint
from domain.record.seeds import commitment
from domain.table.messages import LeaveSeat, OpenTable, Return, TakeSeat
from store import handler
from store.handler import Ask
from store.live import data_digest

CURSOR = r"^[0-9]{1,15}\.[a-z2-7]{26}$"

OPEN_A_TABLE = {
    "with bots": Example(
        "Schafkopf against three bots",
        {"rules": "schafkopf", "bots": [{"seat": 1}, {"seat": 2}, {"seat": 3}]},
    ),
    "among friends": Example(
        "A private table; the answer brings the invitation code",
        {"rules": "schafkopf", "visibility": "private", "clock": {"move_s": None}},
    ),
}


@get(
    "/v1/tables",
    opt=promise(
        tag="tables", answer=TablePage, problems=(problems.MALFORMED,), headers={"Link": "rel=next: the next page."}
    ),
)
async def open_tables(
    request: Call,
    rules: Annotated[str | None, QueryParameter(description="Only this rule set.", max_length=64)] = None,
    phase: Annotated[
        str | None, QueryParameter(description="`gathering` or `started`.", pattern="^(gathering|started)$")
    ] = None,
    after: Annotated[str | None, QueryParameter(description="The cursor of the page before.", pattern=CURSOR)] = None,
    limit: Annotated[int, QueryParameter(description="Tables on a page.", ge=1, le=100)] = 20,
) -> Response[bytes]:
    """Public tables that are not closed, newest first."""
    try:
        page = await parts(request).service.models.open_tables(rules=rules, phase=phase, after=after, limit=limit)
    except ValueError:
        raise Problem(
            problems.MALFORMED, "This is not a cursor of this list.", right="Take it from the page before."
        ) from None
    headers = {}
    if page.after is not None:
        wanted = {"rules": rules, "phase": phase, "after": page.after, "limit": limit}
        query = urlencode({name: value for name, value in wanted.items() if value is not None})
        headers["Link"] = f'</v1/tables?{query}>; rel="next"'
    return answer(TablePage(page.tables, page.after), headers=headers)


@post(
    "/v1/tables",
    opt=promise(
        tag="tables",
        body=NewTable,
        answer=Opened,
        status=201,
        problems=(problems.KEY_NEEDED, problems.KEY_REUSED, problems.CONFLICT, problems.TOO_MANY),
        examples=OPEN_A_TABLE,
        headers={"Location": "The table.", "ETag": "The seq and viewer of the view."},
    ),
)
async def open_table(request: Call, key: IdempotencyKey = None) -> Response[bytes]:
    """Open a table.

    The table follows from the player and the Idempotency-Key, so a repeat opens no second one. Whoever opens a table
    hosts it once he sits there. Bots sit down at once.
    """
    service, settings, who = parts(request).service, parts(request).settings, caller(request)
    bound = client_key(key, needed=True)
    wish = await body(request, NewTable)
    rules, seats = _playable(service.registry, wish)
    table = _table_id(settings.token_secret, who.player, bound or "")
    await take(request, TABLES, lambda: service.handler.log.exists(table))
    code = invitation_code(settings.token_secret, table) if wish.visibility == "private" else None
    raw = rules.data.get(wish.data) if rules.Data is not None else None
    secret = secrets.token_bytes(32)
    opening = OpenTable(
        rules=rules.id,
        version=rules.version,
        seats=seats,
        options=msgspec.to_builtins(msgspec.convert(wish.options, rules.Options)),
        clock=wish.clock,
        data=None if raw is None else data_digest(raw),
        root=DealingHouse(secret, table, rules.max_deals).root,
        server_key=service.keys.kid,
        visibility=wish.visibility,
        invitation=None if code is None else invitation_digest(code),
        secret=b64(secret),
    )
    digest = b64(hashlib.sha256(msgspec.json.encode(wish)).digest())
    result = await service.handler.open_table(table, opening, raw, key=opener_key(who.player), digest=digest)
    if isinstance(result, handler.KeyReused):
        raise Problem(
            problems.KEY_REUSED, "You opened another table under this Idempotency-Key.", right="Use a fresh key."
        )
    for bot in wish.bots:
        await service.handler.execute(_bot(table, bot.seat, bot.level))
    here = await visit(request, table, code)
    now = render.table_now(here.game, here.state, here.seat, service.handler.clock())
    content = b'{"table":%b,"invitation":%b}' % (now, msgspec.json.encode(code))
    headers = {"Location": f"/v1/tables/{table}", "ETag": render.etag(here.state.seq, here.seat)}
    return answer(content, status=201, headers=headers)


@get(
    "/v1/tables/{table:str}",
    opt=promise(
        tag="tables",
        answer=TableNow,
        problems=(problems.NOT_FOUND,),
        also={304: "Nothing has changed since the ETag."},
        headers={"ETag": "The seq and viewer of the view, as in `17-s2`."},
    ),
)
async def look(
    request: Call, table: TableId, invitation: Invitation = None, none_match: IfNoneMatch = None
) -> Response[bytes]:
    """A table as the caller may know it: a seat's own secrets, or what everybody knows."""
    here = await visit(request, table, invitation)
    tag = render.etag(here.state.seq, here.seat)
    headers = {"ETag": tag, "Cache-Control": "private, no-cache", "Vary": "Authorization"}
    if none_match is not None and _names(none_match, tag):
        return answer(b"", status=304, headers=headers)
    now = parts(request).service.handler.clock()
    return answer(render.table_now(here.game, here.state, here.seat, now), headers=headers)


@put(
    "/v1/tables/{table:str}/seats/{seat:int}",
    status_code=201,
    opt=promise(
        tag="seats",
        body=Sit,
        body_optional=True,
        answer=Accepted,
        status=201,
        problems=(problems.NOT_FOUND, problems.REFUSED, problems.CONFLICT, problems.KEY_REUSED),
        also={200: "You sit there already."},
        reads=READS,
        examples={"server's seed": Example("Sit down, the server makes the seed", {})},
    ),
)
async def sit(
    request: Call,
    table: TableId,
    seat: SeatNumber,
    key: IdempotencyKey = None,
    if_match: IfMatch = None,
    signature: SeatSignature = None,
) -> Response[bytes]:
    """Sit down, commit afresh after the seeds were voided, or take the own seat back from a bot.

    The last free seat is given once. Who sat at this table sits nowhere else here. A seat that
    registers a `key` signs everything it asks for from then on, and brings a seed of its own.
    """
    wish = await body(request, Sit)
    _check_key(wish.key)
    seed = b64(secrets.token_bytes(32)) if wish.commitment is None else None
    promised = commitment(seed) if seed is not None else wish.commitment
    assert promised is not None
    opened = await _opened_by(request, table)

    def build(here: Visit) -> Ask | None:
        taken = here.state.seats[seat] if 0 <= seat < len(here.state.seats) else None
        if here.seat == seat and taken is not None:
            if here.state.phase == "started" and taken.controller != "player":
                return Ask(table, seat, "player", Return())
            if taken.commitment is not None and wish.commitment in (None, taken.commitment):
                return None
        again = here.seat == seat and taken is not None
        public_key = wish.key or (taken.key if again and taken is not None else None)
        if public_key is not None and wish.commitment is None:
            raise _bad(
                "commitment",
                "commitment_needed",
                "A seat that signs brings a seed of its own, since it signs the opening of it.",
                "Send the SHA-256 of 32 random bytes.",
            )
        action = TakeSeat(
            seat=seat,
            pseudonym=taken.pseudonym if again and taken is not None else _pseudonym(),
            commitment=promised,
            seed=seed,
            youngest=wish.youngest,
            host=opened,
            key=public_key,
        )
        return Ask(table, seat, "player", action, claim=None if again else (seat, here.who.player))

    return await command(
        request,
        table,
        build,
        key=client_key(key),
        digest=_digest("sit", seat, wish),
        expected=expected_seq(if_match),
        invitation=wish.invitation,
        signature=signature,
    )


@delete(
    "/v1/tables/{table:str}/seats/{seat:int}",
    status_code=201,
    opt=promise(
        tag="seats",
        answer=Accepted,
        status=201,
        problems=(problems.NOT_FOUND, problems.FORBIDDEN, problems.REFUSED, problems.KEY_REUSED),
        reads=READS,
    ),
)
async def leave(
    request: Call,
    table: TableId,
    seat: SeatNumber,
    key: IdempotencyKey = None,
    if_match: IfMatch = None,
    signature: SeatSignature = None,
) -> Response[bytes]:
    """Get up. Before the start the seat is free again; afterwards somebody else plays it to the end."""

    def build(here: Visit) -> Ask:
        if here.own_seat() != seat:
            raise Problem(
                problems.FORBIDDEN,
                "That is not your seat.",
                code="not_your_seat",
                right=f"You sit at seat {here.seat}.",
            )
        return Ask(table, seat, "player", LeaveSeat())

    return await command(
        request,
        table,
        build,
        key=client_key(key),
        digest=_digest("leave", seat),
        expected=expected_seq(if_match),
        signature=signature,
    )


def _playable(registry: Any, wish: NewTable) -> tuple[AnyRuleSet, int]:
    """Check a wish against its rule set; raise `Problem` (422)."""
    try:
        rules: AnyRuleSet = registry.get(wish.rules, wish.version)
    except UnknownRuleSet as error:
        raise Problem(
            problems.INVALID,
            f"{str(error.args[0]).capitalize()}.",
            code="no_such_rules",
            right="GET /v1/rulesets lists the games.",
            field="rules",
        ) from None
    seats = min(rules.seats) if wish.seats is None else wish.seats
    if seats not in rules.seats:
        raise _bad("seats", "seats_not_allowed", f"{rules.title} is not for {seats}.", _choose(rules.seats))
    try:
        msgspec.convert(wish.options, rules.Options)
    except msgspec.ValidationError as error:
        raise invalid(error, where="options") from None
    known = rules.Options.__struct_encode_fields__
    if unknown := sorted(wish.options.keys() - set(known)):
        raise _bad("options", "invalid", f"{rules.title} has no option `{unknown[0]}`.", _choose(known))
    if rules.Data is not None and wish.data not in rules.data:
        raise _bad("data", "no_such_data", "There is no such component data.", _choose(sorted(rules.data)))
    for bot in wish.bots:
        if bot.level not in rules.bots:
            raise _bad("bots", "no_such_bot", "There is no such bot.", _choose(sorted(rules.bots)))
        if bot.seat >= seats:
            raise _bad("bots", "no_such_seat", "There is no such seat.", f"Seats are 0 to {seats - 1}.")
    if len({bot.seat for bot in wish.bots}) < len(wish.bots):
        raise _bad("bots", "seat_taken", "Two bots want one seat.", "Give each a seat of its own.")
    return rules, seats


def _choose(values: Iterable[object]) -> str:
    return f"Choose of: {', '.join(map(str, values))}."


def _bad(field: str, code: str, detail: str, right: str) -> Problem:
    return Problem(problems.INVALID, detail, code=code, right=right, field=field)


def _check_key(key: str | None) -> None:
    """A seat's public key is a point that can sign; raise `Problem` (422)."""
    if key is None:
        return
    try:
        KeySet((PublicKey(x=key, kid=thumbprint(key)),))
        unb64(key, 32)
    except (BadToken, ValueError):
        raise _bad(
            "key", "bad_public_key", "This is no Ed25519 public key.", "Send its 32 bytes as base64url."
        ) from None


def _bot(table: str, seat: Seat, level: str) -> Ask:
    seed = b64(secrets.token_bytes(32))
    action = TakeSeat(seat=seat, pseudonym=_pseudonym(), commitment=commitment(seed), seed=seed, bot=level)
    return Ask(table, None, "house", action, key=f"bot:{seat}", digest=level)


async def _opened_by(request: Call, table: str) -> bool:
    try:
        return await parts(request).service.seats.opener(table, caller(request).player)
    except ValueError:
        raise no_table() from None


def _pseudonym() -> str:
    return base64.b32encode(secrets.token_bytes(10)).decode().lower()


def _table_id(secret: bytes, player: str, key: str) -> str:
    """26 characters of base32 over 16 bytes that look random and follow from player and key."""
    mac = hmac.digest(secret, msgspec.json.encode(["stammtisch/table/1", player, key]), "sha256")
    return base64.b32encode(mac[:16]).decode().lower().rstrip("=")


def _digest(*what: Any) -> str:
    return b64(hashlib.sha256(msgspec.json.encode(what)).digest())


def _names(header: str, tag: str) -> bool:
    """Does an If-None-Match name this tag?"""
    named = [part.strip().removeprefix("W/") for part in header.split(",")]
    return "*" in named or tag in named


ROUTES = (open_tables, open_table, look, sit, leave)
