"""What a process refuses to start on, and the sentence it says."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import redis

from store import connect, keys
from store.connect import StoreConfig, open_store
from store.embedded import Embedded
from store.errors import StoreRefused, StoreUnavailable

pytestmark = pytest.mark.anyio


@contextmanager
def changed(directory: Path, *settings: str) -> Iterator[Embedded]:
    """A server whose running settings differ from its file: only asking the server tells."""
    with Embedded(directory) as server, redis.Redis.from_url(server.url) as admin:
        for setting in settings:
            admin.config_set(*setting.split(" ", 1))
        yield server


async def test_a_fresh_store_is_marked_and_opens_again(tmp_path: Path) -> None:
    with Embedded(tmp_path) as server:
        for _ in range(2):
            store = await open_store(StoreConfig(url=server.url))
            assert await store.ask("HMGET", keys.STORE, "format", "partitions") == [b"1", b"64"]
            await store.aclose()


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("partitions", "32", "has 32 partitions and this program 64"),
        ("format", "2", "written by a newer version"),
    ],
)
async def test_another_layout_is_refused(tmp_path: Path, field: str, value: str, says: str) -> None:
    with Embedded(tmp_path) as server:
        with redis.Redis.from_url(server.url) as admin:
            admin.hset(keys.STORE, field, value)
        with pytest.raises(StoreRefused, match=says):
            await open_store(StoreConfig(url=server.url))


@pytest.mark.parametrize(
    ("setting", "says"),
    [
        ("appendonly no", "keeps no append-only file"),
        ("appendfsync everysec", r"appendfsync everysec\), but durability always"),
        ("appendfsync no", r"appendfsync no\), but durability always"),
        ("no-appendfsync-on-rewrite yes", "while it rewrites its log"),
    ],
)
async def test_durability_weaker_than_configured_is_refused(tmp_path: Path, setting: str, says: str) -> None:
    with changed(tmp_path, setting) as server, pytest.raises(StoreRefused, match=says):
        await open_store(StoreConfig(url=server.url))


async def test_everysec_is_an_explicit_choice(tmp_path: Path) -> None:
    with changed(tmp_path, "appendfsync everysec") as server:
        store = await open_store(StoreConfig(url=server.url, durability="everysec"))
        await store.aclose()


async def test_a_server_that_evicts_is_refused(tmp_path: Path) -> None:
    with (
        changed(tmp_path, "maxmemory 100mb", "maxmemory-policy allkeys-lru") as server,
        pytest.raises(StoreRefused, match="throws data away"),
    ):
        await open_store(StoreConfig(url=server.url))


async def test_a_server_that_does_not_tell_cannot_promise_always(tmp_path: Path) -> None:
    with Embedded(tmp_path) as server, redis.Redis.from_url(server.url) as admin:
        admin.execute_command("ACL", "SETUSER", "app", "on", ">secret", "~*", "+@all", "-config")
        url = server.url.replace("unix://", "unix://app:secret@")
        with pytest.raises(StoreRefused, match="does not say when it writes to disk"):
            await open_store(StoreConfig(url=url))
        store = await open_store(StoreConfig(url=url, durability="everysec"))
        await store.aclose()


async def test_a_replica_is_refused(tmp_path: Path) -> None:
    with Embedded(tmp_path) as server, redis.Redis.from_url(server.url) as admin:
        admin.execute_command("REPLICAOF", "127.0.0.1", "1")
        with pytest.raises(StoreRefused, match="is a replica"):
            await open_store(StoreConfig(url=server.url))


async def test_an_old_server_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def info(_: object) -> dict[str, str]:
        return {"redis_version": "6.2.14", "role": "master"}

    monkeypatch.setattr(connect, "_info", info)
    with Embedded(tmp_path) as server, pytest.raises(StoreRefused, match=r"Redis 6\.2\.14"):
        await open_store(StoreConfig(url=server.url))


async def test_nobody_at_the_address_is_said_clearly(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable, match="cannot be reached"):
        await open_store(StoreConfig(url=f"unix://{tmp_path}/nobody.sock", timeout_ms=500))
