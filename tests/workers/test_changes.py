"""Which tables have changed: a store that is away for a while is waited for."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from store.connect import Store
from store.errors import StoreUnavailable
from store.feed import Feed, Followers
from store.handler import Handler
from store.log import EventLog
from tests.store.test_handler import REGISTRY, opened
from workers import changes, isolation

pytestmark = pytest.mark.anyio


@pytest.fixture
async def followers(store: Store) -> AsyncIterator[Followers]:
    found = await Followers(store).start()
    yield found
    await found.aclose()


def failing_at_first(work: Callable[..., Any]) -> Callable[..., Any]:
    """Fail with every argument once."""
    failed: set[Any] = set()

    async def attempt(self: Any, number: int, *arguments: Any, **named: Any) -> Any:
        if number not in failed:
            failed.add(number)
            raise StoreUnavailable("away")
        return await work(self, number, *arguments, **named)

    return attempt


@pytest.mark.parametrize("worker", ["bots", "projector"])
async def test_a_store_that_is_away_ends_no_worker(
    store: Store, log: EventLog, followers: Followers, monkeypatch: pytest.MonkeyPatch, worker: str
) -> None:
    """Each of these questions, asked while the store was away, ended the worker, and its process with it."""
    for name in ("read", "end", "acknowledge", "acknowledged", "trim"):
        monkeypatch.setattr(Feed, name, failing_at_first(getattr(Feed, name)))
    monkeypatch.setattr(EventLog, "due_before", failing_at_first(EventLog.due_before))
    monkeypatch.setattr(isolation, "RETRY_S", 0)
    feed = Feed(store)
    asked = changes.from_now_on(feed, followers, log) if worker == "bots" else None
    tables = asked or changes.since_last_time(feed, followers, "of this test")
    table = await opened(Handler(log, REGISTRY))
    async with asyncio.timeout(20):
        async for found in tables:
            if found == table:
                break
        again = await opened(Handler(log, REGISTRY))
        async for found in tables:
            if found == again:
                break
    for number in range(64):
        await Feed(store).forget(number, "of this test")
