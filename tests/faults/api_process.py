"""API processes that can be killed, with the faults that the crash test must notice.

One process imports everything once and forks an API process for each line that it reads; so a start takes a moment,
and a test can kill many. A line is a nature (see `NATURES`); the answer is `PID ADDRESS`, or `PID -` where the API did
not start. Nothing of this exists in the product.
"""

import argparse
import asyncio
import contextlib
import os
import random
import signal
import sys
from collections.abc import Awaitable, Callable
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

STRUCK = 8
"""The entry of a table at which a process with a nature shows it: a move, when two players of the toy game sit."""
SETTINGS = Settings(token_secret=b"for tests only, and of sufficient length", limits=UNLIMITED)

Honest = Callable[[EventLog, Append], Awaitable[Result]]


def linger(honest: Honest, longest_s: float) -> Honest:
    """Let some time pass between the script's reply and the answer, so that kills fall into it. This is no fault."""

    async def append(log: EventLog, wish: Append) -> Result:
        result = await honest(log, wish)
        await asyncio.sleep(random.uniform(0, longest_s))
        return result

    return append


def hasty(honest: Honest, _longest_s: float) -> Honest:
    """Say "appended" before the script's reply has come; whoever then kills the process has it never sent."""

    async def append(log: EventLog, wish: Append) -> Result:
        return Appended(wish.seq, "") if wish.seq == STRUCK else await honest(log, wish)

    return append


def mortal(honest: Honest, _longest_s: float) -> Honest:
    """Die between the script's reply and the answer."""

    async def append(log: EventLog, wish: Append) -> Result:
        result = await honest(log, wish)
        if wish.seq == STRUCK and isinstance(result, Appended):
            os.kill(os.getpid(), signal.SIGKILL)
        return result

    return append


NATURES = {"honest": linger, "hasty": hasty, "mortal": mortal}
"""What a process can be like. All but the hasty one keep every promise."""


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


def child(url: str, folder: Path, answer: int, nature: str, linger_s: float) -> NoReturn:
    """Be an API process. It tells its address through the pipe `answer`, then serves until it is killed."""
    EventLog.append = NATURES[nature](EventLog.append, linger_s)  # type: ignore[method-assign, assignment]
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
    parser.add_argument("--linger-s", type=float, default=0.05)
    wanted = parser.parse_args()
    warm_up()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    children: list[int] = []
    for line in sys.stdin:
        heard, answer = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(heard)
            child(wanted.url, wanted.folder, answer, line.strip(), wanted.linger_s)
        os.close(answer)
        children.append(pid)
        with os.fdopen(heard) as told:
            print(pid, told.readline().strip() or "-", flush=True)
    for pid in children:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


if __name__ == "__main__":
    main()
