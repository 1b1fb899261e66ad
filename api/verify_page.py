"""The second verifier as a page: its files, and all of them in one, to keep and to open without a server.

A browser loads no modules from a folder. The page in one file holds the same modules one after the other, without their
imports and exports: each name is there once, which is all that is needed. `python -m api.verify_page > verify.html`
writes it.
"""

import base64
import hashlib
import re
import sys
from functools import lru_cache
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent / "web" / "verify"
OFFLINE: Final = "offline.html"
MEDIA: Final = {".html": "text/html", ".css": "text/css", ".js": "text/javascript"}

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
"""The page fetches its modules and its sheet, and nothing else ever: it cannot send what is dropped on it."""

_IMPORT = re.compile(r'^import [^;]*?"\./([\w.]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=async |function|const|class)", re.MULTILINE)
_SHEET = '<link rel="stylesheet" href="style.css">'
_SCRIPT = '<script type="module" src="page.js"></script>'
_CHARSET = '<meta charset="utf-8">'


@lru_cache(maxsize=1)
def files() -> dict[str, bytes]:
    """Give everything that is served, by name: the page, its sheet, its modules, and the page in one file."""
    found = {path.name: path.read_bytes() for path in sorted(FOLDER.iterdir()) if path.suffix in MEDIA}
    found[OFFLINE] = one_file()
    return found


def policy_of(name: str) -> str:
    """Give the content security policy that a file is served with."""
    return f"{_own_policy(*_parts())}; frame-ancestors 'none'" if name == OFFLINE else POLICY


def one_file() -> bytes:
    """Write the page with its sheet and modules inside; its policy allows exactly these."""
    sheet, script = _parts()
    page = (FOLDER / "index.html").read_text("utf-8")
    policy = f'<meta http-equiv="Content-Security-Policy" content="{_own_policy(sheet, script)}">'
    for old, new in (
        (_CHARSET, f"{_CHARSET}\n{policy}"),
        (_SHEET, f"<style>{sheet}</style>"),
        (_SCRIPT, f'<script type="module">{script}</script>'),
    ):
        if page.count(old) != 1:
            raise ValueError(f"the page has to hold {old} once")
        page = page.replace(old, new)
    return page.encode()


def _own_policy(sheet: str, script: str) -> str:
    return (
        f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(sheet)}; base-uri 'none'; form-action 'none'"
    )


@lru_cache(maxsize=1)
def _parts() -> tuple[str, str]:
    sheet = (FOLDER / "style.css").read_text("utf-8")
    modules: list[str] = []
    _collect("page.js", modules, set())
    script = "\n".join(modules)
    if "</script" in script or "</style" in sheet:
        raise ValueError("a module or the sheet would end its element early")
    return sheet, script


def _collect(name: str, modules: list[str], seen: set[str]) -> None:
    """Append a module after those that it imports."""
    if name in seen:
        return
    seen.add(name)
    source = (FOLDER / name).read_text("utf-8")
    for imported in _IMPORT.findall(source):
        _collect(imported, modules, seen)
    modules.append(_EXPORT.sub("", _IMPORT.sub("", source)))


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


if __name__ == "__main__":
    sys.stdout.buffer.write(one_file())
