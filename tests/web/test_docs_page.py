"""The page of the contract in a browser: it shows every operation, asks nobody else, and breaks no policy."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from domain.kernel import Registry
from store.connect import StoreConfig
from tests.api.serving import serving
from tests.support.servers import Server
from tests.support.toy import TOY

CHROMIUM = Path("/usr/bin/chromium")


@pytest.fixture(scope="module")
def url(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(StoreConfig(url=server.url), Registry([TOY]), tmp_path_factory.mktemp("signing")) as running:
        yield running.url


@pytest.mark.skipif(not CHROMIUM.exists(), reason="Chromium is not installed: the page is not tested in a browser")
def test_the_page_works_offline(url: str) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox"])
        page = browser.new_page()
        asked: list[str] = []
        said: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
        page.goto(f"{url}/docs")
        page.wait_for_selector(".opblock", timeout=20_000)
        shown = page.locator(".opblock-summary-path").all_inner_texts()
        browser.close()
    assert any("actions" in path for path in shown)
    assert [address for address in asked if not address.startswith((url, "data:"))] == []
    assert said == []
