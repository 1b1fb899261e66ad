"""The projector: keeps the read models up to date with the streams."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial

from projections.read_models import ReadModels
from store.handler import Handler
from workers.isolation import Isolation


class Projector:
    """Projects every table that the feed names."""

    def __init__(self, handler: Handler, models: ReadModels) -> None:
        """Read through `handler`, write through `models`."""
        self._handler = handler
        self._models = models
        self._isolation = Isolation("projector")

    async def run(self, tables: AsyncIterator[str]) -> None:
        """Project tables as they change, until cancelled."""
        async for table in tables:
            await self._isolation.work(table, partial(self.project, table))

    async def project(self, table: str) -> None:
        """Project one table as it is now. Whoever is erased meanwhile is taken out again."""
        live = await self._handler.current(table)
        log = self._handler.log
        accounts, held = await asyncio.gather(log.accounts(table), log.held(table))
        await self._models.project(live.state, accounts, held)
        for account in held.keys() - (await log.held(table)).keys():
            await self._models.take_out(account, table, live.state.rules)

    async def rebuild(self) -> int:
        """Throw the read models away and project every table; give how many could be."""
        await self._models.clear()
        tables = sorted({table async for table in self._handler.log.tables()})
        for table in tables:
            with self._isolation.guard(table):
                await self.project(table)
        return sum(not self._isolation.rests(table) for table in tables)
