"""The workers on a real server: bots play, the clock ticks, the projector projects, and each may run twice."""

import asyncio
import secrets
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest
from msgspec import structs

import projections.read_models
import workers.bots
from domain.kernel import BotMove, Registry, random_legal
from domain.record.canonical import b64
from domain.record.house import DealingHouse
from domain.record.seeds import commitment
from domain.table.messages import Clock as Clocks
from domain.table.messages import OpenTable, TakeSeat
from projections.read_models import ReadModels
from store import keys
from store.connect import Store
from store.feed import Feed, Followers
from store.handler import Ask, Handler
from store.log import Append, EventLog
from tests.store.test_handler import REGISTRY, Ticking, table_id
from tests.support.toy import TOY
from tests.support.wait import until
from workers import changes
from workers.bots import Bots
from workers.clock import Clock
from workers.projector import Projector

pytestmark = pytest.mark.anyio

QUICK = Clocks(rest_s=0)


@pytest.fixture
async def followers(store: Store) -> AsyncIterator[Followers]:
    found = await Followers(store).start()
    yield found
    await found.aclose()


async def open_with_bots(handler: Handler, visibility: str = "public") -> str:
    table, secret = table_id(), secrets.token_bytes(32)
    action = OpenTable(
        rules=TOY.id,
        version=TOY.version,
        seats=2,
        options={},
        clock=QUICK,
        data=None,
        root=DealingHouse(secret, table, TOY.max_deals).root,
        server_key="none",
        secret=b64(secret),
        visibility=visibility,  # type: ignore[arg-type]
    )
    await handler.open_table(table, action, None, key=None, digest=None)
    return table


async def seat_bots(handler: Handler, table: str) -> None:
    for seat in range(2):
        seed = b64(secrets.token_bytes(32))
        take = TakeSeat(seat=seat, pseudonym=f"p{seat}", commitment=commitment(seed), seed=seed, bot="easy")
        await handler.execute(Ask(table, None, "house", take))


async def closed(handler: Handler, table: str) -> bool:
    return (await handler.current(table)).state.phase == "closed"


async def test_two_sets_of_workers_play_one_table_to_its_end(store: Store, log: EventLog, followers: Followers) -> None:
    handlers = [Handler(log, REGISTRY), Handler(log, REGISTRY)]
    table = await open_with_bots(handlers[0])
    feed = Feed(store)
    async with asyncio.TaskGroup() as group:
        tasks = [
            group.create_task(run)
            for handler in handlers
            for run in (Clock(handler, 0.01).run(), Bots(handler).run(changes.from_now_on(feed, followers, log)))
        ]
        await seat_bots(handlers[0], table)
        await until(lambda: closed(handlers[0], table))
        for task in tasks:
            task.cancel()
    state = (await handlers[0].current(table)).state
    assert state.reason == "finished"
    assert state.result is not None
    assert sum(state.result.scores) == 3


async def test_a_rebuild_gives_the_same_read_models(store: Store, log: EventLog, followers: Followers) -> None:
    handler, models = Handler(log, REGISTRY), ReadModels(store)
    table, account = await open_with_bots(handler), secrets.token_hex(8)
    projector = Projector(handler, models)
    task = asyncio.create_task(projector.run(changes.since_last_time(Feed(store), followers, secrets.token_hex(4))))
    seed = b64(secrets.token_bytes(32))
    take = TakeSeat(seat=0, pseudonym="p", commitment=commitment(seed), seed=seed, host=True)
    await handler.execute(Ask(table, 0, "player", take, claim=(0, account)))

    async def projected() -> bool:
        return table in [row.table for row in await models.own_tables(account)]

    await until(projected)
    task.cancel()
    page = await models.open_tables(rules=TOY.id)
    assert table in [row.table for row in page.tables]
    before = await models.dump()
    await projector.rebuild()
    after = await models.dump()
    assert {name: value for name, value in after.items() if table.encode() in repr(value).encode()} == {
        name: value for name, value in before.items() if table.encode() in repr(value).encode()
    }


async def test_only_public_tables_are_listed(store: Store, log: EventLog) -> None:
    handler, models = Handler(log, REGISTRY), ReadModels(store)
    table = await open_with_bots(handler, "unlisted")
    await Projector(handler, models).project(table)
    assert table not in [row.table for row in (await models.open_tables()).tables]


async def test_pages_follow_each_other_without_gap_or_repeat(store: Store, log: EventLog) -> None:
    ticking = Ticking()
    handler, models = Handler(log, REGISTRY, ticking), ReadModels(store)
    tables = []
    for _ in range(5):
        ticking.ms = 1_900_000_000_000 + 7 * len(tables) // 2
        tables.append(await open_with_bots(handler))
        await Projector(handler, models).project(tables[-1])
    seen: list[str] = []
    after = None
    while True:
        page = await models.open_tables(after=after, limit=2)
        seen += [row.table for row in page.tables]
        after = page.after
        if after is None or set(tables) <= set(seen):
            break
    assert len(seen) == len(set(seen))
    assert set(tables) <= set(seen)


async def test_a_page_reads_few_of_many_tables(store: Store, log: EventLog, monkeypatch: pytest.MonkeyPatch) -> None:
    """It read every open table of the store, for each page."""
    monkeypatch.setattr(projections.read_models, "READ_AT_ONCE", 3)
    handler, models = Handler(log, REGISTRY, Ticking()), ReadModels(store)
    state = (await handler.current(await open_with_bots(handler))).state
    ids = [name for name in (table_id() for _ in range(64 * 100)) if keys.partition(name) == 7][:20]
    for number, table in enumerate(ids):
        rules = "rare" if number in (0, 9) else "frequent"
        opened_at = 2_000_000_000_000 + number // 2
        await models.project(structs.replace(state, table=table, rules=rules, opened_at=opened_at), {}, {})
    ask, read = Store.ask, 0

    async def counting(self: Store, command: str, key: str, *arguments: Any) -> Any:
        nonlocal read
        read += len(arguments) if command == "HMGET" and keys.tag(7) in key else 0
        return await ask(self, command, key, *arguments)

    monkeypatch.setattr(Store, "ask", counting)
    newest = sorted(ids, key=lambda name: (ids.index(name) // 2, name), reverse=True)
    seen: list[str] = []
    after = None
    for _ in range(4):
        page = await models.open_tables(rules="frequent", after=after, limit=4)
        seen += [row.table for row in page.tables]
        after = page.after
    assert seen == [name for name in newest if ids.index(name) not in (0, 9)][:16]
    assert read <= 4 * 9
    assert [row.table for row in (await models.open_tables(rules="rare")).tables] == [ids[9], ids[0]]
    for table in ids:
        await models.project(structs.replace(state, table=table, phase="closed"), {}, {})


async def test_the_clock_sleeps_until_the_next_deadline_at_the_most(log: EventLog) -> None:
    ticking = Ticking()
    handler = Handler(log, REGISTRY, ticking)
    table = await open_with_bots(handler)
    live = await handler.current(table)
    ticking.ms = live.state.opened_at + QUICK.gather_s * 1000 - 1
    clock = Clock(handler, poll_s=1)
    assert 0 < await clock.step() <= 0.001
    assert not await closed(handler, table)
    ticking.ms += 1
    await clock.step()
    assert (await handler.current(table)).state.reason == "nobody_started"


async def test_a_broken_table_does_not_stop_the_work_on_others(store: Store, log: EventLog) -> None:
    broken = table_id()
    await log.append(Append(table=broken, seq=1, entry=b'{"no":"entry"}', openings=b"[]", due=1))
    ticking = Ticking()
    handler = Handler(log, REGISTRY, ticking)
    table = await open_with_bots(handler)
    ticking.ms += QUICK.gather_s * 1000
    await Clock(handler).step()
    assert await closed(handler, table)
    models = ReadModels(store)
    assert await Projector(handler, models).rebuild() >= 1
    assert await models.summary(table) is not None


@pytest.mark.parametrize("thinking_s", [0.0, 0.01, 0.4])
async def test_when_a_bot_moves_does_not_tell_how_long_it_had_to_think(
    log: EventLog, monkeypatch: pytest.MonkeyPatch, thinking_s: float
) -> None:
    """It was told: forced to play a card, a bot of Schafkopf moved 0.1 ms sooner than with a choice."""
    loop = asyncio.get_running_loop()
    time, ahead = loop.time, 0.0
    monkeypatch.setattr(loop, "time", lambda: time() + ahead)

    def slow(view: Any, legal: Any, rng: Any) -> BotMove | None:
        nonlocal ahead
        ahead += thinking_s
        return random_legal(view, legal, rng)

    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    handler = Handler(log, Registry([replace(TOY, bots={"easy": slow})]), Ticking())
    table = await open_with_bots(handler)
    await seat_bots(handler, table)
    await Clock(handler).step()
    bots = Bots(handler, think_ms=1_000)
    monkeypatch.setattr(workers.bots.asyncio, "sleep", sleep)
    await bots.look_at(table)
    (plan,) = [task for _, task in bots._planned.values()]
    await plan
    monkeypatch.undo()
    assert 1.0 - thinking_s - 0.1 <= slept[0] <= 1.25 - thinking_s
