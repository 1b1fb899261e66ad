"""The archiver: moves tables that have been closed for a while out of Redis, into cold files."""

import asyncio
import logging
from collections.abc import Callable

from store import keys
from store.archive import Archiver
from store.errors import StoreUnavailable
from store.handler import now_ms
from workers.isolation import Isolation

POLL_S = 600.0
DAY_MS = 86_400_000

LOG = logging.getLogger(__name__)


class Archiving:
    """Archives every table that has been closed for `after_ms`. Any number may run at once."""

    def __init__(
        self, archiver: Archiver, after_ms: int, clock: Callable[[], int] = now_ms, poll_s: float = POLL_S
    ) -> None:
        """Look every `poll_s` seconds for tables closed longer than `after_ms` by `clock`."""
        self._archiver = archiver
        self._after_ms = after_ms
        self._clock = clock
        self._poll_s = poll_s
        self._isolation = Isolation("archiver")

    async def run(self) -> None:
        """Run until cancelled; a store that is away is asked again."""
        while True:
            try:
                moved = await self.step()
            except StoreUnavailable as error:
                LOG.warning("archiver: waits for the store: %s", error)
            else:
                if moved:
                    LOG.info("archiver: %d tables archived", moved)
            await asyncio.sleep(self._poll_s)

    async def step(self) -> int:
        """Archive what is old enough; give how many tables that were."""
        before, moved = self._clock() - self._after_ms, 0
        for partition in range(keys.PARTITIONS):
            for table in await self._archiver.closed_before(partition, before):
                if not self._isolation.rests(table):
                    with self._isolation.guard(table):
                        moved += await self._archiver.archive(table)
        return moved
