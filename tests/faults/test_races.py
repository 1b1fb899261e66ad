"""Several API processes on the same tables: one outcome for every race, and everybody reads the same order."""

import secrets
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from domain.kernel import Registry
from store.connect import StoreConfig
from tests.api.players import Player
from tests.api.serving import Running, serving
from tests.support.servers import Server
from tests.support.toy import TOY

START_MS = 1_764_449_999_000


@dataclass
class Houses:
    """Two API servers on one store, with a client of each and a clock that they share."""

    apis: list[Running]
    clients: list[httpx.Client]
    ms: int = START_MS

    def player(self, api: int = 0) -> Player:
        return Player(self.clients[api])

    def at(self, player: Player, api: int) -> Player:
        """The same player at another API server."""
        other = object.__new__(Player)
        other.__dict__.update(player.__dict__, client=self.clients[api])
        return other

    def same_order_everywhere(self, table: str) -> list[dict[str, Any]]:
        """Read the log from both servers; it must be the same."""
        read = [self.player(api).get(f"/v1/tables/{table}/entries?after=0").json()["items"] for api in (0, 1)]
        assert [item["hash"] for item in read[0]] == [item["hash"] for item in read[1]]
        assert [item["seq"] for item in read[0]] == list(range(1, len(read[0]) + 1))
        found: list[dict[str, Any]] = read[0]
        return found


@pytest.fixture
def houses(each_server: Server, tmp_path: Path) -> Iterator[Houses]:
    made = Houses([], [])
    with ExitStack() as stack:
        for _ in range(2):
            config = StoreConfig(url=each_server.url)
            api = stack.enter_context(serving(config, Registry([TOY]), tmp_path, clock=lambda: made.ms))
            made.apis.append(api)
            made.clients.append(stack.enter_context(httpx.Client(base_url=api.url, timeout=20)))
        yield made


@pytest.fixture
def seated(houses: Houses) -> tuple[Player, Player, str]:
    """Anna and Bert at a table whose first deal runs; it is Anna's turn."""
    anna, bert = houses.player(0), houses.player(1)
    table = anna.open()
    anna.sit(table, 0)
    bert.sit(table, 1)
    anna.ready(table)
    bert.ready(table)
    assert anna.post(f"/v1/tables/{table}/next-deal").status_code == 201
    return anna, bert, table


def together(count: int, what: Callable[[int], httpx.Response]) -> list[httpx.Response]:
    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(what, range(count)))


def test_twenty_sit_down_on_the_last_seat(houses: Houses) -> None:
    host = houses.player()
    table = host.open()
    host.sit(table, 0)
    guests = [houses.player(number % 2) for number in range(20)]
    answers = together(20, lambda number: guests[number].request("PUT", f"/v1/tables/{table}/seats/1"))
    assert sorted(answer.status_code for answer in answers) == [201] + [409] * 19
    entries = houses.same_order_everywhere(table)
    assert [item["entry"]["action"]["type"] for item in entries] == ["table.open", "seat.take", "seat.take"]
    (winner,) = [guest for guest, answer in zip(guests, answers, strict=True) if answer.status_code == 201]
    assert all((guest.look(table)["you"] == 1) == (guest is winner) for guest in guests)


def test_one_account_sits_down_everywhere_at_once(houses: Houses) -> None:
    anna = houses.player()
    table = anna.open(seats=4)
    here = [houses.at(anna, number % 2) for number in range(8)]
    answers = together(8, lambda number: here[number].request("PUT", f"/v1/tables/{table}/seats/{number % 4}"))
    taken = {number % 4 for number, answer in enumerate(answers) if answer.status_code == 201}
    assert len(taken) == 1
    assert len(houses.same_order_everywhere(table)) == 2


def test_the_same_key_at_two_servers_is_one_entry_and_one_receipt(
    houses: Houses, seated: tuple[Player, Player, str]
) -> None:
    anna, _, table = seated
    seq = anna.look(table)["seq"]
    here = [houses.at(anna, number % 2) for number in range(10)]
    answers = together(10, lambda number: here[number].act(table, {"type": "draw"}, seq, "same"))
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.json()["receipt"] for answer in answers}) == 1
    assert len(houses.same_order_everywhere(table)) == seq + 1


def test_the_same_action_twice_at_two_servers_is_accepted_once(
    houses: Houses, seated: tuple[Player, Player, str]
) -> None:
    anna, _, table = seated
    seq = anna.look(table)["seq"]
    here = [houses.at(anna, number % 2) for number in range(10)]
    answers = together(10, lambda number: here[number].act(table, {"type": "draw"}, seq, secrets.token_hex(8)))
    assert sorted(answer.status_code for answer in answers) == [201] + [412] * 9
    assert len(houses.same_order_everywhere(table)) == seq + 1
    for answer in answers:
        if answer.status_code == 412:
            assert [item["seq"] for item in answer.json()["missed"]] == [seq + 1]


@pytest.mark.parametrize(("offset", "late"), [(-1, False), (0, True), (1, True)], ids=["due-1", "due", "due+1"])
def test_an_action_and_its_deadline_at_once(
    houses: Houses, seated: tuple[Player, Player, str], offset: int, late: bool
) -> None:
    anna, _, table = seated
    view = anna.look(table)
    seq, due = view["seq"], min(deadline["at_ms"] for deadline in view["deadlines"])
    houses.ms = due + offset
    api = houses.apis[1]

    def act_or_tick(number: int) -> httpx.Response:
        if number % 2:
            api.do(api.service.handler.tick(table))
            return anna.get(f"/v1/tables/{table}")
        return houses.at(anna, 0).act(table, {"type": "draw"}, seq)

    acted = together(2, act_or_tick)[0]
    entries = houses.same_order_everywhere(table)
    assert len(entries) == seq + 1
    by = entries[-1]["entry"]["by"]
    if late:
        assert acted.status_code == 412
        assert by == {"server": "clock"}
    else:
        assert acted.status_code == 201
        assert by == {"seat": 0, "via": "player"}


def test_two_players_hammer_two_servers_and_every_answer_stands(
    houses: Houses, seated: tuple[Player, Player, str]
) -> None:
    anna, bert, table = seated
    players = (anna, bert)

    def play(number: int) -> httpx.Response:
        answer = None
        for turn in range(20):
            player = houses.at(players[number % 2], (number + turn) % 2)
            view = player.look(table)
            if not view["running"]:
                break
            if view["legal"]:
                answer = player.act(table, view["legal"][0], view["seq"])
                assert answer.status_code in (201, 409, 412), answer.text
        return answer or anna.get(f"/v1/tables/{table}")

    together(4, play)
    entries = houses.same_order_everywhere(table)
    acted = [item["entry"]["action"]["type"] for item in entries if item["entry"]["action"]["type"] in ("draw", "play")]
    assert acted == ["draw", "play"] * (len(acted) // 2) + ["draw"] * (len(acted) % 2)
