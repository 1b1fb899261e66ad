"""The bots: play every seat that a bot controls, from that seat's view and nothing else.

How long a policy thinks depends on its hand, and everybody sees when a bot moves. So its time counts from when the
table was looked at, not from when the thinking ended, and a share of it is drawn: what is left of the thinking drowns
in that.
"""

import asyncio
import random
import secrets
from collections.abc import AsyncIterator
from functools import partial

from domain.kernel import Action, Command, Seat
from domain.record.canonical import b64
from domain.record.seeds import SEED_BYTES, commitment
from domain.table import check, legal, to_act
from domain.table.messages import TakeSeat
from store.handler import Ask, Handler
from store.live import LiveTable
from workers.isolation import Isolation

DRAWN = 0.25
"""What is drawn of the time that a bot takes so that people can follow, as a share of it."""


class Bots:
    """Plays the bots' seats of every table. `think_ms` and a little more goes by with every move.

    `tempo` is how many times as fast as people they are in games that race.
    """

    def __init__(self, handler: Handler, think_ms: int = 0, tempo: float = 1.0) -> None:
        """Act through `handler`."""
        self._handler = handler
        self._think_ms = think_ms
        self._tempo = tempo
        self._isolation = Isolation("bots")
        self._rng = random.Random(secrets.token_bytes(16))
        self._planned: dict[tuple[str, Seat], tuple[Action, asyncio.Task[None]]] = {}

    async def run(self, tables: AsyncIterator[str]) -> None:
        """Play until cancelled."""
        try:
            async for table in tables:
                await self._isolation.work(table, partial(self.look_at, table))
        finally:
            for _, task in self._planned.values():
                task.cancel()

    async def look_at(self, table: str) -> None:
        """Plan a move for every bot that may act at a table now."""
        live = await self._handler.current(table)
        looked = asyncio.get_running_loop().time()
        if live.state.phase == "gathering":
            await self._commit_afresh(live)
        for seat in to_act(live.game, live.state):
            if self._plays(live, seat):
                self._plan(live, seat, looked)

    def _plays(self, live: LiveTable, seat: Seat) -> bool:
        taken = live.state.seats[seat]
        return taken is not None and taken.controller == "bot"

    def _plan(self, live: LiveTable, seat: Seat, looked: float) -> None:
        place = (live.state.table, seat)
        if place in self._planned:
            action, task = self._planned[place]
            if not task.done() and check(live.game, live.state, Command(seat, "bot", action, live.state.at)) is None:
                return
            task.cancel()
            del self._planned[place]
        taken = live.state.seats[seat]
        assert taken is not None
        rules = live.game.rules
        policy = rules.bots[taken.level or "easy"]
        move = policy(rules.view(live.state.game, seat), legal(live.game, live.state, seat), self._rng)
        if move is not None:
            think_ms = self._think_ms * self._rng.uniform(1, 1 + DRAWN)
            at = looked + (move.after_ms / self._tempo + think_ms) / 1_000
            task = asyncio.create_task(self._play(live.state.table, seat, move.action, at))
            self._planned[place] = (move.action, task)
            task.add_done_callback(lambda done: self._forget(place, done))

    def _forget(self, place: tuple[str, Seat], done: "asyncio.Task[None]") -> None:
        planned = self._planned.get(place)
        if planned is not None and planned[1] is done:
            del self._planned[place]

    async def _play(self, table: str, seat: Seat, action: Action, at: float) -> None:
        await asyncio.sleep(at - asyncio.get_running_loop().time())
        ask = Ask(table, seat, "bot", action, key=f"bot {secrets.token_hex(16)}", digest="")
        await self._isolation.work(table, partial(self._handler.execute, ask))

    async def _commit_afresh(self, live: LiveTable) -> None:
        """Give every bot a new seed after the old ones were voided."""
        for seat, taken in enumerate(live.state.seats):
            if taken is not None and taken.bot is not None and taken.commitment is None:
                seed = b64(secrets.token_bytes(SEED_BYTES))
                again = TakeSeat(
                    seat=seat, pseudonym=taken.pseudonym, commitment=commitment(seed), seed=seed, bot=taken.bot
                )
                await self._handler.execute(Ask(live.state.table, None, "house", again))
