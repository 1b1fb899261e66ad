"""Disputes: filed by a player, disclosed to an auditor, decided, seen by the players; and what no auditor ever sees."""

import hashlib
import secrets
from typing import Any

import httpx
import msgspec
import pytest

from api.auth import Role, Tokens, new_player
from domain.kernel import Registry
from domain.record.audit import BrokenAudit, disputes, read_audit
from domain.record.bundle import read_bundle
from domain.record.canonical import b64
from domain.record.entry import hash_of
from domain.record.receipt import BadToken, KeyFile, KeySet
from domain.record.verify import verify
from tests.api.players import Player, play_deal
from tests.api.serving import SETTINGS, Running
from tests.api.test_edge import problem
from tests.support.toy import TOY


class Official(Player):
    def __init__(self, client: httpx.Client, role: Role = "auditor") -> None:
        self.client = client
        self.id = new_player()
        self.token, _ = Tokens(SETTINGS).issue(self.id, role)
        self.headers = {"Authorization": f"Bearer {self.token}"}


@pytest.fixture
def judge(client: httpx.Client) -> Official:
    return Official(client)


def keys_of(player: Player) -> KeySet:
    return KeySet(msgspec.convert(player.client.get("/v1/keys").json(), KeyFile).keys)


def file_dispute(player: Player, table: str, key: str | None = None, **wish: Any) -> httpx.Response:
    return player.post(
        f"/v1/tables/{table}/disputes", {"claim": "deal"} | wish, idempotency_key=key or secrets.token_hex(6)
    )


def chain_of(player: Player, table: str) -> tuple[bytes, ...]:
    page = msgspec.json.decode(player.get(f"/v1/tables/{table}/disputes").content, type=dict[str, msgspec.Raw])
    return tuple(bytes(raw) for raw in msgspec.json.decode(page["audit"], type=list[msgspec.Raw]))


def test_a_dispute_is_acknowledged_disclosed_decided_and_seen(
    anna: Player, bert: Player, judge: Official, table: str
) -> None:
    receipt = anna.play(table)["receipt"]
    play_deal(table, [anna, bert])
    filed = file_dispute(anna, table, deal=1, tokens=[receipt])
    assert filed.status_code == 201, filed.text
    assert filed.json()["dispute"]["status"] == "open"
    word = keys_of(anna).read_audit(filed.json()["acknowledgement"], "dispute")
    assert (word.table, word.dispute, word.seq, word.hash) == (table, 1, 1, hash_of(chain_of(anna, table)[0]))
    assert table in judge.get("/v1/disputes").json()["tables"]

    file = judge.get(f"/v1/tables/{table}/disputes/1/record")
    assert file.status_code == 200, file.text
    bundle = read_bundle(file.content)
    assert bundle.complaint["deal"] == 1
    assert bundle.receipts == (receipt,)
    report = verify(file.content, Registry([TOY]), keys_of(anna))
    assert not report.failed
    assert [deal.verdict.name for deal in report.deals] == ["VALID"]
    assert anna.get(f"/v1/tables/{table}/disputes").json()["items"][0]["status"] == "in_review"

    verdict = {"verdict": "dismissed", "say": "Dealt from the promised cards."}
    decided = judge.post(f"/v1/tables/{table}/disputes/1/verdict", verdict)
    assert decided.status_code == 201, decided.text
    for player in (anna, bert):
        (seen,) = player.get(f"/v1/tables/{table}/disputes").json()["items"]
        assert (seen["status"], seen["verdict"], seen["say"]) == ("decided", "dismissed", verdict["say"])
        assert {line["check"]: line["status"] for line in seen["report"]["lines"]}["shuffle"] == "PASS"
    assert table not in judge.get("/v1/disputes").json()["tables"]

    chain = chain_of(bert, table)
    entries = read_audit(table, chain)
    assert [type(entry.what).__name__ for entry in entries] == ["Filed", "Disclosed", "Judged"]
    assert entries[1].what.auditor == judge.id  # type: ignore[union-attr]
    assert entries[1].what.file == b64(hashlib.sha256(file.content).digest())  # type: ignore[union-attr]
    head = keys_of(anna).read_audit(bert.get(f"/v1/tables/{table}/disputes").json()["head"], "audit")
    assert (head.seq, head.hash, head.dispute) == (3, hash_of(chain[-1]), None)
    with pytest.raises(BadToken):
        keys_of(anna).read_audit(filed.json()["acknowledgement"], "audit")


def test_a_changed_audit_chain_is_noticed(anna: Player, bert: Player, judge: Official, table: str) -> None:
    play_deal(table, [anna, bert])
    file_dispute(anna, table, deal=1)
    file_dispute(bert, table, entry=2)
    judge.get(f"/v1/tables/{table}/disputes/2/record")
    chain = chain_of(anna, table)
    assert len(disputes(read_audit(table, chain))) == 2
    for broken in (chain[1:], (chain[0], chain[2]), (chain[0], chain[1].replace(b'"seat":1', b'"seat":0'), chain[2])):
        with pytest.raises(BrokenAudit):
            read_audit(table, broken)


def test_a_repeat_files_no_second_dispute(anna: Player, table: str) -> None:
    first = file_dispute(anna, table, "d1", entry=3)
    again = file_dispute(anna, table, "d1", entry=3)
    assert first.content == again.content
    problem(file_dispute(anna, table, "d1", entry=2), 422, "key_reused")
    assert len(anna.get(f"/v1/tables/{table}/disputes").json()["items"]) == 1


def test_what_is_no_dispute(anna: Player, carl: Player, table: str) -> None:
    for wish in (
        {},
        {"deal": 1, "entry": 1},
        {"deal": 2},
        {"entry": 999},
        {"entry": 0},
        {"deal": 1, "tokens": ["a.b.c"]},
    ):
        problem(file_dispute(anna, table, **wish), 422, "invalid")
    problem(file_dispute(carl, table, deal=1), 403, "not_seated")
    problem(carl.get(f"/v1/tables/{table}/disputes"), 403, "not_seated")
    problem(anna.post(f"/v1/tables/{table}/disputes", {"claim": "deal", "deal": 1}), 400, "key_needed")


def test_a_receipt_of_another_table_is_no_evidence(anna: Player, bert: Player, table: str) -> None:
    other = anna.open()
    receipt = anna.sit(other, 0)["receipt"]
    problem(file_dispute(anna, table, deal=1, tokens=[receipt]), 422, "invalid")
    assert file_dispute(anna, table, deal=1, tokens=[anna.play(table)["receipt"]]).status_code == 201


def test_a_signed_refusal_is_evidence(anna: Player, bert: Player, table: str) -> None:
    seq = bert.look(table)["seq"]
    headers = {"idempotency_key": "x", "if_match": str(seq), "prefer": "signed-refusal"}
    refused = bert.post(f"/v1/tables/{table}/actions", {"type": "draw"}, **headers).json()
    play_deal(table, [anna, bert])
    filed = file_dispute(bert, table, entry=seq, claim="ruling", tokens=[refused["refusal"]])
    assert filed.status_code == 201, filed.text


def test_what_a_player_tried_is_not_told_while_the_deal_runs(anna: Player, bert: Player, table: str) -> None:
    """The others read the complaint at once, tried the digest of each card, and knew which he had wanted to play."""
    headers = {"idempotency_key": "x", "if_match": "*", "prefer": "signed-refusal"}
    refused = bert.post(f"/v1/tables/{table}/actions", {"type": "play", "card": "C2"}, **headers).json()
    wish: dict[str, Any] = {"deal": 1, "claim": "ruling", "tokens": [refused["refusal"]]}
    problem(file_dispute(bert, table, **wish), 409, "deal_running")
    assert chain_of(anna, table) == ()
    assert file_dispute(bert, table, **wish | {"tokens": [anna.play(table)["receipt"]]}).status_code == 201
    play_deal(table, [anna, bert])
    anna.post(f"/v1/tables/{table}/next-deal")
    assert file_dispute(bert, table, **wish).status_code == 201


def test_only_an_auditor_who_never_played_here_judges(
    api: Running, anna: Player, bert: Player, client: httpx.Client, table: str
) -> None:
    play_deal(table, [anna, bert])
    file_dispute(anna, table, deal=1)
    verdict = {"verdict": "upheld", "say": "Yes."}
    for other in (anna, Official(client, "operator")):
        problem(other.get(f"/v1/tables/{table}/disputes/1/record"), 403, "not_an_auditor")
        problem(other.post(f"/v1/tables/{table}/disputes/1/verdict", verdict), 403, "not_an_auditor")
        problem(other.get("/v1/disputes"), 403, "not_an_auditor")
    player = Official(client)
    player.id = bert.id
    player.headers = {"Authorization": f"Bearer {Tokens(SETTINGS).issue(bert.id, 'auditor')[0]}"}
    problem(player.post(f"/v1/tables/{table}/disputes/1/verdict", verdict), 403, "own_table")
    judge = Official(client)
    problem(judge.post(f"/v1/tables/{table}/disputes/2/verdict", verdict), 404, "not_found")
    assert judge.post(f"/v1/tables/{table}/disputes/1/verdict", verdict).status_code == 201
    assert judge.post(f"/v1/tables/{table}/disputes/1/verdict", verdict).status_code == 201
    other_view = verdict | {"verdict": "dismissed"}
    problem(judge.post(f"/v1/tables/{table}/disputes/1/verdict", other_view), 409, "already_decided")
    assert len(chain_of(anna, table)) == 2


@pytest.mark.parametrize("role", ["auditor", "operator"])
def test_no_official_sees_a_live_hand(
    api: Running, anna: Player, bert: Player, client: httpx.Client, table: str, role: Role
) -> None:
    anna.play(table)
    official = Official(client, role)
    file_dispute(anna, table, deal=1)
    live = api.do(api.service.handler.current(table))
    hidden = {
        (opening.seq, opening.pointer): opening.salt
        for entry in api.do(api.service.handler.entries(table))
        for opening in entry.openings
        if opening.audience != "all"
    }
    assert len(hidden) >= 6
    assert live.state.secret is not None
    seen = [
        official.get(f"/v1/tables/{table}{path}").content
        for path in ("", "/entries", "/replay", "/replay?as=all", "/replay?as=seat:0", "/record", "/disputes")
    ]
    seen += [official.get(f"/v1/tables/{table}/disputes/1/record").content]
    for answer in seen:
        assert live.state.secret.encode() not in answer
        assert not [salt for salt in hidden.values() if salt.encode() in answer]
    assert official.look(table)["game"]["hand"] == []
    problem(official.get(f"/v1/tables/{table}/replay?as=seat:0"), 403, "not_your_seat")
    if role == "auditor":
        assert read_bundle(seen[-1]).openings == ()
        answer = official.post(f"/v1/tables/{table}/disputes/1/verdict", {"verdict": "upheld", "say": "?"})
        problem(answer, 409, "deal_running")


def test_an_auditor_comes_to_private_tables_too(anna: Player, bert: Player, judge: Official, carl: Player) -> None:
    opened = anna.post("/v1/tables", {"rules": "toy", "visibility": "private"}, idempotency_key=secrets.token_hex(4))
    table = opened.json()["table"]["table"]
    anna.sit(table, 0)
    assert file_dispute(anna, table, entry=1, claim="other").status_code == 201
    problem(carl.get(f"/v1/tables/{table}/disputes"), 404, "not_found")
    assert judge.get(f"/v1/tables/{table}/disputes/1/record").status_code == 200
