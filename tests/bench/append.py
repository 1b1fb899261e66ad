"""How many entries a second one process can append durably, and what one costs it."""

import asyncio
import secrets
import statistics
import tempfile
import time
from pathlib import Path

from msgspec import Struct

from store.connect import StoreConfig, open_store
from store.embedded import Durability, Embedded
from store.log import Append, Appended, EventLog

CALLERS = (1, 16, 64, 256)
SECONDS = 1.5
ENTRY, OPENINGS = b'{"seq":1,' + b"e" * 391, b"o" * 200


class Measured(Struct, frozen=True):
    """Entries a second, ms until an answer, and the process's own CPU per entry in µs."""

    callers: int
    durability: Durability
    rate: float
    median_ms: float
    slowest_percent_ms: float
    cpu_us: float


async def measure(log: EventLog, callers: int, durability: Durability, seconds: float = SECONDS) -> Measured:
    """Let callers append, each to a table of its own, one entry after the other."""
    waits: list[float] = []
    end = time.perf_counter() + seconds

    async def caller() -> None:
        table, seq = secrets.token_hex(13), 0
        while (began := time.perf_counter()) < end:
            seq += 1
            wish = Append(
                table=table,
                seq=seq,
                entry=ENTRY,
                openings=OPENINGS,
                key=f"key-{seq:032}",
                key_digest="d" * 43,
                due=began_ms,
            )
            assert isinstance(await log.append(wish), Appended)
            waits.append(time.perf_counter() - began)

    began_ms, began, cpu = time.time_ns() // 1_000_000, time.perf_counter(), time.process_time()
    await asyncio.gather(*(caller() for _ in range(callers)))
    spent, used = time.perf_counter() - began, time.process_time() - cpu
    waits.sort()
    return Measured(
        callers,
        durability,
        len(waits) / spent,
        statistics.median(waits) * 1e3,
        waits[int(len(waits) * 0.99)] * 1e3,
        used / len(waits) * 1e6,
    )


async def rows(durability: Durability) -> list[Measured]:
    """Measure on a fresh embedded server."""
    with tempfile.TemporaryDirectory() as home, Embedded(Path(home), durability=durability) as server:
        store = await open_store(StoreConfig(url=server.url, durability=durability))
        log = EventLog(store)
        await measure(log, 16, durability, 0.2)
        found = [await measure(log, callers, durability) for callers in CALLERS]
        await store.aclose()
        return found


def main() -> None:
    """Print the table."""
    print("appends of 600 bytes, one process, embedded Valkey on this disk")
    print(f"{'durability':>10} {'callers':>8} {'entries/s':>10} {'median ms':>10} {'99 % ms':>9} {'CPU µs/entry':>13}")
    for durability in ("always", "everysec"):
        for row in asyncio.run(rows(durability)):
            print(
                f"{row.durability:>10} {row.callers:>8} {row.rate:>10.0f} {row.median_ms:>10.2f} "
                f"{row.slowest_percent_ms:>9.2f} {row.cpu_us:>13.0f}"
            )


if __name__ == "__main__":
    main()
