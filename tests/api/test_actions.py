"""Acting at a table through REST: receipts, repeats, refusals, preconditions, and a whole match."""

from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from domain.record.receipt import KeySet, PublicKey
from tests.api.conftest import Clock
from tests.api.players import Player, play_deal
from tests.api.test_edge import problem


def test_an_action_brings_receipt_entries_and_view(anna: Player, client: httpx.Client, table: str) -> None:
    seq = anna.look(table)["seq"]
    answer = anna.act(table, {"type": "draw"}, seq, "key-1")
    assert answer.status_code == 201
    body = answer.json()
    keys = KeySet(PublicKey(**key) for key in client.get("/v1/keys").json()["keys"])
    receipt = keys.read_receipt(body["receipt"])
    (entry,) = body["entries"]
    assert (receipt.table, receipt.seq, receipt.hash, receipt.key) == (table, seq + 1, entry["hash"], "key-1")
    assert entry["entry"]["by"] == {"seat": 0, "via": "player"}
    assert [opening["pointer"] for opening in entry["openings"]] == ["/events/0/card"]
    assert body["table"]["seq"] == seq + 1
    assert len(body["table"]["game"]["hand"]) == 3


def test_a_repeat_gets_the_same_receipt_and_view_whatever_happened_since(
    anna: Player, bert: Player, table: str
) -> None:
    seq = anna.look(table)["seq"]
    first = anna.act(table, {"type": "draw"}, seq, "k").json()
    play_deal(table, [anna, bert])
    again = anna.act(table, {"type": "draw"}, seq, "k")
    assert again.status_code == 201
    assert again.json()["receipt"] == first["receipt"]
    assert again.json()["entries"] == first["entries"]
    assert again.json()["table"] == first["table"]
    problem(anna.act(table, {"type": "say", "text": "x"}, seq, "k"), 422, "key_reused")


def test_two_players_may_use_the_same_key(anna: Player, bert: Player, table: str) -> None:
    anna.act(table, {"type": "say", "text": "a"}, anna.look(table)["seq"], "k")
    answer = bert.act(table, {"type": "say", "text": "b"}, bert.look(table)["seq"], "k")
    assert answer.json()["entries"][0]["entry"]["by"]["seat"] == 1


def test_the_same_action_in_parallel_is_one_entry(anna: Player, table: str) -> None:
    seq = anna.look(table)["seq"]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: anna.act(table, {"type": "draw"}, seq, "same"), range(8)))
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.json()["receipt"] for answer in answers}) == 1
    assert anna.look(table)["seq"] == seq + 1


def test_a_refusal_carries_ruling_and_legal_actions_and_binds_nothing(anna: Player, bert: Player, table: str) -> None:
    seq = anna.look(table)["seq"]
    body = problem(anna.act(table, {"type": "play", "card": "C1"}, seq, "k"), 409, "draw_first")
    assert (body["rule"], body["legal"], body["seq"]) == ("TOY 1", [{"type": "draw"}], seq)
    body = problem(bert.act(table, {"type": "draw"}, seq), 409, "not_your_turn")
    assert body["legal"] == []
    assert anna.look(table)["seq"] == seq
    assert anna.act(table, {"type": "draw"}, seq, "k").status_code == 201


def test_a_stale_view_gets_the_missed_entries_as_the_caller_may_see_them(
    anna: Player, bert: Player, table: str
) -> None:
    seq = anna.look(table)["seq"]
    anna.act(table, {"type": "draw"}, seq)
    answer = bert.act(table, {"type": "draw"}, seq)
    body = problem(answer, 412, "stale")
    assert (body["seq"], answer.headers["etag"]) == (seq + 1, f'"{seq + 1}-s1"')
    (missed,) = body["missed"]  # type: ignore[misc]
    assert missed["openings"] == []
    assert "sealed" in missed["entry"]["events"][0]["card"]


def test_if_match_is_needed_while_one_seat_may_act(anna: Player, table: str) -> None:
    problem(anna.act(table, {"type": "draw"}), 428, "precondition_needed")


@pytest.mark.parametrize("form", ['"{}-s0"', "{}", '"{}"', 'W/"{}-s0"', '"1-s0", "{}-s0"', "*"])
def test_if_match_comes_in_many_forms(anna: Player, table: str, form: str) -> None:
    seq = anna.look(table)["seq"]
    answer = anna.post(f"/v1/tables/{table}/actions", {"type": "draw"}, idempotency_key="k", if_match=form.format(seq))
    assert answer.status_code == 201, answer.text


BAD_ACTIONS: dict[str, tuple[object, int, str]] = {
    "unknown action": ({"type": "fly"}, 422, "invalid"),
    "the clock's": ({"type": "tick", "deadline": "x"}, 422, "invalid"),
    "the table's": ({"type": "table.close", "reason": "x"}, 422, "invalid"),
    "another route's": ({"type": "next_deal"}, 422, "invalid"),
    "no type": ({}, 422, "invalid"),
    "not an object": ([], 422, "invalid"),
    "unknown field": ({"type": "draw", "seat": 1}, 422, "invalid"),
    "missing field": ({"type": "play"}, 422, "invalid"),
    "wrong type": ({"type": "play", "card": 3}, 422, "invalid"),
    "hidden text": ({"type": "say", "text": None}, 422, "invalid"),
}


@pytest.mark.parametrize("case", BAD_ACTIONS)
def test_a_bad_action_is_refused_and_changes_nothing(anna: Player, table: str, case: str) -> None:
    body, status, code = BAD_ACTIONS[case]
    seq = anna.look(table)["seq"]
    found = problem(anna.act(table, body, seq), status, code)
    if case == "unknown field":
        assert "seat" in str(found["detail"])
    assert anna.look(table)["seq"] == seq


def test_key_and_precondition_are_checked_in_form(anna: Player, carl: Player, table: str) -> None:
    path, draw = f"/v1/tables/{table}/actions", {"type": "draw"}
    problem(anna.post(path, draw, if_match="1"), 400, "key_needed")
    problem(anna.post(path, draw, if_match="1", idempotency_key="a b"), 400, "malformed")
    problem(anna.post(path, draw, if_match="1", idempotency_key="x" * 200), 400, "malformed")
    problem(anna.post(path, draw, if_match="yesterday", idempotency_key="k"), 400, "malformed")
    problem(carl.act(table, draw, 1), 403, "not_seated")


@pytest.mark.parametrize("step", ["next-deal", "resign", "actions"])
def test_nothing_of_the_game_works_before_the_start(anna: Player, step: str) -> None:
    table = anna.open()
    anna.sit(table, 0)
    answer = anna.post(
        f"/v1/tables/{table}/{step}", {"type": "draw"} if step == "actions" else None, idempotency_key="k"
    )
    problem(answer, 409, "not_started")


def test_an_action_and_its_deadline(anna: Player, clock: Clock, table: str) -> None:
    view = anna.look(table)
    due = min(deadline["at_ms"] for deadline in view["deadlines"])
    clock.ms = due - 1
    drawn = anna.act(table, {"type": "draw"}, view["seq"])
    assert drawn.status_code == 201
    clock.ms = due
    late = anna.act(table, drawn.json()["table"]["legal"][0], view["seq"] + 1)
    body = problem(late, 412, "stale")
    (tick,) = body["missed"]  # type: ignore[misc]
    assert tick["entry"]["by"] == {"server": "clock"}


def test_a_whole_match(anna: Player, bert: Player, carl: Player, table: str) -> None:
    for deal in (1, 2, 3):
        assert anna.look(table)["deal"] == deal
        play_deal(table, [anna, bert])
        if deal < 3:
            problem(bert.post(f"/v1/tables/{table}/next-deal"), 409, "host_deals")
            assert anna.post(f"/v1/tables/{table}/next-deal").status_code == 201
    view = carl.look(table)
    assert (view["phase"], view["reason"]) == ("closed", "finished")
    assert sum(view["result"]["scores"]) == 3
    problem(anna.post(f"/v1/tables/{table}/next-deal"), 409, "table_closed")


def test_resigning_ends_the_own_part(anna: Player, bert: Player, table: str) -> None:
    answer = anna.post(f"/v1/tables/{table}/resign")
    assert answer.status_code == 201
    assert answer.json()["table"]["seats"][0]["resigned"]
    problem(anna.act(table, {"type": "draw"}, answer.json()["table"]["seq"]), 409, "left_for_good")
