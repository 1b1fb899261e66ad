"""Seats through REST: sitting down, leaving, seeds and keys, readiness."""

import hashlib
import secrets
from base64 import urlsafe_b64encode
from concurrent.futures import ThreadPoolExecutor

import httpx

from tests.api.conftest import Clock
from tests.api.players import Player
from tests.api.test_edge import problem


def b64(raw: bytes) -> str:
    return urlsafe_b64encode(raw).decode().rstrip("=")


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
