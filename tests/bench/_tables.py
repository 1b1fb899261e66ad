"""Which table a game of a soak is played at."""

import random
import types
import typing
from enum import EnumMeta
from typing import Any, Literal

import msgspec
from msgspec import structs

from domain.kernel import AnyRuleSet, Setup
from tests.support.tables import setups


def table_of(rules: AnyRuleSet, game: int) -> Setup:
    """Give the table of a game: one option changed in turn, or in every other game several at random."""
    tables = list(setups(rules))
    setup = tables[game // 2 % len(tables)]
    if game % 2:
        options = mixed_options(rules, random.Random(f"options/{game}"))
        return Setup(setup.seats, game % setup.seats, options, setup.data)
    return setup


def mixed_options(rules: AnyRuleSet, rng: random.Random) -> Any:
    """Give options of which every other one, on average, has some other value; small numbers for bounded integers."""
    default = rules.Options()
    values = {
        field.name: rng.choice(choices)
        for field in structs.fields(rules.Options)
        if rng.random() < 0.5 and (choices := _choices(field.type))
    }
    return msgspec.convert(msgspec.to_builtins(structs.replace(default, **values)), rules.Options)


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
