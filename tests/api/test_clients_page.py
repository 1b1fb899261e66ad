"""The requests of docs/clients.md, run in their order against a server with the shipped games."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import msgspec
import pytest

from domain.games import SHIPPED, shipped_registry
from domain.table.messages import Clock
from store.connect import StoreConfig
from tests.api.serving import serving
from tests.support.servers import Server

PAGE = Path(__file__).parents[2] / "docs" / "clients.md"
EXPECTED = {
    "POST /v1/auth/guest": {201},
    "POST /v1/tables": {201},
    "PUT /v1/tables/{table}/seats/0": {201},
    "POST /v1/tables/{table}/ready": {201},
    "POST /v1/tables/{table}/next-deal": {201},
    "POST /v1/tables/{table}/actions": {201, 409},  # a bot may be first to bid
    "POST /v1/tables/{table}/ticket": {201},
    "DELETE /v1/players/me": {204},
}


@pytest.fixture(scope="module")
def url(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    config = StoreConfig(url=server.url)
    with serving(config, shipped_registry(), tmp_path_factory.mktemp("signing")) as running:
        yield running.url


def test_every_request_of_the_page_works_as_written(url: str) -> None:
    blocks = re.findall(r"^```http\n(.*?)^```$", PAGE.read_text(), re.M | re.S)
    known: dict[str, str] = {}
    done = 0
    with httpx.Client(base_url=url, timeout=20) as client:
        for block in blocks:
            head, _, body = block.partition("\n\n")
            line, *headers = head.strip().splitlines()
            method, path = line.split(" ")
            sent = dict(header.split(": ", 1) for header in headers)
            if "token" in known:
                sent["Authorization"] = f"Bearer {known['token']}"
            if body:
                sent["Content-Type"] = "application/json"
            filled = {name: value.replace("{etag}", known.get("etag", "")) for name, value in sent.items()}
            where = path.replace("{table}", known.get("table", ""))
            answer = client.request(method, where, headers=filled, content=body.strip() or None)
            assert answer.status_code in EXPECTED.get(line, {200}), (line, answer.text)
            if line == "POST /v1/auth/guest":
                known["token"] = answer.json()["token"]
            elif line == "POST /v1/tables":
                known["table"] = answer.headers["location"].rpartition("/")[2]
            elif line == "GET /v1/tables/{table}":
                known["etag"] = answer.headers["etag"]
            done += 1
    assert done >= 15


def test_the_options_of_a_short_match_are_options_of_their_game() -> None:
    section = PAGE.read_text().partition("## A match that is soon over")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| `(\w+)` \| `(\{.*?\})`", section, re.M)
    games = shipped_registry()
    assert {game for game, _ in rows} == {rules.id for rules in SHIPPED}
    for game, options in rows:
        msgspec.json.decode(options, type=games.get(game).Options)
        assert set(json.loads(options)) <= set(games.get(game).Options.__struct_encode_fields__)


def test_the_page_gives_the_clocks_defaults() -> None:
    section = PAGE.read_text().partition("| `clock` |")[2].partition("\n\n")[0]
    told = dict(re.findall(r"^\| `(\w+)` \| `?(\w+)`? \|", section, re.M))
    assert told == {name: str(value) for name, value in msgspec.to_builtins(Clock()).items()}


def test_the_page_lists_every_field_and_status_that_it_names(url: str) -> None:
    contract = httpx.get(f"{url}/openapi.json").json()
    fields = contract["components"]["schemas"]["TableNow"]["properties"]
    table = PAGE.read_text().partition("| field |")[2].partition("\n\n")[0]
    named = set(re.findall(r"`(\w+)`", "\n".join(row.split("|")[1] for row in table.splitlines()[2:])))
    assert named <= set(fields)
