"""How long an answer of a race takes until the others see it, beside a bare publish and subscribe in the same run.

Six sit at a table of Stadt Land Vollpfosten; five of them answer one after the other within a long tie window, and
everybody follows the live stream. The server runs in a process of its own; clients and clock are this process. Between
the categories the server's clock, not the measurement, jumps over what people would wait for.
"""

import asyncio
import itertools
import json
import multiprocessing
import statistics
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import httpx
import redis.asyncio

from domain.games import vollpfosten
from domain.kernel import Registry
from store.connect import StoreConfig
from store.embedded import Embedded
from store.handler import now_ms
from tests.api.serving import serving
from workers.clock import Clock

SEATS = 6
ANSWERS = 200
OPTIONS = {"tie_window_ms": 5_000, "rounds_to_win": 10}


def serve(url: str, home: str, pipe: Connection, ahead: Any) -> None:
    """Be the API server, with a clock that is `ahead` ms ahead, until the pipe says something."""
    registry = Registry([vollpfosten.RULES])
    with serving(StoreConfig(url=url), registry, Path(home), clock=lambda: now_ms() + ahead.value) as api:
        ticking = asyncio.run_coroutine_threadsafe(Clock(api.service.handler, 0.005).run(), api.loop)
        pipe.send(api.url)
        pipe.recv()
        ticking.cancel()


class Seat:
    """A player, its live stream, and when it saw which entry."""

    def __init__(self, client: httpx.AsyncClient, token: str) -> None:
        self.client = client
        self.headers = {"Authorization": f"Bearer {token}"}
        self.seen: dict[int, float] = {}
        self.news = asyncio.Event()

    async def send(self, method: str, path: str, body: object = None) -> dict[str, Any]:
        headers = self.headers | {"Idempotency-Key": f"{time.perf_counter_ns()}"}
        answer = await self.client.request(method, path, json=body, headers=headers)
        assert answer.status_code in (200, 201), answer.text
        found: dict[str, Any] = answer.json()
        return found

    async def follow(self, table: str) -> None:
        """Note when each entry arrives."""
        headers = self.headers | {"Accept": "text/event-stream"}
        async with self.client.stream("GET", f"/v1/tables/{table}/entries", headers=headers) as stream:
            async for line in stream.aiter_lines():
                if line.startswith("id: "):
                    self.seen[int(line[4:])] = time.perf_counter()
                    self.news.set()

    async def has_seen(self, seq: int) -> float:
        """Wait for an entry and say when it came."""
        while seq not in self.seen:
            self.news.clear()
            await self.news.wait()
        return self.seen[seq]


async def race(seats: list[Seat], ahead: Any) -> list[float]:
    """Answer until enough is measured; give the times from sending an answer to its arrival at each other seat."""
    table = (await seats[0].send("POST", "/v1/tables", {"rules": "vollpfosten", "seats": SEATS, "options": OPTIONS}))[
        "table"
    ]["table"]
    path, numbers, waits = f"/v1/tables/{table}", itertools.count(1), list[float]()
    for number, seat in enumerate(seats):
        await seat.send("PUT", f"{path}/seats/{number}")
    for seat in seats:
        await seat.send("POST", f"{path}/ready")
    followers = [asyncio.create_task(seat.follow(table)) for seat in seats]

    async def act(number: int, action: object, seq: int) -> int:
        headers = seats[number].headers | {"Idempotency-Key": str(next(numbers)), "If-Match": str(seq)}
        answer = await seats[number].client.post(f"{path}/actions", json=action, headers=headers)
        return int(answer.json()["entries"][-1]["seq"]) if answer.status_code == 201 else 0

    while len(waits) < ANSWERS * (SEATS - 1):
        view = await seats[0].send("GET", path)
        if not view["running"]:
            await seats[view["host"]].send("POST", f"{path}/next-deal")
        elif view["game"]["phase"] == "answering" and len(view["to_act"]) == SEATS - 1:
            for number in view["to_act"]:
                own = await seats[number].send("GET", path)
                card = own["game"]["hand"][0]
                term = f"{'A' if card == '*' else card} {next(numbers)}"
                began = time.perf_counter()
                seq = await act(number, {"type": "answer", "card": card, "term": term}, own["seq"])
                if seq:
                    others = [seat for other, seat in enumerate(seats) if other != number]
                    waits += [await seat.has_seen(seq) - began for seat in others]
        elif view["game"]["phase"] in ("drawing", "choosing", "targeting", "circle"):
            number = view["game"]["on_turn"]
            own = await seats[number].send("GET", path)
            moves = [move for move in own["legal"] if move["type"] not in ("add_no_more", "let_stand")]
            await act(number, moves[0], own["seq"])
        else:
            ahead.value += 1_000
            await asyncio.sleep(0.02)
    for follower in followers:
        follower.cancel()
    await asyncio.gather(*followers, return_exceptions=True)
    return waits


async def bare(url: str) -> list[float]:
    """Publish and receive, with nothing in between."""
    client = redis.asyncio.from_url(url)
    waits = []
    async with client.pubsub() as subscriber:
        await subscriber.subscribe("bench")
        await subscriber.get_message(timeout=1)
        for _ in range(ANSWERS):
            began = time.perf_counter()
            await client.publish("bench", json.dumps({"term": "Affe"}))
            while await subscriber.get_message(ignore_subscribe_messages=True, timeout=1) is None:
                pass
            waits.append(time.perf_counter() - began)
    await client.aclose()
    return waits


async def measure(api: str, store: str, ahead: Any) -> dict[str, list[float]]:
    """Measure both, in one run on one store."""
    async with httpx.AsyncClient(base_url=api, timeout=20, limits=httpx.Limits(max_connections=64)) as client:
        tokens = [(await client.post("/v1/auth/guest")).json()["token"] for _ in range(SEATS)]
        return {
            "an answer, seen by the others": await race([Seat(client, token) for token in tokens], ahead),
            "a bare publish, received": await bare(store),
        }


def main(show: Callable[[str], None] = print) -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as home, Embedded(Path(home)) as server:
        context = multiprocessing.get_context("spawn")
        ahead, (ours, theirs) = context.Value("q", 0), context.Pipe()
        api = context.Process(target=serve, args=(server.url, home, theirs, ahead), daemon=True)
        api.start()
        found = asyncio.run(measure(ours.recv(), server.url, ahead))
        with suppress(BrokenPipeError):
            ours.send("enough")
        api.join(20)
    show(f"{'':32} {'n':>6} {'p50 ms':>8} {'p99 ms':>8}")
    for what, waits in found.items():
        slowest = statistics.quantiles(waits, n=100)[98]
        show(f"{what:32} {len(waits):>6} {statistics.median(waits) * 1e3:>8.2f} {slowest * 1e3:>8.2f}")


if __name__ == "__main__":
    main()
