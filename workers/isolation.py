"""One broken table must not stop the work on all others, and an absent store only delays it."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

from store.errors import StoreUnavailable, TableArchived
from store.handler import UnknownTable

PAUSE_S = 60.0
"""How long a table that could not be worked on is left alone."""

RETRY_S = 1.0
"""How long to wait for a store that is away."""

LOG = logging.getLogger(__name__)


class Isolation:
    """Remembers which tables failed; a worker asks before it turns to one."""

    def __init__(self, worker: str, now_s: Callable[[], float] = time.monotonic) -> None:
        self._worker = worker
        self._now_s = now_s
        self._until: dict[str, float] = {}

    def rests(self, table: str) -> bool:
        """Say whether a table is left alone for now."""
        until = self._until.get(table)
        if until is None:
            return False
        if until > self._now_s():
            return True
        del self._until[table]
        return False

    @contextmanager
    def guard(self, table: str) -> Iterator[None]:
        """Work on one table; whatever is wrong with it is logged, and it rests. An absent store is raised."""
        try:
            yield
        except StoreUnavailable:
            raise
        except (UnknownTable, TableArchived):
            LOG.info("%s: table %s is gone", self._worker, table)
            self._until[table] = self._now_s() + PAUSE_S
        except Exception:
            LOG.exception("%s: table %s cannot be worked on; it rests for %d s", self._worker, table, PAUSE_S)
            self._until[table] = self._now_s() + PAUSE_S

    async def work(self, table: str, attempt: Callable[[], Awaitable[object]]) -> None:
        """Work on one table unless it rests, as often as it takes until the store is back."""
        while not self.rests(table):
            try:
                with self.guard(table):
                    await attempt()
                return
            except StoreUnavailable as error:
                LOG.warning("%s: table %s waits for the store: %s", self._worker, table, error)
                await asyncio.sleep(RETRY_S)
