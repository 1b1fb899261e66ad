"""Tables to try a game at: every number of seats, the default options and each single change of them."""

import types
import typing
from collections.abc import Iterator
from enum import EnumMeta
from typing import Any, Literal

import msgspec
from msgspec import structs

from domain.kernel import AnyRuleSet, Setup


def data_of(rules: AnyRuleSet, name: str = "standard") -> Any:
    """Give the typed component data of a shipped set, or None where the game needs none."""
    return None if rules.Data is None else msgspec.convert(rules.data[name], rules.Data)


def option_variants(rules: AnyRuleSet) -> list[Any]:
    """Give the default options, then each variant that changes one switch, choice or enum."""
    default = rules.Options()
    variants = [default]
    for field in structs.fields(rules.Options):
        for value in _choices(field.type):
            if value != getattr(default, field.name):
                variants.append(structs.replace(default, **{field.name: value}))
    return variants


def setups(rules: AnyRuleSet) -> Iterator[Setup]:
    """Give a setup for each number of seats and option variant; the youngest sits now here, now there."""
    data = data_of(rules)
    for number, options in enumerate(option_variants(rules)):
        for seats in rules.seats:
            yield Setup(seats, number % seats, options, data)


def _choices(hint: Any) -> list[Any]:
    origin = typing.get_origin(hint)
    if hint is bool:
        return [False, True]
    if isinstance(hint, EnumMeta):
        return list(hint)
    if origin is Literal:
        return list(typing.get_args(hint))
    if origin is typing.Annotated:
        return _choices(typing.get_args(hint)[0])
    if origin in (typing.Union, types.UnionType):
        return [value for arg in typing.get_args(hint) for value in _choices(arg)]
    return []
