"""Kill the API and the server at random moments, bring them back, and look at what is left of the promises."""

import asyncio
import json
import os
import random
import signal
import sys
import time
from asyncio.subprocess import DEVNULL
from collections import defaultdict
from pathlib import Path

from msgspec import Struct

from domain.record.entry import hash_of
from store.connect import StoreConfig, open_store
from store.embedded import Embedded
from store.log import EventLog
from tests.faults.api_process import STRUCK
from tests.faults.load import Load, Promise, broken

APIS = 2


class Report(Struct, frozen=True):
    """What happened: numbers, and every broken promise as a sentence."""

    promises: int
    entries: int
    repeats: int
    unanswered: int
    killed: dict[str, int]
    broken: list[str]


class Nursery:
    """Starts and kills API processes; see `api_process`."""

    def __init__(self, url: str, folder: Path, *flags: str) -> None:
        self._command = (sys.executable, "-m", "tests.faults.api_process", url, str(folder), *flags)
        self._process: asyncio.subprocess.Process | None = None
        self._asking = asyncio.Lock()
        self.up: dict[int, str] = {}

    async def open(self) -> None:
        pipe = asyncio.subprocess.PIPE
        self._process = await asyncio.create_subprocess_exec(*self._command, stdin=pipe, stdout=pipe, stderr=DEVNULL)

    async def start(self, nature: str = "honest") -> None:
        """Start one more API process; try again where the server was just down."""
        assert self._process is not None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        async with self._asking:
            while True:
                self._process.stdin.write(f"{nature}\n".encode())
                pid, address = (await self._process.stdout.readline()).decode().split()
                if address != "-":
                    self.up[int(pid)] = address
                    return
                await asyncio.sleep(0.05)

    def kill(self, pid: int) -> None:
        del self.up[pid]
        os.kill(pid, signal.SIGKILL)

    async def dead(self) -> None:
        """Wait until one of them has died, by whatever hand, and forget it."""
        while True:
            for pid in self.up:
                try:
                    os.kill(pid, 0)
                except ProcessLookupError:
                    del self.up[pid]
                    return
            await asyncio.sleep(0.01)

    async def close(self) -> None:
        """Kill every one."""
        if self._process is not None:
            assert self._process.stdin is not None
            self._process.stdin.close()
            await self._process.wait()


class Crash:
    """A server and API processes in a directory, with load on them.

    An API process waits up to `LINGER_S` between the script's reply and its answer, so that kills fall in between.
    """

    LINGER_S = 0.05

    def __init__(self, directory: Path, *, fresh_keys: bool = False, seed: int = 1) -> None:
        self._rng = random.Random(seed)
        self._data = directory / "data"
        self._server = Embedded(self._data)
        self._nursery = Nursery(self._server.url, directory / "signing", "--linger-s", str(self.LINGER_S))
        self._load = Load(self._address, fresh_keys=fresh_keys, told=self._hear)
        self._over = asyncio.Event()
        self._killed: dict[str, int] = defaultdict(int)
        self._struck: str | None = None

    async def run(self, seconds: float, tables: int = 8, kills: int = 3, receipts: int = 100) -> Report:
        """Play and kill for so long, then compare the log with the receipts.

        On a slow machine it goes on (a minute at the most) until each was killed so often, and there are so many
        receipts.
        """
        await asyncio.to_thread(self._server.start)
        try:
            await self._nursery.open()
            for _ in range(APIS):
                await self._nursery.start()
            playing = asyncio.create_task(self._load.run(tables))
            killers = [asyncio.create_task(self._kill_apis()), asyncio.create_task(self._kill_servers())]
            began = time.monotonic()
            while (spent := time.monotonic() - began) < seconds or (spent < 60 and not self._enough(kills, receipts)):
                await asyncio.sleep(0.1)
                for task in (playing, *killers):
                    if task.done():
                        await task
            self._over.set()
            await asyncio.gather(*killers)
            self._load.stop()
            async with asyncio.timeout(60):
                await playing
            return await self._compare()
        finally:
            await self._nursery.close()
            await asyncio.to_thread(self._server.stop)

    def _enough(self, kills: int, receipts: int) -> bool:
        often = min(self._killed["api"], self._killed["server"]) >= kills
        return often and len(self._load.promises) >= receipts

    def _address(self) -> str:
        return self._rng.choice(list(self._nursery.up.values()) or ["http://127.0.0.1:9"])

    async def strike(self, nature: str) -> Report:
        """Play one table until the one API process has been killed around entry `STRUCK`, then compare.

        A mortal one dies before it answers, and the player asks its successor. Any other one is killed the moment that
        the player has the receipt.
        """
        self._struck = nature
        await asyncio.to_thread(self._server.start)
        try:
            await self._nursery.open()
            await self._nursery.start(nature)
            async with asyncio.timeout(60), asyncio.TaskGroup() as group:
                group.create_task(self._load.run(tables=1))
                if nature == "mortal":
                    await self._nursery.dead()
                    self._killed["api"] += 1
                    await self._nursery.start()
            return await self._compare()
        finally:
            await self._nursery.close()
            await asyncio.to_thread(self._server.stop)

    def _hear(self, promise: Promise) -> None:
        if self._struck is None or promise.receipt.seq < STRUCK:
            return
        self._load.stop()
        if self._struck != "mortal":
            (pid,) = self._nursery.up
            self._nursery.kill(pid)
            self._killed["api"] += 1

    async def _kill_apis(self) -> None:
        while True:
            await asyncio.sleep(self._rng.uniform(0.05, 0.5))
            if self._over.is_set():
                return
            self._nursery.kill(self._rng.choice(list(self._nursery.up)))
            self._killed["api"] += 1
            await self._nursery.start()

    async def _kill_servers(self) -> None:
        while True:
            await asyncio.sleep(self._rng.uniform(0.2, 1.2))
            if self._over.is_set():
                return
            os.kill(self._server.pid, signal.SIGKILL)
            self._killed["server"] += 1
            await asyncio.to_thread(self._server.stop)
            await asyncio.to_thread(self._server.start)

    async def _compare(self) -> Report:
        """Read every table as it is stored, after one more start of the server."""
        for pid in list(self._nursery.up):
            self._nursery.kill(pid)
        await asyncio.to_thread(self._server.stop)
        await asyncio.to_thread(self._server.start)
        store = await open_store(StoreConfig(url=self._server.url))
        log, of_table = EventLog(store), defaultdict[str, list[Promise]](list)
        for promise in self._load.promises:
            of_table[promise.receipt.table].append(promise)
        complaints, count = [], 0
        for table in self._load.tables:
            stored = await log.read(table)
            count += len(stored)
            entries, hashes = [json.loads(item.entry) for item in stored], [hash_of(item.entry) for item in stored]
            complaints += broken(table, entries, hashes, of_table[table])
        await store.aclose()
        return Report(
            len(self._load.promises), count, self._load.repeats, self._load.unanswered, dict(self._killed), complaints
        )
