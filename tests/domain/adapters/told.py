"""How a case tells what the rules leave without an order."""

from collections.abc import Sequence
from typing import Any


def in_order_of(wanted: object, got: Sequence[Any]) -> list[Any]:
    """What is a set in the rules, in the order in which the case lists it."""
    listed = list(wanted) if isinstance(wanted, list | tuple) else []
    return sorted(got, key=lambda item: listed.index(item) if item in listed else len(listed))


def by_seat(given: dict[str, Any] | Sequence[Any]) -> list[Any]:
    """Values by seat, given as an object or as a list."""
    return [given[key] for key in sorted(given, key=int)] if isinstance(given, dict) else list(given)
