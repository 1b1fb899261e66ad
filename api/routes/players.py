"""Players: own tables, results, standings, and the right to be forgotten."""

from typing import Annotated

from litestar import Response, delete, get
from litestar.params import FromPath, QueryParameter
from msgspec import Struct, structs

from api import problems
from api.auth import Role
from api.contract import answer, promise
from api.erasure import erase
from api.problems import Problem
from api.service import Call, caller, parts
from domain.kernel import UnknownRuleSet
from projections.read_models import OwnTable, PlayerResult, Standing


class Me(Struct, frozen=True):
    """Who is calling, and where he sits or sat, newest first."""

    player: str
    role: Role
    tables: tuple[OwnTable, ...]


class Results(Struct, frozen=True):
    """A player's finished matches, newest first."""

    player: str
    items: tuple[PlayerResult, ...]


class Standings(Struct, frozen=True):
    """The players of a game by total score, best first."""

    rules: str
    items: tuple[Standing, ...]


@get("/v1/players/me", opt=promise(tag="players", answer=Me))
async def me(request: Call) -> Response[bytes]:
    """Who am I, and where do I play?"""
    who = caller(request)
    tables = await parts(request).service.models.own_tables(who.player)
    return answer(Me(who.player, who.role, tables))


@delete("/v1/players/me", status_code=204, opt=promise(tag="players", status=204))
async def forget_me(request: Call) -> Response[None]:
    """Erase what is personal: which seats were this player's, his texts, his history.

    Tables under way are left first. The chains, the others' results and every proof stay valid; an anonymous stand-in
    keeps the results. This cannot be undone.
    """
    await erase(parts(request).service, caller(request).player)
    return Response(None, status_code=204)


@get("/v1/players/{player:str}/results", opt=promise(tag="players", answer=Results))
async def results(request: Call, player: FromPath[str]) -> Response[bytes]:
    """Give a player's results; an unknown player has none. `me` stands for the caller.

    Of another's results, those of unlisted and private tables do not name the table.
    """
    me = caller(request).player
    who = me if player == "me" else player
    found = await parts(request).service.models.results(who)
    if who != me:
        found = tuple(row if row.visibility == "public" else structs.replace(row, table=None) for row in found)
    return answer(Results(who, found))


@get("/v1/standings/{ruleset:str}", opt=promise(tag="players", answer=Standings, problems=(problems.NOT_FOUND,)))
async def standings(
    request: Call,
    ruleset: FromPath[str],
    limit: Annotated[int, QueryParameter(description="Players listed.", ge=1, le=100)] = 100,
) -> Response[bytes]:
    """Give the standings of a game by total score."""
    service = parts(request).service
    try:
        service.registry.get(ruleset)
    except UnknownRuleSet:
        raise Problem(
            problems.NOT_FOUND, "There is no game of that name.", right="GET /v1/rulesets lists them."
        ) from None
    return answer(Standings(ruleset, await service.models.standings(ruleset, limit)))


ROUTES = (me, forget_me, results, standings)
"""The routes of this module."""
