"""What the routes work with, in one place."""

from dataclasses import dataclass, field
from typing import Any, cast

from litestar import Request

from api.auth import Caller, Tokens
from api.server import Drain
from api.settings import Settings
from api.signing import ServerKeys
from domain.kernel import Registry

Call = Request[Caller | None, None, Any]
"""A request; `user` is who calls, None on an open route."""


@dataclass(frozen=True, kw_only=True)
class Service:
    """What a server is made of below its routes."""

    registry: Registry
    keys: ServerKeys


@dataclass(frozen=True, kw_only=True)
class Parts:
    """The service, and what the API adds for itself."""

    service: Service
    settings: Settings
    tokens: Tokens
    drain: Drain = field(default_factory=Drain)


def parts(request: Call) -> Parts:
    """Give what the application was made of."""
    return cast(Parts, request.app.state.parts)


def caller(request: Call) -> Caller:
    """Give who calls; on a route that is not open there is always somebody."""
    assert request.user is not None, "this route is not open"
    return request.user
