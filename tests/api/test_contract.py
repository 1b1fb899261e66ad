"""The contract is kept: whatever is sent by its schema, the answer is one that it names; and an action gets the same
answer from the typed route, which is the contract, as from the fast path, which serves it."""

import asyncio
import secrets
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from msgspec import structs
from schemathesis.specs.openapi.checks import ignored_auth, positive_data_acceptance

from api.app import create_app
from api.server import Drain, Server, make_server
from tests.api.players import Player
from tests.api.serving import SETTINGS, Running

LEFT_OUT = [positive_data_acceptance, ignored_auth]
"""What is valid depends on the game and the moment; and every request here carries a good token."""

BOUNDED = settings(
    max_examples=6,
    deadline=None,
    database=None,
    derandomize=True,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_every_answer_is_one_that_the_contract_names(api: Running, anna: Player, table: str) -> None:
    schema = schemathesis.openapi.from_url(f"{api.url}/openapi.json")
    checked = []
    for found in schema.get_all_operations():
        operation = found.ok()
        checked.append(operation.label)

        @BOUNDED
        @given(case=operation.as_strategy())
        def check(case: Any) -> None:
            headers = {**dict(case.headers or {}), **anna.headers, "Idempotency-Key": secrets.token_hex(8)}
            case.headers = {name: value for name, value in headers.items() if name.lower() != "accept"}
            if "table" in (case.path_parameters or {}):
                case.path_parameters["table"] = table
            answer = case.call(base_url=api.url)
            assert answer.status_code < 500, answer.text
            case.validate_response(answer, excluded_checks=LEFT_OUT)

        check()
    assert len(checked) >= 20


@pytest.fixture
def typed(api: Running) -> Iterator[httpx.Client]:
    """The same service, its actions answered by the framework's typed route."""
    drain = Drain()
    app = create_app(api.service, structs.replace(SETTINGS, fast_path=False), drain)
    up = asyncio.Event()
    server = make_server(app, drain, ready=lambda _: up.set())
    task = api.do(_start(server, up))
    with httpx.Client(base_url=server.address, timeout=10) as client:
        yield client
    server.stop()
    api.do(_end(task))


async def _start(server: Server, up: asyncio.Event) -> asyncio.Task[None]:
    task = asyncio.create_task(server._serve())
    await up.wait()
    return task


async def _end(task: "asyncio.Task[None]") -> None:
    await task


def told(answer: httpx.Response) -> Any:
    """What an answer says, without what differs from one moment to the next."""
    names = ("content-type", "etag", "www-authenticate", "content-security-policy", "cache-control")
    body = answer.json()
    body.get("table", {}).pop("now", None)
    return answer.status_code, {name: answer.headers.get(name) for name in names}, body


def test_the_typed_route_and_the_fast_path_say_the_same(
    anna: Player, bert: Player, carl: Player, typed: httpx.Client, table: str
) -> None:
    path = f"/v1/tables/{table}/actions"
    seq = anna.look(table)["seq"]
    draw = b'{"type":"draw"}'
    good = {"Idempotency-Key": "k", "If-Match": str(seq), "Content-Type": "application/json"}
    requests: list[tuple[Player | None, str, bytes, dict[str, str]]] = [
        (anna, path, draw, good),
        (anna, path, draw, good),
        (anna, path + "/", draw, good),
        (anna, path, draw, good | {"Idempotency-Key": "other"}),
        (anna, path, b'{"type":"say","text":"x"}', good),
        (bert, path, draw, good | {"If-Match": str(seq + 1)}),
        (carl, path, draw, good),
        (None, path, draw, good),
        (None, path, draw, good | {"Authorization": "Basic x"}),
        (None, path, draw, good | {"Authorization": "Bearer x"}),
        (anna, path, draw, {name: value for name, value in good.items() if name != "If-Match"}),
        (anna, path, draw, {name: value for name, value in good.items() if name != "Idempotency-Key"}),
        (anna, path, draw, good | {"If-Match": "x"}),
        (anna, path, b'{"type":"fly"}', good),
        (anna, path, b"{", good),
        (anna, path, b"", good),
        (anna, path, draw, good | {"Content-Type": "text/plain"}),
        (anna, f"/v1/tables/{'a' * 26}/actions", draw, good),
        (anna, "/v1/tables/x/actions", draw, good),
    ]
    for player, where, body, headers in requests:
        sent = (player.headers if player is not None else {}) | headers
        fast = anna.client.post(where, content=body, headers=sent)
        slow = typed.post(where, content=body, headers=sent)
        assert told(fast) == told(slow), (where, body, headers)
