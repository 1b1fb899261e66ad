"""API processes that can be killed, with the faults that the crash test must notice.

One process imports everything once and forks an API process for each line that it reads; so a start takes a moment,
and a test can kill many. It answers each line with `PID ADDRESS`, or `PID -` where the API did not start.

The fault `early`: an entry is answered before the script's reply has come. Nothing of this exists in the product.
"""

import argparse
import asyncio
import contextlib
import os
import random
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn, cast

from api.app import create_app
from api.server import Drain, Server, make_server
from api.service import Service, open_service
from api.settings import UNLIMITED, Settings
from api.signing import server_keys
from domain.games import shipped_registry
from domain.kernel import Registry
from store.connect import StoreConfig
from store.errors import StoreError
from store.log import Append, Appended, EventLog, Result
from tests.support.toy import TOY

FAULTS = ("none", "early")
SETTINGS = Settings(token_secret=b"for tests only, and of sufficient length", limits=UNLIMITED)


def linger(longest_s: float) -> None:
    """Let some time pass between the script's reply and the answer, so that kills fall into it. This is no fault."""
    honest = EventLog.append

    async def append(log: EventLog, wish: Append) -> Result:
        result = await honest(log, wish)
        await asyncio.sleep(random.uniform(0, longest_s))
        return result

    EventLog.append = append  # type: ignore[method-assign]


def answer_early() -> None:
    """Break the log of this process: say "appended" at once, append later."""
    honest, under_way = EventLog.append, set[asyncio.Task[object]]()

    async def later(log: EventLog, wish: Append) -> None:
        await asyncio.sleep(0.02)
        try:
            await honest(log, wish)
        except StoreError as error:
            print(error, file=sys.stderr)

    async def append(log: EventLog, wish: Append) -> Result:
        task: asyncio.Task[object] = asyncio.create_task(later(log, wish))
        under_way.add(task)
        task.add_done_callback(under_way.discard)
        return Appended(wish.seq, "")

    EventLog.append = append  # type: ignore[method-assign]


REGISTRY = Registry([TOY, *shipped_registry()])


async def serve(url: str, folder: Path, say: Callable[[str], None]) -> None:
    drain = Drain()
    async with open_service(StoreConfig(url=url), REGISTRY, server_keys(folder)) as service:
        server: Server = make_server(create_app(service, SETTINGS, drain), drain, ready=say)
        await server.serve()


def warm_up() -> None:
    """Import what is only imported when an application is made."""
    drain = Drain()
    make_server(create_app(cast(Service, None), SETTINGS, drain), drain).config.load()


def child(url: str, folder: Path, answer: int) -> NoReturn:
    """Be an API process. It tells its address through the pipe `answer`, then serves until it is killed."""
    try:
        asyncio.run(serve(url, folder, lambda address: _tell(answer, address)))
    except StoreError as error:
        print(error, file=sys.stderr)
        _tell(answer, "-")
    finally:
        os._exit(1)


def _tell(pipe: int, address: str) -> None:
    os.write(pipe, f"{address}\n".encode())


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("url")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--fault", choices=FAULTS, default="none")
    parser.add_argument("--linger-s", type=float, default=0.05)
    wanted = parser.parse_args()
    if wanted.fault == "early":
        answer_early()
    else:
        linger(wanted.linger_s)
    warm_up()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    children: list[int] = []
    for _ in sys.stdin:
        heard, answer = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(heard)
            child(wanted.url, wanted.folder, answer)
        os.close(answer)
        children.append(pid)
        with os.fdopen(heard) as line:
            print(pid, line.readline().strip() or "-", flush=True)
    for pid in children:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


if __name__ == "__main__":
    main()
