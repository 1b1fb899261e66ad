"""A rule case with a known right answer, and how an adapter answers it.

An adapter module `tests/domain/adapters/<game>.py` (the stem of the `.jsonl` file) has a dict
`ADAPTERS: dict[str, Callable[[Case], dict[str, object]]]` by case type. It plays the case with the rule set and
returns what it saw, under the keys of `expect`; `why` is a hint only and never compared. `SHAPES` says which adapter
answers a case whose type has none of its own: the first whose keys `given` has.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Case:
    """One line of a case file."""

    game: str
    id: str
    type: str
    what: str
    given: dict[str, Any]
    expect: dict[str, Any]
    data: str | None = None
    folder: Path | None = None
    """Where the case file lies."""

    def components(self) -> Any:
        """Give the component data that the case names, if its file is at hand; else the shipped set counts."""
        if self.folder is None or self.data is None:
            return None
        places = (self.folder, self.folder / "data", self.folder.parent / "rules", self.folder.parent / "data")
        file = next((place / self.data for place in places if (place / self.data).is_file()), None)
        return None if file is None else json.loads(file.read_text(encoding="utf-8"))


def same(expected: object, actual: object) -> bool:
    """Compare JSON-like values: tuples are lists, string keys equal int keys, the rest as it is.

    What is told seat by seat may be a list or an object with the seats as keys.
    """
    expected, actual = _plain(expected), _plain(actual)
    if isinstance(expected, dict) and isinstance(actual, list):
        return expected == _by_seat(actual)
    if isinstance(expected, list) and isinstance(actual, dict):
        return _by_seat(expected) == actual
    return expected == actual


def _by_seat(values: list[object]) -> dict[str, object]:
    return {str(seat): value for seat, value in enumerate(values)}


def _plain(value: object) -> object:
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value
