"""`stammtisch work`: the workers, all or some, on a store."""

import argparse
import asyncio
import signal
import sys
from collections.abc import Coroutine, Iterable
from typing import Any

from cli.house import Parts, house, store_arguments, store_config
from store.archive import Archiver
from store.cold import ColdStore
from store.errors import StoreError
from store.feed import Feed
from workers import changes
from workers.archiver import DAY_MS, Archiving
from workers.bots import Bots
from workers.clock import Clock
from workers.projector import Projector

WORKERS = ("clock", "bots", "projector", "archiver")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add this command's flags."""
    store_arguments(parser)
    parser.add_argument("workers", nargs="*", metavar="WORKER", help=f"of {', '.join(WORKERS)} (default: all)")
    work_arguments(parser)


def work_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the flags that say how the workers work."""
    parser.add_argument(
        "--think-ms",
        type=int,
        default=600,
        metavar="N",
        help="how long a bot waits before it moves, at least (default: 600)",
    )
    parser.add_argument(
        "--bot-tempo",
        type=tempo,
        default=1.0,
        metavar="X",
        help="bots that race are X times as fast as people, 0.1 to 100 (default: 1)",
    )
    parser.add_argument(
        "--archive-after-days",
        type=int,
        default=30,
        metavar="N",
        help="how long a finished table stays in the store (default: 30)",
    )


def tempo(text: str) -> float:
    """Read how fast bots are; raise ValueError unless it is from 0.1 to 100."""
    value = float(text)
    if not 0.1 <= value <= 100:
        raise ValueError(text)
    return value


def run(parsed: argparse.Namespace) -> int:
    """Run the workers until TERM or INT."""
    unknown = set(parsed.workers) - set(WORKERS)
    if unknown:
        print(f"There is no worker {', '.join(sorted(unknown))}; there are {', '.join(WORKERS)}.", file=sys.stderr)
        return 2
    if "archiver" in parsed.workers and parsed.archive is None:
        print("The archiver needs --archive DIR, which every process of this store must name.", file=sys.stderr)
        return 2
    try:
        asyncio.run(_run(parsed))
    except (StoreError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


async def _run(parsed: argparse.Namespace) -> None:
    async with house(store_config(parsed)) as made:
        tasks = [asyncio.create_task(work) for work in jobs(made, parsed, parsed.workers or WORKERS)]
        loop, stopping = asyncio.get_running_loop(), asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, stopping.set)
        stop = asyncio.create_task(stopping.wait())
        await asyncio.wait([*tasks, stop], return_when=asyncio.FIRST_COMPLETED)
        for task in (*tasks, stop):
            task.cancel()
        results = await asyncio.gather(*tasks, stop, return_exceptions=True)
        for result in results:
            if isinstance(result, Exception):
                raise result


def jobs(
    made: Parts, parsed: argparse.Namespace, names: Iterable[str] = WORKERS
) -> Iterable[Coroutine[Any, Any, None]]:
    """Give the endless jobs of the workers named. Without an archive there is nothing for the archiver to do."""
    feed = Feed(made.store)
    for name in names:
        if name == "clock":
            yield Clock(made.handler).run()
        elif name == "bots":
            tables = changes.from_now_on(feed, made.followers, made.handler.log)
            yield Bots(made.handler, parsed.think_ms, parsed.bot_tempo).run(tables)
        elif name == "projector":
            tables = changes.since_last_time(feed, made.followers, "projector")
            yield Projector(made.handler, made.models).run(tables)
        elif name == "archiver" and made.store.config.archive is not None:
            archiver = Archiver(made.store, ColdStore(made.store.config.archive))
            yield Archiving(archiver, parsed.archive_after_days * DAY_MS).run()
