"""Answers of a racing game through three API servers: one order, the same for everybody; and a match to its end.

`RACES=200 pytest tests/faults/test_answer_races.py` races more often than an ordinary run does.
"""

import itertools
import os
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest

from domain.games import vollpfosten
from domain.kernel import Registry
from store.connect import StoreConfig
from tests.api.players import Player
from tests.api.serving import Running, serving
from tests.api.test_entries import entries, following
from tests.support.servers import Server

SEATS = 6
TIMES = int(os.environ.get("RACES", "10"))


@dataclass
class Shared:
    """A clock for all servers; in a race every look at it takes `pace` ms."""

    ms: int = 1_764_449_999_000
    pace: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def __call__(self) -> int:
        with self.lock:
            self.ms += self.pace
            return self.ms


@dataclass
class Tables:
    """Three API servers on one store, and players who go on sitting down at new tables."""

    apis: list[Running]
    clients: list[httpx.Client]
    clock: Shared
    players: list[Player] = field(default_factory=list)
    table: str = ""

    def open(self, seats: int, **options: object) -> None:
        self.players = [Player(self.clients[seat % 3]) for seat in range(seats)]
        self.table = self.players[0].open(rules="vollpfosten", seats=seats, options=options)
        for seat, player in enumerate(self.players):
            player.sit(self.table, seat)
        for player in self.players:
            player.ready(self.table)

    def tick(self) -> None:
        """Go to the next deadline of the game and let the clock act."""
        due = [wait["at_ms"] for wait in self.look()["deadlines"] if wait["id"].startswith("game/")]
        self.clock.ms = max(self.clock.ms, min(due))
        self.apis[0].do(self.apis[0].service.handler.tick(self.table))

    def look(self, seat: int = 0) -> dict[str, Any]:
        return self.players[seat].look(self.table)

    def act(self, seat: int, action: dict[str, Any]) -> httpx.Response:
        return self.players[seat].act(self.table, action, self.look()["seq"])

    def log(self, seat: int, after: int = 0) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        path = f"/v1/tables/{self.table}/entries?after={after}"
        while path:
            page = self.players[seat].get(path)
            found += page.json()["items"]
            path = page.links["next"]["url"] if "next" in page.links else ""
        return found

    def next_answers(self, seats: int, **options: object) -> dict[str, Any]:
        """Go on until a category waits for the answers of all but its reader."""
        while True:
            view = self.look() if self.table else {"phase": "closed"}
            if view["phase"] == "closed":
                self.open(seats, **options)
            elif not view["running"]:
                assert self.players[view["host"]].post(f"/v1/tables/{self.table}/next-deal").status_code == 201
            elif view["game"]["phase"] == "answering" and len(view["to_act"]) == seats - 1:
                return view
            else:
                self.go_on(view)

    def go_on(self, view: dict[str, Any]) -> None:
        """Let the seat on turn do the first legal thing, or else the clock."""
        if view["game"]["phase"] in ("drawing", "choosing", "targeting", "circle"):
            seat = view["game"]["on_turn"]
            legal = self.look(seat)["legal"]
            done = [move for move in legal if move["type"] not in ("add_no_more", "let_stand")]
            assert self.act(seat, done[0]).status_code == 201
        else:
            self.tick()


@pytest.fixture
def tables(server: Server, tmp_path: Path) -> Iterator[Tables]:
    clock = Shared()
    made = Tables([], [], clock)
    with ExitStack() as stack:
        for _ in range(3):
            config = StoreConfig(url=server.url)
            api = stack.enter_context(serving(config, Registry([vollpfosten.RULES]), tmp_path, clock=clock))
            made.apis.append(api)
            made.clients.append(stack.enter_context(httpx.Client(base_url=api.url, timeout=20)))
        yield made


def fitting(card: str, number: int) -> str:
    return f"{'A' if card == '*' else card[0]}-{number}"


@pytest.mark.parametrize("window", [0, 150])
def test_five_answer_at_the_same_moment(tables: Tables, window: int) -> None:
    numbers = itertools.count(1)
    ties = late = 0
    with ThreadPoolExecutor(SEATS - 1) as pool:
        for _ in range(TIMES):
            view = tables.next_answers(SEATS, tie_window_ms=window, rounds_to_win=10)
            seats = view["to_act"]
            moves = [
                {"type": "answer", "card": card, "term": fitting(card, next(numbers))}
                for card in (tables.look(seat)["game"]["hand"][0] for seat in seats)
            ]
            tables.clock.pace = 0 if window == 0 else 40
            answers = list(pool.map(lambda seat, move: tables.players[seat].act(tables.table, move), seats, moves))
            tables.clock.pace = 0
            accepted = check_race(tables, view["seq"], window, answers)
            ties += accepted > 1
            late += accepted < len(answers)
    assert late > 0
    assert (ties > 0) == (window > 0)


def check_race(tables: Tables, seq: int, window: int, answers: list[httpx.Response]) -> int:
    """One is first; with a window, those that came within it are accepted too. All read one log. Give how many."""
    logs = [tables.log(seat, seq) for seat in range(SEATS)]
    assert all([item["hash"] for item in log] == [item["hash"] for item in logs[0]] for log in logs)
    assert all([item["entry"] for item in log] == [item["entry"] for item in logs[0]] for log in logs)
    entries = [item["entry"] for item in logs[0]]
    laid = [entry for entry in entries if entry["action"]["type"] == "answer"]
    codes = [answer.json()["code"] for answer in answers if answer.status_code != 201]
    assert len(laid) == len(answers) - len(codes)
    assert set(codes) <= {"too_late"}
    first = laid[0]["at"]
    if window == 0:
        assert len(laid) == 1
    assert all(entry["at"] < first + max(window, 1) for entry in laid)
    ticks = [entry for entry in entries if entry["action"] == {"type": "tick", "deadline": "game/tie"}]
    if window and codes:
        assert len(ticks) == 1
        assert ticks[0]["at"] >= first + window
        assert entries.index(laid[-1]) < entries.index(ticks[0])
    return len(laid)


def test_a_match_over_rest_is_followed_live_to_its_end(tables: Tables) -> None:
    """Given three seats at three servers, each gets every entry live, in order, and the result at the end."""
    tables.open(3, tie_window_ms=0, rounds_to_win=1)
    frames: list[list[dict[str, Any]]] = [[], [], []]

    def follow(seat: int) -> None:
        with following(tables.players[seat], tables.table) as found:
            frames[seat].extend(entries(found))

    followers = [threading.Thread(target=follow, args=(seat,), daemon=True) for seat in range(3)]
    for follower in followers:
        follower.start()
    numbers = itertools.count(1)
    while True:
        view = tables.look()
        if view["phase"] == "closed":
            break
        if view["running"] and view["game"]["phase"] == "answering":
            seat = view["to_act"][0]
            card = tables.look(seat)["game"]["hand"][0]
            move = {"type": "answer", "card": card, "term": fitting(card, next(numbers))}
            assert tables.act(seat, move).status_code == 201
        elif view["running"]:
            tables.go_on(view)
        else:
            assert tables.players[view["host"]].post(f"/v1/tables/{tables.table}/next-deal").status_code == 201
    for follower in followers:
        follower.join(20)
        assert not follower.is_alive(), "the stream did not end with the table"
    assert view["result"]["ranks"].count(1) == 1
    log = tables.log(0)
    for seat in range(3):
        assert [frame["id"] for frame in frames[seat]] == list(range(1, len(log) + 1))
        assert [frame["data"]["hash"] for frame in frames[seat]] == [item["hash"] for item in log]
