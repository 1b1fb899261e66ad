"""The action endpoint beside a bare typed endpoint that makes one append, in one run on one store.

Schafkopf is played at one table per connection, one deal per round; between rounds the next deal is dealt, which is no
action and is not timed. The games are played in memory first, so that while measuring the client only sends bytes that
it has ready; table ids, secrets and seeds are the same, and so are the cards. The bare endpoint is what the framework
costs by itself: a typed body, one append of about the same size through the same coalescer, a typed answer; no token,
no rules, no seals, no receipt, no view. Each of its connections sends as many requests as that of the table.
"""

import asyncio
import base64
import hashlib
import multiprocessing
import os
import random
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count, islice
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlsplit

import msgspec
import uvloop
from litestar import Litestar, post
from litestar.params import FromPath
from msgspec import Struct

from api.app import create_app
from api.auth import Tokens
from api.server import Drain, make_server
from api.service import Service, open_service
from api.settings import Settings
from api.signing import server_keys
from domain.games import shipped_registry
from domain.kernel import Command, Deal, NextDeal, Ruling
from domain.record.canonical import b64
from domain.record.house import DealingHouse
from domain.record.seeds import commitment
from domain.table import Game, TableState, deal_status, decide, fold_entry, legal, new_table, to_act, write
from domain.table.messages import Clock, OpenSeed, OpenTable, TakeSeat
from store.connect import StoreConfig
from store.embedded import Embedded
from store.handler import Accepted, Ask
from store.log import Append, EventLog

CONNECTIONS = 64
ROUNDS = 11
"""Deals at each table; the first one warms up."""
FLOOR = 0.5
SETTINGS = Settings(token_secret=b"for this measurement only, long enough")
PATIENT = Clock(move_s=86_400, rest_s=86_400)


@dataclass
class Script:
    """A table whose course is known: how it is set up, and what is played, by seat and seq."""

    number: int
    opening: OpenTable
    table: str
    seeds: list[str]
    moves: list[tuple[int, int, Any]] = field(default_factory=list)


def play(number: int) -> Script:
    """Play a table in memory, by sound basic rules of play."""
    rng = random.Random(number)
    rules = shipped_registry().get("schafkopf")
    table = base64.b32encode(rng.randbytes(16)).decode().lower().rstrip("=")
    secret = rng.randbytes(32)
    house = DealingHouse(secret, table, rules.max_deals)
    opening = OpenTable(
        rules=rules.id,
        version=rules.version,
        seats=4,
        options=write(rules.Options()),
        clock=PATIENT,
        data=None,
        root=house.root,
        server_key="none",
        secret=b64(secret),
    )
    script = Script(number, opening, table, [b64(rng.randbytes(32)) for _ in range(4)])
    game, state = Game(rules), new_table(table)

    def do(seat: int | None, action: Any) -> TableState:
        answer = decide(game, state, Command(seat, "house" if seat is None else "player", action, 1), house)
        assert not isinstance(answer, Ruling), answer
        return fold_entry(game, state, state.seq + 1, 1, answer, by_player=seat is not None)

    state = do(None, opening)
    for seat, action in setting_up(script):
        state = do(seat, action)
    while state.deal < ROUNDS or deal_status(game, state) is Deal.RUNNING:
        if deal_status(game, state) is Deal.REST:
            seat, action = 0, NextDeal()
        else:
            seat = to_act(game, state)[0]
            move = rules.bots["solid"](rules.view(state.game, seat), legal(game, state, seat), rng)
            assert move is not None
            action = move.action
        script.moves.append((seat, state.seq, action))
        state = do(seat, action)
    return script


def setting_up(script: Script) -> Iterator[tuple[int, Any]]:
    """Everybody sits down and gets ready."""
    for seat, seed in enumerate(script.seeds):
        yield seat, TakeSeat(seat=seat, pseudonym=f"p{seat}", commitment=commitment(seed), host=seat == 0)
    for seat, seed in enumerate(script.seeds):
        yield seat, OpenSeed(seed)


def account(script: Script, seat: int) -> str:
    """The account that sits there."""
    return f"bench-{script.number}-{seat}"


async def set_up(service: Service, script: Script) -> None:
    """Open the table on the store."""
    opened = await service.handler.open_table(script.table, script.opening, None, key="open", digest="")
    assert isinstance(opened, Accepted), opened
    assert opened.live.house is not None
    assert opened.live.house.root == script.opening.root  # the house works it out once, when a table is opened
    for seat, action in setting_up(script):
        claim = (seat, account(script, seat)) if isinstance(action, TakeSeat) else None
        result = await service.handler.execute(Ask(script.table, seat, "player", action, claim=claim))
        assert isinstance(result, Accepted), result


@dataclass
class Round:
    """The requests of one table in one round: the one that deals, then the actions."""

    dealing: bytes
    actions: list[bytes] = field(default_factory=list)


def requests(script: Script, tokens: Tokens) -> list[Round]:
    """Give the bytes of every request, round by round."""
    bearer = [tokens.issue(account(script, seat))[0] for seat in range(4)]
    made: list[Round] = []
    for seat, seq, action in script.moves:
        deals = isinstance(action, NextDeal)
        step, body = ("next-deal", b"{}") if deals else ("actions", msgspec.json.encode(action))
        head = (
            f"POST /v1/tables/{script.table}/{step} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer {bearer[seat]}\r\n"
            f'Content-Type: application/json\r\nIdempotency-Key: k{seq}\r\nIf-Match: "{seq}-s{seat}"\r\n'
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        if deals:
            made.append(Round(head.encode() + body))
        else:
            made[-1].actions.append(head.encode() + body)
    return made


class Wish(Struct, frozen=True, forbid_unknown_fields=True):
    """The body of the bare endpoint."""

    card: str
    seq: int


class Done(Struct, frozen=True):
    """Its answer."""

    table: str
    seq: int


def bare_app(log: EventLog) -> Litestar:
    """The framework and one append."""

    @post("/bare/{table:str}")
    async def bare(table: FromPath[str], data: Wish) -> Done:
        entry = msgspec.json.encode({"card": data.card, "fill": "e" * 380, "seq": data.seq})
        await log.append(
            Append(
                table=table,
                seq=data.seq,
                entry=entry,
                openings=b"o" * 200,
                key=f"key-{data.seq:039}",
                key_digest="d" * 43,
                due=1_764_449_999_123,
            )
        )
        return Done(table, data.seq)

    return Litestar([bare], openapi_config=None, logging_config=None)


def bare_requests(number: int) -> Iterator[bytes]:
    """Give the bytes of requests to the bare endpoint, at a table of their own."""
    table = hashlib.sha256(f"bare {number}".encode()).hexdigest()[:26]
    for seq in count(1):
        body = msgspec.json.encode(Wish("EO", seq))
        head = (
            f"POST /bare/{table} HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        yield head.encode() + body


class Connection(asyncio.Protocol):
    """Sends one request after the other and waits for each answer; stays open between rounds."""

    def __init__(self) -> None:
        self._buffer = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep what to write to."""
        self._transport = cast(asyncio.Transport, transport)

    async def play(self, wishes: Sequence[bytes]) -> list[float]:
        """Send all; give the waits."""
        self._wishes = iter(wishes)
        self._waits: list[float] = []
        self._done: asyncio.Future[list[float]] = asyncio.get_running_loop().create_future()
        self._next()
        return await self._done

    def data_received(self, data: bytes) -> None:
        """Take an answer apart."""
        self._buffer += data
        head, found, body = self._buffer.partition(b"\r\n\r\n")
        if not found:
            return
        length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
        if len(body) < length:
            return
        if not head.startswith(b"HTTP/1.1 201"):
            self._done.set_exception(AssertionError(self._buffer[:2000].decode()))
            return
        self._buffer = b""
        self._waits.append(time.perf_counter() - self._sent)
        self._next()

    def _next(self) -> None:
        self._sent = time.perf_counter()
        wish = next(self._wishes, None)
        if wish is None:
            self._done.set_result(self._waits)
        else:
            self._transport.write(wish)


async def connect(address: str) -> list[Connection]:
    """Open all connections to one endpoint."""
    at, loop = urlsplit(address), asyncio.get_running_loop()
    return [(await loop.create_connection(Connection, at.hostname, at.port))[1] for _ in range(CONNECTIONS)]


async def load(connections: Sequence[Connection], courses: Sequence[Sequence[bytes]]) -> list[float]:
    """Send over all connections at once; give the waits."""
    found = await asyncio.gather(*map(Connection.play, connections, courses))
    return [wait for waits in found for wait in waits]


def serve(url: str, home: str, pipe: Any) -> None:
    """The server's process: both endpoints, one loop, one store."""

    async def main() -> None:
        async with open_service(StoreConfig(url=url), shipped_registry(), server_keys(Path(home))) as service:
            scripts: list[Script] = pipe.recv()
            for script in scripts:
                await set_up(service, script)
            drains = Drain(), Drain()
            apps = create_app(service, SETTINGS, drains[0]), bare_app(service.handler.log)
            addresses: asyncio.Queue[str] = asyncio.Queue()
            servers = []
            tasks = []
            for app, drain in zip(apps, drains, strict=True):
                servers.append(make_server(app, drain, ready=addresses.put_nowait))
                tasks.append(asyncio.create_task(servers[-1].serve()))
                pipe.send(await addresses.get())
            await asyncio.get_running_loop().run_in_executor(None, pipe.recv)
            for server in servers:
                server.stop()
            await asyncio.gather(*tasks)

    uvloop.run(main())


@dataclass
class Measured:
    """Requests a second in each round, the server's own CPU per request (µs) in each, and every wait."""

    rates: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)

    def line(self, name: str) -> str:
        """One line of the table."""
        waits = sorted(self.waits)
        return (
            f"{name:>18} {statistics.median(self.rates):>11.0f} {statistics.median(waits) * 1e3:>10.2f} "
            f"{waits[int(len(waits) * 0.99)] * 1e3:>9.2f} {statistics.median(self.cpu):>15.0f}"
        )


def cpu_s(pid: int) -> float:
    """How much CPU a process has used, in s."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def rounds(pid: int, addresses: Sequence[str], tables: Sequence[Sequence[Round]]) -> tuple[Measured, Measured]:
    """Play all rounds at both endpoints in turn; `pid` is the server's."""
    found = Measured(), Measured()
    ours, theirs = [await connect(address) for address in addresses]
    bare = [bare_requests(number) for number in range(CONNECTIONS)]
    for number in range(ROUNDS):
        await load(ours, [[table[number].dealing] for table in tables])
        actions = [table[number].actions for table in tables]
        as_many = [list(islice(wishes, len(course))) for wishes, course in zip(bare, actions, strict=True)]
        for connections, courses, measured in zip((ours, theirs), (actions, as_many), found, strict=True):
            began, used = time.perf_counter(), cpu_s(pid)
            waits = await load(connections, courses)
            if number > 0:
                measured.rates.append(len(waits) / (time.perf_counter() - began))
                measured.cpu.append((cpu_s(pid) - used) / len(waits) * 1e6)
                measured.waits += waits
    return found


def measure() -> tuple[Measured, Measured]:
    """Measure both in turn: (action endpoint, bare endpoint)."""
    scripts = [play(number) for number in range(CONNECTIONS)]
    tokens = Tokens(SETTINGS)
    tables = [requests(script, tokens) for script in scripts]
    ours, theirs = multiprocessing.get_context("spawn").Pipe()
    with tempfile.TemporaryDirectory() as home, Embedded(Path(home) / "store") as store:
        server = multiprocessing.get_context("spawn").Process(target=serve, args=(store.url, f"{home}/keys", theirs))
        server.start()
        ours.send(scripts)
        addresses = ours.recv(), ours.recv()
        found = asyncio.run(rounds(server.pid or 0, addresses, tables))
        ours.send("end")
        server.join(20)
    return found


def main() -> None:
    """Print both, and the median of their ratios round by round: the machine's own pace changes between rounds."""
    action, bare = measure()
    print(f"{CONNECTIONS} connections, one API process, embedded Valkey, every entry on disk before its answer")
    print(f"{'':>18} {'requests/s':>11} {'median ms':>10} {'99 % ms':>9} {'CPU µs/request':>15}")
    print(action.line("action endpoint"))
    print(bare.line("bare typed append"))
    ratio = statistics.median(ours / theirs for ours, theirs in zip(action.rates, bare.rates, strict=True))
    own = statistics.median(theirs / ours for ours, theirs in zip(action.cpu, bare.cpu, strict=True))
    print(f"ratio {ratio:.2f} (floor {FLOOR}); by the server's CPU alone {own:.2f}")


if __name__ == "__main__":
    main()
