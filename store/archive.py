"""How a finished table leaves Redis: into a cold file first, then out of Redis, leaving a tombstone."""

from importlib import resources

from store import keys
from store.coalescer import Script
from store.cold import ColdStore, ColdTable
from store.connect import Store
from store.errors import StoreCorrupt
from store.log import EventLog
from store.vault import AsStored

ARCHIVE = Script((resources.files("store") / "archive.lua").read_text())


class Archiver:
    """Takes tables out of Redis. Any number may run at once, and one that is killed does no harm.

    What is encrypted in Redis stays encrypted in the cold file, under the same key. The log of the processes that read
    archived tables needs the same cold store.
    """

    def __init__(self, store: Store, cold: ColdStore) -> None:
        """Move tables from `store` to `cold`."""
        self._store = store
        self._cold = cold
        self._log = EventLog(store, cold, AsStored())

    async def closed_before(self, partition: int, ms: int, limit: int = 100) -> tuple[str, ...]:
        """Give tables of a partition that were closed before `ms`, longest first."""
        names = await self._store.ask("ZRANGE", keys.closed(partition), "-inf", ms, "BYSCORE", "LIMIT", 0, limit)
        return tuple(name.decode() for name in names)

    async def archive(self, table: str) -> bool:
        """Archive one table; False when somebody else did, or when it is not finished."""
        names = keys.of_table(table)
        if not await self._store.ask("EXISTS", names.stream):
            return False
        entries = await self._log.read(table)
        flat = await self._store.ask("HGETALL", names.keys)
        pairs = zip(flat[::2], flat[1::2], strict=True)
        whole = ColdTable(table, entries, {key.decode(): value.decode() for key, value in pairs})
        place, digest = await self._cold.write(whole)
        if await self._cold.read(place, digest) != whole:
            raise StoreCorrupt(f"the cold file of table {table} does not hold what was written")
        reply = await self._store.run(
            ARCHIVE,
            (names.stream, names.keys, names.tomb, names.due, names.closed),
            (table, len(entries), digest, place),
        )
        if reply == [b"done"]:
            return True
        if reply == [b"changed"] or (await self._store.ask("HGET", names.tomb, "place")) != place.encode():
            await self._cold.remove(place)
        return False

    async def step(self, before_ms: int) -> int:
        """Archive everything that was closed before `before_ms`; give how many tables that were."""
        moved = 0
        for partition in range(keys.PARTITIONS):
            for table in await self.closed_before(partition, before_ms):
                moved += await self.archive(table)
        return moved
