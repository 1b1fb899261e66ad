"""What a route promises beyond its signature, read by `openapi`; and how a body becomes a typed value.

Routes take their bodies through `body` and not through the framework: it converts leniently ("3" for 3) and would
answer in its own words.
"""

from collections.abc import Hashable, Mapping
from functools import lru_cache
from typing import Any, TypeVar, cast

import msgspec
from litestar import Request, Response
from msgspec import Struct

from api import problems
from api.problems import Kind, Problem, invalid

T = TypeVar("T")


class Example(Struct, frozen=True):
    """A body that can be sent as it is, and what it shows."""

    summary: str
    value: Any


class Promise(Struct, frozen=True, kw_only=True):
    """What one operation takes and answers.

    `body` and `answer` are types. `status` is that of success, `media` its content type. `problems` are those that
    only this operation has; those that any may have are added. `headers` tells the answer's own headers, `reads` the
    request's that are no parameters of the function.
    """

    tag: str
    answer: Any = None
    body: Any = None
    body_optional: bool = False
    status: int = 200
    media: tuple[str, ...] = ("application/json",)
    problems: tuple[Kind, ...] = ()
    examples: Mapping[str, Example] = {}
    headers: Mapping[str, str] = {}
    reads: Mapping[str, str] = {}
    also: Mapping[int, str] = {}
    """Further statuses that are no problems, with their sentence: 204, 304."""


def promise(*, open: bool = False, ticket: bool = False, **fields: Any) -> dict[str, Any]:
    """Give the `opt` of a route: its `Promise`, and whether it is open to callers without a token."""
    return {"promise": Promise(**fields), "open": open, "ticket": ticket}


async def body(request: Request[Any, Any, Any], kind: type[T]) -> T:
    """Read the request's body as `kind`; raise `Problem` (400, 422)."""
    raw = await request.body()
    return read(raw or b"{}", kind)


def read(raw: bytes, kind: type[T]) -> T:
    """Read JSON as `kind`; raise `Problem` (400, 422)."""
    try:
        value: T = _decoder(cast(Hashable, kind)).decode(raw)
    except msgspec.ValidationError as error:
        raise invalid(error) from None
    except msgspec.DecodeError:
        raise Problem(problems.MALFORMED_JSON, "The body is not JSON in UTF-8.", right="Send one JSON value.") from None
    return value


@lru_cache(maxsize=256)
def _decoder(kind: Hashable) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(cast(Any, kind))


def answer(
    value: Any, *, status: int = 200, headers: Mapping[str, str] | None = None, media: str = "application/json"
) -> Response[bytes]:
    """Answer `value` as JSON; bytes as they are."""
    content = value if isinstance(value, bytes) else msgspec.json.encode(value)
    return Response(content, status_code=status, headers=dict(headers or {}), media_type=media)
