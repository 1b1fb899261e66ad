"""How playthroughs write actions and events: one short line each."""

from typing import Any

from domain.kernel import Action, Event, Notation


def _write(value: Any) -> str:
    match value:
        case None:
            return "-"
        case True | False:
            return "yes" if value else "no"
        case str():
            return f'"{value}"' if " " in value or not value else str(value)
        case tuple() | list():
            return "[" + " ".join(_write(item) for item in value) + "]"
        case _:
            return str(value)


def write(message: Action | Event) -> str:
    """Write a message as its tag and its fields: `answer card=A term=Affe`."""
    fields = [f"{name}={_write(getattr(message, name))}" for name in message.__struct_fields__]
    return " ".join([str(message.__struct_config__.tag), *fields])


NOTATION = Notation(action=write, event=write)
