"""Well-typed actions that make no sense: made up, repeated at the wrong time, or bent a little."""

import random
import types
import typing
from collections.abc import Iterator
from enum import EnumMeta
from typing import Any, Literal

import msgspec
from msgspec import Struct, structs

from domain.kernel import Action, AnyRuleSet, Seat, Template

MEMORY = 400
WORDS = ("", "x", "Apfel", "ZZ9", "\a", "long " * 99)


class Mischief:
    """Makes ill-formed actions for one rule set out of its types and of the legal actions that it has seen."""

    def __init__(self, rules: AnyRuleSet, rng: random.Random) -> None:
        self.rules = rules
        self.rng = rng
        union = typing.get_origin(rules.Action) in (typing.Union, types.UnionType)
        self.kinds: tuple[Any, ...] = typing.get_args(rules.Action) if union else (rules.Action,)
        self.seen: list[Action] = []
        self.words: list[str] = list(WORDS)
        self.sight: list[str] = []
        """Every word in the view of a seat: the cards in its hand among them."""
        self.last: tuple[Seat, Action] | None = None
        """The last accepted action of a seat, to be tried once more."""

    def watch(self, legal: tuple[Any, ...], view: Any) -> None:
        """Remember legal actions, to repeat and bend them later, and what the seat sees."""
        self.sight = sorted({*_words(msgspec.to_builtins(view))})
        for choice in legal[: 1 + self.rng.randrange(8)]:
            action = choice.example if isinstance(choice, Template) else choice
            if len(self.seen) < MEMORY:
                self.seen.append(action)
            else:
                self.seen[self.rng.randrange(MEMORY)] = action
            for word in _words(msgspec.to_builtins(action)):
                if word not in self.words and len(self.words) < MEMORY:
                    self.words.append(word)

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

    def _bend(self, action: Action) -> Action:
        """Change one field: another value, or one item more, less or doubled."""
        fields = structs.fields(type(action))
        if not fields:
            return self._make(self.rng.choice(self.kinds))
        field = self.rng.choice(fields)
        value = getattr(action, field.name)
        alike = [getattr(seen, field.name) for seen in self.seen if type(seen) is type(action)]
        bent: Any = self.rng.choice(alike) if alike and self.rng.random() < 0.4 else self._make(field.type)
        if isinstance(value, tuple) and self.rng.random() < 0.7:
            bent = self._bend_items(value, field.type)
        try:
            return msgspec.convert(
                msgspec.to_builtins(structs.replace(action, **{field.name: bent})), self.rules.Action
            )
        except msgspec.ValidationError:
            return action

    def _word(self) -> str:
        draw = self.rng.random()
        if draw < 0.1:
            return self.rng.choice(WORDS)
        return self.rng.choice(self.sight if self.sight and draw < 0.5 else self.words)

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
            members: list[Any] = list(hint)
            seen = [member for member in members if str(member.value) in self.sight]
            return self.rng.choice(seen if seen and self.rng.random() < 0.6 else members)
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
            str: self._word,
            type(None): lambda: None,
        }
        return simple[hint]()


def _words(value: Any) -> Iterator[str]:
    """Give every string in JSON builtins, keys of objects among them."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from (key, *_words(item))
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _words(item)
