"""The audit chains: one stream per table beside its log. They are never archived, trimmed or changed."""

from collections.abc import AsyncIterator
from importlib import resources

from store import keys
from store.coalescer import Script
from store.connect import Store
from store.errors import StoreCorrupt

APPEND = Script((resources.files("store") / "audit.lua").read_text())


class AuditLog:
    """Reads and appends to audit chains."""

    def __init__(self, store: Store) -> None:
        """Keep the chains of `store`."""
        self._store = store

    async def read(self, table: str) -> tuple[bytes, ...]:
        """Give the exact bytes of a table's chain, in order; raise `StoreCorrupt` at a gap."""
        chain = []
        for seq, (identity, fields) in enumerate(await self._store.ask("XRANGE", keys.audit(table), "-", "+"), 1):
            if identity != b"%d-0" % seq:
                raise StoreCorrupt(f"audit entry {seq} of table {table} is missing")
            chain.append(fields[1])
        return tuple(chain)

    async def append(self, table: str, seq: int, entry: bytes, *, pending: bool) -> bool:
        """Append entry `seq`; False where somebody else was faster. `pending`: some dispute is still undecided."""
        names = (keys.audit(table), keys.disputes(keys.partition(table)))
        reply = await self._store.run(APPEND, names, (table, seq, entry, "1" if pending else ""))
        return bool(reply == [b"appended"])

    async def pending(self) -> AsyncIterator[str]:
        """Iterate over the tables with undecided disputes."""
        for number in range(keys.PARTITIONS):
            for table in sorted(await self._store.ask("SMEMBERS", keys.disputes(number))):
                yield table.decode()
