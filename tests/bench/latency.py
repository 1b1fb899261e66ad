"""From "answer posted" to "seen by everybody else", beside a bare publish to as many subscribers, in the same run.

Six sit at a table of Vollpfosten, each following it live. One after the other posts an answer; the time runs until the
last of the five others has the frame. That takes a token, the rules, seals, an append that is on disk, and the frames.
After each answer a message of the same size is published on the same server, to five subscribers, and timed alike.
"""

import asyncio
import contextlib
import secrets
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from store.embedded import Embedded
from tests.faults.contest import SEATS, Contest, misfit
from tests.faults.crash import Nursery

ROUNDS = 60
WINDOW_MS = 5_000
"""So long that every answer of a round counts, posted one after the other."""
CHANNEL = b"bare"


class Ear:
    """A connection on which something is waited for."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self.writer = writer
        self._heard = b""

    async def hear(self, what: bytes) -> float:
        """Read until `what` has come; give the moment (s)."""
        while what not in self._heard:
            piece = await self._reader.read(1 << 16)
            assert piece, "the connection was closed"
            self._heard = (self._heard + piece)[-(1 << 17) :]
        return time.perf_counter()


async def heard_by(ears: Sequence[Ear], what: bytes) -> float:
    """Give the moment when the last of them has heard it."""
    return max(await asyncio.gather(*(ear.hear(what) for ear in ears)))


@contextlib.asynccontextmanager
async def followers(address: str, contest: Contest) -> AsyncIterator[list[Ear]]:
    """Let every seat follow on a bare connection of its own."""
    host, port = address.removeprefix("http://").split(":")
    ears = []
    for chair in contest.chairs:
        ear = Ear(*await asyncio.open_connection(host, int(port)))
        headers = {**chair.headers, "Host": host, "Accept": "text/event-stream"}
        path = f"/v1/tables/{contest.table}/entries"
        ear.writer.write(_request("GET", path, headers))
        await ear.hear(b"id: 1\n")
        ears.append(ear)
    yield ears
    for ear in ears:
        ear.writer.close()


@contextlib.asynccontextmanager
async def subscribers(path: str, count: int) -> AsyncIterator[tuple[Ear, list[Ear]]]:
    """Give a bare connection to publish on, and some that have subscribed."""
    ears = [Ear(*await asyncio.open_unix_connection(path)) for _ in range(count + 1)]
    for ear in ears[1:]:
        ear.writer.write(_command(b"SUBSCRIBE", CHANNEL))
        await ear.hear(b":1\r\n")
    yield ears[0], ears[1:]
    for ear in ears:
        ear.writer.close()


def _request(method: str, path: str, headers: dict[str, str], body: bytes = b"") -> bytes:
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def _command(*parts: bytes) -> bytes:
    return b"*%d\r\n" % len(parts) + b"".join(b"$%d\r\n%b\r\n" % (len(part), part) for part in parts)


async def post(ear: Ear, contest: Contest, seat: int, action: Any) -> float:
    """Send an answer; give the moment when it left. Its reply is read by `ear`."""
    body = msgspec.json.encode(action)
    headers = {
        **contest.chairs[seat].headers,
        "Host": "localhost",
        "Content-Type": "application/json",
        "Content-Length": str(len(body)),
        "Idempotency-Key": secrets.token_hex(16),
    }
    left = time.perf_counter()
    ear.writer.write(_request("POST", f"/v1/tables/{contest.table}/actions", headers, body))
    return left


async def measure(address: str, server: Embedded) -> tuple[list[float], list[float]]:
    """Give the times of answers, and of bare messages (ms, sorted)."""
    answers, bare = [], []
    host, port = address.removeprefix("http://").split(":")
    socket = server.url.removeprefix("unix://").partition("?")[0]
    async with (
        Contest.open([address], WINDOW_MS, follow=False) as contest,
        followers(address, contest) as ears,
        subscribers(socket, SEATS - 1) as (publisher, listeners),
    ):
        poster = Ear(*await asyncio.open_connection(host, int(port)))
        for _ in range(ROUNDS):
            reader, seq = await contest.read()
            for seat in (seat for seat in range(SEATS) if seat != reader):
                action = misfit(await contest.look(seat))
                seq += 1
                left = await post(poster, contest, seat, action)
                others = [ear for number, ear in enumerate(ears) if number != seat]
                answers.append((await heard_by(others, b"id: %d\n" % seq) - left) * 1e3)
                await poster.hear(b'"seq":%d' % seq)
                mark = b"message-%d-" % len(bare)
                left = time.perf_counter()
                publisher.writer.write(_command(b"PUBLISH", CHANNEL, mark + b"x" * 600))
                bare.append((await heard_by(listeners, mark) - left) * 1e3)
        poster.writer.close()
    return sorted(answers), sorted(bare)


async def run() -> tuple[list[float], list[float]]:
    """Measure with one API process on an embedded server."""
    with tempfile.TemporaryDirectory() as home, Embedded(Path(home) / "data") as server:
        nursery = Nursery(server.url, Path(home) / "signing", "--linger-s", "0")
        try:
            await nursery.open()
            await nursery.start()
            return await measure(next(iter(nursery.up.values())), server)
        finally:
            await nursery.close()


def main() -> None:
    """Print the table."""
    answers, bare = asyncio.run(run())
    print(f"from an answer to the last of five who see it, {len(answers)} times; one API process, embedded Valkey")
    print(f"{'':>22} {'p50 ms':>8} {'p99 ms':>8}")
    rows = [(statistics.median(times), times[len(times) * 99 // 100]) for times in (answers, bare)]
    for name, (middle, slow) in zip(("answer to live stream", "bare publish"), rows, strict=True):
        print(f"{name:>22} {middle:>8.2f} {slow:>8.2f}")
    print(f"{'ratio':>22} {rows[0][0] / rows[1][0]:>8.1f} {rows[0][1] / rows[1][1]:>8.1f}")


if __name__ == "__main__":
    main()
