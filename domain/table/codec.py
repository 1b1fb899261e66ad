"""Between typed messages and the JSON builtins that an entry holds."""

from functools import lru_cache
from typing import Any, Union

import msgspec

from domain.kernel import Action, AnyRuleSet, Event, NextDeal, Tick
from domain.table.messages import TableAction, TableEvent


@lru_cache(maxsize=64)
def action_type(own: Any) -> Any:
    """Give the union of everything that may stand as an action in an entry of a rule set."""
    return Union[TableAction, NextDeal, Tick, own]  # noqa: UP007


@lru_cache(maxsize=64)
def events_type(own: Any) -> Any:
    """Give the tuple type of the events in an entry of a rule set."""
    return tuple[Union[TableEvent, own], ...]  # noqa: UP007


def read_action(rules: AnyRuleSet, value: object) -> Action:
    """Type an action (openings filled in, or None where hidden); raise msgspec.ValidationError."""
    action: Action = msgspec.convert(value, action_type(rules.Action))
    return action


def read_events(rules: AnyRuleSet, values: object) -> tuple[Event, ...]:
    """Type the events of an entry; raise msgspec.ValidationError."""
    events: tuple[Event, ...] = msgspec.convert(values, events_type(rules.Event))
    return events


def read_move(rules: AnyRuleSet, value: object) -> Action:
    """Type an action that a player sent: one of the game's own; raise msgspec.ValidationError."""
    action: Action = msgspec.convert(value, rules.Action)
    return action


def write(message: object) -> Any:
    """Give the JSON builtins of a message."""
    return msgspec.to_builtins(message, str_keys=True)
