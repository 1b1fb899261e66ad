"""What a table may choose: each field is an "Option" of the rulings, with the ruled default."""

from typing import Literal

from msgspec import Struct


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The table options of Volle Hütte."""

    money: Literal["open", "hidden"] = "open"
    """Open: everybody sees all takings. Hidden: a screen shows only your own until the end (VH 3)."""
    second_move: Literal["switch", "count"] = "switch"
    """Switch: once ten customers have been in play, always. Count: whenever ten are in play now (VH 9)."""
    counter_wall: Literal["group", "card"] = "group"
    """Group: each connected counter touches a wall somewhere. Card: every counter card lies at a wall (VH 10)."""
    destination: Literal["any", "built"] = "any"
    """Any: a type that no pub has may be announced, the group goes home. Built: some pub must have it (VH 15)."""
