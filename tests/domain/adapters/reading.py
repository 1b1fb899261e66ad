"""How the adapters read what case authors may write in several ways, and answer in the form that they ask for."""

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from tests.domain.case import Case

Given = Mapping[str, Any]
Answer = dict[str, object]
Adapter = Callable[[Case], Answer]


def first(given: Given, *names: str, default: Any = None) -> Any:
    """Give the value of the first name that is there."""
    return next((given[name] for name in names if name in given), default)


def named(given: Given, *words: str, default: Any = None) -> Any:
    """Give the value of the first name in which one of the words occurs."""
    return next((value for name, value in given.items() if any(word in name for word in words)), default)


def by_seat(values: Any, seats: int, nothing: Any = ()) -> list[Any]:
    """Read one value per seat, written as a list or by seat number; who is left out has `nothing`."""
    if isinstance(values, Mapping):
        return [values.get(str(seat), nothing) for seat in range(seats)]
    listed = list(values or ())
    return listed + [nothing] * (seats - len(listed))


def in_form_of(value: Any, wished: Any, *, ordered: bool = True) -> Any:
    """Write a list as the case asks for it: by seat number, in its own order, how many, or whether any; or one as many.

    A list that has no order is written in the order in which the case lists the same things.
    """
    if isinstance(value, tuple):
        value = list(value)
    if isinstance(value, list):
        if isinstance(wished, bool):
            return bool(value)
        if isinstance(wished, int):
            return len(value)
        if isinstance(wished, Mapping):
            value = {str(seat): item for seat, item in enumerate(value)}
    if type(value) is int and isinstance(wished, list):
        return [value]
    if isinstance(value, Mapping) and isinstance(wished, Mapping):
        told = {str(key): item for key, item in value.items()}
        empty: Any = [] if any(isinstance(item, list | tuple) for item in [*told.values(), *wished.values()]) else 0
        keys = wished.keys() | {key for key, item in told.items() if item not in ([], (), 0, None)}
        return {key: in_form_of(told.get(key, empty), wished.get(key), ordered=ordered) for key in keys}
    if not ordered and isinstance(value, list) and isinstance(wished, list):
        return wished if sorted(map(json.dumps, value)) == sorted(map(json.dumps, wished)) else value
    return value


def answering(adapter: Adapter, *, unordered: Collection[str] = ()) -> Adapter:
    """Let an adapter answer in the form of `expect`; the lists named in `unordered` have no order."""

    def answer(case: Case) -> Answer:
        seen = adapter(case)
        return {
            key: in_form_of(value, case.expect[key], ordered=key not in unordered) if key in case.expect else value
            for key, value in seen.items()
        }

    return answer


def winners_of(ranks: Sequence[int]) -> Answer:
    """Tell who has won, in all the ways in which that is asked."""
    winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
    return {
        "winners": winners,
        "winner": winners[0] if len(winners) == 1 else None,
        "ranks": list(ranks),
        "ranking": list(ranks),
        "shared": len(winners) > 1,
        "tie": len(winners) > 1,
    }
