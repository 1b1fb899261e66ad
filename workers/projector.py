"""The projector: keeps the read models up to date with the streams."""

import asyncio
import logging
from collections.abc import AsyncIterator

from projections.read_models import ReadModels
from store.errors import StoreError
from store.handler import Handler, UnknownTable

LOG = logging.getLogger(__name__)


class Projector:
    """Projects every table that the feed names."""

    def __init__(self, handler: Handler, models: ReadModels) -> None:
        """Read through `handler`, write through `models`."""
        self._handler = handler
        self._models = models

    async def run(self, tables: AsyncIterator[str]) -> None:
        """Project tables as they change, until cancelled."""
        async for table in tables:
            try:
                await self.project(table)
            except StoreError as error:
                LOG.warning("table %s is not projected: %s", table, error)

    async def project(self, table: str) -> None:
        """Project one table as it is now."""
        try:
            live = await self._handler.current(table)
        except UnknownTable:
            return
        log = self._handler.log
        accounts, held = await asyncio.gather(log.accounts(table), log.held(table))
        await self._models.project(live.state, accounts, held)

    async def rebuild(self) -> int:
        """Throw the read models away and project every table; give how many there are."""
        await self._models.clear()
        tables = sorted({table async for table in self._handler.log.tables()})
        for table in tables:
            await self.project(table)
        return len(tables)
