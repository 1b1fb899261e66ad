"""Real servers for the tests: one per worker, never a silent skip.

`server` is the server to test on. In this order: the address in STAMMTISCH_TEST_REDIS; a Docker engine, if one
answers; the local Valkey process. STAMMTISCH_TEST_SERVER forces `docker`, `valkey` or `redis7`.

`each_server` runs a test on that server and again on Debian's Redis 7.0. Where there is no Redis 7.0, those tests are
skipped and the run ends with a line that counts them; with STAMMTISCH_TEST_ALL_SERVERS=1 they fail instead.
"""

import gc
import os
import re
import shutil
import subprocess
import warnings
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from store.connect import Store, StoreConfig, open_store
from store.embedded import Embedded
from store.log import EventLog

MISSING = "this machine lacks "
CONTAINER_IMAGE = "valkey/valkey:9"


@dataclass(frozen=True)
class Server:
    """A running server: its address, and a name for the report."""

    url: str
    name: str


def redis7_binary() -> Path | None:
    """Find a Redis of version 7.0."""
    found = shutil.which("redis-server")
    if found is None:
        return None
    says = subprocess.run([found, "--version"], capture_output=True, text=True, check=True).stdout
    return Path(found) if re.search(r"v=7\.0\.", says) else None


def docker_answers() -> bool:
    """Is there a Docker engine? Without its socket we need not ask; a failed try leaves sockets to be collected."""
    if not os.environ.get("DOCKER_HOST") and not Path("/var/run/docker.sock").exists():
        return False
    import docker
    from docker.errors import DockerException

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        try:
            client = docker.from_env(timeout=2)
            answers = bool(client.ping())
            client.close()
        except (DockerException, OSError):
            answers = False
        gc.collect()
    return answers


@contextmanager
def in_container() -> Iterator[Server]:
    """Run Valkey in a container, with the settings that we ship."""
    from testcontainers.community.redis import RedisContainer

    wanted = RedisContainer(CONTAINER_IMAGE).with_command("valkey-server --appendonly yes --appendfsync always")
    with wanted as container:
        address = f"redis://{container.get_container_host_ip()}:{container.get_exposed_port(6379)}/0"
        yield Server(address, f"{CONTAINER_IMAGE} in a container")


@contextmanager
def local(directory: Path, binary: Path | None = None) -> Iterator[Server]:
    """Run a server as a process of our own."""
    with Embedded(directory, binary=binary) as embedded:
        yield Server(embedded.url, "Redis 7.0, local process" if binary else "Valkey, local process")


@contextmanager
def chosen_server(directory: Path) -> Iterator[Server]:
    """Give the server that this run tests on."""
    address, forced = os.environ.get("STAMMTISCH_TEST_REDIS"), os.environ.get("STAMMTISCH_TEST_SERVER", "")
    if forced not in ("", "docker", "valkey", "redis7"):
        raise pytest.UsageError(f"STAMMTISCH_TEST_SERVER={forced}: it must be docker, valkey or redis7")
    if address and not forced:
        yield Server(address, f"the server at {address}")
    elif forced == "docker" or (not forced and docker_answers()):
        with in_container() as server:
            yield server
    elif forced == "redis7":
        with redis7(directory) as server:
            yield server
    else:
        with local(directory) as server:
            yield server


@contextmanager
def redis7(directory: Path) -> Iterator[Server]:
    """Give Redis 7.0, or say visibly that there is none."""
    binary = redis7_binary()
    if binary is None:
        told = f"{MISSING}Redis 7.0 (Debian's redis-server)"
        if os.environ.get("STAMMTISCH_TEST_ALL_SERVERS") == "1":
            pytest.fail(told, pytrace=False)
        pytest.skip(told)
    with local(directory, binary) as server:
        yield server


@pytest.fixture(scope="session")
def anyio_backend() -> tuple[str, dict[str, bool]]:
    """Run async tests on asyncio."""
    return ("asyncio", {})


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server to test on: one per worker. Tests share it, so each makes tables of its own."""
    with chosen_server(tmp_path_factory.mktemp("server")) as found:
        yield found


@pytest.fixture(scope="session")
def redis7_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Debian's Redis 7.0, the oldest server that must work."""
    with redis7(tmp_path_factory.mktemp("redis7")) as found:
        yield found


@pytest.fixture(params=["server", "redis7_server"], ids=["valkey", "redis7"])
def each_server(request: pytest.FixtureRequest) -> Server:
    """Every server that must work, one after the other."""
    found = request.getfixturevalue(request.param)
    assert isinstance(found, Server)
    return found


@pytest.fixture
async def store(each_server: Server) -> AsyncIterator[Store]:
    """An open store on each server."""
    opened = await open_store(StoreConfig(url=each_server.url))
    yield opened
    await opened.aclose()


@pytest.fixture
async def log(store: Store) -> EventLog:
    """The event log on each server."""
    return EventLog(store)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """End the run with a count of the tests that lacked something on this machine."""
    skipped = [str(report.longrepr) for report in terminalreporter.stats.get("skipped", [])]
    lacking = [text.partition(MISSING)[2].rstrip("')") for text in skipped if MISSING in text]
    for what in sorted(set(lacking)):
        terminalreporter.write_sep("!", f"{lacking.count(what)} tests did NOT run: {what}", red=True)
