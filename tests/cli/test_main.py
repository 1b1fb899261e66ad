"""The command itself: which release it is, and at which port it listens."""

import argparse
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from api.settings import Settings
from cli import up
from cli.main import USAGE, main

ROOT = Path(__file__).parents[2]


def test_it_says_which_release_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    release = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"stammtisch {release}\n"
    assert Settings(token_secret=b"").version == release


@pytest.fixture
def listened_at(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The ports that `stammtisch up` was told to listen at."""
    told: list[int] = []

    def note(parsed: argparse.Namespace) -> int:
        told.append(parsed.port)
        return 0

    monkeypatch.setattr(up, "run", note)
    return told


def test_it_listens_where_it_is_told(listened_at: list[int]) -> None:
    assert [main(["up", *words]) for words in ([], ["--port", "9123"], ["--port", "0"])] == [0, 0, 0]
    assert listened_at == [8000, 9123, 0]


@pytest.mark.parametrize("port", ["70000", "-1", "http"])
def test_what_is_no_port_is_refused(listened_at: list[int], port: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["up", f"--port={port}"]) == USAGE
    assert f"invalid port value: '{port}'" in capsys.readouterr().err
    assert listened_at == []


@pytest.mark.skipif(shutil.which("make") is None, reason="needs make")
@pytest.mark.parametrize(("words", "ends"), [([], "up"), (["PORT=9123"], "up --port 9123")])
def test_make_run_passes_a_port_on(words: list[str], ends: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PORT", "MAKEFLAGS", "MFLAGS", "MAKELEVEL"):  # of the `make test` that runs this
        monkeypatch.delenv(name, raising=False)
    done = subprocess.run(["make", "-n", "run", *words], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.rstrip().endswith(f"cli.main {ends}")
