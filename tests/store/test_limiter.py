"""Allowances on every server: what is there at once, what comes back when, and who shares it."""

import asyncio
import secrets

import pytest

from store import keys
from store.connect import Store, StoreConfig, open_store
from store.limiter import Limiter
from tests.support.servers import Server

pytestmark = pytest.mark.anyio

START = 1_800_000_000_123
INTERVAL = 1_000
HOUR = 3_600_000


class Clock:
    def __init__(self) -> None:
        self.ms = START

    def __call__(self) -> int:
        return self.ms


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def limiter(store: Store, clock: Clock) -> Limiter:
    return Limiter(store, clock)


@pytest.fixture
def anna() -> str:
    """A caller of this test alone: the server is everybody's."""
    return secrets.token_hex(13)


async def take(limiter: Limiter, caller: str, limit: str = "tables", allowance: int = 3) -> int:
    return await limiter.take(limit, caller, allowance=allowance, interval_ms=INTERVAL)


async def test_the_whole_allowance_is_there_at_once_and_then_the_wait_is_exact(
    limiter: Limiter, clock: Clock, anna: str
) -> None:
    assert [await take(limiter, anna) for _ in range(4)] == [0, 0, 0, INTERVAL]
    clock.ms += INTERVAL - 1
    assert await take(limiter, anna) == 1
    clock.ms += 1
    assert [await take(limiter, anna) for _ in range(2)] == [0, INTERVAL]


async def test_what_was_taken_comes_back_one_by_one(limiter: Limiter, clock: Clock, anna: str) -> None:
    assert [await take(limiter, anna) for _ in range(3)] == [0, 0, 0]
    clock.ms += 2 * INTERVAL + 400
    assert [await take(limiter, anna) for _ in range(3)] == [0, 0, 600]


async def test_no_more_than_the_allowance_is_ever_saved_up(limiter: Limiter, clock: Clock, anna: str) -> None:
    await take(limiter, anna)
    clock.ms += 1_000 * INTERVAL
    assert [await take(limiter, anna) for _ in range(4)] == [0, 0, 0, INTERVAL]


async def test_a_refusal_changes_nothing(limiter: Limiter, clock: Clock, store: Store, anna: str) -> None:
    for _ in range(3):
        await take(limiter, anna)
    before = await store.ask("GET", keys.limit("tables", anna))
    assert [await take(limiter, anna) for _ in range(20)] == [INTERVAL] * 20
    assert await store.ask("GET", keys.limit("tables", anna)) == before == b"%d" % (START + 3 * INTERVAL)
    clock.ms += INTERVAL
    assert await take(limiter, anna) == 0


async def test_callers_and_limits_do_not_share(limiter: Limiter, anna: str) -> None:
    assert [await take(limiter, anna, allowance=1) for _ in range(2)] == [0, INTERVAL]
    assert await take(limiter, secrets.token_hex(13), allowance=1) == 0
    assert await take(limiter, anna, "disputes", allowance=1) == 0


async def test_processes_share_one_count_and_many_at_once_get_no_more(
    each_server: Server, limiter: Limiter, clock: Clock, anna: str
) -> None:
    other = await open_store(StoreConfig(url=each_server.url))
    both = (limiter, Limiter(other, clock))
    answers = await asyncio.gather(*(take(both[number % 2], anna, allowance=7) for number in range(40)))
    assert sorted(answers) == [0] * 7 + [INTERVAL] * 33
    await other.aclose()


async def test_by_default_the_clock_is_the_servers(store: Store, anna: str) -> None:
    limiter = Limiter(store)
    for _ in range(2):
        assert await limiter.take("tables", anna, allowance=2, interval_ms=HOUR) == 0
    whole = int(await store.ask("GET", keys.limit("tables", anna)))
    seconds, _ = await store.primaries()[0].reads.call("TIME")
    assert whole - 2 * HOUR <= (int(seconds) + 1) * 1_000 <= whole - 2 * HOUR + 60_000
    assert HOUR - 60_000 < await limiter.take("tables", anna, allowance=2, interval_ms=HOUR) <= HOUR


async def test_a_counter_leaves_the_store_when_the_allowance_is_whole(
    limiter: Limiter, store: Store, anna: str
) -> None:
    for _ in range(2):
        await limiter.take("tables", anna, allowance=3, interval_ms=HOUR)
    assert 2 * HOUR - 60_000 < await store.ask("PTTL", keys.limit("tables", anna)) <= 2 * HOUR


async def test_a_clock_that_is_set_back_locks_nobody_out(limiter: Limiter, clock: Clock, anna: str) -> None:
    assert [await take(limiter, anna) for _ in range(4)] == [0, 0, 0, INTERVAL]
    clock.ms -= 1_000_000_000
    assert await take(limiter, anna) == INTERVAL
    clock.ms += INTERVAL
    assert await take(limiter, anna) == 0


async def test_a_limit_that_is_made_smaller_counts_from_now(limiter: Limiter, anna: str) -> None:
    assert [await take(limiter, anna, allowance=100) for _ in range(50)] == [0] * 50
    assert await take(limiter, anna, allowance=2) == INTERVAL


def test_a_caller_cannot_name_another_key() -> None:
    with pytest.raises(ValueError, match="caller"):
        keys.limit("tables", "anna:tables:bert")
