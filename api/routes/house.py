"""What everybody may ask the house: is it up, which keys sign, which games are there, a token."""

from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath
from msgspec import Struct

from api import problems
from api.auth import Role, new_player
from api.contract import answer, promise
from api.limits import take_guest
from api.openapi import schema_hook
from api.problems import Problem
from api.service import Call, parts
from domain.kernel import AnyRuleSet, Language, UnknownRuleSet
from domain.record.receipt import KeyFile
from store import keys as keys_of_store

PUBLIC = {"Cache-Control": "public, max-age=60"}


class Health(Struct, frozen=True):
    """Is it well?"""

    status: str


class Guest(Struct, frozen=True):
    """A token, and whose it is. `expires_at` in ms since 1970, as all times."""

    player: str
    role: Role
    token: str
    expires_at: int


class RuleSetLine(Struct, frozen=True):
    """A game in one line. `seats` are the allowed numbers of players."""

    id: str
    version: int
    title: str
    seats: tuple[int, ...]
    summary: dict[Language, str]


class RuleSetPage(Struct, frozen=True):
    """All games."""

    items: tuple[RuleSetLine, ...]


class RuleSetCard(Struct, frozen=True):
    """A game with everything a client needs to offer it.

    `versions` are those that open tables may still use. `options` and `actions` are JSON Schemas (2020-12) with their
    own `$defs`; `defaults` are the options where none are named; `data` names the shipped component data sets.
    """

    id: str
    version: int
    versions: tuple[int, ...]
    title: str
    seats: tuple[int, ...]
    summary: dict[Language, str]
    max_deals: int
    bots: tuple[str, ...]
    data: tuple[str, ...]
    defaults: dict[str, Any]
    options: dict[str, Any]
    actions: dict[str, Any]


@get("/health/live", opt=promise(open=True, tag="house", answer=Health))
async def live() -> Response[bytes]:
    """Is the process alive?"""
    return answer(Health("alive"))


@get("/health/ready", opt=promise(open=True, tag="house", answer=Health))
async def ready(request: Call) -> Response[bytes]:
    """Can it serve? 503 while the store does not answer, and from the moment it is told to end."""
    if parts(request).drain.begun:
        raise Problem(problems.UNAVAILABLE, "The server is ending.", headers={"Retry-After": "1"})
    await parts(request).service.store.ask("EXISTS", keys_of_store.STORE)
    return answer(Health("ready"))


@get("/v1/keys", opt=promise(open=True, tag="house", answer=KeyFile))
async def keys(request: Call) -> Response[bytes]:
    """The public keys that sign receipts, to be pinned before play.

    Save the answer as a file: `stammtisch verify RECORD --trust FILE` reads it.
    """
    return answer(parts(request).service.keys.published, headers=PUBLIC)


@post(
    "/v1/auth/guest",
    opt=promise(open=True, tag="house", answer=Guest, status=201, problems=(problems.TOO_MANY,)),
)
async def guest(request: Call) -> Response[bytes]:
    """Get a token for a fresh player, or renew one.

    Sent with a token that is still good, the answer is a new token for the same player and role.
    """
    known = request.user
    if known is None:
        await take_guest(request)
    player, role = (known.player, known.role) if known is not None else (new_player(), "player")
    token, until = parts(request).tokens.issue(player, role)
    return answer(Guest(player, role, token, until * 1000), status=201)


@get("/v1/rulesets", opt=promise(open=True, tag="house", answer=RuleSetPage))
async def rule_sets(request: Call) -> Response[bytes]:
    """Which games are there?"""
    lines = (
        RuleSetLine(rules.id, rules.version, rules.title, rules.seats, dict(rules.summary))
        for rules in parts(request).service.registry.current()
    )
    return answer(RuleSetPage(tuple(lines)), headers=PUBLIC)


@get(
    "/v1/rulesets/{ruleset:str}",
    opt=promise(open=True, tag="house", answer=RuleSetCard, problems=(problems.NOT_FOUND,)),
)
async def rule_set(request: Call, ruleset: FromPath[str]) -> Response[bytes]:
    """One game: seats, options and actions as JSON Schema, bots, summary."""
    registry = parts(request).service.registry
    try:
        rules = registry.get(ruleset)
    except UnknownRuleSet:
        raise Problem(
            problems.NOT_FOUND, "There is no game of that name.", right="GET /v1/rulesets lists them."
        ) from None
    versions = tuple(sorted(other.version for other in registry if other.id == rules.id))
    return answer(_card(rules, versions), headers=PUBLIC)


def _card(rules: AnyRuleSet, versions: tuple[int, ...]) -> RuleSetCard:
    return RuleSetCard(
        id=rules.id,
        version=rules.version,
        versions=versions,
        title=rules.title,
        seats=rules.seats,
        summary=dict(rules.summary),
        max_deals=rules.max_deals,
        bots=tuple(sorted(rules.bots)),
        data=tuple(sorted(rules.data)),
        defaults=msgspec.to_builtins(rules.Options()),
        options=_schema(rules.Options),
        actions=_schema(rules.Action),
    )


def _schema(kind: Any) -> dict[str, Any]:
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **msgspec.json.schema(kind, schema_hook=schema_hook),
    }


ROUTES = (live, ready, keys, guest, rule_sets, rule_set)
