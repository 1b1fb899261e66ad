"""What every request passes before the framework sees it, and every answer on its way out.

In: a header of which one is meant is sent once; a body is JSON in its content type, not too long, not too deep, and
names no field twice. HEAD is answered as GET without a body; a browser's preflight is answered here. Out: security
headers, and for allowed origins the CORS headers, on everything, the 404s and 405s included.

This is plain ASGI around the application, because the framework's middleware does not see unknown paths.
"""

import json
import re
from collections import Counter
from typing import Any, cast

from litestar import Litestar
from litestar.enums import ScopeType
from litestar.types import HTTPReceiveMessage, HTTPScope, Message, Receive, Scope, Send

from api import problems
from api.acting import Said, act_at
from api.problems import Problem
from api.service import Parts

SECURITY_HEADERS: tuple[tuple[bytes, bytes], ...] = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"cross-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)
"""On every answer."""

API_POLICY = (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'")
"""The default policy; a page that needs scripts or styles brings its own."""

NO_STORE = (b"cache-control", b"no-store")
"""The default caching: views are personal."""


EXPOSED = (b"access-control-expose-headers", b"ETag, Link, Location, Retry-After, WWW-Authenticate")
"""What a page of an allowed origin may read beside the usual."""

PREFLIGHT: tuple[tuple[bytes, bytes], ...] = (
    (b"access-control-allow-methods", b"GET, HEAD, POST, PUT, DELETE"),
    (
        b"access-control-allow-headers",
        b"Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, Accept-Language, "
        b"Prefer, Seat-Signature",
    ),
    (b"access-control-max-age", b"3600"),
)
"""What a page of an allowed origin may send."""


ACTIONS = re.compile(r"/v1/tables/([^/]+)/actions/?")
ACTION_HEADERS = ((b"content-type", b"application/json"), *SECURITY_HEADERS, API_POLICY, NO_STORE)
"""On every answer to an accepted action."""


SENT_ONCE = frozenset(
    {
        b"authorization",
        b"content-type",
        b"idempotency-key",
        b"if-match",
        b"if-none-match",
        b"last-event-id",
        b"origin",
        b"prefer",
        b"seat-signature",
    }
)
"""Headers that say one thing. Two of them would mean one to a proxy and the other to us."""


class _HungUp(Exception):
    """The client is gone in the middle of its request."""


class Edge:
    """The application with its edge: an ASGI callable to hand to a server."""

    def __init__(self, app: Litestar, made_of: Parts) -> None:
        """Wrap `app` by the limits and origins of its settings."""
        self.app = app
        self._parts = made_of
        settings = made_of.settings
        self._body_limit = settings.body_limit
        self._depth_limit = settings.depth_limit
        self._any_origin = "*" in settings.cors_origins
        self._origins = {origin.encode() for origin in settings.cors_origins}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] == ScopeType.HTTP:
            await self._request(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _request(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        sent = list(scope["headers"])
        headers = dict(sent)
        cors = self._cors(headers)
        answer = _with_headers(send, cors)
        try:
            if len(headers) < len(sent):
                _check_once(sent)
            if scope["method"] in ("GET", "HEAD", "OPTIONS"):
                body = b""
            else:
                body = await self._body(headers, receive)
                receive = _replay(body, receive)
        except _HungUp:
            return
        except Problem as problem:
            await _send_problem(problem, answer)
            return
        match scope["method"]:
            case "OPTIONS" if cors:
                await _answer(204, [*PREFLIGHT, (b"content-length", b"0")], b"", answer)
                return
            case "HEAD":
                plain = [(name, value) for name, value in sent if name != b"accept"]  # no endless stream
                scope = cast(HTTPScope, {**scope, "method": "GET", "headers": plain})
                answer = _without_body(answer)
            case "POST" if self._parts.settings.fast_path:
                found = ACTIONS.fullmatch(scope["path"])
                if found is not None:
                    await self._act(headers, found[1], body, cors, send)
                    return
        await self.app(scope, receive, answer)

    async def _act(
        self, headers: dict[bytes, bytes], table: str, body: bytes, cors: list[tuple[bytes, bytes]], send: Send
    ) -> None:
        """Answer an action without the framework, whose share of the work would be half. Same answers as its route."""
        try:
            who = self._parts.tokens.bearer(_text(headers, b"authorization"))
            said = Said(
                key=_text(headers, b"idempotency-key"),
                if_match=_text(headers, b"if-match"),
                signature=_text(headers, b"seat-signature"),
                prefer=_text(headers, b"prefer"),
            )
            reply = await act_at(self._parts, who, table, body, said)
        except Exception as error:
            problem = problems.problem_of(error, "POST /v1/tables/{table}/actions")
            await _send_problem(problem, _with_headers(send, cors))
            return
        length = str(len(reply.content)).encode()
        sent = [(b"etag", reply.etag.encode()), (b"content-length", length), *ACTION_HEADERS, *cors]
        await _answer(201, sent, reply.content, send)

    def _cors(self, headers: dict[bytes, bytes]) -> list[tuple[bytes, bytes]]:
        """Give the headers that let the calling page read the answer; none where its origin may not."""
        origin = headers.get(b"origin")
        if origin is None or not (self._any_origin or origin in self._origins):
            return []
        allowed = b"*" if self._any_origin else origin
        return [(b"access-control-allow-origin", allowed), (b"vary", b"Origin"), EXPOSED]

    async def _body(self, headers: dict[bytes, bytes], receive: Receive) -> bytes:
        """Read the whole body and check its form; raise `Problem`, or `_HungUp` before the client had said all."""
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or int(length) > self._body_limit:
            raise self._too_large()
        body = b""
        while True:
            message = await receive()
            if message["type"] != "http.request":
                raise _HungUp
            body += message.get("body", b"")
            if len(body) > self._body_limit:
                raise self._too_large()
            if not message.get("more_body"):
                break
        if body:
            _check_content_type(headers.get(b"content-type", b""))
            check_json(body, self._depth_limit)
        return body

    def _too_large(self) -> Problem:
        return Problem(
            problems.TOO_LARGE, "The body is too large.", right=f"Send {self._body_limit} bytes at the most."
        )


def _check_once(sent: list[tuple[bytes, bytes]]) -> None:
    times = Counter(name for name, _ in sent if name in SENT_ONCE)
    for name, count in times.items():
        if count > 1:
            raise Problem(
                problems.MALFORMED,
                f"The header {name.decode().title()} is there {count} times.",
                right="Send it once.",
            )


def _text(headers: dict[bytes, bytes], name: bytes) -> str | None:
    value = headers.get(name)
    return None if value is None else value.decode("latin-1")


def _check_content_type(given: bytes) -> None:
    media, _, parameters = given.decode("latin-1").lower().partition(";")
    charset = parameters.replace(" ", "").replace('"', "")
    if media.strip() != "application/json" or charset not in ("", "charset=utf-8"):
        raise Problem(
            problems.UNSUPPORTED_MEDIA_TYPE,
            "Bodies are JSON in UTF-8.",
            right="Send Content-Type: application/json.",
            headers={"Accept": "application/json", "Accept-Post": "application/json"},
        )


def check_json(body: bytes, depth_limit: int) -> None:
    """Check that `body` is JSON, not nested deeper than `depth_limit`, and names no field twice; raise `Problem`."""
    if body.count(b"[") + body.count(b"{") > depth_limit and _depth(body) > depth_limit:
        raise Problem(
            problems.TOO_DEEP, "The body is nested too deeply.", right=f"Nest {depth_limit} levels at the most."
        )
    try:
        _DECODER.decode(body.decode())
    except ValueError:
        raise Problem(problems.MALFORMED_JSON, "The body is not JSON in UTF-8.", right="Send one JSON value.") from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        ((twice, _),) = Counter(name for name, _ in pairs).most_common(1)
        raise Problem(
            problems.DUPLICATE_KEY,
            f"The body names the field {json.dumps(twice)[:80]} twice.",
            right="Name every field once.",
        )
    return found


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def _integer(digits: str) -> int:
    """Integers are kept as JSON can carry them; longer ones are not worth parsing here."""
    return int(digits) if len(digits) < 20 else 0


_DECODER = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_no_constant, parse_int=_integer)


def _depth(body: bytes) -> int:
    """How deeply the brackets nest, outside strings. Linear, without recursion."""
    depth = deepest = 0
    in_string = escaped = False
    for byte in body:
        if in_string:
            if escaped:
                escaped = False
            elif byte == 0x5C:
                escaped = True
            elif byte == 0x22:
                in_string = False
        elif byte == 0x22:
            in_string = True
        elif byte in b"[{":
            depth += 1
            deepest = max(deepest, depth)
        elif byte in b"]}":
            depth -= 1
    return deepest


def _replay(body: bytes, receive: Receive) -> Receive:
    """Hand on a body that was already read, then whatever the connection says."""
    pending: list[HTTPReceiveMessage] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> Any:
        return pending.pop() if pending else await receive()

    return replay


def _with_headers(send: Send, cors: list[tuple[bytes, bytes]]) -> Send:
    async def add(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = list(message["headers"])
            names = {name.lower() for name, _ in headers}
            headers.extend(SECURITY_HEADERS)
            headers.extend(cors)
            headers.extend(default for default in (API_POLICY, NO_STORE) if default[0] not in names)
            message["headers"] = headers
        await send(message)

    return add


def _without_body(send: Send) -> Send:
    ended = False

    async def only_head(message: Message) -> None:
        nonlocal ended
        if message["type"] == "http.response.start":
            await send(message)
            ended = True
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        elif not ended:
            await send(message)

    return only_head


async def _send_problem(problem: Problem, send: Send) -> None:
    body = problem.body()
    headers = [(b"content-type", problems.CONTENT_TYPE.encode()), (b"content-length", str(len(body)).encode())]
    headers += [(name.lower().encode(), value.encode()) for name, value in problem.headers.items()]
    await _answer(problem.kind.status, headers, body, send)


async def _answer(status: int, headers: list[tuple[bytes, bytes]], body: bytes, send: Send) -> None:
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
