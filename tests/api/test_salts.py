"""Every game is played through REST while everybody listens: nobody receives the salt of an opening that is not his.

A salt is random, so it cannot be in an answer by chance, whatever the game. `test_leaks` looks for faces, in one game.
"""

import io
import random
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from domain.games import shipped_registry
from domain.kernel import AnyRuleSet, Registry
from store.connect import StoreConfig
from tests.api.players import Player
from tests.api.serving import Running, serving
from tests.support.servers import Server

GAMES = sorted(rules.id for rules in shipped_registry().current())
HIDING = ("schafkopf", "volle_scholle", "vollpfosten")
"""Games in which some seat knows more than another from the first moves on."""
MOVES = 8
PATHS = ("", "/record", "/entries", "/replay?as=public", "/replay?as=all", "/replay?as=seat:0", "/replay?as=seat:1")


class Ear(httpx.Client):
    """A client that keeps all it receives, records unpacked, and suffers no failure of the server."""

    def __init__(self, base_url: str) -> None:
        self.heard = ""
        super().__init__(base_url=base_url, timeout=20, event_hooks={"response": [self._hear]})

    def _hear(self, response: httpx.Response) -> None:
        content = response.read()
        assert response.status_code < 500, response.text
        if response.headers.get("content-type") == "application/zip":
            with zipfile.ZipFile(io.BytesIO(content)) as file:
                content = b"\n".join(file.read(name) for name in file.namelist())
        self.heard += f"{response.headers}\n{content.decode()}\n"


def _lasts(choice: dict[str, Any]) -> bool:
    """Contracts that may end a deal with its first trick leave too little to be heard."""
    return choice.get("kind") not in ("wenz_tout", "solo_tout", "sie")


def eavesdrop(running: Running, game: str, moves: int = MOVES) -> tuple[list[str], int]:
    """Play some moves of a deal; give every salt that reached somebody else, and how many there were to be heard."""
    rng = random.Random(game)
    seats = min(running.service.registry.get(game).seats)
    with ExitStack() as stack:
        ears = [stack.enter_context(Ear(running.url)) for _ in range(seats + 1)]
        players = [Player(ear) for ear in ears]
        table = players[0].open(rules=game, seats=seats)
        path = f"/v1/tables/{table}"
        for seat, player in enumerate(players[:seats]):
            player.sit(table, seat)
        for player in players[:seats]:
            player.ready(table)
        assert players[0].post(f"{path}/next-deal").status_code == 201
        for _ in range(moves):
            view = players[0].look(table)
            if not view["to_act"]:
                break  # only a deadline moves it on
            seat = rng.choice(view["to_act"])
            mine = players[seat].look(table)
            if mine["legal"]:
                lasting = (choice for choice in mine["legal"] if choice["type"] != "pass" and _lasts(choice))
                action = next(lasting, mine["legal"][0])
                for other in players:
                    if other is not players[seat]:
                        assert other.act(table, action, rng.randrange(view["seq"])).status_code >= 400
                players[seat].act(table, action, mine["seq"])
        for player in players:
            for seat in range(seats):
                player.request("PUT", f"{path}/seats/{seat}")
            for what in PATHS:
                player.get(path + what)
        live = running.do(running.service.handler.current(table))
        assert live.state.dealing, "the deal was to be listened to while it runs"
        openings = [o for entry in running.do(running.service.handler.entries(table)) for o in entry.openings]
    sealed = [o for o in openings if o.audience != "all"]
    found = [
        f"{who} has the opening {o.pointer} of entry {o.seq}, which is for {o.audience}"
        for o in sealed
        for who, ear in enumerate(ears)
        if o.salt in ear.heard and (who >= seats or who not in o.audience)
    ]
    return found, sum(bool(o.audience) for o in sealed)


@pytest.fixture(scope="module")
def house(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serving(StoreConfig(url=server.url), shipped_registry(), tmp_path_factory.mktemp("keys")) as running:
        yield running


@pytest.mark.parametrize("game", GAMES)
def test_nobody_receives_a_salt_that_is_not_his(house: Running, game: str) -> None:
    found, sealed = eavesdrop(house, game)
    assert found == []
    assert sealed > 0 or game not in HIDING, (
        "nothing was hidden, so only seeds and the table's secret were searched for"
    )


def test_a_salt_in_the_wrong_ears_is_found(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody gets the openings of seat 0, as if he sat there."""
    monkeypatch.setattr("projections.entries.openings_for", lambda openings, _seat, closed: _for_zero(openings, closed))
    rules: AnyRuleSet = shipped_registry().get("schafkopf")
    with serving(StoreConfig(url=server.url), Registry([rules]), tmp_path) as running:
        found, _ = eavesdrop(running, "schafkopf", moves=1)
    assert any(line.startswith("4 has the opening") for line in found)


def _for_zero(openings: Any, closed: bool) -> Any:
    return tuple(o for o in openings if closed or o.audience == "all" or 0 in o.audience)
