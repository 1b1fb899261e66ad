"""What an erasure leaves: chain, verification, replay and the others' results, also in other processes and archived."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import httpx
import msgspec
import pytest

from api.erasure import erase
from domain.kernel import Registry
from domain.record.bundle import read_bundle
from domain.record.receipt import KeyFile, KeySet
from domain.record.verify import Report, Verdict, verify
from domain.table import TableState
from projections.read_models import ReadModels
from store.archive import Archiver
from store.cold import ColdStore
from store.connect import StoreConfig
from tests.api.players import Player, play_deal
from tests.api.serving import Running, serving
from tests.api.signer import Signer
from tests.support.servers import Server
from tests.support.toy import TOY
from tests.support.wait import until_sync
from workers.projector import Projector

TEXT = "my grandmother's name"


@contextmanager
def house(server: Server, tmp_path: Path) -> Iterator[Running]:
    config = StoreConfig(url=server.url, archive=tmp_path / "archive")
    with serving(config, Registry([TOY]), tmp_path / "keys") as running:
        yield running


@pytest.fixture
def first(server: Server, tmp_path: Path) -> Iterator[Running]:
    with house(server, tmp_path) as running:
        yield running


@pytest.fixture
def second(server: Server, tmp_path: Path) -> Iterator[Running]:
    with house(server, tmp_path) as running:
        yield running


@pytest.fixture
def pair(first: Running) -> Iterator[list[Player]]:
    with httpx.Client(base_url=first.url, timeout=10) as client:
        yield [Player(client), Player(client)]


def begin(players: list[Player], **wish: object) -> str:
    table = players[0].open(**wish)
    for seat, player in enumerate(players):
        player.sit(table, seat)
    for player in players:
        player.ready(table)
    assert players[0].post(f"/v1/tables/{table}/next-deal").status_code == 201
    for player in players:
        said = player.act(table, {"type": "say", "text": f"{TEXT} is {player.id}"}, player.look(table)["seq"])
        assert said.status_code == 201, said.text
    return table


def finish(players: list[Player], table: str) -> None:
    while True:
        play_deal(table, players)
        if players[0].look(table)["phase"] == "closed":
            return
        assert players[0].post(f"/v1/tables/{table}/next-deal").status_code == 201


def project(running: Running, table: str) -> None:
    async def once() -> None:
        live, log = await running.service.handler.current(table), running.service.handler.log
        await running.service.models.project(live.state, await log.accounts(table), await log.held(table))

    running.do(once())


def examine(player: Player, table: str) -> tuple[bytes, Report]:
    file = player.get(f"/v1/tables/{table}/record").content
    trust = KeySet(msgspec.convert(player.client.get("/v1/keys").json(), KeyFile).keys)
    return file, verify(file, Registry([TOY]), trust)


def replays(player: Player, table: str) -> list[list[object]]:
    """Every replay, without its sentences."""
    pages = [player.get(f"/v1/tables/{table}/replay?as={who}&limit=500").json() for who in ("public", "all", "seat:1")]
    return [[(frame["seq"], frame["view"], frame["hands"]) for frame in page["items"]] for page in pages]


@pytest.mark.parametrize("archived", [False, True], ids=["in the store", "archived"])
def test_chain_verification_replay_and_the_others_results_hold(
    first: Running, pair: list[Player], tmp_path: Path, archived: bool
) -> None:
    anna, bert = pair
    table = begin(pair)
    finish(pair, table)
    project(first, table)
    if archived:
        assert first.do(Archiver(first.service.store, ColdStore(tmp_path / "archive")).archive(table))
        first.service.forget(table)
    whole, before = examine(bert, table)
    assert before.verdict is Verdict.VALID, before.sentence
    seen, results = replays(bert, table), bert.get(f"/v1/players/{bert.id}/results").json()
    assert f"{TEXT} is {anna.id}" in str(read_bundle(whole).openings)

    assert anna.request("DELETE", "/v1/players/me").status_code == 204

    less, after = examine(bert, table)
    assert read_bundle(less).entries == read_bundle(whole).entries
    assert f"{TEXT} is {anna.id}" not in str(read_bundle(less).openings)
    assert f"{TEXT} is {bert.id}" in str(read_bundle(less).openings)
    assert after.verdict is Verdict.INCOMPLETE, after.sentence
    assert "erased" in after.sentence
    assert not after.failed
    status = {line.check: line.status for line in after.lines}
    for check in ("canonical", "chain", "closed", "trust", "server_signature"):
        assert status[check] == "PASS", check
    assert replays(bert, table) == seen
    assert bert.get(f"/v1/players/{bert.id}/results").json() == results
    assert anna.get(f"/v1/players/{anna.id}/results").json()["items"] == []
    standings = {row["player"]: row["total"] for row in bert.get("/v1/standings/toy").json()["items"]}
    assert standings[bert.id] == results["items"][0]["score"]
    assert anna.id not in standings
    assert anna.look(table)["you"] is None


def test_what_no_projector_has_seen_yet_is_erased_too(first: Running, pair: list[Player]) -> None:
    """A table joined a moment ago, and one that a rebuild has just thrown out of the read models."""
    anna, bert = pair
    thrown_out = begin(pair)
    project(first, thrown_out)
    first.do(first.service.models.clear())
    fresh = begin(pair)

    assert anna.request("DELETE", "/v1/players/me").status_code == 204

    for table in (thrown_out, fresh):
        assert anna.look(table)["you"] is None
        assert bert.look(table)["seats"][0]["left"]
        assert anna.id not in first.do(first.service.handler.log.held(table))
        assert f"{TEXT} is {anna.id}" not in bert.get(f"/v1/tables/{table}/entries?limit=500").text
        project(first, table)
    assert anna.get("/v1/players/me").json()["tables"] == []


def test_a_projection_under_way_brings_nobody_back(first: Running, pair: list[Player]) -> None:
    """The projector has read who sits where, then the erasure runs, then the projector writes."""
    anna, bert = pair
    service = first.service
    other, table = begin(pair), begin(pair)
    for one in (other, table):
        finish(pair, one)
    project(first, other)

    class Slow(ReadModels):
        async def project(self, state: TableState, accounts: Mapping[int, str], held: Mapping[str, int]) -> None:
            assert anna.id in held
            await erase(service, anna.id)
            await super().project(state, accounts, held)

    first.do(Projector(service.handler, Slow(service.store)).project(table))

    assert anna.get("/v1/players/me").json()["tables"] == []
    assert anna.get(f"/v1/players/{anna.id}/results").json()["items"] == []
    standings = {row["player"]: row["matches"] for row in bert.get("/v1/standings/toy").json()["items"]}
    assert anna.id not in standings
    assert standings[bert.id] == 2


def test_every_process_forgets(first: Running, second: Running, pair: list[Player]) -> None:
    anna, bert = pair
    table = begin(pair)
    path = f"/v1/tables/{table}/entries?limit=500"
    with httpx.Client(base_url=second.url, timeout=10) as client:

        def elsewhere(player: Player, path: str) -> httpx.Response:
            return client.get(path, headers=player.headers)

        assert f"{TEXT} is {anna.id}" in elsewhere(bert, path).text
        assert elsewhere(anna, f"/v1/tables/{table}").json()["you"] == 0
        assert anna.request("DELETE", "/v1/players/me").status_code == 204
        until_sync(lambda: elsewhere(anna, f"/v1/tables/{table}").json()["you"] is None)
        assert f"{TEXT} is {anna.id}" not in elsewhere(bert, path).text
    assert bert.look(table)["seats"][0]["left"]
    live = second.service.handler.at_hand(table)
    assert live is None or TEXT + " is " + anna.id not in repr(live.state)


def test_nobody_leaves_in_the_name_of_a_seat_that_signs(first: Running, pair: list[Player]) -> None:
    bert = pair[1]
    dora = Signer(bert.client)
    table = dora.open()
    dora.sit_down(table, 0)
    bert.sit(table, 1)
    dora.ready_up(table)
    bert.ready(table)
    assert dora.signed("POST", f"/v1/tables/{table}/next-deal", {"type": "next_deal"}).status_code == 201
    dora.play(table)
    assert dora.request("DELETE", "/v1/players/me").status_code == 204
    assert not bert.look(table)["seats"][0]["left"]
    assert dora.look(table)["you"] is None
    _, report = examine(bert, table)
    assert not report.failed
