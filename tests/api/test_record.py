"""The record: each reader gets what he may prove, and the verifier says so."""

import httpx
import msgspec

from domain.kernel import Registry
from domain.record.bundle import read_bundle
from domain.record.receipt import KeyFile, KeySet
from domain.record.verify import Status, Verdict, verify
from tests.api.players import Player, play_deal
from tests.support.toy import TOY

REGISTRY = Registry([TOY])


def trusted(client: httpx.Client) -> KeySet:
    return KeySet(msgspec.json.decode(client.get("/v1/keys").content, type=KeyFile).keys)


def fetch(player: Player, table: str) -> bytes:
    answer = player.get(f"/v1/tables/{table}/record")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/zip"
    return answer.content


def test_the_record_of_a_finished_table_is_valid_for_everybody(
    table: str, anna: Player, bert: Player, carl: Player, client: httpx.Client
) -> None:
    while anna.look(table)["phase"] != "closed":
        play_deal(table, [anna, bert])
        if anna.look(table)["phase"] != "closed":
            assert anna.post(f"/v1/tables/{table}/next-deal").status_code == 201
    for reader in (anna, bert, carl):
        report = verify(fetch(reader, table), REGISTRY, trusted(client))
        assert report.verdict is Verdict.VALID, [line for line in report.lines if line.status is not Status.PASS]


def test_a_record_of_a_running_deal_holds_the_readers_own_openings_only(
    table: str, anna: Player, bert: Player, carl: Player, client: httpx.Client
) -> None:
    own = {player: read_bundle(fetch(player, table)).openings for player in (anna, bert, carl)}
    assert own[carl] == ()
    assert {opening.pointer for opening in own[anna]}.isdisjoint(opening.pointer for opening in own[bert])
    assert len(own[anna]) == len(own[bert]) == 2
    assert verify(fetch(carl, table), REGISTRY, trusted(client)).verdict is Verdict.INCOMPLETE
