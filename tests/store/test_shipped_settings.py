"""deploy/valkey.conf is accepted by both servers, and is good enough for a store that promises always."""

import subprocess
from pathlib import Path

import pytest
import redis

from store.connect import StoreConfig, open_store
from store.embedded import bundled_binary
from tests.support.cluster import free_port, wait_for
from tests.support.servers import MISSING, redis7_binary

pytestmark = pytest.mark.anyio

SETTINGS = Path(__file__).parents[2] / "deploy" / "valkey.conf"


@pytest.mark.parametrize("kind", ["valkey", "redis7"])
async def test_the_shipped_settings_keep_the_promise(tmp_path: Path, kind: str) -> None:
    binary = bundled_binary() if kind == "valkey" else redis7_binary()
    if binary is None:
        pytest.skip(f"{MISSING}Redis 7.0 (Debian's redis-server)")
    port = free_port()
    settings = tmp_path / "valkey.conf"
    settings.write_text(f"{SETTINGS.read_text()}\ndir {tmp_path}\n")
    command = [str(binary), str(settings), "--port", str(port), "--logfile", "log"]
    process = subprocess.Popen(command, start_new_session=True)  # noqa: ASYNC220
    try:
        with redis.Redis(port=port) as client:
            wait_for(lambda: bool(client.ping()))
        store = await open_store(StoreConfig(url=f"redis://127.0.0.1:{port}/0", durability="always"))
        await store.aclose()
    finally:
        process.terminate()
        process.wait()
