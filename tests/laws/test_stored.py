"""What is stored stays readable: every action and event ever written down still decodes.

`tests/laws/stored/<id>.<version>.jsonl` holds one of each, every field filled in, as released. A new kind of message
is added to its file with `python -m tests.laws.test_stored`; once released, a line is never changed.
"""

import json
import types
import typing
from collections.abc import Mapping
from enum import EnumMeta
from pathlib import Path
from typing import Any, Literal

import msgspec
import pytest
from msgspec import structs

from domain.games import shipped_registry
from domain.table.messages import TableAction, TableEvent
from tests.laws.test_messages import members

FOLDER = Path(__file__).parent / "stored"
SHIPPED: dict[str, dict[str, Any]] = {
    "table.1": {"Action": TableAction, "Event": TableEvent},
    **{f"{rules.id}.{rules.version}": {"Action": rules.Action, "Event": rules.Event} for rules in shipped_registry()},
}
"""The unions of messages that entries hold: the table's own, and those of each game."""


def stored(name: str) -> list[dict[str, Any]]:
    file = FOLDER / f"{name}.jsonl"
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()] if file.exists() else []


def tags(union: Any) -> set[str]:
    return {member.__struct_config__.tag for member in members(union)}


@pytest.mark.parametrize("name", SHIPPED)
def test_every_stored_message_still_decodes_and_encodes_to_the_same(name: str) -> None:
    for row in stored(name):
        union = SHIPPED[name][row["kind"]]
        message = msgspec.convert(row["message"], union)
        written = msgspec.to_builtins(message, str_keys=True)
        assert {key: written[key] for key in row["message"]} == _tuples(row["message"])


@pytest.mark.parametrize("name", SHIPPED)
def test_every_kind_of_message_is_stored(name: str) -> None:
    rows = stored(name)
    for kind in ("Action", "Event"):
        kept = {row["message"]["type"] for row in rows if row["kind"] == kind}
        assert tags(SHIPPED[name][kind]) == kept, "run `python -m tests.laws.test_stored`"


def test_no_rule_set_that_was_ever_stored_has_gone() -> None:
    """A verifier needs every version that a record names."""
    assert {file.stem for file in FOLDER.glob("*.jsonl")} <= set(SHIPPED)


def _tuples(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_tuples(item) for item in value)
    return {key: _tuples(item) for key, item in value.items()} if isinstance(value, dict) else value


def sample(hint: Any) -> Any:
    """Make up a value of a type, every optional field filled in."""
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if hint in PLAIN:
        return PLAIN[hint]
    if isinstance(hint, EnumMeta):
        return next(iter(hint))
    if origin is Literal:
        return args[0]
    if origin is typing.Annotated:
        return sample(args[0])
    if origin in (typing.Union, types.UnionType):
        return sample(next(arg for arg in args if arg is not type(None)))
    if origin is tuple:
        return tuple(sample(arg) for arg in args if arg is not ...)
    if origin in (dict, Mapping):
        return {sample(args[0]): sample(args[1])}
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return hint(**{field.name: sample(field.type) for field in structs.fields(hint)})
    raise TypeError(f"no sample for {hint}")


PLAIN: dict[Any, Any] = {int: 1, str: "text", bool: True, Any: "anything"}


def main() -> None:
    """Add a line for each kind of message that has none."""
    for name, unions in SHIPPED.items():
        rows = stored(name)
        have = {(row["kind"], row["message"]["type"]) for row in rows}
        for kind, union in unions.items():
            for member in members(union):
                if (kind, member.__struct_config__.tag) not in have:
                    rows.append({"kind": kind, "message": msgspec.to_builtins(sample(member), str_keys=True)})
        lines = [json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows]
        FOLDER.mkdir(exist_ok=True)
        (FOLDER / f"{name}.jsonl").write_text("".join(line + "\n" for line in lines), encoding="utf-8")


if __name__ == "__main__":
    main()
