"""Players: their tables, results and standings; and what is left of one who was erased."""

import asyncio
from typing import Any

import httpx
import pytest

from domain.kernel import Registry
from projections.read_models import ReadModels
from store.connect import StoreConfig, open_store
from store.handler import Handler
from store.log import EventLog
from tests.api.players import Player, play_deal
from tests.support.servers import Server
from tests.support.toy import TOY
from workers.projector import Projector


def project(server: Server, table: str) -> None:
    """Do the projector's work for one table."""

    async def once() -> None:
        store = await open_store(StoreConfig(url=server.url))
        await Projector(Handler(EventLog(store), Registry([TOY])), ReadModels(store)).project(table)
        await store.aclose()

    asyncio.run(once())


@pytest.fixture
def finished(table: str, anna: Player, bert: Player, server: Server) -> str:
    """A match that was played to its end and projected; each said something."""
    for player in (anna, bert):
        view = player.look(table)
        answer = player.act(table, {"type": "say", "text": f"I am {player.id}"}, view["seq"])
        assert answer.status_code == 201, answer.text
    while True:
        play_deal(table, [anna, bert])
        if anna.look(table)["phase"] == "closed":
            break
        assert anna.post(f"/v1/tables/{table}/next-deal").status_code == 201
    project(server, table)
    return table


def items(answer: httpx.Response) -> list[dict[str, Any]]:
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()["items"]
    return found


def test_own_tables_are_listed_for_their_player_only(finished: str, anna: Player, carl: Player) -> None:
    mine = anna.get("/v1/players/me").json()
    assert mine["player"] == anna.id
    assert [row["table"] for row in mine["tables"]] == [finished]
    assert carl.get("/v1/players/me").json()["tables"] == []


def test_results_and_standings_follow_from_the_match(finished: str, anna: Player, bert: Player, carl: Player) -> None:
    scores = anna.look(finished)["result"]["scores"]
    for player, score in zip((anna, bert), scores, strict=True):
        (result,) = items(carl.get(f"/v1/players/{player.id}/results"))
        assert (result["score"], result["seats"]) == (score, 2)
    table = {row["player"]: row["total"] for row in items(carl.get("/v1/standings/toy"))}
    assert (table[anna.id], table[bert.id]) == tuple(scores)


@pytest.mark.parametrize("visibility", ["public", "unlisted", "private"])
def test_results_tell_a_stranger_of_public_tables_only(
    anna: Player, bert: Player, carl: Player, server: Server, visibility: str
) -> None:
    opened = anna.post("/v1/tables", {"rules": "toy", "visibility": visibility}, idempotency_key="t").json()
    table = opened["table"]["table"]
    anna.sit(table, 0)
    bert.sit(table, 1, invitation=opened["invitation"])
    for player in (anna, bert):
        player.ready(table)
    for _ in range(3):
        anna.post(f"/v1/tables/{table}/next-deal")
        play_deal(table, [anna, bert])
    project(server, table)
    (own,), (other,) = (items(player.get(f"/v1/players/{anna.id}/results")) for player in (anna, carl))
    assert own["table"] == table
    assert other["table"] == (table if visibility == "public" else None)
    assert {**other, "table": table} == own


def test_standings_of_an_unknown_game_are_a_problem(carl: Player) -> None:
    answer = carl.get("/v1/standings/halma")
    assert answer.status_code == 404
    assert "rulesets" in answer.json()["right"]


def test_an_erased_player_leaves_chain_and_others_results_as_they_were(
    finished: str, anna: Player, bert: Player, carl: Player, server: Server
) -> None:
    path = f"/v1/tables/{finished}/entries?after=0&limit=500"
    before, others = bert.get(path).json()["items"], items(carl.get(f"/v1/players/{bert.id}/results"))
    assert anna.request("DELETE", "/v1/players/me").status_code == 204
    after = bert.get(path).json()["items"]
    assert [row["hash"] for row in after] == [row["hash"] for row in before]
    assert anna.id in str(before)
    assert anna.id not in str(after)
    assert bert.id in str(after)
    assert items(carl.get(f"/v1/players/{anna.id}/results")) == []
    assert items(carl.get(f"/v1/players/{bert.id}/results")) == others
    standings = items(carl.get("/v1/standings/toy"))
    assert anna.id not in str(standings)
    assert any(row["player"].startswith("erased-") for row in standings)
    project(server, finished)
    assert anna.id not in str(items(carl.get("/v1/standings/toy")))
    assert anna.get("/v1/players/me").json()["tables"] == []


def test_an_erased_player_leaves_the_tables_under_way(table: str, anna: Player, bert: Player, server: Server) -> None:
    project(server, table)
    assert anna.request("DELETE", "/v1/players/me").status_code == 204
    assert bert.look(table)["seats"][0]["left"]
    assert anna.look(table)["you"] is None
