"""What a table may choose."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from domain.cards import Pack

MAX_DEALS = 1024
"""How many deals a table may have at all: one key is committed for each."""


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The table options; each default is the ruling.

    `max_deals`: after so many deals the match is over, four passes count as one; None plays on (SK 21, SK 26).
    `pack`: the pack on the table; it changes the names of the faces only (SK §2).
    `tricks_shown`: which finished tricks of the running deal a view shows (SK 22).
    """

    max_deals: Annotated[int, Meta(ge=1, le=MAX_DEALS)] | None = None
    pack: Pack = Pack.BAVARIAN
    tricks_shown: Literal["last", "all"] = "last"

    @property
    def last_deal(self) -> int:
        """The number of the deal after which the match is over."""
        return MAX_DEALS if self.max_deals is None else self.max_deals
