"""A complete match of Vollpfosten through REST, followed live: what the stream tells gives the public view of GET.

Two persons play through one API server, bots play two seats, and a spectator follows through another server. The
server's clock, and the bots, go `FASTER` than people, so that the windows close in a moment.
"""

import asyncio
import contextlib
import os
import random
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from domain.games.vollpfosten import RULES
from domain.games.vollpfosten.messages import AnswerCategory
from domain.kernel import BotMove, Policy, Registry, Template
from domain.record.log import game_with
from domain.record.seal import Opening, fill
from domain.table import fold_entry, new_table, read_events, view
from store.connect import StoreConfig, open_store
from store.embedded import Embedded
from store.feed import Feed, Followers
from store.handler import Handler
from store.log import EventLog
from tests.api.serving import Running, serving
from workers import changes
from workers.bots import Bots
from workers.clock import Clock

pytestmark = pytest.mark.anyio

FASTER = 40
ROUNDS = int(os.environ.get("STAMMTISCH_TEST_ROUNDS", "1"))
"""Rounds that win the match; `make race` plays the usual three."""
OPTIONS = {
    "answer_timeout_s": 40,
    "objection_window_s": 2,
    "counter_window_s": 2,
    "rounds_to_win": ROUNDS,
    "tie_window_ms": 1_000,
}
PERSONS, BOTS = {0, 1}, {2, 3}
NOT_SHARED = ("now", "legal", "templates")
"""What GET says beside the view: the server's time, and what the caller may do."""


class Hurried:
    """The server's clock (ms)."""

    def __init__(self) -> None:
        self._start = time.monotonic()

    def __call__(self) -> int:
        return 1_764_449_999_000 + int((time.monotonic() - self._start) * 1000 * FASTER)


class Listener:
    """Somebody at the table, or beside it: all that he hears is kept, with the server's time when it came."""

    def __init__(self, client: httpx.AsyncClient, token: str, now: Hurried, seat: int | None) -> None:
        self.client, self.now, self.seat = client, now, seat
        self.headers = {"Authorization": f"Bearer {token}"}
        self.heard: list[tuple[int, str]] = []
        self.stream = ""
        self.news = asyncio.Event()

    async def ask(self, method: str, path: str, body: Any = None) -> httpx.Response:
        headers = self.headers | {"Idempotency-Key": random.randbytes(16).hex()}
        answer = await self.client.request(method, path, headers=headers, json=body)
        self.heard.append((self.now(), f"{answer.headers}{answer.text}"))
        assert answer.status_code in (200, 201, 409), answer.text
        return answer

    async def look(self, table: str) -> dict[str, Any]:
        found: dict[str, Any] = (await self.ask("GET", f"/v1/tables/{table}")).json()
        return found

    async def follow(self, table: str) -> None:
        """Follow until the stream ends by itself."""
        headers = self.headers | {"Accept": "text/event-stream"}
        path = f"/v1/tables/{table}/entries"
        async with self.client.stream("GET", path, headers=headers, timeout=None) as stream:
            async for piece in stream.aiter_text():
                self.stream += piece
                self.heard.append((self.now(), self.stream[-len(piece) - 100 :]))
                self.news.set()

    def frames(self) -> list[dict[str, Any]]:
        blocks = self.stream.split("\n\n")[:-1]
        return [msgspec.json.decode(block.partition("data: ")[2]) for block in blocks if block.startswith("id: ")]

    async def more(self, seq: int) -> None:
        """Wait until something comes after entry `seq`, but not for ever: the bots are waited for as well."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(0.5):
                await self.seen(seq + 1)

    async def seen(self, seq: int) -> None:
        while f"id: {seq}\n" not in self.stream:
            self.news.clear()
            await self.news.wait()


class Order:
    """Lets a bot answer first, then each person who has not; when all that has been seen, everybody races."""

    def __init__(self, spectator: Listener) -> None:
        self._spectator = spectator
        self._waiting = BOTS

    def answered(self) -> set[int]:
        entries = [frame["entry"] for frame in self._spectator.frames()]
        return {entry["by"]["seat"] for entry in entries if entry["action"]["type"] == "answer"}

    def waits_for(self) -> set[int]:
        """Give the seats that nobody else may answer before; none when all are free."""
        if self._waiting:
            answered = self.answered()
            self._waiting = PERSONS - answered if answered & BOTS else BOTS
        return self._waiting

    def holds(self, seat: int) -> bool:
        return bool(waiting := self.waits_for()) and seat not in waiting


def bots_in(order: Order) -> Registry:
    """Give the rules with bots that keep the order: they are sure to know a term while they are waited for."""

    def orderly(policy: Policy) -> Policy:
        def choose(view: Any, legal: Any, rng: Any) -> BotMove | None:
            offers = [offer.example for offer in legal if isinstance(offer, Template)]
            answer = next((example for example in offers if isinstance(example, AnswerCategory)), None)
            if answer is None or not order.waits_for():
                return policy(view, legal, rng)
            return None if order.holds(view.seat) else BotMove(answer, 2_000)

        return choose

    return Registry([replace(RULES, bots={level: orderly(policy) for level, policy in RULES.bots.items()})])


async def public_view(spectator: Listener, table: str) -> dict[str, Any]:
    """Fold what the stream told; the openings of closed deals are fetched, as their last frames say they can be."""
    frames = spectator.frames()
    assert [frame["seq"] for frame in frames] == list(range(1, len(frames) + 1))
    for frame in frames:
        if (span := frame["opened"]) is not None:
            for after in range(span["first"] - 1, span["last"], 200):
                page = (await spectator.ask("GET", f"/v1/tables/{table}/entries?after={after}")).json()
                for item in page["items"]:
                    assert item["entry"] == frames[item["seq"] - 1]["entry"]
                    if item["seq"] <= span["last"]:
                        frames[item["seq"] - 1] = item
    game, state = game_with(RULES, RULES.data["standard"]), new_table(table)
    for frame in frames:
        openings = [Opening(frame["seq"], one["pointer"], one["salt"], one["value"], []) for one in frame["openings"]]
        clear = fill(frame["entry"], openings, hidden="null")
        events, by_player = read_events(RULES, clear["events"]), clear["by"].get("via") == "player"
        state = fold_entry(game, state, frame["seq"], clear["at"], events, by_player=by_player)
    found: dict[str, Any] = msgspec.to_builtins(view(game, state, None))
    return found


async def compare(spectator: Listener, table: str) -> int:
    """Hold the public view of GET against what was followed; give the seq."""
    shown = await spectator.look(table)
    await spectator.seen(shown["seq"])
    folded = msgspec.json.decode(msgspec.json.encode(await public_view(spectator, table)))
    assert folded == {name: value for name, value in shown.items() if name not in NOT_SHARED}
    seq: int = shown["seq"]
    return seq


async def play(person: Listener, spectator: Listener, table: str, order: Order) -> list[int]:
    """Play one seat to the end of the match; the host also lets the next round begin, when all has been compared."""
    seat = person.seat
    assert seat is not None
    rng, compared = random.Random(seat), []
    while (shown := await person.look(table))["phase"] != "closed":
        if "next_deal" in shown["may"]:
            compared.append(await compare(spectator, table))
            await person.ask("POST", f"/v1/tables/{table}/next-deal")
            continue
        action = choose(shown["legal"], rng)
        if action is None or (action["type"] == "answer" and order.holds(seat)):
            await person.more(shown["seq"])
        else:
            if action["type"] == "answer":
                await asyncio.sleep(rng.uniform(0, 0.25))
            await person.ask("POST", f"/v1/tables/{table}/actions", action)
    return compared


def choose(legal: list[dict[str, Any]], rng: random.Random) -> dict[str, Any] | None:
    """Take the first thing that brings the game on; now and then pass, or let a card stand."""
    by_type = {action["type"]: action for action in legal}
    wanted = ["judge", "play_further", "counter", "say_term", "choose_category", "choose_target", "draw_category"]
    wanted += ["pass_category", "give_up"] if rng.random() < 0.3 else ["answer"]
    return next((by_type[kind] for kind in wanted if kind in by_type), None)


@contextlib.asynccontextmanager
async def work(url: str, now: Hurried, registry: Registry) -> AsyncIterator[Handler]:
    """Let clock and bots work on a store."""
    store = await open_store(StoreConfig(url=url))
    followers = await Followers(store).start()
    handler = Handler(EventLog(store), registry, now)
    tables = changes.from_now_on(Feed(store), followers, handler.log)
    tasks = [
        asyncio.create_task(Clock(handler, 0.05).run()),
        asyncio.create_task(Bots(handler, tempo=FASTER).run(tables)),
    ]
    try:
        yield handler
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await followers.aclose()
        await store.aclose()


async def leaks(handler: Handler, table: str, listeners: list[Listener]) -> list[str]:
    """Give every opening that somebody heard while its deal ran, and that was not for him."""
    live, entries = await handler.current(table), await handler.entries(table)
    closed_at = {span.deal: entries[span.last - 1].at for span in live.deals.spans if span.last is not None}
    found, own = [], 0
    for listener in listeners:
        for entry in entries:
            span = live.deals.span_of(entry.seq)
            until = closed_at[span.deal] if span is not None else listener.now()
            openings = [opening for opening in entry.openings if opening.audience != "all"]
            text = "\n".join(text for at, text in listener.heard if at < until) if openings else ""
            for opening in openings:
                assert opening.audience != "all"
                if opening.salt in text:
                    if listener.seat in opening.audience:
                        own += 1
                    else:
                        found.append(
                            f"{listener.seat} heard {opening.pointer} of entry {entry.seq}, {opening.audience}"
                        )
    assert own > 16, "the detector is deaf"
    return found


async def test_a_complete_match_through_rest_and_live(tmp_path: Path) -> None:
    now = Hurried()
    with Embedded(tmp_path / "data") as server, contextlib.ExitStack() as stack:
        apis: list[Running] = [
            stack.enter_context(
                serving(StoreConfig(url=server.url), Registry([RULES]), tmp_path / "signing", clock=now)
            )
            for _ in range(2)
        ]
        async with contextlib.AsyncExitStack() as clients:
            listeners = []
            for seat in (*PERSONS, None):
                client = httpx.AsyncClient(base_url=apis[seat is None].url, timeout=20)
                await clients.enter_async_context(client)
                token = (await client.post("/v1/auth/guest")).json()["token"]
                listeners.append(Listener(client, token, now, seat))
            *persons, spectator = listeners
            order = Order(spectator)
            handler = await clients.enter_async_context(work(server.url, now, bots_in(order)))
            bots = [{"seat": seat, "level": "solid"} for seat in BOTS]
            wish = {"rules": "vollpfosten", "seats": 4, "options": OPTIONS, "clock": {"rest_s": 86_400}, "bots": bots}
            table = (await persons[0].ask("POST", "/v1/tables", wish)).json()["table"]["table"]
            for person in persons:
                await person.ask("PUT", f"/v1/tables/{table}/seats/{person.seat}")
            following = [asyncio.create_task(listener.follow(table)) for listener in listeners]
            for person in persons:
                await person.ask("POST", f"/v1/tables/{table}/ready")
            async with asyncio.timeout(120):
                compared = await asyncio.gather(*(play(person, spectator, table, order) for person in persons))
                await asyncio.gather(*following)
            assert len(compared[0]) >= OPTIONS["rounds_to_win"]
            end = await spectator.look(table)
            assert await compare(spectator, table) == end["seq"] == len(spectator.frames())
            assert end["reason"] == "finished"
            assert max(end["game"]["rounds_won"]) == OPTIONS["rounds_to_win"]
            entries = [[frame["entry"] for frame in listener.frames()] for listener in listeners]
            assert entries[0] == entries[1] == entries[2]
            assert order.answered() >= PERSONS
            assert order.answered() & BOTS
            assert await leaks(handler, table, listeners) == []
