"""Which table a game of a soak is played at."""

import random
import types
import typing
from enum import EnumMeta
from itertools import combinations
from typing import Any, Literal

import msgspec
from msgspec import structs

from domain.kernel import AnyRuleSet, Setup
from tests.support.tables import setups


def table_of(rules: AnyRuleSet, game: int) -> Setup:
    """Give the table of a game: in turn one option changed, two, one, and several at random."""
    tables, pairs = list(setups(rules)), option_pairs(rules)
    setup = tables[game // 2 % len(tables)]
    if game % 2 == 0 or not pairs:
        return setup
    number = game // 4
    if game % 4 == 1:
        changes = pairs[number % len(pairs)]
    else:
        rng = random.Random(f"options/{game}")
        changes = {name: rng.choice(values) for name, values in _values(rules).items() if rng.random() < 0.5}
    seats = rules.seats[(number + number // len(pairs)) % len(rules.seats)]
    return Setup(seats, game % seats, changed(rules, changes), setup.data)


def changed(rules: AnyRuleSet, changes: dict[str, Any]) -> Any:
    """Give the default options with these changes."""
    return msgspec.convert(msgspec.to_builtins(structs.replace(rules.Options(), **changes)), rules.Options)


def option_pairs(rules: AnyRuleSet) -> list[dict[str, Any]]:
    """Give every pair of option values that differ from the defaults."""
    default = rules.Options()
    single = [(name, value) for name, values in _values(rules).items() for value in values]
    single = [(name, value) for name, value in single if value != getattr(default, name)]
    return [dict(pair) for pair in combinations(single, 2) if pair[0][0] != pair[1][0]]


def _values(rules: AnyRuleSet) -> dict[str, list[Any]]:
    """Give the values of each option; of a bounded number the two smallest."""
    found = {field.name: _choices(field.type) for field in structs.fields(rules.Options)}
    return {name: values for name, values in found.items() if values}


def _choices(hint: Any) -> list[Any]:
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if hint is bool:
        return [False, True]
    if hint is type(None):
        return [None]
    if isinstance(hint, EnumMeta):
        return list(hint)
    if origin is Literal:
        return list(args)
    if origin is typing.Annotated:
        least = next((meta.ge for meta in args[1:] if isinstance(meta, msgspec.Meta) and meta.ge is not None), None)
        return _choices(args[0]) if least is None else [least, least + 1]
    if origin in (typing.Union, types.UnionType):
        return [value for arg in args for value in _choices(arg)]
    return []
