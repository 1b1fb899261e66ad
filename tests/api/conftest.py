"""One server for the tests that need no tables, and a client of it."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from api.app import create_app
from api.server import Drain
from api.service import Service
from api.settings import Settings
from api.signing import server_keys
from domain.kernel import Registry
from tests.api.serving import serving
from tests.support.toy import TOY

SETTINGS = Settings(token_secret=b"for tests only, and of sufficient length", cors_origins=("https://play.example",))


@pytest.fixture(scope="session")
def house_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("signing")
    drain = Drain()
    service = Service(registry=Registry([TOY]), keys=server_keys(folder))
    with serving(create_app(service, SETTINGS, drain), drain) as running:
        yield running.url


@pytest.fixture
def client(house_url: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=house_url, timeout=10) as client:
        yield client
