"""Well-typed actions that make no sense: made up, repeated at the wrong time, or bent a little."""

import random
import types
import typing
from enum import EnumMeta
from typing import Any, Literal

import msgspec
from msgspec import Struct, structs

from domain.kernel import Action, AnyRuleSet, Seat, Template

MEMORY = 400
WORDS = ("", "x", "Apfel", "ZZ9")


class Mischief:
    """Makes ill-formed actions for one rule set out of its types and of the legal actions that it has seen."""

    def __init__(self, rules: AnyRuleSet, rng: random.Random) -> None:
        self.rules = rules
        self.rng = rng
        union = typing.get_origin(rules.Action) in (typing.Union, types.UnionType)
        self.kinds: tuple[Any, ...] = typing.get_args(rules.Action) if union else (rules.Action,)
        self.seen: list[Action] = []
        self.words: list[str] = list(WORDS)
        self.last: tuple[Seat, Action] | None = None
        """The last accepted action of a seat, to be tried once more."""

    def watch(self, legal: tuple[Any, ...]) -> None:
        """Remember legal actions, to repeat and bend them later."""
        for choice in legal[: 1 + self.rng.randrange(8)]:
            action = choice.example if isinstance(choice, Template) else choice
            if len(self.seen) < MEMORY:
                self.seen.append(action)
            else:
                self.seen[self.rng.randrange(MEMORY)] = action
            self._harvest(msgspec.to_builtins(action))

    def tries(self, seats: int, acting: tuple[Seat, ...], legal: tuple[Any, ...]) -> tuple[Seat, Action]:
        """Give a seat and an action for it to try."""
        if self.last is not None and self.rng.random() < 0.1:
            seat, action = self.last
            return (seat if self.rng.random() < 0.5 else self.rng.randrange(seats)), action
        draw = self.rng.random()
        if acting and draw < 0.6:
            seat = self.rng.choice(acting)
        else:
            seat = self.rng.randrange(seats) if draw < 0.97 else self.rng.choice((-1, seats, 99))
        now = [choice.example if isinstance(choice, Template) else choice for choice in legal]
        draw = self.rng.random()
        if now and draw < 0.35:
            return seat, self._bend(self.rng.choice(now))
        if self.seen and draw < 0.75:
            action = self.rng.choice(self.seen)
            return seat, action if self.rng.random() < 0.5 else self._bend(action)
        return seat, self._make(self.rng.choice(self.kinds))

    def _harvest(self, value: Any) -> None:
        if isinstance(value, str) and value not in self.words and len(self.words) < MEMORY:
            self.words.append(value)
        elif isinstance(value, dict):
            for item in value.values():
                self._harvest(item)
        elif isinstance(value, list | tuple):
            for item in value:
                self._harvest(item)

    def _bend(self, action: Action) -> Action:
        """Change one field: another value, or one item more, less or doubled."""
        fields = structs.fields(type(action))
        if not fields:
            return self._make(self.rng.choice(self.kinds))
        field = self.rng.choice(fields)
        value = getattr(action, field.name)
        bent: Any = self._make(field.type)
        if isinstance(value, tuple) and self.rng.random() < 0.7:
            bent = self._bend_items(value, field.type)
        try:
            return msgspec.convert(
                msgspec.to_builtins(structs.replace(action, **{field.name: bent})), self.rules.Action
            )
        except msgspec.ValidationError:
            return action

    def _bend_items(self, items: tuple[Any, ...], hint: Any) -> tuple[Any, ...]:
        more = list(items)
        draw = self.rng.randrange(4)
        fresh = self._make(hint)
        if draw == 0 and more:
            more.pop(self.rng.randrange(len(more)))
        elif draw == 1 and more:
            more.append(self.rng.choice(more))
        elif draw == 2 and more and fresh:
            more[self.rng.randrange(len(more))] = self.rng.choice(fresh)
        else:
            more += fresh[:1]
        return tuple(more)

    def _make(self, hint: Any) -> Any:
        """Make a value of a type."""
        origin, args = typing.get_origin(hint), typing.get_args(hint)
        if isinstance(hint, EnumMeta):
            return self.rng.choice(list(hint))
        if isinstance(hint, type) and issubclass(hint, Struct):
            return hint(**{field.name: self._make(field.type) for field in structs.fields(hint)})
        if origin is Literal:
            return self.rng.choice(args)
        if origin is typing.Annotated:
            return self._make(args[0])
        if origin in (typing.Union, types.UnionType):
            return self._make(self.rng.choice(args))
        if origin is tuple:
            if len(args) == 2 and args[1] is Ellipsis:
                return tuple(self._make(args[0]) for _ in range(self.rng.choice((0, 1, 1, 2, 2, 3, 4, 5))))
            return tuple(self._make(arg) for arg in args)
        if origin is list:
            return [self._make(args[0]) for _ in range(self.rng.randrange(4))]
        if origin is dict:
            return {self._make(args[0]): self._make(args[1]) for _ in range(self.rng.randrange(3))}
        simple: dict[Any, Any] = {
            bool: lambda: self.rng.random() < 0.5,
            int: lambda: self.rng.choice((-1, 0, 0, 1, 1, 2, 3, 4, 5, 7, 12, 99)),
            str: lambda: self.rng.choice(self.words),
            type(None): lambda: None,
        }
        return simple[hint]()
