"""The clock: appends a tick for every deadline that passed, wherever nobody else did.

Any number of clocks may run at once: a tick is an entry like any other, so only one of them gets its number.
"""

import asyncio
import logging

from store import keys
from store.errors import StoreError
from store.handler import Handler
from workers.isolation import Isolation

POLL_S = 0.1
"""How long a new deadline may go unnoticed. One that is known is met to the ms."""

BATCH = 1_000
"""Tables of one partition that are ticked in one step."""

LOG = logging.getLogger(__name__)


class Clock:
    """Watches the deadlines of every partition."""

    def __init__(self, handler: Handler, poll_s: float = POLL_S) -> None:
        """Tick through `handler`."""
        self._handler = handler
        self._poll_s = poll_s
        self._isolation = Isolation("clock")

    async def run(self) -> None:
        """Run until cancelled; a store that is away is asked again."""
        while True:
            try:
                wait_s = await self.step()
            except StoreError as error:
                LOG.warning("the clock cannot reach the store: %s", error)
                wait_s = 1.0
            await asyncio.sleep(wait_s)

    async def step(self) -> float:
        """Tick every table whose deadline has passed; give how long to sleep, in s."""
        now = self._handler.clock()
        log = self._handler.log
        found = await asyncio.gather(*(log.due_before(number, now + 1_000, BATCH) for number in range(keys.PARTITIONS)))
        pending = [row for rows in found for row in rows if not self._isolation.rests(row[0])]
        soon = [at_ms for _, at_ms in pending if at_ms > now]
        await asyncio.gather(*(self._tick(table) for table, at_ms in pending if at_ms <= now))
        wait_s = (min(soon) - self._handler.clock()) / 1_000 if soon else self._poll_s
        return min(max(wait_s, 0.001), self._poll_s)

    async def _tick(self, table: str) -> None:
        with self._isolation.guard(table):
            await self._handler.tick(table)
