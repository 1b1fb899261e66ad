"""The log: pages, live streams, tickets, replay."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest

from domain.kernel import Registry
from store.connect import StoreConfig
from tests.api.players import Player, play_deal
from tests.api.serving import SETTINGS, serving
from tests.api.test_edge import problem
from tests.support.servers import Server
from tests.support.toy import TOY

STREAM = {"Accept": "text/event-stream"}


def read(lines: Iterator[str]) -> Iterator[dict[str, Any]]:
    """The frames of a stream; a heartbeat is {"ping": True}."""
    frame: dict[str, Any] = {}
    for line in lines:
        if line.startswith(": "):
            yield {"ping": True}
        elif line.startswith("id: "):
            frame["id"] = int(line[4:])
        elif line.startswith("data: "):
            frame["data"] = json.loads(line[6:])
        elif not line and frame:
            yield frame
            frame = {}


@contextmanager
def following(player: Player, table: str, after: int = 0, **headers: str) -> Iterator[Iterator[dict[str, Any]]]:
    sent = player.headers | STREAM | headers
    with player.client.stream("GET", f"/v1/tables/{table}/entries?after={after}", headers=sent) as answer:
        assert answer.status_code == 200, answer.read()
        assert answer.headers["content-type"].startswith("text/event-stream")
        yield (frame for frame in read(answer.iter_lines()))


def entries(frames: Iterator[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    return (frame for frame in frames if "id" in frame)


def test_entries_come_in_pages(anna: Player, table: str) -> None:
    everything = anna.get(f"/v1/tables/{table}/entries").json()
    assert [item["seq"] for item in everything["items"]] == list(range(1, everything["head"] + 1))
    assert everything["closed"] is False
    found: list[Any] = []
    path: str | None = f"/v1/tables/{table}/entries?limit=2"
    while path:
        page = anna.get(path)
        found += page.json()["items"]
        path = page.links["next"]["url"] if "next" in page.links else None
    assert found == everything["items"]
    problem(anna.get(f"/v1/tables/{table}/entries?after=-1"), 422, "invalid")
    problem(anna.get(f"/v1/tables/{table}/entries?after=x"), 422, "invalid")


def test_everybody_gets_every_entry_with_the_own_openings(anna: Player, bert: Player, carl: Player, table: str) -> None:
    anna.play(table)
    logs = [player.get(f"/v1/tables/{table}/entries").json()["items"] for player in (anna, bert, carl)]
    assert [[item["hash"] for item in log] for log in logs][1:] == [[item["hash"] for item in logs[0]]] * 2
    last = [log[-1]["openings"] for log in logs]
    assert [len(openings) for openings in last] == [1, 0, 0]
    assert logs[0][-1]["text"].keys() == {"de", "en"}


def test_a_closed_deal_is_open_to_all(anna: Player, bert: Player, carl: Player, table: str) -> None:
    play_deal(table, [anna, bert])
    page = carl.get(f"/v1/tables/{table}/entries").json()
    (span,) = page["deals"]
    dealt = page["items"][span["first"] - 1]
    assert len(dealt["openings"]) == 4
    assert span["last"] == page["head"]


def test_a_stream_brings_what_was_and_what_comes(anna: Player, bert: Player, carl: Player, table: str) -> None:
    head = anna.look(table)["seq"]
    with httpx.Client(base_url=carl.client.base_url, timeout=10) as own:
        carl.client = own
        with following(carl, table) as frames:
            found = entries(frames)
            assert [next(found)["id"] for _ in range(head)] == list(range(1, head + 1))
            anna.play(table)
            frame = next(found)
            assert (frame["id"], frame["data"]["seq"], frame["data"]["opened"]) == (head + 1, head + 1, None)
            assert frame["data"]["openings"] == []
            play_deal(table, [anna, bert])
            *_, last = [next(found) for _ in range(anna.look(table)["seq"] - head - 1)]
            assert last["data"]["opened"]["last"] == last["id"]


def test_a_silent_stream_has_a_heartbeat(carl: Player, table: str) -> None:
    with following(carl, table, after=1000) as frames:
        assert next(frames) == {"ping": True}


def test_a_stream_goes_on_after_the_last_event_without_gap(anna: Player, bert: Player, table: str) -> None:
    with following(anna, table) as frames:
        first = next(entries(frames))
    play_deal(table, [anna, bert])
    head = anna.look(table)["seq"]
    with following(anna, table, **{"Last-Event-ID": str(first["id"])}) as frames:
        found = entries(frames)
        assert [next(found)["id"] for _ in range(head - 1)] == list(range(2, head + 1))


def test_a_stream_ends_with_the_table_and_then_there_is_nothing_more(anna: Player, bert: Player, table: str) -> None:
    found: list[int] = []

    def watch() -> None:
        with httpx.Client(base_url=anna.client.base_url, timeout=20) as own:
            other = Player(own)
            with following(other, table) as frames:
                found.extend(frame["id"] for frame in entries(frames))

    watcher = threading.Thread(target=watch)
    watcher.start()
    for deal in range(3):
        play_deal(table, [anna, bert])
        if deal < 2:
            anna.post(f"/v1/tables/{table}/next-deal")
    watcher.join(20)
    head = anna.look(table)["seq"]
    assert found == list(range(1, head + 1))
    again = anna.get(f"/v1/tables/{table}/entries", **STREAM, last_event_id=str(head))
    assert (again.status_code, again.content) == (204, b"")
    problem(anna.get(f"/v1/tables/{table}/entries", **STREAM, last_event_id="x"), 400, "malformed")


def test_a_ticket_opens_the_stream_of_its_table_alone(
    anna: Player, bert: Player, client: httpx.Client, table: str
) -> None:
    anna.play(table)
    made = anna.post(f"/v1/tables/{table}/ticket")
    assert made.status_code == 201
    page = client.get(made.json()["url"]).json()
    assert len(page["items"][-1]["openings"]) == 1
    other = anna.open()
    ticket = made.json()["ticket"]
    problem(client.get(f"/v1/tables/{other}/entries?ticket={ticket}"), 401, "token_invalid")
    problem(client.get(f"/v1/tables/{table}?ticket={ticket}"), 401, "unauthenticated")
    problem(client.get(f"/v1/tables/{table}", headers={"Authorization": f"Bearer {ticket}"}), 401, "token_invalid")


def test_head_of_a_stream_ends(anna: Player, table: str) -> None:
    assert anna.request("HEAD", f"/v1/tables/{table}/entries", **STREAM).status_code == 200


def test_a_replay_shows_what_a_seat_knew(anna: Player, bert: Player, carl: Player, table: str) -> None:
    anna.play(table)
    own = anna.get(f"/v1/tables/{table}/replay?as=seat:0").json()
    public = carl.get(f"/v1/tables/{table}/replay?as=public").json()
    assert [frame["seq"] for frame in own["items"]] == list(range(1, own["head"] + 1))
    assert len(own["items"][-1]["view"]["game"]["hand"]) == 3
    assert public["items"][-1]["view"]["game"]["hand"] == []
    problem(carl.get(f"/v1/tables/{table}/replay?as=seat:0"), 403, "not_your_seat")
    problem(carl.get(f"/v1/tables/{table}/replay?as=seat:9"), 422, "no_such_seat")
    problem(carl.get(f"/v1/tables/{table}/replay?as=god"), 422, "invalid")
    assert all(not frame["hands"] for frame in carl.get(f"/v1/tables/{table}/replay?as=all").json()["items"])
    play_deal(table, [anna, bert])
    everything = carl.get(f"/v1/tables/{table}/replay?as=all").json()["items"]
    assert len(everything[-2]["hands"]) == 2
    page = carl.get(f"/v1/tables/{table}/replay?as=all&after=3&limit=2")
    assert page.json()["items"] == everything[3:5]
    assert page.links["next"]["url"].endswith("as=all&after=5&limit=2")


def test_an_open_stream_does_not_keep_the_server_from_ending(
    server: Server, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("signing")
    with (
        serving(StoreConfig(url=server.url), Registry([TOY]), folder, settings=SETTINGS) as running,
        httpx.Client(base_url=running.url, timeout=20) as client,
    ):
        anna = Player(client)
        table = anna.open()
        with following(anna, table) as frames:
            assert next(entries(frames))["id"] == 1
            running.server.stop()
            assert all("ping" in frame for frame in frames)
        running.stop(timeout=5)
