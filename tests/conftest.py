"""Options shared by all tests."""

from pathlib import Path

import pytest

pytest_plugins = ["tests.support.servers"]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--cases",
        action="append",
        default=[],
        metavar="DIR",
        help="a folder of *.jsonl rule cases to run instead of the built-in ones (may be repeated)",
    )


def case_folders(config: pytest.Config) -> list[Path]:
    return [Path(d) for d in config.getoption("--cases")] or [Path(__file__).parent / "domain" / "cases"]
