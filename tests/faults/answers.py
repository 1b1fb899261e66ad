"""The hall in which answers race: a server, three API processes, two clocks; and a long run of it."""

import asyncio
import contextlib
import random
import statistics
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

from domain.games import shipped_registry
from store.connect import StoreConfig, open_store
from store.embedded import Embedded
from store.handler import Handler
from store.log import EventLog
from tests.faults.contest import Contest, at_once, broken, lateness, spread, unequal
from tests.faults.crash import Nursery
from workers.clock import Clock

APIS, CLOCKS = 3, 2


@contextlib.asynccontextmanager
async def hall(directory: Path) -> AsyncIterator[list[str]]:
    """Give the addresses of three API processes on one store, with two clocks at work."""
    with Embedded(directory / "data") as server:
        nursery = Nursery(server.url, directory / "signing", "--linger-s", "0")
        stores = [await open_store(StoreConfig(url=server.url)) for _ in range(CLOCKS)]
        clocks = [asyncio.create_task(Clock(Handler(EventLog(store), shipped_registry())).run()) for store in stores]
        try:
            await nursery.open()
            for _ in range(APIS):
                await nursery.start()
            yield list(nursery.up.values())
        finally:
            await nursery.close()
            for clock in clocks:
                clock.cancel()
            await asyncio.gather(*clocks, return_exceptions=True)
            for store in stores:
                await store.aclose()


async def run(rounds: int, seed: int) -> list[str]:
    """Play so many rounds without and with a tie window; print what was measured, give the broken promises."""
    rng, found = random.Random(seed), []
    with tempfile.TemporaryDirectory() as home:
        async with hall(Path(home)) as addresses:
            for window_ms in (0, 150):
                async with Contest.open(addresses, window_ms) as contest:
                    for number in range(rounds):
                        delays = at_once if number % 2 == 0 or not window_ms else spread(rng, 0.4)
                        found += broken(await contest.play(delays))
                    found += unequal(await contest.streams())
                took = sorted(a.told - a.sent for one in contest.rounds for a in one.answers)
                late = [ms for one in contest.rounds if (ms := lateness(one)) is not None] or [0]
                print(
                    f"{rounds} races with a tie window of {window_ms} ms: an answer took {statistics.median(took):.0f} "
                    f"ms (99 %: {took[len(took) * 99 // 100]}), windows closed {statistics.median(late):.0f} ms after "
                    f"their time (longest {max(late)})"
                )
    return found
