"""One API server per worker, and clients of it."""

from collections.abc import Iterator

import httpx
import pytest

from domain.kernel import Registry
from store.connect import StoreConfig
from tests.api.players import Player
from tests.api.serving import Running, serving
from tests.support.servers import Server
from tests.support.toy import TOY


class Clock:
    """An injected clock of the server, in ms."""

    def __init__(self) -> None:
        self.ms = 1_764_449_999_000

    def __call__(self) -> int:
        return self.ms


@pytest.fixture(scope="session")
def clock() -> Clock:
    return Clock()


@pytest.fixture(scope="session")
def api(server: Server, clock: Clock, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("signing")
    with serving(StoreConfig(url=server.url), Registry([TOY]), folder, clock=clock) as running:
        yield running


@pytest.fixture
def client(api: Running) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=api.url, timeout=10) as client:
        yield client


@pytest.fixture
def anna(client: httpx.Client) -> Player:
    return Player(client)


@pytest.fixture
def bert(client: httpx.Client) -> Player:
    return Player(client)


@pytest.fixture
def carl(client: httpx.Client) -> Player:
    """Somebody who sits nowhere."""
    return Player(client)


@pytest.fixture
def table(anna: Player, bert: Player) -> str:
    """A table of two that has started, Anna at seat 0 and Bert at seat 1; the first deal runs."""
    table = anna.open()
    anna.sit(table, 0)
    bert.sit(table, 1)
    anna.ready(table)
    bert.ready(table)
    answer = anna.post(f"/v1/tables/{table}/next-deal")
    assert answer.status_code == 201, answer.text
    return table
