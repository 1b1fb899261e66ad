"""Who may see what: redacting a message as the house does, and finding what differs between two messages."""

from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from domain.kernel import AnyRuleSet, Seat, Secret

Path = tuple[str | int, ...]
Sight = Literal["public", "own", "hidden"]


def builtins(message: Any) -> Any:
    """Give a message as the JSON builtins that clients read."""
    return msgspec.json.decode(msgspec.json.encode(message))


def sees(secret: Secret, seat: Seat | None) -> bool:
    return secret.audience == "all" or seat in secret.audience


def redact(rules: AnyRuleSet, options: Any, message: Any, seat: Seat | None, type_: Any) -> Any:
    """Give the message as `seat` receives it: None for every secret that it does not learn."""
    hidden = [secret.path for secret in rules.secrets(options, message) if not sees(secret, seat)]
    if not hidden:
        return message
    plain = builtins(message)
    for path in hidden:
        target = plain
        for step in path[:-1]:
            target = target[step]
        target[path[-1]] = None
    return msgspec.convert(plain, type_)


def at_path(value: Any, path: Path) -> Any:
    """Follow a secret's path through a message; KeyError or IndexError where it leads nowhere."""
    plain = builtins(value)
    for step in path:
        plain = plain[step]
    return plain


def differences(one: Any, other: Any, path: Path = ()) -> Iterator[tuple[Path, Any, Any]]:
    """Give the paths at which two builtins differ, with both values; containers of other size differ as a whole."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        for key in one:
            yield from differences(one[key], other[key], (*path, key))
    elif isinstance(one, list | tuple) and isinstance(other, list | tuple) and len(one) == len(other):
        for index, (a, b) in enumerate(zip(one, other, strict=True)):
            yield from differences(a, b, (*path, index))
    elif one != other:
        yield path, one, other


def sight(secrets: tuple[Secret, ...], path: Path, seat: Seat | None) -> Sight:
    """Say whether the value at `path` is public, the seat's own secret, or hidden from it."""
    for secret in secrets:
        if path[: len(secret.path)] == secret.path:
            return "own" if sees(secret, seat) else "hidden"
    return "public"
