"""A finished table leaves Redis, and everything about it can still be read."""

import asyncio
import secrets
from pathlib import Path

import pytest

from store import keys
from store.archive import Archiver
from store.cold import ColdStore
from store.connect import Store
from store.errors import StoreCorrupt, TableArchived
from store.log import Append, EventLog, Repeated

pytestmark = pytest.mark.anyio

SOON = 2**52


def cold_file(directory: Path) -> Path:
    (found,) = [path for path in directory.rglob("*") if path.is_file()]
    return found


async def finished(log: EventLog, entries: int = 5, close: bool = True) -> str:
    table = secrets.token_hex(13)
    for seq in range(1, entries + 1):
        last = seq == entries
        wish = Append(
            table=table,
            seq=seq,
            entry=b"%d" % seq,
            openings=b"[]",
            key=f"k{seq}",
            key_digest="d",
            data=b"{}" if seq == 1 else None,
            claim=(0, "anna") if seq == 2 else None,
            texts={"3/term": b"word"} if seq == 3 else {},
            due=None if last else 5,
            close=last and close,
        )
        await log.append(wish)
    return table


async def test_an_archived_table_reads_as_before(store: Store, tmp_path: Path) -> None:
    log = EventLog(store, ColdStore(tmp_path))
    table = await finished(log)
    before = await log.read(table)
    archiver = Archiver(store, ColdStore(tmp_path))
    assert table in await archiver.closed_before(keys.partition(table), SOON)
    assert await archiver.archive(table)
    assert await store.ask("EXISTS", keys.of_table(table).stream, keys.of_table(table).keys) == 0
    assert await log.read(table) == before
    assert await log.read(table, after=2) == before[2:]
    assert await log.read(table, after=2, limit=2) == before[2:4]
    assert await log.read(table, after=5) == ()
    assert await log.head(table) == 5
    assert await log.exists(table)
    assert await log.find_key(table, "k3") == Repeated(3, "d")
    assert await log.find_key(table, "never") is None
    assert table in [name async for name in log.tables()]
    assert table not in await archiver.closed_before(keys.partition(table), SOON)


async def test_sequence_numbers_are_not_used_again(store: Store, tmp_path: Path) -> None:
    log = EventLog(store, ColdStore(tmp_path))
    table = await finished(log)
    await Archiver(store, ColdStore(tmp_path)).archive(table)
    for seq in (1, 6):
        with pytest.raises(TableArchived):
            await log.append(Append(table=table, seq=seq, entry=b"x", openings=b"[]"))
    assert await log.head(table) == 5


async def test_a_table_under_way_stays(store: Store, tmp_path: Path) -> None:
    log = EventLog(store)
    table = await finished(log, close=False)
    assert not await Archiver(store, ColdStore(tmp_path)).archive(table)
    assert len(await log.read(table)) == 5
    with pytest.raises(ValueError):
        cold_file(tmp_path)


async def test_two_archivers_at_once_archive_it_once(store: Store, tmp_path: Path) -> None:
    log = EventLog(store, ColdStore(tmp_path))
    table = await finished(log)
    archivers = [Archiver(store, ColdStore(tmp_path)) for _ in range(2)]
    assert sorted(await asyncio.gather(*(archiver.archive(table) for archiver in archivers))) == [False, True]
    assert len(await log.read(table)) == 5


async def test_what_can_be_erased_stays_erasable(store: Store, tmp_path: Path) -> None:
    log = EventLog(store, ColdStore(tmp_path))
    table = await finished(log)
    await Archiver(store, ColdStore(tmp_path)).archive(table)
    assert await log.texts(table) == {"3/term": b"word"}
    await log.erase_texts(table, "3/term")
    assert await log.texts(table) == {}
    await log.replace_account(table, "anna", "nobody-1")
    assert await log.accounts(table) == {0: "nobody-1"}
    assert await log.held(table) == {"nobody-1": 0}
    assert b"word" not in cold_file(tmp_path).read_bytes()


async def test_a_cold_file_that_was_changed_or_lost_is_noticed(store: Store, tmp_path: Path) -> None:
    log = EventLog(store, ColdStore(tmp_path))
    table = await finished(log)
    await Archiver(store, ColdStore(tmp_path)).archive(table)
    file = cold_file(tmp_path)
    file.write_bytes(file.read_bytes().replace(b"[]", b"{}", 1))
    with pytest.raises(StoreCorrupt, match="not the one that was written"):
        await log.read(table)
    file.unlink()
    with pytest.raises(StoreCorrupt, match="is missing"):
        await log.read(table)
    with pytest.raises(TableArchived, match="no archive is configured"):
        await EventLog(store).read(table)


async def test_everything_closed_long_enough_is_archived(store: Store, tmp_path: Path) -> None:
    log = EventLog(store, ColdStore(tmp_path))
    tables = [await finished(log) for _ in range(3)]
    archiver = Archiver(store, ColdStore(tmp_path))
    assert await archiver.step(1_000) == 0
    assert await archiver.step(SOON) >= 3
    assert [await store.ask("EXISTS", keys.of_table(table).stream) for table in tables] == [0, 0, 0]
