"""Tamperings with a record, one a row: who does it, and which check must name it.

Every attacker repairs what he can. The *network* (or a player) holds no server key: he may number, chain and pack
again. The *server* holds all keys: he seals, hashes and signs again, and only the rules, the promises made before the
cards, and what others hold against him give him away.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from domain.record.bundle import Bundle
from tests.support.recorded import Table

Tampered = Bundle | bytes | None
"""What comes out: a bundle, a whole file, or None where this table offers no occasion."""


@dataclass
class Scene:
    """What a tampering works on: an honest table, and one with signatures; what the reader holds himself."""

    table: Table
    signed: Table
    other: Table
    play: Callable[..., Table]
    own_receipts: tuple[str, ...] = ()


Tampering = Callable[[Scene], Tampered]


@dataclass(frozen=True)
class Row:
    """One tampering."""

    name: str
    attacker: str
    check: str
    tamper: Tampering
    otherwise: str = ""
    """Another check that may name it, where a game has no secret to tell the two apart."""
    never: tuple[str, ...] = ()
    """Games that by their nature offer no occasion; every other one must, or the row would prove nothing there."""


ROWS: list[Row] = []


def row(
    attacker: str, check: str, otherwise: str = "", never: tuple[str, ...] = ()
) -> Callable[[Callable[[Scene], Tampered]], Callable[[Scene], Tampered]]:
    """Enter a function as a row; its name, with blanks, is the row's."""

    def enter(tamper: Tampering) -> Tampering:
        ROWS.append(Row(tamper.__name__.replace("_", " "), attacker, check, tamper, otherwise, never))
        return tamper

    return enter


def ints(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Give the paths of all integers in a value."""
    if isinstance(value, bool):
        return []
    if isinstance(value, int):
        return [path]
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [found for key, part in inner for found in ints(part, (*path, key))]


def put(value: Any, path: tuple[Any, ...], new: Any) -> None:
    for step in path[:-1]:
        value = value[step]
    value[path[-1]] = new


def get(value: Any, path: tuple[Any, ...]) -> Any:
    for step in path:
        value = value[step]
    return value
