"""The archiver takes what was closed long enough ago, and one table that it cannot read does not stop it."""

import secrets
from pathlib import Path

import pytest

from store import keys
from store.archive import Archiver
from store.cold import ColdStore
from store.connect import Store
from store.handler import now_ms
from store.log import Append, EventLog
from workers.archiver import DAY_MS, Archiving

pytestmark = pytest.mark.anyio


async def closed_table(log: EventLog) -> str:
    table = secrets.token_hex(13)
    await log.append(Append(table=table, seq=1, entry=b"1", openings=b"[]", close=True))
    return table


async def test_a_table_is_archived_when_it_was_closed_long_enough(store: Store, tmp_path: Path) -> None:
    cold = ColdStore(tmp_path)
    log = EventLog(store, cold)
    table = await closed_table(log)
    ms = now_ms()
    archiving = Archiving(Archiver(store, cold), DAY_MS, clock=lambda: ms)
    await archiving.step()
    assert await store.ask("EXISTS", keys.of_table(table).stream)
    ms += DAY_MS + 60_000
    assert await archiving.step() >= 1
    assert not await store.ask("EXISTS", keys.of_table(table).stream)
    assert [entry.entry for entry in await log.read(table)] == [b"1"]


async def test_a_table_with_a_gap_stays_and_the_others_go(store: Store, tmp_path: Path) -> None:
    cold = ColdStore(tmp_path)
    log = EventLog(store, cold)
    broken, good = await closed_table(log), await closed_table(log)
    await store.write("XDEL", keys.of_table(broken).stream, "1-0")
    await store.write("XADD", keys.of_table(broken).stream, "2-0", "e", "2", "o", "[]")
    await Archiving(Archiver(store, cold), -DAY_MS).step()
    assert await store.ask("EXISTS", keys.of_table(broken).stream)
    assert not await store.ask("EXISTS", keys.of_table(good).stream)
    await store.write("DEL", keys.of_table(broken).stream)
    await store.write("ZREM", keys.of_table(broken).closed, broken)
