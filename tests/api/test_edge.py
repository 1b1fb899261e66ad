"""What every request passes: form of bodies, methods, headers."""

import json

import httpx
import pytest

from api.edge import SENT_ONCE, _unique, check_json
from api.problems import Problem
from tests.api.players import Player


def problem(answer: httpx.Response, status: int, code: str) -> dict[str, object]:
    assert answer.headers["content-type"] == "application/problem+json", answer.text
    body: dict[str, object] = answer.json()
    assert (answer.status_code, body["status"], body["code"]) == (status, status, code)
    assert str(body["type"]).startswith("urn:stammtisch:problem:")
    assert body["title"]
    assert str(body["detail"]).endswith(".")
    return body


def deep(levels: int) -> bytes:
    return b'{"a":' * levels + b"1" + b"}" * levels


JSON = {"Content-Type": "application/json"}
BODIES = {
    "broken": (b'{"a":', 400, "malformed_json"),
    "two values": (b"{} {}", 400, "malformed_json"),
    "not utf-8": (b'{"a":"\xff"}', 400, "malformed_json"),
    "not a number": (b'{"a":NaN}', 400, "malformed_json"),
    "key twice": (b'{"a":1,"b":2,"a":3}', 400, "duplicate_key"),
    "key twice, escaped": (rb'{"a":1,"\u0061":3}', 400, "duplicate_key"),
    "key twice, inside": (b'{"x":[{"a":1,"a":1}]}', 400, "duplicate_key"),
    "deep": (deep(33), 400, "too_deep"),
    "very deep": (deep(10_000), 400, "too_deep"),
    "very deep and broken": (b"[" * 20_000, 400, "too_deep"),
    "huge": (b'{"a":"' + b"x" * 70_000 + b'"}', 413, "too_large"),
}


@pytest.mark.parametrize("case", BODIES)
def test_a_body_of_bad_form_is_refused(client: httpx.Client, case: str) -> None:
    body, status, code = BODIES[case]
    problem(client.post("/v1/auth/guest", content=body, headers=JSON), status, code)


def test_a_body_without_length_is_cut_off_where_it_is_too_large(client: httpx.Client) -> None:
    def chunks() -> object:
        for _ in range(100):
            yield b"x" * 1024

    problem(client.post("/v1/auth/guest", content=chunks(), headers=JSON), 413, "too_large")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "media", ["text/plain", "application/x-www-form-urlencoded", "application/json; charset=latin1"]
)
def test_a_body_that_does_not_say_json_is_refused(client: httpx.Client, media: str) -> None:
    answer = client.post("/v1/auth/guest", content=b"{}", headers={"Content-Type": media})
    problem(answer, 415, "unsupported_media_type")
    assert answer.headers["accept-post"] == "application/json"


@pytest.mark.parametrize(
    "media", ["application/json", "application/json; charset=utf-8", 'application/json;charset="UTF-8"']
)
def test_json_is_taken(client: httpx.Client, media: str) -> None:
    assert client.post("/v1/auth/guest", content=b"{}", headers={"Content-Type": media}).status_code == 201


def test_brackets_in_strings_are_not_depth() -> None:
    check_json(json.dumps({"a": '[{"\\' * 100}).encode(), 4)


def test_depth_counts_the_deepest_place() -> None:
    check_json(b"[[],[],[[]]]", 3)
    with pytest.raises(Problem):
        check_json(b"[[],[],[[[]]]]", 3)


def test_an_unknown_path_is_a_problem(client: httpx.Client) -> None:
    problem(client.get("/v1/nothing"), 404, "not_found")


def test_a_wrong_method_names_the_right_ones(client: httpx.Client) -> None:
    answer = client.delete("/v1/keys")
    problem(answer, 405, "method_not_allowed")
    assert "GET" in answer.headers["allow"]


@pytest.mark.parametrize("path", ["/v1/keys", "/health/live", "/docs", "/openapi.json", "/v1/rulesets"])
def test_head_is_get_without_body(client: httpx.Client, path: str) -> None:
    head, got = client.head(path), client.get(path)
    assert head.status_code == got.status_code == 200
    assert head.content == b""
    assert {k: v for k, v in head.headers.items() if k != "date"} == {
        k: v for k, v in got.headers.items() if k != "date"
    }


@pytest.mark.parametrize("path", ["/v1/keys", "/nothing", "/v1/tables", "/docs"])
def test_security_headers_are_on_every_answer(client: httpx.Client, path: str) -> None:
    headers = client.put(path, content=b"{}", headers=JSON).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert "default-src 'none'" in headers["content-security-policy"]
    assert headers["cache-control"] == "no-store"
    assert "server" not in headers


ORIGIN = "https://play.example"


def test_a_page_of_an_allowed_origin_may_read_problems_too(client: httpx.Client) -> None:
    for path, body in (("/v1/keys", b""), ("/nothing", b""), ("/v1/auth/guest", b"{")):
        answer = client.post(path, content=body, headers={"Origin": ORIGIN, **JSON})
        assert answer.headers["access-control-allow-origin"] == ORIGIN
        assert answer.headers["vary"] == "Origin"
        assert "ETag" in answer.headers["access-control-expose-headers"]


def test_a_preflight_tells_what_may_be_sent(client: httpx.Client) -> None:
    asked = {"Origin": ORIGIN, "Access-Control-Request-Method": "POST"}
    answer = client.options("/v1/auth/guest", headers=asked)
    assert answer.status_code == 204
    assert "Idempotency-Key" in answer.headers["access-control-allow-headers"]


def test_other_origins_get_nothing(client: httpx.Client) -> None:
    answer = client.get("/v1/keys", headers={"Origin": "https://evil.example"})
    assert not [name for name in answer.headers if name.startswith("access-control")]


class Counting(str):
    """A name that counts how often it is compared."""

    compared = 0
    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        Counting.compared += 1
        return str.__eq__(self, other)


def test_many_names_are_looked_through_once() -> None:
    """A body of 64 KB whose last name stood twice took two seconds, before anybody was asked for a token."""
    pairs = [(Counting(number), 1) for number in (*range(5_000), 4_999)]
    with pytest.raises(Problem, match="4999"):
        _unique(pairs)
    assert Counting.compared < 5 * len(pairs)


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PUT"])
@pytest.mark.parametrize("name", sorted(SENT_ONCE))
def test_a_header_that_says_one_thing_is_sent_once(anna: Player, table: str, method: str, name: bytes) -> None:
    """One route took the first of two tokens, the other the last; a proxy before us might take either."""
    path = f"/v1/tables/{table}" + {"POST": "/actions", "PUT": "/seats/0"}.get(method, "")
    sent = [(n.encode(), v.encode()) for n, v in anna.headers.items() if n.lower().encode() != name]
    answer = anna.client.request(method, path, headers=[*sent, (name, b"1"), (name.upper(), b"2")])
    assert answer.status_code == 400
    assert method == "HEAD" or problem(answer, 400, "malformed")["right"] == "Send it once."


def test_a_header_that_may_be_a_list_may_be_sent_twice(anna: Player) -> None:
    answer = anna.client.get("/v1/players/me", headers=[*anna.headers.items(), ("Accept", "a/b"), ("Accept", "*/*")])
    assert answer.status_code == 200
