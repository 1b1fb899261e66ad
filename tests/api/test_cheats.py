"""Cheats that somebody tried through REST. Each of these worked once, or came close."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from domain.games import shipped_registry
from domain.kernel import Registry
from store.connect import StoreConfig
from tests.api.players import Player
from tests.api.serving import serving
from tests.api.signer import Signer
from tests.api.test_edge import problem
from tests.api.test_entries import entries, following
from tests.support.servers import Server
from tests.support.toy import TOY


@pytest.fixture
def dora(client: httpx.Client) -> Player:
    """Somebody who takes a seat that has become free again."""
    return Player(client)


def watch(player: Player, table: str, seen: list[Any], begun: threading.Event) -> None:
    """Follow a table until a deal is dealt; `begun` tells that the stream is open."""
    with httpx.Client(base_url=player.client.base_url, timeout=20) as own:
        player.client = own
        with following(player, table) as frames:
            for frame in entries(frames):
                seen.append(frame["data"])
                begun.set()
                if any(event["type"] == "dealt" for event in frame["data"]["entry"]["events"]):
                    return


def test_who_got_up_does_not_see_the_hand_of_the_next_one_at_his_seat(
    anna: Player, bert: Player, dora: Player, client: httpx.Client
) -> None:
    """The stream asked where its follower sits once, when it was opened."""
    table = anna.open()
    anna.sit(table, 0)
    bert.sit(table, 1)
    watcher = Player(client)
    watcher.headers = bert.headers
    seen: list[Any] = []
    begun = threading.Event()
    thread = threading.Thread(target=watch, args=(watcher, table, seen, begun))
    thread.start()
    assert begun.wait(20)
    assert bert.request("DELETE", f"/v1/tables/{table}/seats/1").status_code == 201
    dora.sit(table, 1)
    anna.ready(table)
    dora.ready(table)
    anna.post(f"/v1/tables/{table}/next-deal")
    thread.join(20)
    assert seen[-1]["entry"]["events"][-1]["type"] == "dealt"
    assert seen[-1]["openings"] == []
    assert len(dora.get(f"/v1/tables/{table}/entries").json()["items"][-1]["openings"]) == 2


@pytest.mark.parametrize("who", ["public%0A", "all%0A", "seat:0%0A", "seat:%D9%A0", "seat:0%0D%0AX-Evil:%201"])
def test_a_view_with_a_line_break_or_foreign_digits_is_refused(anna: Player, table: str, who: str) -> None:
    """It came back in the Link header, or as a failure of the server."""
    problem(anna.get(f"/v1/tables/{table}/replay?as={who}&limit=1"), 422, "invalid")


def test_who_asks_for_a_seat_that_signs_is_told_that_it_is_taken(
    anna: Player, bert: Player, client: httpx.Client
) -> None:
    """He was asked for that seat's signature, as if he sat there; so was who asked for seat -1."""
    dora = Signer(client)
    table = anna.open()
    dora.sit_down(table, 1)
    for player in (anna, bert):
        problem(player.request("PUT", f"/v1/tables/{table}/seats/1"), 409, "seat_taken")
        problem(player.request("PUT", f"/v1/tables/{table}/seats/-1"), 422, "invalid")
    sent = {"seat_signature": f"1.{'A' * 86}", "idempotency_key": "a"}
    problem(anna.request("PUT", f"/v1/tables/{table}/seats/0", **sent), 403, "no_key_registered")


ASKED = (
    ("GET", "", None),
    ("HEAD", "", None),
    ("GET", "/entries", None),
    ("GET", "/replay", None),
    ("GET", "/record", None),
    ("GET", "/disputes", None),
    ("GET", "?invitation=wrong", None),
    ("GET", "/disputes/1/record", None),
    ("POST", "/ticket", None),
    ("POST", "/ready", None),
    ("POST", "/next-deal", None),
    ("POST", "/resign", None),
    ("POST", "/actions", {"type": "draw"}),
    ("POST", "/disputes", {"claim": "deal", "deal": 1}),
    ("POST", "/disputes/1/verdict", {"verdict": "dismissed", "say": "x"}),
    ("PUT", "/seats/1", {}),
    ("PUT", "/seats/1", {"invitation": "wrong"}),
    ("PUT", "/seats/9", {}),
    ("DELETE", "/seats/1", None),
)
"""Everything that can be asked of a table."""


def test_a_private_table_answers_a_stranger_as_one_that_does_not_exist(
    anna: Player, bert: Player, carl: Player
) -> None:
    opened = anna.post("/v1/tables", {"rules": "toy", "visibility": "private"}, idempotency_key="p").json()
    there, nowhere = opened["table"]["table"], "a" * 26
    anna.sit(there, 0)
    bert.sit(there, 1, invitation=opened["invitation"])
    anna.ready(there)
    bert.ready(there)
    anna.post(f"/v1/tables/{there}/next-deal")
    for method, path, body in ASKED:
        answers = [
            carl.request(
                method, f"/v1/tables/{table}{path}", body, idempotency_key="k", if_match="*", if_none_match="*"
            )
            for table in (there, nowhere)
        ]
        one, other = [(answer.status_code, answer.content, answer.headers["content-length"]) for answer in answers]
        assert one == other, (method, path)
        assert one[0] in (403, 404), (method, path)


def test_a_number_that_no_record_can_hold_is_refused_before_it_is_signed(server: Server, tmp_path: Path) -> None:
    """The server failed when it was to sign its refusal."""
    wanted = {"idempotency_key": "k", "if_match": "*", "prefer": "signed-refusal"}
    big = 10**20
    with (
        serving(StoreConfig(url=server.url), shipped_registry(), tmp_path) as running,
        httpx.Client(base_url=running.url, timeout=20) as client,
    ):
        anna = Player(client)
        table = anna.open(rules="vollpfosten", seats=3)
        anna.sit(table, 0)
        vote = {"type": "judge", "play": big, "fits": True}
        problem(anna.post(f"/v1/tables/{table}/actions", vote, **wanted), 422, "invalid")
        problem(anna.request("PUT", f"/v1/tables/{table}/seats/{big}", None, prefer="signed-refusal"), 422, "invalid")


def test_a_process_that_is_behind_asks_for_the_precondition_all_the_same(
    server: Server, clock: Callable[[], int], anna: Player, bert: Player, table: str, tmp_path: Path
) -> None:
    """It had not seen that it was the caller's turn, and took his action without knowing what he had seen."""
    with (
        serving(StoreConfig(url=server.url), Registry([TOY]), tmp_path, clock=clock) as behind,
        httpx.Client(base_url=behind.url, timeout=20) as client,
    ):
        behind.do(behind.service.handler.current(table))
        while anna.look(table)["to_act"] == [0]:
            anna.play(table)
        answer = client.post(
            f"/v1/tables/{table}/actions", headers={**bert.headers, "Idempotency-Key": "k"}, json={"type": "draw"}
        )
        problem(answer, 428, "precondition_needed")


def test_what_was_done_without_a_precondition_is_repeated_without_one(server: Server, tmp_path: Path) -> None:
    """Several were to act then; on turn by now, the player was told to say which view he had decided on."""
    with (
        serving(StoreConfig(url=server.url), shipped_registry(), tmp_path) as running,
        httpx.Client(base_url=running.url, timeout=20) as client,
    ):
        players = [Player(client) for _ in range(3)]
        table = players[0].open(rules="volltreffer", seats=3)
        for seat, player in enumerate(players):
            player.sit(table, seat)
        for player in players:
            player.ready(table)
        players[0].post(f"/v1/tables/{table}/next-deal")
        while len(acting := players[0].look(table)["to_act"]) < 2:
            players[acting[0]].play(table)
        said: dict[int, Any] = {}
        for seat in acting:
            view = players[seat].look(table)
            seen = view["seq"] if view["to_act"] == [seat] else None
            meld = view["legal"][0]
            said[seat] = meld, players[seat].act(table, meld, seen, key="melded")
            assert said[seat][1].status_code == 201
        while len(acting := players[0].look(table)["to_act"]) > 1:
            players[acting[0]].play(table)
        (seat,) = acting
        meld, first = said[seat]
        assert players[seat].act(table, meld, key="melded").json()["receipt"] == first.json()["receipt"]
        problem(players[seat].act(table, meld, key="fresh"), 428, "precondition_needed")
