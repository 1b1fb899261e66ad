"""docs/storage.md names every key that is ever written, with its type."""

import re
from pathlib import Path

import pytest

from store import keys
from store.archive import Archiver
from store.audit import AuditLog
from store.cold import ColdStore
from store.connect import StoreConfig, open_store
from store.embedded import Embedded
from store.feed import Feed
from store.limiter import Limiter
from store.log import Append, EventLog

pytestmark = pytest.mark.anyio

PAGE = Path(__file__).parents[2] / "docs" / "storage.md"
TYPES = {"stream": "stream", "hash": "hash", "set": "set", "sorted set": "zset", "string": "string"}


def documented() -> list[tuple[re.Pattern[str], str]]:
    """Read the table: a pattern for the name, and the type."""
    found = []
    for name, kind in re.findall(r"^\| `([^`]+)` \| ([a-z ]+) \|", PAGE.read_text(), re.MULTILINE):
        pattern = re.escape(name).replace("NN", r"\d\d")
        found.append((re.compile(re.sub(r"<\w+>", r"[^:]+", pattern)), TYPES[kind]))
    return found


async def test_every_key_that_is_written_is_on_the_page(tmp_path: Path) -> None:
    rows = documented()
    assert len(rows) >= 15
    with Embedded(tmp_path / "data") as server:
        store = await open_store(StoreConfig(url=server.url))
        cold = ColdStore(tmp_path / "cold")
        log, feed = EventLog(store, cold), Feed(store)
        everything = {"key": "k", "claim": (0, "anna"), "texts": {"1/events/0": b"x"}, "openings": b"[]"}
        for table, due, close in (("open", 5, False), ("over", None, True), ("old", None, True)):
            await log.append(Append(table=table, seq=1, entry=b"1", due=due, close=close, **everything))  # type: ignore[arg-type]
        await feed.acknowledge(0, "projector", "1-0")
        assert await Archiver(store, cold).archive("old")
        assert await AuditLog(store).append("open", 1, b"{}", pending=True)
        assert await Limiter(store).take("tables", "anna", allowance=1, interval_ms=3_600_000) == 0
        for name in ("tables", "own:anna", "results:anna"):
            await store.write("HSET", keys.read_model(1, name), "a", "b")
        for name in ("open", "standings:toy"):
            await store.write("ZADD", keys.read_model(1, name), 1, "a")
        seen = set()
        for kind in ("stream", "hash", "zset", "string", "set", "list"):
            async for name in store.scan("*", kind):
                matching = [row for row in rows if row[0].fullmatch(name) and row[1] == kind]
                assert len(matching) == 1, f"{name} ({kind}) is not on the page"
                seen.add(matching[0][0].pattern)
        assert seen == {pattern.pattern for pattern, _ in rows}
        await store.aclose()
