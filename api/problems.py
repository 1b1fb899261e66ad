"""Every error that the API answers, as RFC 9457 problems.

A problem has a stable `type` and `code`, one sentence (`detail`), and what would be right (`right`). Codes are part
of the surface: they are never renamed. Nothing hidden may decide which problem somebody gets.
"""

import logging
from collections.abc import Mapping
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.types import ExceptionHandlersMap
from msgspec import Struct

from store.errors import StoreUnavailable, TableArchived
from store.handler import UnknownTable

CONTENT_TYPE = "application/problem+json"
LOG = logging.getLogger("stammtisch.api")
URN = "urn:stammtisch:problem:"


class Kind(Struct, frozen=True):
    """A kind of problem: its stable code, its HTTP status, and what it is called."""

    code: str
    status: int
    title: str

    @property
    def type(self) -> str:
        """The URI that names this kind."""
        return URN + self.code


KINDS: dict[str, Kind] = {}
"""Every kind, by code."""


def _kind(code: str, status: int, title: str) -> Kind:
    KINDS[code] = Kind(code, status, title)
    return KINDS[code]


MALFORMED = _kind("malformed", 400, "The request is malformed")
MALFORMED_JSON = _kind("malformed_json", 400, "The body is not JSON")
DUPLICATE_KEY = _kind("duplicate_key", 400, "The body names a field twice")
TOO_DEEP = _kind("too_deep", 400, "The body is nested too deeply")
UNAUTHENTICATED = _kind("unauthenticated", 401, "A token is needed")
TOKEN_EXPIRED = _kind("token_expired", 401, "The token has expired")
TOKEN_INVALID = _kind("token_invalid", 401, "The token is not valid")
FORBIDDEN = _kind("forbidden", 403, "Not yours to do")
SIGNATURE = _kind("signature", 403, "The seat must sign this")
NOT_FOUND = _kind("not_found", 404, "There is no such thing")
METHOD_NOT_ALLOWED = _kind("method_not_allowed", 405, "Not this method")
NOT_ACCEPTABLE = _kind("not_acceptable", 406, "No such representation")
REFUSED = _kind("refused", 409, "The rules refuse it now")
CONFLICT = _kind("conflict", 409, "It does not fit what is there")
GONE = _kind("gone", 410, "It is not here any more")
STALE = _kind("stale", 412, "The table has moved on")
TOO_LARGE = _kind("too_large", 413, "The body is too large")
UNSUPPORTED_MEDIA_TYPE = _kind("unsupported_media_type", 415, "Not this content type")
INVALID = _kind("invalid", 422, "Well formed, but not of the type")
KEY_REUSED = _kind("key_reused", 422, "The key was used for another request")
KEY_NEEDED = _kind("key_needed", 400, "An Idempotency-Key is needed")
PRECONDITION_NEEDED = _kind("precondition_needed", 428, "An If-Match is needed")
TOO_MANY = _kind("too_many", 429, "Too many requests")
INTERNAL = _kind("internal", 500, "The server failed")
UNAVAILABLE = _kind("unavailable", 503, "The store cannot promise durability now")


class Problem(Exception):
    """An answer that is not a success. Raise it anywhere below the routes.

    `detail` is one sentence, `right` what would be right. `code` overrides the kind's code where something finer
    is stable too (the code of a ruling). Further members travel in the body.
    """

    def __init__(
        self,
        kind: Kind,
        detail: str,
        *,
        right: str | None = None,
        code: str | None = None,
        headers: Mapping[str, str] | None = None,
        **members: Any,
    ) -> None:
        super().__init__(detail)
        self.kind = kind
        self.detail = detail
        self.right = right
        self.code = code or kind.code
        self.headers = dict(headers or {})
        self.members = members

    def body(self) -> bytes:
        """Give the JSON of this problem."""
        content: dict[str, Any] = {
            "type": self.kind.type,
            "title": self.kind.title,
            "status": self.kind.status,
            "code": self.code,
            "detail": self.detail,
        }
        if self.right is not None:
            content["right"] = self.right
        content.update(self.members)
        return msgspec.json.encode(content)

    def response(self) -> Response[bytes]:
        """Give the answer."""
        return Response(self.body(), status_code=self.kind.status, headers=self.headers, media_type=CONTENT_TYPE)


def invalid(error: Exception, *, where: str = "body") -> Problem:
    """Give the problem for a value that does not fit its type, naming the field."""
    sentence, _, path = str(error).partition(" - at `")
    pointer = path.rstrip("`").removeprefix("$").lstrip(".")
    if "unknown field" in sentence:
        right = "Leave that field out."
    else:
        right = "Look up the schema in /openapi.json."
    return Problem(INVALID, sentence.rstrip(".") + ".", right=right, where=where, field=pointer or None)


def problem_of(error: Exception, where: str = "?") -> Problem:
    """Translate anything that was raised; what nobody expected is logged: where it happened, never what was sent."""
    match error:
        case Problem():
            return error
        case HTTPException():
            return _http(error)
        case UnknownTable():
            return Problem(NOT_FOUND, "There is no such table.", right="Check the id.")
        case TableArchived():
            return Problem(GONE, "The table is finished and was archived.", right="Ask the operator for its record.")
        case StoreUnavailable():
            LOG.warning("%s: %s", where, error)
            return Problem(
                UNAVAILABLE,
                "The store cannot promise that this is kept.",
                right="Repeat the request with the same Idempotency-Key.",
                headers={"Retry-After": "1"},
            )
        case RecursionError():
            return Problem(TOO_DEEP, "The body is nested too deeply.")
        case _:
            LOG.error("%s failed", where, exc_info=error)
            return _failure()


def _http(error: HTTPException) -> Problem:
    """Translate what the framework raises itself."""
    headers = {k: v for k, v in (error.headers or {}).items() if k.lower() in ("allow", "retry-after")}
    match error.status_code:
        case 404:
            problem = Problem(NOT_FOUND, "Nothing is served here.", right="All resources are listed in /openapi.json.")
        case 405:
            allowed = ", ".join(sorted({m.strip() for m in headers.pop("allow", headers.pop("Allow", "")).split(",")}))
            problem = Problem(
                METHOD_NOT_ALLOWED,
                "This resource does not know that method.",
                right=f"Use one of: {allowed}.",
                headers={"Allow": allowed},
            )
        case 413:
            problem = Problem(TOO_LARGE, "The body is too large.")
        case 503:
            problem = Problem(UNAVAILABLE, "Try again.", headers={"Retry-After": "1"})
        case status if status >= 500:
            problem = _failure()
        case _ if isinstance(error, ValidationException):
            problem = _parameters(error)
        case _:
            problem = Problem(MALFORMED, f"{error.detail.rstrip('.')}.", right="Look up the call in /openapi.json.")
    return problem


def _parameters(error: ValidationException) -> Problem:
    """A query parameter, header or path that does not fit."""
    first: Any = error.extra[0] if isinstance(error.extra, list) and error.extra else {}
    message = str(first.get("message", "A parameter does not fit its type"))
    return Problem(
        INVALID,
        message.rstrip(".") + ".",
        right="Look up the parameter in /openapi.json.",
        where=str(first.get("source", "request")),
        field=first.get("key"),
    )


def _failure() -> Problem:
    return Problem(INTERNAL, "The server failed; nothing was lost.", right="Repeat the request with the same key.")


def _answer(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    return problem_of(error, f"{request.method} {request.scope.get('path_template', '?')}").response()


HANDLERS: ExceptionHandlersMap = {HTTPException: _answer, Exception: _answer}
"""For the application: one handler for everything."""
