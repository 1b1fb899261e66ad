"""An append whose answer is lost: it is stored once, whoever asks again."""

import asyncio
import secrets
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from store.connect import Store, StoreConfig, open_store
from store.embedded import Embedded
from store.errors import StoreUnavailable
from store.log import Append, Appended, Conflict, EventLog, Repeated
from tests.support.proxy import Mode, Proxy
from tests.support.servers import Server

pytestmark = pytest.mark.anyio


@dataclass
class Line:
    """A log behind a proxy, and its table with one entry."""

    proxy: Proxy
    store: Store
    log: EventLog
    table: str

    def wish(self, seq: int, entry: bytes = b"mine", **more: object) -> Append:
        return Append(table=self.table, seq=seq, entry=entry, openings=b"[]", **more)  # type: ignore[arg-type]

    async def entries(self) -> list[bytes]:
        return [stored.entry for stored in await self.log.read(self.table)]


@pytest.fixture
async def line(each_server: Server) -> AsyncIterator[Line]:
    async with Proxy(each_server.url) as proxy:
        store = await open_store(StoreConfig(url=proxy.url, timeout_ms=600))
        opened = Line(proxy, store, EventLog(store), secrets.token_hex(13))
        await opened.log.append(opened.wish(1, b"first"))
        yield opened
        await store.aclose()


@pytest.mark.parametrize("mode", ["cut", "mute"])
async def test_a_lost_answer_is_found_again_by_its_key(line: Line, mode: Mode) -> None:
    line.proxy.lose(1, mode)
    assert await line.log.append(line.wish(2, key="k", key_digest="d")) == Repeated(2, "d")
    assert line.proxy.lost == 1
    assert await line.entries() == [b"first", b"mine"]


@pytest.mark.parametrize("mode", ["cut", "mute"])
async def test_a_lost_answer_without_a_key_is_found_by_its_bytes(line: Line, mode: Mode) -> None:
    line.proxy.lose(1, mode)
    assert await line.log.append(line.wish(2, claim=(0, "anna"))) == Appended(2, "")
    assert line.proxy.lost == 1
    assert await line.entries() == [b"first", b"mine"]
    assert await line.log.accounts(line.table) == {0: "anna"}


async def test_what_others_wrote_meanwhile_is_not_taken_for_ours(line: Line) -> None:
    await line.log.append(line.wish(2, b"theirs"))
    line.proxy.lose(1, "cut")
    answer = await line.log.append(line.wish(2))
    assert isinstance(answer, Conflict)
    assert [missed.entry for missed in answer.missed] == [b"theirs"]
    assert await line.entries() == [b"first", b"theirs"]


@pytest.mark.parametrize("mode", ["cut", "mute"])
async def test_two_lost_answers_are_the_clients_to_repeat(line: Line, mode: Mode) -> None:
    line.proxy.lose(2, mode)
    with pytest.raises(StoreUnavailable):
        await line.log.append(line.wish(2, key="k", key_digest="d"))
    assert await line.log.append(line.wish(2, key="k", key_digest="d")) == Repeated(2, "d")
    assert await line.entries() == [b"first", b"mine"]


async def test_a_whole_batch_in_doubt_is_stored_once_each(line: Line) -> None:
    tables = [secrets.token_hex(13) for _ in range(30)]
    line.proxy.lose(1, "cut")
    wishes = [Append(table=table, seq=1, entry=b"x", openings=b"[]", key="k", key_digest="d") for table in tables]
    answers = await asyncio.gather(*(line.log.append(wish) for wish in wishes))
    assert set(map(type, answers)) <= {Appended, Repeated}
    assert Repeated(1, "d") in answers
    assert [await line.log.head(table) for table in tables] == [1] * 30


async def test_what_cannot_be_sent_fails_alone(line: Line) -> None:
    """It took along everything that waited for the same round trip."""
    wishes = [line.log.append(line.wish(2)), line.log.find_key(line.table, "\ud800"), line.log.head(line.table)]
    appended, failed, head = await asyncio.gather(*wishes, return_exceptions=True)
    assert (isinstance(appended, Appended), isinstance(failed, UnicodeEncodeError)) == (True, True)
    assert head in (1, 2)
    assert await line.entries() == [b"first", b"mine"]


async def test_a_cancelled_caller_does_not_cancel_the_commit(line: Line) -> None:
    task = asyncio.create_task(line.log.append(line.wish(2, key="k")))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert isinstance(await line.log.append(line.wish(2, key="k")), Repeated)
    assert await line.entries() == [b"first", b"mine"]


async def test_a_read_whose_answer_is_lost_is_asked_again(line: Line) -> None:
    line.proxy.lose(1, "cut")
    assert await line.entries() == [b"first"]
    assert line.proxy.lost == 1


async def test_a_server_that_is_down_says_so_and_is_used_again_when_it_is_back(tmp_path: Path) -> None:
    with Embedded(tmp_path) as server:
        store = await open_store(StoreConfig(url=server.url, timeout_ms=1000))
        log = EventLog(store)
        await log.append(Append(table="t", seq=1, entry=b"a", openings=b"[]"))
    with pytest.raises(StoreUnavailable):
        await log.append(Append(table="t", seq=2, entry=b"b", openings=b"[]"))
    with pytest.raises(StoreUnavailable, match="cannot be reached"):
        await log.read("t")
    with Embedded(tmp_path):
        assert isinstance(await log.append(Append(table="t", seq=2, entry=b"b", openings=b"[]")), Appended)
        assert [stored.entry for stored in await log.read("t")] == [b"a", b"b"]
        await store.aclose()


async def test_without_the_replicas_that_were_asked_for_nothing_is_acknowledged(each_server: Server) -> None:
    table = secrets.token_hex(13)
    store = await open_store(StoreConfig(url=each_server.url, timeout_ms=1500))
    lonely = Store(StoreConfig(url=each_server.url, timeout_ms=1500, replicas=1))
    wish = Append(table=table, seq=1, entry=b"a", openings=b"[]", key="k", key_digest="d")
    with pytest.raises(StoreUnavailable, match="0 of 1 replicas"):
        await EventLog(lonely).append(wish)
    with pytest.raises(StoreUnavailable, match="0 of 1 replicas"):
        await EventLog(lonely).append(wish)
    assert await EventLog(store).append(wish) == Repeated(1, "d")
    await lonely.aclose()
    await store.aclose()


async def test_a_full_server_refuses_before_anything_is_written(tmp_path: Path) -> None:
    with Embedded(tmp_path) as server:
        store = await open_store(StoreConfig(url=server.url))
        log = EventLog(store)
        await log.append(Append(table="t", seq=1, entry=b"a", openings=b"[]"))
        wish = Append(table="t", seq=2, entry=b"b", openings=b"[]", key="k", claim=(0, "anna"))
        await store.write("CONFIG", "SET", "maxmemory", "1")
        with pytest.raises(StoreUnavailable, match="refuses to write now"):
            await log.append(wish)
        assert await log.head("t") == 1
        assert await log.accounts("t") == {}
        await store.write("CONFIG", "SET", "maxmemory", "0")
        assert isinstance(await log.append(wish), Appended)
        await store.aclose()
