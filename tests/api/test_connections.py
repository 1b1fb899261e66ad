"""Connections as clients may treat them: many requests at once, slowly, in parts, or not at all."""

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from api import edge
from api import server as api_server
from domain.kernel import Registry
from store.connect import StoreConfig
from tests.api.players import Player
from tests.api.serving import Running, serving
from tests.support.servers import Server
from tests.support.toy import TOY
from tests.support.wait import until_sync


@contextmanager
def connected(running: Running, room: int | None = None) -> Iterator[socket.socket]:
    """A bare connection; `room` are the bytes that its system takes in before the client reads."""
    place = urlsplit(running.url)
    with socket.socket() as own:
        if room is not None:
            own.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
        own.settimeout(20)
        own.connect((place.hostname, place.port))
        yield own


def request(method: str, path: str, headers: dict[str, str] | None = None, body: bytes = b"") -> bytes:
    lines = [f"{method} {path} HTTP/1.1", "Host: x"]
    lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def with_body(body: bytes, **more: str) -> dict[str, str]:
    return {"Content-Type": "application/json", "Content-Length": str(len(body))} | more


class Reader:
    """Reads answers off a connection, one after the other."""

    def __init__(self, own: socket.socket, step: int = 65_536) -> None:
        self.own, self.step, self.held = own, step, b""

    def answer(self, *, bodiless: bool = False) -> tuple[int, bytes]:
        while b"\r\n\r\n" not in self.held:
            self._more()
        head, _, self.held = self.held.partition(b"\r\n\r\n")
        lines = head.decode().lower().split("\r\n")
        lengths = [int(line.partition(":")[2]) for line in lines if line.startswith("content-length:")]
        wanted = 0 if bodiless or not lengths else lengths[0]
        while len(self.held) < wanted:
            self._more()
        body, self.held = self.held[:wanted], self.held[wanted:]
        return int(lines[0].split()[1]), body

    def ended(self) -> bool:
        """Has the server hung up, with nothing more to say?"""
        try:
            return self.held == b"" and self.own.recv(1) == b""
        except ConnectionResetError:
            return True

    def _more(self) -> None:
        found = self.own.recv(self.step)
        assert found, f"the answer ends in {self.held!r}"
        self.held += found


def test_requests_sent_at_once_are_answered_in_order(api: Running) -> None:
    paths = ["/v1/keys", "/nothing", "/health/live", "/openapi.json"] * 10
    with connected(api) as own:
        own.sendall(b"".join(request("GET", path) for path in paths))
        reader = Reader(own)
        answers = [reader.answer() for _ in paths]
    assert [status for status, _ in answers] == [200, 404, 200, 200] * 10
    assert len({body for _, body in answers}) == 4


def test_a_client_that_reads_slowly_gets_every_byte(api: Running, client: httpx.Client) -> None:
    whole = client.get("/openapi.json").content
    with connected(api, room=2_048) as own:
        own.sendall(request("GET", "/openapi.json") * 12 + request("GET", "/nothing"))
        reader = Reader(own, step=1_500)
        assert [reader.answer() for _ in range(12)] == [(200, whole)] * 12
        assert reader.answer()[0] == 404


def test_a_connection_goes_on_after_head_expectation_and_chunks(api: Running) -> None:
    with connected(api) as own:
        reader = Reader(own)
        own.sendall(request("HEAD", "/v1/keys"))
        assert reader.answer(bodiless=True)[0] == 200
        own.sendall(request("POST", "/v1/auth/guest", with_body(b"{}", Expect="100-continue")))
        assert reader.answer() == (100, b"")
        own.sendall(b"{}")
        assert reader.answer()[0] == 201
        headers = {"Content-Type": "application/json", "Transfer-Encoding": "chunked"}
        own.sendall(request("POST", "/v1/auth/guest", headers, b"1\r\n{\r\n"))
        own.sendall(b"1;x=y\r\n}\r\n0\r\n\r\n")
        assert reader.answer()[0] == 201
        own.sendall(request("GET", "/health/live"))
        assert reader.answer()[0] == 200


def test_a_request_that_offers_another_protocol_is_answered_in_this_one(api: Running, anna: Player) -> None:
    """Its body was dropped: the first POST of a client that would rather speak HTTP/2 was refused."""
    body = b'{"rules":"toy"}'
    with connected(api) as own:
        reader = Reader(own)
        for name in ("Upgrade", "UPGRADE"):
            offer = {"Connection": "Upgrade, HTTP2-Settings", name: "h2c", "HTTP2-Settings": "AAMAAABkAAQ"}
            headers = with_body(body, **offer) | anna.headers | {"Idempotency-Key": name}
            own.sendall(request("POST", "/v1/tables", headers, body))
            assert reader.answer()[0] == 201
        own.sendall(request("GET", "/health/live"))
        assert reader.answer()[0] == 200


@pytest.mark.parametrize("said", [b"", b"{", b'{"commitment":"'])
def test_a_request_that_was_cut_off_does_nothing(
    api: Running, anna: Player, said: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cut off before its body, a request to sit with a seed of one's own was done as one to sit with the server's."""
    table = anna.open()
    gone = threading.Event()
    body = watch_bodies(monkeypatch, gone)
    with connected(api) as own:
        headers = with_body(b"x" * 90, Authorization=anna.headers["Authorization"])
        own.sendall(request("PUT", f"/v1/tables/{table}/seats/0", headers, said))
        until_sync(lambda: body["asked"])
    assert gone.wait(20)
    assert anna.look(table)["seats"][0]["free"]
    assert anna.look(table)["seq"] == 1


def watch_bodies(monkeypatch: pytest.MonkeyPatch, gone: threading.Event) -> dict[str, Any]:
    """Note that a body is read, and that the request it belongs to is over."""
    seen: dict[str, Any] = {"asked": False}
    whole = edge.Edge._request

    async def watched(self: Any, scope: Any, receive: Any, send: Any) -> None:
        if scope["method"] != "PUT":
            return await whole(self, scope, receive, send)
        seen["asked"] = True
        try:
            await whole(self, scope, receive, send)
        finally:
            gone.set()

    monkeypatch.setattr(edge.Edge, "_request", watched)
    return seen


LONG = b"y" * 1_000
HEADS = {
    "a long address": (b"GET /", b"a" * 1_000),
    "many headers": (b"GET / HTTP/1.1\r\nHost: x\r\n", b"X-A: " + LONG + b"\r\n"),
    "a long header": (b"GET / HTTP/1.1\r\nHost: ", LONG),
    "many trailers": (
        request("POST", "/v1/auth/guest", {"Transfer-Encoding": "chunked"}, b"0\r\n"),
        b"X-A: " + LONG + b"\r\n",
    ),
    "a long chunk extension": (
        request("POST", "/v1/auth/guest", {"Transfer-Encoding": "chunked"}, b"2;x="),
        LONG,
    ),
}


@pytest.mark.parametrize("kind", HEADS)
def test_a_head_without_end_is_not_kept(api: Running, kind: str) -> None:
    """It was kept, however long: 60 MB of memory for 60 MB sent, and no end."""
    begin, more = HEADS[kind]
    with connected(api) as own:
        own.sendall(begin)
        with pytest.raises((BrokenPipeError, ConnectionResetError)):
            own.sendall(more * 100_000)


def test_a_head_and_a_body_of_the_usual_size_are_taken(api: Running) -> None:
    body = json.dumps({"a": "x" * 60_000}).encode()
    with connected(api) as own:
        reader = Reader(own)
        for _ in range(4):
            own.sendall(request("POST", "/v1/auth/guest", with_body(body) | {f"X-{n}": "y" * 90 for n in range(200)}))
            own.sendall(body)
            assert reader.answer()[0] == 201


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that looks after its connections all the time, and waits for nobody."""
    monkeypatch.setattr(api_server, "PATIENCE_S", 0.3)
    monkeypatch.setattr(api_server, "LOOK_EVERY", 1)


HALVES = {
    "half a head": b"GET /v1/keys HTTP/1.1\r\nHost: x\r\nX",
    "half a body": request("POST", "/v1/auth/guest", with_body(b"{}"), b"{"),
    "half an address": b"GET /",
}


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("said", HALVES.values(), ids=HALVES)
@pytest.mark.parametrize("after_another", [False, True])
def test_nobody_is_waited_for_for_ever(api: Running, said: bytes, after_another: bool) -> None:
    """Whoever opened connections and said half a request on each could have kept all that the system allows."""
    with connected(api) as own:
        reader = Reader(own)
        if after_another:
            own.sendall(request("GET", "/health/live"))
            assert reader.answer()[0] == 200
        own.sendall(said)
        assert reader.ended()


@pytest.mark.usefixtures("impatient")
def test_an_answer_that_nobody_reads_is_given_up(api: Running) -> None:
    def open_connections() -> int:
        return len(api.server.server_state.connections)

    before = open_connections()
    with connected(api, room=2_048) as own:
        own.sendall(request("GET", "/openapi.json") * 40)
        until_sync(lambda: open_connections() > before)
        until_sync(lambda: open_connections() <= before)


@pytest.mark.usefixtures("impatient")
def test_whoever_is_quiet_between_requests_or_listens_is_left_alone(api: Running, anna: Player, table: str) -> None:
    with connected(api) as quiet, connected(api) as listening:
        quiet.sendall(request("GET", "/health/live"))
        reader = Reader(quiet)
        assert reader.answer()[0] == 200
        headers = {"Accept": "text/event-stream", "Authorization": anna.headers["Authorization"]}
        listening.sendall(request("GET", f"/v1/tables/{table}/entries?after=99", headers))
        pings = b""
        while pings.count(b": ping") < 6:  # each 0.2 s
            found = listening.recv(65_536)
            assert found
            pings += found
        quiet.sendall(request("GET", "/health/live"))
        assert reader.answer()[0] == 200


def test_a_server_that_ends_first_sends_what_it_has_said(server: Server, tmp_path: Path) -> None:
    with serving(StoreConfig(url=server.url), Registry([TOY]), tmp_path) as running:
        whole = httpx.get(f"{running.url}/openapi.json").content
        with connected(running, room=2_048) as own:
            own.sendall(request("GET", "/openapi.json"))
            assert own.recv(1, socket.MSG_PEEK)
            running.server.stop()
            reader = Reader(own, step=4_096)
            assert reader.answer() == (200, whole)
            assert reader.ended()
        running.stop()
