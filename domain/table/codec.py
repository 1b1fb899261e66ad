"""Between typed messages and the JSON builtins that an entry holds."""

from typing import Any, Union

import msgspec

from domain.kernel import Action, AnyRuleSet, Event, NextDeal, Tick
from domain.table.messages import TableAction, TableEvent


class _Shapes:
    """The types of one rule set's messages, each wrapped in a struct of its own.

    msgspec remembers what it worked out about a struct, while a bare union is worked out again at every call: 40 µs
    against one.
    """

    def __init__(self, rules: AnyRuleSet) -> None:
        self.own = rules.Action, rules.Event
        any_action: Any = Union[(TableAction, NextDeal, Tick, rules.Action)]  # noqa: UP007
        any_event: Any = Union[(TableEvent, rules.Event)]  # noqa: UP007
        self.action = msgspec.defstruct("AnyAction", [("value", any_action)])
        self.events = msgspec.defstruct("AnyEvents", [("value", tuple[any_event, ...])])
        self.move = msgspec.defstruct("AnyMove", [("value", rules.Action)])


_known: dict[tuple[str, int], _Shapes] = {}


def _shapes(rules: AnyRuleSet) -> _Shapes:
    shapes = _known.get((rules.id, rules.version))
    if shapes is None or shapes.own[0] is not rules.Action or shapes.own[1] is not rules.Event:
        shapes = _known[rules.id, rules.version] = _Shapes(rules)
    return shapes


def read_action(rules: AnyRuleSet, value: object) -> Action:
    """Type an action (openings filled in, or None where hidden); raise msgspec.ValidationError."""
    return _read(_shapes(rules).action, value)  # type: ignore[no-any-return]


def read_events(rules: AnyRuleSet, values: object) -> tuple[Event, ...]:
    """Type the events of an entry; raise msgspec.ValidationError."""
    return _read(_shapes(rules).events, values)  # type: ignore[no-any-return]


def read_move(rules: AnyRuleSet, value: object) -> Action:
    """Type an action that a player sent: one of the game's own; raise msgspec.ValidationError."""
    return _read(_shapes(rules).move, value)  # type: ignore[no-any-return]


def _read(shape: Any, value: object) -> Any:
    try:
        return msgspec.convert({"value": value}, shape).value
    except msgspec.ValidationError as error:
        raise msgspec.ValidationError(str(error).replace("$.value", "$")) from None


def write(message: object) -> Any:
    """Give the JSON builtins of a message."""
    return msgspec.to_builtins(message, str_keys=True)
