"""Every rule case with a known right answer, through one adapter per case type.

`pytest tests/domain --cases DIR` runs the `*.jsonl` files of another folder through the same adapters.
"""

import importlib
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import case_folders
from tests.domain.case import Case, same

HINTS = {"why"}


def _cases(folder: Path) -> list[Case]:
    cases = []
    for file in sorted(folder.glob("*.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            if line.strip():
                row = json.loads(line)
                what = row.get("what", row["id"])
                cases.append(
                    Case(file.stem, row["id"], row["type"], what, row["given"], row["expect"], row.get("data"), folder)
                )
    return cases


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "case" in metafunc.fixturenames:
        cases = [case for folder in case_folders(metafunc.config) for case in _cases(folder)]
        metafunc.parametrize("case", cases, ids=[case.id for case in cases])


def _adapter(case: Case) -> Callable[[Case], dict[str, object]] | None:
    module = importlib.import_module(f"tests.domain.adapters.{case.game}")
    shapes = (adapter for keys, adapter in getattr(module, "SHAPES", ()) if keys <= case.given.keys())
    return module.ADAPTERS.get(case.type) or next(shapes, None)


def test_case(case: Case) -> None:
    adapter = _adapter(case)
    assert adapter is not None, f"no adapter for the case type {case.type} of {case.game}"
    actual = adapter(case)
    wrong = {
        key: (expected, actual.get(key, "<missing>"))
        for key, expected in case.expect.items()
        if key not in HINTS and not (key in actual and same(expected, actual[key]))
    }
    assert not wrong, f"{case.what}: (expected, actual) {wrong}"
