"""Tables through REST: opening, private ones, and looking at them."""

import secrets
from typing import Any

import httpx
import pytest

from tests.api.players import Player
from tests.api.serving import Running
from tests.api.test_edge import problem

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
    assert not set("()[]'") & set(body["right"]), "a sentence, not a value of the program"


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
