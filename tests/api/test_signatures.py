"""Seats that registered a key sign whatever they ask for, and the record proves it."""

import secrets
from typing import Any

import httpx
import msgspec
import pytest

from domain.kernel import Registry
from domain.record.bundle import read_bundle, write_bundle
from domain.record.receipt import BadToken, KeyFile, KeySet, action_digest
from domain.record.seeds import commitment
from domain.record.verify import Report, Verdict, verify
from tests.api.conftest import Clock
from tests.api.players import Player, play_deal
from tests.api.signer import Signer, b64
from tests.api.test_edge import problem
from tests.support.toy import TOY


@pytest.fixture
def dora(client: httpx.Client) -> Signer:
    return Signer(client)


@pytest.fixture
def signed(dora: Signer, bert: Player) -> str:
    """A table that has started, Dora at seat 0 with a key, Bert at seat 1 without; the first deal runs."""
    table = dora.open()
    dora.sit_down(table, 0)
    bert.sit(table, 1)
    assert dora.ready_up(table).status_code == 201
    bert.ready(table)
    answer = dora.signed("POST", f"/v1/tables/{table}/next-deal", {"type": "next_deal"})
    assert answer.status_code == 201, answer.text
    return table


def report_of(player: Player, table: str) -> tuple[bytes, KeySet, Report]:
    file = player.get(f"/v1/tables/{table}/record").content
    trust = KeySet(msgspec.convert(player.client.get("/v1/keys").json(), KeyFile).keys)
    return file, trust, verify(file, Registry([TOY]), trust)


def test_a_table_with_signing_seats_is_valid_and_a_forged_signature_is_not(
    dora: Signer, bert: Player, signed: str
) -> None:
    said = dora.move(signed, {"type": "say", "text": "Grüß Gott"}, dora.look(signed)["seq"])
    assert said.status_code == 201, said.text
    play_deal(signed, [dora, bert])
    assert bert.post(f"/v1/tables/{signed}/resign").status_code == 201
    left = dora.signed("POST", f"/v1/tables/{signed}/resign", {"type": "seat.resign"})
    assert left.status_code == 201, left.text
    file, trust, report = report_of(dora, signed)
    lines = {line.check: line.status for line in report.lines}
    assert report.verdict is Verdict.VALID, [line for line in report.lines if line.status != "PASS"]
    assert lines["seat_signatures"] == "PASS"
    assert lines["seat_heads"] == "PASS"
    bundle = read_bundle(file)
    by_dora = [n for n, data in enumerate(bundle.entries) if b'"sig":{' in data]
    assert len(by_dora) >= 6
    entry = msgspec.json.decode(bundle.entries[by_dora[-1]])
    entry["sig"]["key"] = "another"
    entries = list(bundle.entries)
    entries[by_dora[-1]] = msgspec.json.encode(entry, order="sorted")
    forged = msgspec.structs.replace(bundle, entries=tuple(entries))
    checks = {
        line.check for line in verify(write_bundle(forged), Registry([TOY]), trust).lines if line.status == "FAIL"
    }
    assert "seat_signatures" in checks


def test_an_unsigned_action_is_refused_and_told_what_to_sign(dora: Signer, signed: str) -> None:
    view = dora.look(signed)
    body = problem(dora.act(signed, view["legal"][0], view["seq"], key="k1"), 403, "signature_needed")
    seq, found = dora.head(signed)
    assert body["signed"] == ["stammtisch/seat/1", signed, 0, seq, found, "", view["legal"][0]]
    assert dora.look(signed)["seq"] == view["seq"]


WRONG: dict[str, dict[str, Any]] = {
    "another action": {"action": {"type": "play", "card": "C6"}},
    "another key": {"key": "other"},
    "another seat": {"seat": 1},
    "another history": {"hash": "A" * 43},
}


@pytest.mark.parametrize("case", WRONG)
def test_a_signature_over_something_else_is_refused(dora: Signer, signed: str, case: str) -> None:
    view, change = dora.look(signed), WRONG[case]
    seq, found = dora.head(signed)
    dora.seat = change.get("seat", 0)
    signature = dora.header(
        signed,
        change.get("action", view["legal"][0]),
        change.get("key", "k2"),
        (seq, change.get("hash", found)),
    )
    headers = {"idempotency_key": "k2", "if_match": str(seq), "seat_signature": signature}
    answer = dora.post(f"/v1/tables/{signed}/actions", view["legal"][0], **headers)
    problem(answer, 403, "signature_wrong")
    assert dora.look(signed)["seq"] == seq


def test_a_signature_on_an_older_entry_is_stale(dora: Signer, bert: Player, signed: str) -> None:
    first = dora.head(signed)
    dora.play(signed)
    view = dora.look(signed)
    answer = dora.move(signed, view["legal"][0], view["seq"], head=first)
    problem(answer, 403, "signature_stale")
    after_own = dora.head(signed)
    assert bert.act(signed, {"type": "say", "text": "hm"}, view["seq"]).status_code == 201
    view = dora.look(signed)
    assert view["to_act"] == [0]
    problem(dora.move(signed, view["legal"][0], view["seq"], head=after_own), 403, "signature_stale")
    assert dora.move(signed, view["legal"][0], view["seq"]).status_code == 201
    ahead = (view["seq"] + 5, "A" * 43)
    problem(
        dora.move(signed, {"type": "say", "text": "x"}, dora.look(signed)["seq"], head=ahead), 403, "signature_stale"
    )


def test_where_several_may_act_any_entry_since_the_own_last_will_do(dora: Signer, bert: Player, signed: str) -> None:
    dora.play(signed)
    dora.play(signed)
    since_own = dora.head(signed)
    bert.play(signed)
    assert dora.look(signed)["to_act"] == [1]
    answer = dora.move(signed, {"type": "say", "text": "go on"}, dora.look(signed)["seq"], head=since_own)
    assert answer.status_code == 201, answer.text


def test_a_repeat_gets_its_first_answer_though_its_signature_is_old_by_now(
    dora: Signer, bert: Player, signed: str
) -> None:
    view, head = dora.look(signed), dora.head(signed)
    first = dora.move(signed, view["legal"][0], view["seq"], head=head, key="once")
    dora.play(signed)
    bert.play(signed)
    again = dora.move(signed, view["legal"][0], view["seq"], head=head, key="once")
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json()["receipt"] == first.json()["receipt"]


def test_everything_else_the_seat_asks_for_is_signed_too(dora: Signer, bert: Player, signed: str) -> None:
    for method, path in (("POST", "resign"), ("DELETE", "seats/0")):
        answer = dora.request(method, f"/v1/tables/{signed}/{path}", idempotency_key=secrets.token_hex(4))
        problem(answer, 403, "signature_needed")
    play_deal(signed, [dora, bert])
    problem(dora.post(f"/v1/tables/{signed}/next-deal"), 403, "signature_needed")
    answer = dora.signed("DELETE", f"/v1/tables/{signed}/seats/0", {"type": "seat.leave"})
    assert answer.status_code == 201, answer.text
    assert dora.look(signed)["seats"][0]["left"]


def test_a_seat_without_a_key_signs_nothing(dora: Signer, bert: Player, signed: str) -> None:
    dora.seat = 1
    signature = dora.header(signed, {"type": "say", "text": "a"}, "k")
    headers = {"idempotency_key": "k", "seat_signature": signature, "if_match": str(dora.look(signed)["seq"])}
    answer = bert.post(f"/v1/tables/{signed}/actions", {"type": "say", "text": "a"}, **headers)
    problem(answer, 403, "no_key_registered")


def test_a_malformed_signature_and_a_missing_key(dora: Signer, signed: str) -> None:
    path = f"/v1/tables/{signed}/resign"
    problem(dora.post(path, seat_signature="17", idempotency_key="k"), 400, "malformed")
    problem(dora.post(path, seat_signature=f"17.{'A' * 86}"), 400, "key_needed")


def test_a_seat_that_signs_brings_its_own_seed(dora: Signer) -> None:
    table = dora.open()
    answer = dora.request("PUT", f"/v1/tables/{table}/seats/0", {"key": dora.public})
    problem(answer, 422, "commitment_needed")


def test_after_the_seeds_were_voided_the_seat_signs_its_new_commitment(
    dora: Signer, bert: Player, carl: Player, clock: Clock
) -> None:
    table = dora.open(clock={"ready_s": 5})
    dora.sit_down(table, 0)
    bert.sit(table, 1)
    assert dora.ready_up(table).status_code == 201
    clock.ms += 5_001
    carl.sit(table, 1)
    view = dora.look(table)
    assert not view["seats"][0]["committed"]
    dora.seed = secrets.token_bytes(32)
    take = {
        "type": "seat.take",
        "seat": 0,
        "pseudonym": view["seats"][0]["pseudonym"],
        "commitment": commitment(b64(dora.seed)),
        "seed": None,
        "youngest": False,
        "host": True,
        "key": dora.public,
        "bot": None,
    }
    body = {"commitment": take["commitment"]}
    problem(dora.request("PUT", f"/v1/tables/{table}/seats/0", body), 403, "signature_needed")
    answer = dora.signed("PUT", f"/v1/tables/{table}/seats/0", take, body)
    assert answer.status_code == 201, answer.text
    assert dora.ready_up(table).status_code == 201
    carl.ready(table)
    _, _, report = report_of(dora, table)
    assert not [line for line in report.lines if line.status == "FAIL"]


def test_a_refusal_is_signed_on_request(dora: Signer, bert: Player, signed: str) -> None:
    keys = KeySet(msgspec.convert(dora.client.get("/v1/keys").json(), KeyFile).keys)
    seq, found = dora.head(signed)
    action = {"type": "play", "card": "C1"}
    headers = {"idempotency_key": "r1", "if_match": str(seq)}
    assert "refusal" not in bert.post(f"/v1/tables/{signed}/actions", action, **headers).json()
    answer = bert.post(f"/v1/tables/{signed}/actions", action, prefer="return=minimal, signed-refusal", **headers)
    body = problem(answer, 409, "not_your_turn")
    assert answer.headers["preference-applied"] == "signed-refusal"
    refusal = keys.read_refusal(body["refusal"])
    assert (refusal.table, refusal.seat, refusal.seq, refusal.hash) == (signed, 1, seq, found)
    assert (refusal.code, refusal.key, refusal.action) == ("not_your_turn", "r1", action_digest(action))
    with pytest.raises(BadToken):
        keys.read_receipt(body["refusal"])


def test_a_stale_and_an_unsigned_request_are_refused_with_a_signature_too(dora: Signer, signed: str) -> None:
    keys = KeySet(msgspec.convert(dora.client.get("/v1/keys").json(), KeyFile).keys)
    seq = dora.look(signed)["seq"]
    for expected, code in ((seq - 1, "stale"), (seq, "signature_needed")):
        headers = {"idempotency_key": "r2", "if_match": str(expected), "prefer": "signed-refusal"}
        body = dora.post(f"/v1/tables/{signed}/actions", {"type": "draw"}, **headers).json()
        assert keys.read_refusal(body["refusal"]).code == body["code"] == code
    answer = dora.post(f"/v1/tables/{signed}/resign", prefer="signed-refusal", idempotency_key="r3")
    assert keys.read_refusal(answer.json()["refusal"]).action == action_digest({"type": "seat.resign"})
