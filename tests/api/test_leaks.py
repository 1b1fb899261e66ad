"""A whole table is played through REST, and every byte that anybody received is searched for what he may not know.

Two detectors: a card's face (in Schafkopf each face is there once) and the salt of an opening (random, so it cannot be
there by chance). Refused requests are made on purpose at every step: an error tells no more than an answer.
"""

import dataclasses
import re
import secrets
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec import structs

from domain.cards import DECK
from domain.games.schafkopf import RULES
from domain.games.schafkopf.messages import HandsDealt, Pass
from domain.kernel import AnyRuleSet, Command, Registry, Ruling, Secret
from store.connect import StoreConfig
from tests.api.players import Player
from tests.api.serving import Running, serving
from tests.support.servers import Server

FACE = re.compile(r"(?<![\w-])(" + "|".join(DECK) + r")(?![\w-]| §| \d)")
"""A card's face in any text; "SK §4" is the rule cited, not the bell king."""
WATCHERS = ("spectator", "stranger")


class Ear(httpx.Client):
    """A client that keeps every byte it receives, by the seq known when it came."""

    def __init__(self, base_url: str) -> None:
        self.heard: list[str] = []
        super().__init__(base_url=base_url, timeout=20, event_hooks={"response": [self._hear]})

    def _hear(self, response: httpx.Response) -> None:
        response.read()
        self.heard.append(f"{response.headers}\n{response.text}")


@dataclasses.dataclass
class Played:
    """What everybody heard while the deal ran, and the truth."""

    hands: list[list[str]]
    shown: set[str]
    """Faces that were played or named in public, or in a request by the one who heard them."""
    salts: dict[str, list[int]]
    """The salt of every opening -> the seats that may have it at once."""
    heard: dict[str, str]
    own_calls: dict[str, set[str]]


def leaks(played: Played) -> list[str]:
    """Give everything that somebody heard and may not know."""
    found = []
    for who, text in played.heard.items():
        seat = int(who) if who.isdigit() else None
        allowed = played.shown | played.own_calls.get(who, set())
        if seat is not None:
            allowed |= set(played.hands[seat])
        found += [
            f"{who} heard of {match[1]}: {text[max(match.start() - 60, 0) : match.end() + 20]}"
            for match in FACE.finditer(text)
            if match[1] not in allowed
        ]
        found += [
            f"{who} has the salt of an opening for {audience}"
            for salt, audience in played.salts.items()
            if salt in text and seat not in audience
        ]
    return found


def provoke(player: Player, table: str, view: dict[str, Any]) -> None:
    """Ask for much that is refused: foreign cards, wrong turns, stale views, other seats' replays, broken bodies."""
    path = f"/v1/tables/{table}"
    tries: list[dict[str, Any]] = [{"type": "pass"}, {"type": "bid", "kind": "rufer", "ace": "EA"}]
    tries += [{"type": "play_card", "card": face} for face in DECK[::11]]
    for action in tries:
        if action not in [_bare(choice) for choice in player.look(table)["legal"]]:
            assert player.act(table, action, view["seq"]).status_code >= 400
    player.act(table, {"type": "pass"}, max(view["seq"] - 1, 0))
    player.post(f"{path}/actions", {"type": "pass"}, idempotency_key=secrets.token_hex(8))
    player.post(f"{path}/actions", {"type": "play_card", "card": 7}, idempotency_key=secrets.token_hex(8))
    player.post(f"{path}/next-deal")
    for seat in range(4):
        if player.look(table)["you"] != seat:
            player.request("PUT", f"{path}/seats/{seat}")
            player.request("DELETE", f"{path}/seats/{seat}")
    for what in (
        "replay?as=all",
        "replay?as=public",
        "record",
        "entries?after=0",
        "replay?as=seat:0",
        "replay?as=seat:2",
    ):
        player.get(f"{path}/{what}")


def _bare(action: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in action.items() if value is not None}


def play(running: Running, moves: int) -> Played:
    """Play so many moves of one deal, listening to everybody."""
    with ExitStack() as stack:
        names = (*map(str, range(4)), *WATCHERS)
        return _play(running, {name: stack.enter_context(Ear(running.url)) for name in names}, moves)


def _play(running: Running, ears: dict[str, Ear], last: int) -> Played:
    players = {who: Player(ear) for who, ear in ears.items()}
    seated = [players[str(seat)] for seat in range(4)]
    table = seated[0].open(rules="schafkopf", seats=4)
    for seat, player in enumerate(seated):
        player.sit(table, seat)
    for player in seated:
        player.ready(table)
    seated[0].post(f"/v1/tables/{table}/next-deal")
    own_calls: dict[str, set[str]] = {str(seat): set() for seat in range(4)}
    shown: set[str] = set()
    moves = 0
    while moves < last:
        view = seated[0].look(table)
        if not view["running"]:
            break
        seat = view["to_act"][0]
        mine = seated[seat].look(table)
        own_calls[str(seat)] |= {a["ace"] for a in mine["legal"] if a.get("ace")}
        if moves in (0, 4, 14):
            for player in players.values():
                provoke(player, table, view)
        bids = [a for a in mine["legal"] if a["type"] == "bid" and a["kind"] in ("rufer", "wenz")]
        action = bids[0] if bids else mine["legal"][0]
        shown |= {action[name] for name in ("card", "ace") if action.get(name)}
        assert seated[seat].act(table, action, mine["seq"]).status_code == 201
        moves += 1
        for who in WATCHERS:
            players[who].look(table)
            players[who].get(f"/v1/tables/{table}/entries?after={view['seq']}")
    heard = {who: "\n".join(ear.heard) for who, ear in ears.items()}
    entries = running.do(running.service.handler.entries(table))
    live = running.do(running.service.handler.current(table))
    assert live.state.dealing, "the deal was to be listened to while it runs"
    dealt = next(e for entry in entries for e in entry.clear["events"] if e["type"] == "hands_dealt")
    salts = {o.salt: o.audience for entry in entries for o in entry.openings if o.audience != "all"}
    assert len(salts) >= 32
    return Played(dealt["hands"], shown, salts, heard, own_calls)  # type: ignore[arg-type]


@pytest.fixture
def leaking_house(server: Server, tmp_path: Path) -> Iterator[Any]:
    """Give a function that plays a rule set on a server of its own."""

    def with_rules(rules: AnyRuleSet, moves: int = 6) -> Played:
        with serving(StoreConfig(url=server.url), Registry([rules]), tmp_path) as running:
            return play(running, moves)

    return with_rules


def test_nobody_hears_what_he_may_not_know(leaking_house: Any) -> None:
    played = leaking_house(RULES, moves=26)
    assert leaks(played) == []
    assert all(len(text) > 10_000 for text in played.heard.values())
    assert all(set(FACE.findall(played.heard[str(seat)])) >= set(played.hands[seat]) for seat in range(4))


def test_a_leaking_view_is_heard(leaking_house: Any) -> None:
    def view(state: Any, seat: int | None) -> Any:
        right = RULES.view(state, seat)
        if seat is None and getattr(state, "hands", ()):
            return structs.replace(right, hand=state.hands[2])
        return right

    found = leaks(leaking_house(dataclasses.replace(RULES, view=view)))
    assert any(line.startswith("spectator heard of") for line in found)


def test_a_leaking_event_is_heard(leaking_house: Any) -> None:
    def secrets_of(options: Any, message: Any) -> tuple[Secret, ...]:
        right = RULES.secrets(options, message)
        return right[8:] if isinstance(message, HandsDealt) else right

    found = leaks(leaking_house(dataclasses.replace(RULES, secrets=secrets_of)))
    assert any(line.startswith("stranger heard of") for line in found)


def test_a_wrong_audience_is_heard(leaking_house: Any) -> None:
    def secrets_of(options: Any, message: Any) -> tuple[Secret, ...]:
        right = RULES.secrets(options, message)
        return tuple(Secret(s.path, (*s.audience, 3)) if s.path[:2] == ("hands", 1) else s for s in right)

    found = leaks(leaking_house(dataclasses.replace(RULES, secrets=secrets_of)))
    assert any(line.startswith("3 heard of") for line in found)


def test_a_ruling_that_names_a_hidden_card_is_heard(leaking_house: Any) -> None:
    def check(state: Any, seat: int, action: Any) -> Ruling | None:
        right = RULES.check(state, seat, action)
        if right is not None and isinstance(action, Pass) and getattr(state, "hands", ()):
            return structs.replace(right, say=f'The next seat holds "{state.hands[(seat + 1) % 4][-1]}".')
        return right

    def decide(state: Any, command: Command, chance: Any) -> Any:
        answer = RULES.decide(state, command, chance)
        return check(state, command.seat or 0, command.action) if isinstance(answer, Ruling) else answer

    found = leaks(leaking_house(dataclasses.replace(RULES, check=check, decide=decide)))
    assert found
