"""The page in a real browser: files dropped on it, in both languages, from the server and from disk."""

import base64
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from api import verify_page
from domain.games import shipped_registry
from domain.kernel import Registry
from domain.record.bundle import write_bundle
from domain.record.proof import Claim, prove, write_proof
from domain.record.receipt import KeyFile, public_key
from domain.record.verify import CHECKS
from store.connect import StoreConfig
from tests.api.serving import Running, serving
from tests.records.test_tamperings import scene_of
from tests.support.recorded import SERVER_KEY, bundle_of
from tests.support.servers import Server
from tests.support.toy import TOY

CHROMIUM = Path("/usr/bin/chromium")
needs_browser = pytest.mark.skipif(
    not CHROMIUM.exists(), reason="Chromium is not installed: the page is not tested in a browser"
)


@pytest.fixture(scope="module")
def running(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serving(StoreConfig(url=server.url), Registry([TOY]), tmp_path_factory.mktemp("signing")) as api:
        yield api


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox"])
        yield launched
        launched.close()


class Visit:
    """A page with everything that the browser complained about or asked for."""

    def __init__(self, context: BrowserContext) -> None:
        self.page: Page = context.new_page()
        self.complaints: list[str] = []
        self.asked: list[str] = []
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))

    def status(self, check: str) -> str | None:
        return self.page.locator(f'[data-check="{check}"]').get_attribute("data-status")

    def examine(self, file: Path, keys: Path | None = None) -> str:
        """Choose files as somebody with a keyboard does, and give the verdict's sentence."""
        if keys is not None:
            self.page.set_input_files("#keys", keys)
        self.page.set_input_files("#record", file)
        return self.sentence()

    def sentence(self) -> str:
        self.page.wait_for_selector(".verdict", timeout=20_000)
        return self.page.inner_text(".verdict .sentence")


@pytest.fixture
def visit(browser: Browser) -> Iterator[Visit]:
    with browser.new_context(locale="en-GB", viewport={"width": 1200, "height": 1000}) as context:
        yield Visit(context)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A good record, a tampered one, and the keys."""
    made = tmp_path_factory.mktemp("records")
    bundle = bundle_of(scene_of("schafkopf").table.rec)
    (made / "good.zip").write_bytes(write_bundle(bundle))
    hand = prove(bundle, shipped_registry(), Claim(1, seat=2))
    (made / "hand.zip").write_bytes(write_proof(hand))
    line = bundle.entries[9].replace(b'"at":17', b'"at":18', 1)
    changed = msgspec.structs.replace(bundle, entries=(*bundle.entries[:9], line, *bundle.entries[10:]))
    (made / "tampered.zip").write_bytes(write_bundle(changed))
    markup = b"<img src=x onerror=alert(1)>"
    line = bundle.entries[5].replace(bundle.table.encode(), markup)
    hostile = msgspec.structs.replace(bundle, entries=(*bundle.entries[:5], line, *bundle.entries[6:]))
    (made / "hostile.zip").write_bytes(write_bundle(hostile))
    (made / "keys.json").write_bytes(msgspec.json.encode(KeyFile((public_key(SERVER_KEY),))))
    return made


# -- as it is served --------------------------------------------------------------------------------------------------


def test_it_is_served_with_a_policy_that_lets_nothing_out(running: Running) -> None:
    with httpx.Client(base_url=running.url) as client:
        moved = client.get("/verify")
        page = client.get("/verify/")
        script = client.get("/verify/verifier.js")
        again = client.get("/verify/verifier.js", headers={"If-None-Match": script.headers["etag"]})

        assert (moved.status_code, moved.headers["location"]) == (308, "verify/")
        assert page.headers["content-type"] == "text/html; charset=utf-8"
        assert page.headers["content-security-policy"] == verify_page.POLICY
        assert "connect-src" not in verify_page.POLICY
        assert "unsafe" not in verify_page.POLICY
        assert page.headers["x-content-type-options"] == "nosniff"
        assert script.headers["content-type"].startswith("text/javascript")
        assert again.status_code == 304
        for name in ("package.json", "cli.mjs", "..%2f..%2fapp.py", "etc"):
            assert client.get(f"/verify/{name}").status_code == 404


def test_every_module_is_served_and_no_name_is_there_twice() -> None:
    names = [path.name for path in verify_page.FOLDER.glob("*.js")]
    one = verify_page.one_file().decode()
    defined = re.findall(r"^(?:async )?(?:function\*?|const|let|class) (\w+)", one, re.MULTILINE)

    assert set(names) <= set(verify_page.files())
    assert len(defined) == len(set(defined))
    assert not re.search(r"^(?:import|export) ", one, re.MULTILINE)


# -- in a browser -----------------------------------------------------------------------------------------------------


@needs_browser
def test_a_good_record_is_in_order(visit: Visit, running: Running, folder: Path, tmp_path: Path) -> None:
    visit.page.goto(f"{running.url}/verify/")

    sentence = visit.examine(folder / "good.zip", folder / "keys.json")

    assert sentence.startswith("Everything that can be checked here is right")
    assert visit.page.inner_text("#verdict") == "In order, as far as this page can tell"
    assert visit.status("shuffle") == "PASS"
    assert visit.status("legal") == "NOT CHECKED"
    assert visit.page.locator("[data-check]").count() == len(CHECKS)
    assert visit.page.evaluate("document.activeElement.id") == "verdict"
    visit.page.screenshot(path=tmp_path / "good.png", full_page=True)
    assert visit.complaints == []
    assert all(url.startswith(f"{running.url}/verify/") for url in visit.asked)


@needs_browser
def test_a_tampered_record_is_named_at_its_entry(visit: Visit, running: Running, folder: Path, tmp_path: Path) -> None:
    visit.page.goto(f"{running.url}/verify/")

    sentence = visit.examine(folder / "tampered.zip", folder / "keys.json")

    assert sentence.startswith("This record has been tampered with: chain at entry 11")
    assert visit.page.inner_text("#verdict") == "Tampered with"
    assert visit.status("chain") == "FAIL"
    assert visit.status("clock") == "NOT CHECKED"
    visit.page.screenshot(path=tmp_path / "tampered.png", full_page=True)


@needs_browser
def test_files_can_be_dropped_together(visit: Visit, running: Running, folder: Path) -> None:
    visit.page.goto(f"{running.url}/verify/")
    data = visit.page.evaluate_handle(
        """files => {
          const data = new DataTransfer();
          for (const [name, text] of files) {
            data.items.add(new File([Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))], name));
          }
          return data;
        }""",
        [[name, _coded(folder / name)] for name in ("keys.json", "good.zip")],
    )

    visit.page.dispatch_event("#drop", "drop", {"dataTransfer": data})

    assert visit.sentence().startswith("Everything that can be checked here is right")
    assert visit.page.locator("#held li").count() == 2


def _coded(path: Path) -> str:
    return base64.b64encode(path.read_bytes()).decode()


@needs_browser
def test_without_keys_it_says_what_is_missing(visit: Visit, running: Running, folder: Path) -> None:
    visit.page.goto(f"{running.url}/verify/")

    sentence = visit.examine(folder / "good.zip")

    assert "who signed it was not checked" in sentence
    assert visit.page.inner_text("#verdict") == "Not everything could be checked"


@needs_browser
def test_a_proof_of_one_hand_says_what_is_proven(visit: Visit, running: Running, folder: Path) -> None:
    visit.page.goto(f"{running.url}/verify/")

    sentence = visit.examine(folder / "hand.zip", folder / "keys.json")

    assert sentence.startswith("Proven: at table")
    assert visit.status("claim") == "PASS"
    assert visit.complaints == []


@needs_browser
def test_markup_in_a_record_stays_text(visit: Visit, running: Running, folder: Path) -> None:
    visit.page.goto(f"{running.url}/verify/")

    sentence = visit.examine(folder / "hostile.zip", folder / "keys.json")

    assert "<img src=x onerror=alert(1)>" in sentence
    assert visit.page.locator("img").count() == 0
    assert visit.complaints == []


@needs_browser
def test_a_file_that_is_no_record_and_one_that_is_no_key_file(visit: Visit, running: Running, folder: Path) -> None:
    visit.page.goto(f"{running.url}/verify/")
    visit.page.set_input_files("#keys", folder / "good.zip")
    visit.page.wait_for_selector("#held .bad")

    sentence = visit.examine(folder / "keys.json")

    assert sentence.startswith("This record has been tampered with: manifest")
    assert visit.complaints == []


@needs_browser
def test_it_speaks_the_browsers_language_and_the_chosen_one(browser: Browser, running: Running, folder: Path) -> None:
    with browser.new_context(locale="de-AT") as context:
        visit = Visit(context)
        visit.page.goto(f"{running.url}/verify/")
        german = visit.examine(folder / "good.zip", folder / "keys.json")
        assert (visit.page.inner_text("h1"), visit.page.get_attribute("html", "lang")) == ("Eine Akte prüfen", "de")
        visit.page.click("#en")
        visit.page.wait_for_function("document.querySelector('.sentence')?.textContent.startsWith('Everything')")

        assert german.startswith("Alles, was sich hier prüfen lässt, stimmt")
        assert (visit.page.inner_text("h1"), visit.page.get_attribute("html", "lang")) == ("Check a record", "en")


@needs_browser
def test_the_page_in_one_file_works_from_disk(visit: Visit, folder: Path, tmp_path: Path) -> None:
    page = tmp_path / "verify.html"
    page.write_bytes(verify_page.one_file())
    visit.page.goto(page.as_uri())

    assert visit.examine(folder / "good.zip", folder / "keys.json").startswith("Everything that can be checked")
    visit.page.set_input_files("#record", folder / "tampered.zip")
    visit.page.wait_for_selector(".verdict.tampered")
    assert visit.complaints == []
    assert visit.asked == [page.as_uri()]


@needs_browser
def test_the_page_in_one_file_works_from_the_server(visit: Visit, running: Running, folder: Path) -> None:
    visit.page.goto(f"{running.url}/verify/offline.html")

    assert visit.examine(folder / "good.zip", folder / "keys.json").startswith("Everything that can be checked")
    assert visit.complaints == []


@needs_browser
def test_the_page_from_a_folder_says_why_it_does_nothing(visit: Visit) -> None:
    visit.page.goto((verify_page.FOLDER / "index.html").as_uri())

    assert visit.page.is_visible("#idle")
    assert not visit.page.is_visible("#files")


CONTRAST = """() => {
  const parse = (text) => text.match(/[\\d.]+/g).map(Number);
  const linear = (c) => (c <= 10 ? c / 3294.6 : ((c / 255 + 0.055) / 1.055) ** 2.4);
  const light = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map(linear);
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = parse(getComputedStyle(at).backgroundColor);
      if (colour.length < 4 || colour[3] > 0) return colour;
    }
    return [255, 255, 255];
  };
  const poor = [];
  for (const element of document.querySelectorAll("body *")) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!own || !element.checkVisibility()) continue;
    const [a, b] = [light(parse(getComputedStyle(element).color)), light(behind(element))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) poor.push([element.className || element.tagName, ratio.toFixed(2)]);
  }
  return poor;
}"""


@needs_browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("file", ["good.zip", "tampered.zip"])
def test_every_text_has_enough_contrast(
    browser: Browser, running: Running, folder: Path, scheme: Any, file: str, tmp_path: Path
) -> None:
    with browser.new_context(locale="en-GB", color_scheme=scheme) as context:
        visit = Visit(context)
        visit.page.goto(f"{running.url}/verify/")
        visit.examine(folder / file)
        visit.page.screenshot(path=tmp_path / f"{scheme}.png", full_page=True)

        assert visit.page.evaluate(CONTRAST) == []


@needs_browser
def test_every_field_has_a_label_and_a_phone_needs_no_scrolling_sideways(
    browser: Browser, running: Running, folder: Path, tmp_path: Path
) -> None:
    with browser.new_context(locale="de", viewport={"width": 360, "height": 740}) as context:
        visit = Visit(context)
        visit.page.goto(f"{running.url}/verify/")
        visit.examine(folder / "tampered.zip", folder / "keys.json")
        visit.page.screenshot(path=tmp_path / "phone.png", full_page=True)

        assert visit.page.evaluate("document.documentElement.scrollWidth") <= 360
        assert visit.page.evaluate(
            "[...document.querySelectorAll('input')].every((field) => field.labels.length === 1)"
        )
        assert visit.page.evaluate("document.querySelectorAll('h1').length") == 1
