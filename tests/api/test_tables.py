"""A table through REST: opening, seats, readiness, play, errors."""

import hashlib
import secrets
from base64 import urlsafe_b64encode
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from domain.record.receipt import KeySet, PublicKey
from tests.api.conftest import Clock
from tests.api.players import Player, play_deal
from tests.api.serving import Running
from tests.api.test_edge import problem


def b64(raw: bytes) -> str:
    return urlsafe_b64encode(raw).decode().rstrip("=")


# -- opening ------------------------------------------------------------------------------------------------------


def test_a_repeat_opens_no_second_table_and_another_body_is_refused(anna: Player, bert: Player) -> None:
    first = anna.post("/v1/tables", {"rules": "toy"}, idempotency_key="k")
    again = anna.post("/v1/tables", {"rules": "toy"}, idempotency_key="k")
    other = bert.post("/v1/tables", {"rules": "toy"}, idempotency_key="k")
    ids = [answer.json()["table"]["table"] for answer in (first, again, other)]
    assert ids[0] == ids[1] != ids[2]
    problem(anna.post("/v1/tables", {"rules": "toy", "seats": 3}, idempotency_key="k"), 422, "key_reused")


def test_opening_needs_a_key(anna: Player) -> None:
    problem(anna.post("/v1/tables", {"rules": "toy"}), 400, "key_needed")


WISHES: dict[str, tuple[dict[str, Any], str]] = {
    "unknown game": ({"rules": "chess"}, "no_such_rules"),
    "unknown version": ({"rules": "toy", "version": 9}, "no_such_rules"),
    "seats": ({"rules": "toy", "seats": 7}, "seats_not_allowed"),
    "unknown field": ({"rules": "toy", "colour": "red"}, "invalid"),
    "unknown option": ({"rules": "toy", "options": {"x": 1}}, "invalid"),
    "option of a wrong type": ({"rules": "toy", "options": {"deals": "3"}}, "invalid"),
    "number for a name": ({"rules": 3}, "invalid"),
    "string for a number": ({"rules": "toy", "seats": "2"}, "invalid"),
    "bot level": ({"rules": "toy", "bots": [{"seat": 0, "level": "genius"}]}, "no_such_bot"),
    "bot's seat": ({"rules": "toy", "bots": [{"seat": 5}]}, "no_such_seat"),
    "two bots at a seat": ({"rules": "toy", "bots": [{"seat": 1}, {"seat": 1}]}, "seat_taken"),
    "clock": ({"rules": "toy", "clock": {"move_s": -1}}, "invalid"),
}


@pytest.mark.parametrize("case", WISHES)
def test_a_wish_that_cannot_be_is_refused_by_name(anna: Player, case: str) -> None:
    wish, code = WISHES[case]
    body = problem(anna.post("/v1/tables", wish, idempotency_key=secrets.token_hex(4)), 422, code)
    assert body["right"]


def test_an_unknown_field_is_named(anna: Player) -> None:
    body = problem(anna.post("/v1/tables", {"rules": "toy", "colour": "red"}, idempotency_key="x"), 422, "invalid")
    assert "colour" in str(body["detail"])


def test_bots_sit_at_once_and_are_ready(anna: Player) -> None:
    table = anna.open(bots=[{"seat": 1}])
    seats = anna.look(table)["seats"]
    assert seats[0]["free"]
    assert (seats[1]["bot"], seats[1]["ready"]) == ("easy", True)
    anna.sit(table, 0)
    assert anna.ready(table)["table"]["phase"] == "started"


def test_whoever_opened_the_table_hosts_it(anna: Player, bert: Player) -> None:
    table = anna.open()
    bert.sit(table, 0)
    assert bert.look(table)["host"] == 0
    anna.sit(table, 1)
    assert bert.look(table)["host"] == 1


def test_open_tables_come_in_pages_with_links(api: Running, anna: Player) -> None:
    tables = [anna.open() for _ in range(3)]
    for table in [*tables, anna.open(visibility="unlisted"), anna.open(visibility="private")]:
        live = api.do(api.service.handler.current(table))
        api.do(api.service.models.project(live.state, {}, {}))
    found: list[str] = []
    path: str | None = "/v1/tables?rules=toy&phase=gathering&limit=2"
    while path:
        page = anna.get(path)
        found += [item["table"] for item in page.json()["items"]]
        path = page.links["next"]["url"] if "next" in page.links else None
    assert set(tables) <= set(found)
    assert len(found) == len(set(found))
    assert {item["visibility"] for item in anna.get("/v1/tables?limit=100").json()["items"]} == {"public"}
    problem(anna.get("/v1/tables?after=x"), 422, "invalid")
    problem(anna.get("/v1/tables?limit=0"), 422, "invalid")


# -- seats --------------------------------------------------------------------------------------------------------


def test_the_last_free_seat_is_given_once(anna: Player, client: httpx.Client) -> None:
    table = anna.open()
    anna.sit(table, 0)
    others = [Player(client) for _ in range(20)]
    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(lambda p: p.request("PUT", f"/v1/tables/{table}/seats/1"), others))
    assert sorted(answer.status_code for answer in answers) == [201] + [409] * 19
    assert {answer.json()["code"] for answer in answers if answer.status_code == 409} == {"seat_taken"}
    log = anna.get(f"/v1/tables/{table}/entries").json()["items"]
    assert sum(event["type"] == "seat.taken" for item in log for event in item["entry"]["events"]) == 2


def test_sitting_again_at_the_own_seat_changes_nothing(anna: Player) -> None:
    table = anna.open()
    seq = anna.sit(table, 0)["table"]["seq"]
    again = anna.request("PUT", f"/v1/tables/{table}/seats/0")
    assert (again.status_code, again.json()["table"]["seq"]) == (200, seq)


def test_who_sat_here_sits_nowhere_else(anna: Player) -> None:
    table = anna.open()
    anna.sit(table, 0)
    assert anna.request("DELETE", f"/v1/tables/{table}/seats/0").status_code == 201
    problem(anna.request("PUT", f"/v1/tables/{table}/seats/1"), 409, "other_seat")
    assert anna.sit(table, 0)["table"]["you"] == 0


def test_only_the_own_seat_can_be_left(anna: Player, bert: Player, carl: Player) -> None:
    table = anna.open()
    anna.sit(table, 0)
    bert.sit(table, 1)
    problem(anna.request("DELETE", f"/v1/tables/{table}/seats/1"), 403, "not_your_seat")
    problem(carl.request("DELETE", f"/v1/tables/{table}/seats/1"), 403, "not_seated")


def test_a_seat_that_does_not_exist(anna: Player) -> None:
    table = anna.open()
    problem(anna.request("PUT", f"/v1/tables/{table}/seats/9"), 409, "no_such_seat")
    problem(anna.request("PUT", f"/v1/tables/{table}/seats/x"), 404, "not_found")


def test_a_player_may_bring_the_own_seed(anna: Player, bert: Player) -> None:
    table = anna.open()
    seed = secrets.token_bytes(32)
    anna.sit(table, 0, commitment=b64(hashlib.sha256(seed).digest()))
    bert.sit(table, 1)
    problem(anna.post(f"/v1/tables/{table}/ready"), 422, "seed_needed")
    problem(anna.post(f"/v1/tables/{table}/ready", {"seed": b64(bytes(32))}), 409, "seed_does_not_match")
    anna.ready(table, seed=b64(seed))
    assert bert.ready(table)["table"]["phase"] == "started"
    started = anna.get(f"/v1/tables/{table}/entries").json()["items"][-1]["entry"]["events"][-1]
    assert started["seeds"][0] == b64(seed)


def test_a_public_key_is_checked(anna: Player) -> None:
    table = anna.open()
    answer = anna.request("PUT", f"/v1/tables/{table}/seats/0", {"key": b64(bytes(32))})
    problem(answer, 422, "bad_public_key")


def test_the_server_seeds_stay_secret_until_ready(anna: Player, bert: Player) -> None:
    table = anna.open()
    anna.sit(table, 0)
    entry = anna.get(f"/v1/tables/{table}/entries").json()["items"][-1]
    assert list(entry["entry"]["events"][0]["seed"]) == ["sealed"]
    assert entry["openings"] == []


def test_when_a_seed_is_not_opened_in_time_all_commit_afresh(
    anna: Player, bert: Player, carl: Player, clock: Clock
) -> None:
    table = anna.open(clock={"ready_s": 5})
    anna.sit(table, 0)
    bert.sit(table, 1)
    anna.ready(table)
    clock.ms += 5_001
    problem(bert.post(f"/v1/tables/{table}/ready"), 403, "not_seated")
    carl.sit(table, 1)
    problem(anna.post(f"/v1/tables/{table}/ready"), 409, "commit_again")
    anna.sit(table, 0)
    anna.ready(table)
    assert carl.ready(table)["table"]["phase"] == "started"


# -- private tables -----------------------------------------------------------------------------------------------


def test_a_private_table_does_not_exist_for_strangers(anna: Player, bert: Player, carl: Player) -> None:
    answer = anna.post("/v1/tables", {"rules": "toy", "visibility": "private"}, idempotency_key="p")
    table, code = answer.json()["table"]["table"], answer.json()["invitation"]
    unknown = "a" * 26
    for path in ("", "/entries", "/replay"):
        missing = carl.get(f"/v1/tables/{unknown}{path}")
        hidden = carl.get(f"/v1/tables/{table}{path}")
        wrong = carl.get(f"/v1/tables/{table}{path}?invitation=nonsense")
        problem(hidden, 404, "not_found")
        assert hidden.content == missing.content == wrong.content
    problem(carl.request("PUT", f"/v1/tables/{table}/seats/0"), 404, "not_found")
    problem(carl.post(f"/v1/tables/{table}/ticket"), 404, "not_found")
    assert anna.get(f"/v1/tables/{table}").status_code == 200
    assert carl.get(f"/v1/tables/{table}?invitation={code}").status_code == 200
    bert.sit(table, 0, invitation=code)
    assert bert.get(f"/v1/tables/{table}").status_code == 200
    assert (
        anna.post("/v1/tables", {"rules": "toy", "visibility": "private"}, idempotency_key="p").json()["invitation"]
        == code
    )


# -- looking ------------------------------------------------------------------------------------------------------


def test_a_view_is_cached_by_its_tag(anna: Player, bert: Player, table: str) -> None:
    tag = anna.get(f"/v1/tables/{table}").headers["etag"]
    again = anna.get(f"/v1/tables/{table}", if_none_match=f'"x", W/{tag}')
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    assert bert.get(f"/v1/tables/{table}", if_none_match=tag).status_code == 200
    anna.play(table)
    assert anna.get(f"/v1/tables/{table}", if_none_match=tag).status_code == 200
    assert anna.request("HEAD", f"/v1/tables/{table}").status_code == 200


def test_seats_and_spectators_see_what_each_may(anna: Player, bert: Player, carl: Player, table: str) -> None:
    views = [player.look(table) for player in (anna, bert, carl)]
    assert [view["you"] for view in views] == [0, 1, None]
    hands = [view["game"]["hand"] for view in views]
    assert [len(hand) for hand in hands] == [2, 2, 0]
    assert set(hands[0]).isdisjoint(hands[1])
    assert views[0]["legal"] == [{"type": "draw"}]
    assert views[1]["legal"] == views[2]["legal"] == []


def test_without_a_token_no_table_is_shown(client: httpx.Client, table: str) -> None:
    for path in ("", "/entries", "/replay"):
        problem(client.get(f"/v1/tables/{table}{path}"), 401, "unauthenticated")


@pytest.mark.parametrize("table", ["x", "A" * 26, "a" * 26, "%7Bp01%7D", "a" * 200])
def test_a_table_that_does_not_exist(anna: Player, table: str) -> None:
    problem(anna.get(f"/v1/tables/{table}"), 404, "not_found")
    problem(anna.request("PUT", f"/v1/tables/{table}/seats/0"), 404, "not_found")
    problem(anna.act(table, {"type": "draw"}, 1), 404, "not_found")


# -- acting -------------------------------------------------------------------------------------------------------


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
