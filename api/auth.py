"""Who is calling: guest tokens, roles, and tickets for streams.

A token is a JWT (HS256) of this server. Its role decides what its bearer may see, never the request. A token that was
verified is remembered, because verifying costs more than anything else that a short request does; its expiry is
looked at every time.
"""

import base64
import secrets
import time
from collections.abc import Callable
from typing import Any, Literal, cast, get_args

import jwt
from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send
from msgspec import Struct

from api import problems
from api.problems import Problem
from api.settings import Settings

Role = Literal["player", "auditor", "operator"]
"""What a token is for. An auditor may open sealed facts, which is logged; an operator runs the house."""

ISSUER = "stammtisch"
ALGORITHM = "HS256"
REMEMBERED = 10_000


class Caller(Struct, frozen=True):
    """Who sent a request: the account, its role, and until when (s) the token is good.

    `admitted` is the table that a ticket was made for, None with a token.
    """

    player: str
    role: Role
    until: int
    admitted: str | None = None


def new_player() -> str:
    """Give a fresh account id: 26 characters of lower-case base32."""
    return base64.b32encode(secrets.token_bytes(16)).decode().lower().rstrip("=")


class Tokens:
    """Issues and verifies the tokens of one server."""

    def __init__(self, settings: Settings, now: Callable[[], float] = time.time) -> None:
        """Sign with the secret of `settings`; `now` gives seconds."""
        self._settings = settings
        self._now = now
        self._verified: dict[str, Caller] = {}

    def issue(self, player: str, role: Role = "player") -> tuple[str, int]:
        """Give a token for `player`, and until when (s) it is good."""
        now = int(self._now())
        until = now + self._settings.token_s
        claims = {"iss": ISSUER, "aud": "api", "sub": player, "role": role, "iat": now, "exp": until}
        return self._sign(claims), until

    def verify(self, token: str) -> Caller:
        """Give who bears `token`; raise `Problem` (401)."""
        caller = self._verified.get(token)
        if caller is None:
            caller = self._caller(self._claims(token, "api"))
            if len(self._verified) >= REMEMBERED:
                self._verified.clear()
            self._verified[token] = caller
        if caller.until + self._settings.leeway_s <= self._now():
            self._verified.pop(token, None)
            raise _expired()
        return caller

    def bearer(self, header: str | None) -> Caller:
        """Give who an Authorization header names; raise `Problem` (401)."""
        if header is None:
            raise _unauthenticated("This needs a token.")
        scheme, _, token = header.partition(" ")
        if scheme.lower() != "bearer" or not token.strip():
            raise _unauthenticated("The Authorization header is not of the scheme Bearer.")
        return self.verify(token.strip())

    def ticket(self, caller: Caller, table: str) -> tuple[str, int]:
        """Give a ticket with which `caller` may open the stream of `table`, and until when (s) it is good."""
        now = int(self._now())
        until = now + self._settings.ticket_s
        claims = {
            "iss": ISSUER,
            "aud": "stream",
            "sub": caller.player,
            "role": caller.role,
            "table": table,
            "iat": now,
            "exp": until,
        }
        return self._sign(claims), until

    def admit(self, ticket: str, table: str) -> Caller:
        """Give who bears a ticket for `table`; raise `Problem` (401)."""
        claims = self._claims(ticket, "stream")
        if claims.get("table") != table:
            raise _invalid("This ticket is for another table.")
        caller = self._caller(claims)
        if caller.until <= self._now():
            raise _expired()
        return caller

    def _sign(self, claims: dict[str, Any]) -> str:
        return jwt.encode(claims, self._settings.token_secret, algorithm=ALGORITHM)

    def _claims(self, token: str, audience: str) -> dict[str, Any]:
        try:
            return jwt.decode(
                token,
                self._settings.token_secret,
                algorithms=[ALGORITHM],
                issuer=ISSUER,
                audience=audience,
                options={"require": ["exp", "sub", "aud", "iss"], "verify_exp": False, "verify_iat": False},
            )
        except (jwt.PyJWTError, ValueError):
            raise _invalid("This token was not issued by this server.") from None

    @staticmethod
    def _caller(claims: dict[str, Any]) -> Caller:
        role = claims.get("role")
        if role not in get_args(Role) or not isinstance(claims["exp"], int):
            raise _invalid("This token names no role that exists.")
        return Caller(str(claims["sub"]), cast(Role, role), claims["exp"], claims.get("table"))


class Authentication:
    """Middleware: sets `request.user` to the `Caller`, or to None on open routes that were called without a token.

    A route is open with `opt={"open": True}`, and takes a ticket in place of a token with `opt={"ticket": True}`.
    A token that is no good is refused on open routes too.
    """

    def __init__(self, app: ASGIApp, tokens: Tokens) -> None:
        """Stand before `app`."""
        self.app = app
        self._tokens = tokens

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Find out who is calling, or refuse."""
        if scope["type"] == ScopeType.HTTP:
            scope["user"] = self._who(scope)
            scope["auth"] = None
        await self.app(scope, receive, send)

    def _who(self, scope: Scope) -> Caller | None:
        header = next((value for name, value in scope["headers"] if name == b"authorization"), None)
        opt = scope["route_handler"].opt
        if header is not None:
            return self._tokens.bearer(header.decode("latin-1"))
        if opt.get("ticket") and b"ticket=" in scope["query_string"]:
            connection: ASGIConnection[Any, Any, Any, Any] = ASGIConnection(scope)
            ticket = connection.query_params.get("ticket", "")
            return self._tokens.admit(ticket, str(scope["path_params"].get("table", "")))
        if opt.get("open"):
            return None
        return self._tokens.bearer(None)


def _unauthenticated(detail: str) -> Problem:
    return Problem(
        problems.UNAUTHENTICATED,
        detail,
        right="POST /v1/auth/guest gives one; send it as Authorization: Bearer TOKEN.",
        headers={"WWW-Authenticate": 'Bearer realm="stammtisch"'},
    )


def _invalid(detail: str) -> Problem:
    return Problem(
        problems.TOKEN_INVALID,
        detail,
        right="POST /v1/auth/guest gives a new one.",
        headers={"WWW-Authenticate": 'Bearer realm="stammtisch", error="invalid_token"'},
    )


def _expired() -> Problem:
    return Problem(
        problems.TOKEN_EXPIRED,
        "This token has expired.",
        right="Renew a token with POST /v1/auth/guest before it expires; a ticket is fetched anew for each stream.",
        headers={"WWW-Authenticate": 'Bearer realm="stammtisch", error="invalid_token"'},
    )
