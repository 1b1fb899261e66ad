"""Bots at a table of a racing game, with the clock: they finish it by themselves, at the pace of people."""

import asyncio
import secrets
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest
from msgspec import structs

from domain.games import vollpfosten
from domain.kernel import BotMove, Policy, Registry
from domain.record.bundle import data_digest
from domain.record.canonical import b64
from domain.record.house import DealingHouse
from domain.record.seeds import commitment
from domain.table.messages import Clock as Clocks
from domain.table.messages import OpenTable, TakeSeat
from store.connect import Store
from store.feed import Feed, Followers
from store.handler import Ask, Handler
from store.log import EventLog
from tests.store.test_handler import table_id
from tests.support.wait import until
from workers import changes
from workers.bots import Bots
from workers.clock import Clock

pytestmark = pytest.mark.anyio

FASTER = 100
"""How many times faster than people these bots, and the server's clock, go."""


def hurried(policy: Policy) -> Policy:
    def choose(view: Any, legal: Any, rng: Any) -> BotMove | None:
        move = policy(view, legal, rng)
        return None if move is None else structs.replace(move, after_ms=move.after_ms // FASTER)

    return choose


RULES = replace(vollpfosten.RULES, bots={level: hurried(policy) for level, policy in vollpfosten.RULES.bots.items()})


@pytest.fixture
async def followers(store: Store) -> AsyncIterator[Followers]:
    found = await Followers(store).start()
    yield found
    await found.aclose()


async def test_four_bots_play_a_round_to_its_end(store: Store, log: EventLog, followers: Followers) -> None:
    start = time.monotonic()
    handler = Handler(
        log, Registry([RULES]), lambda: 1_764_449_999_000 + int((time.monotonic() - start) * 1000 * FASTER)
    )
    table, secret, data = table_id(), secrets.token_bytes(32), RULES.data["standard"]
    action = OpenTable(
        rules=RULES.id,
        version=RULES.version,
        seats=4,
        options={"rounds_to_win": 1},
        clock=Clocks(rest_s=0),
        data=data_digest(data),
        root=DealingHouse(secret, table, RULES.max_deals).root,
        server_key="none",
        secret=b64(secret),
    )
    await handler.open_table(table, action, data, key=None, digest=None)

    async def closed() -> bool:
        return (await handler.current(table)).state.phase == "closed"

    async with asyncio.TaskGroup() as group:
        tasks = [
            group.create_task(Clock(handler, 0.01).run()),
            group.create_task(Bots(handler).run(changes.from_now_on(Feed(store), followers, log))),
        ]
        for seat in range(4):
            seed = b64(secrets.token_bytes(32))
            level = "solid" if seat % 2 else "easy"
            take = TakeSeat(seat=seat, pseudonym=f"p{seat}", commitment=commitment(seed), seed=seed, bot=level)
            await handler.execute(Ask(table, None, "house", take))
        await until(closed, 60)
        for task in tasks:
            task.cancel()
    state = (await handler.current(table)).state
    assert state.reason == "finished"
    assert state.result is not None
    assert sum(state.result.scores) >= 1
