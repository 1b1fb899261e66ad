"""What travels in bodies: what clients send, and what they get."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from domain.kernel import Template
from domain.table import TableView
from domain.table.messages import Clock, Visibility
from projections.entries import EntryView
from projections.read_models import TableSummary
from projections.replay import Frame

Name = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[a-z][a-z0-9_]*$")]
Code = Annotated[str, Meta(min_length=1, max_length=64)]
Base64 = Annotated[str, Meta(min_length=43, max_length=43, pattern="^[A-Za-z0-9_-]{43}$")]


class BotAt(Struct, frozen=True, forbid_unknown_fields=True):
    """A bot of some `level` at a seat."""

    seat: Annotated[int, Meta(ge=0, le=63)]
    level: Name = "easy"


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be played. Where nothing is said, the rule set's defaults hold.

    `rules` is the rule set's id, `version` its version (the current one), `seats` their number (the smallest),
    `options` the game's own, `data` the name of a shipped component data set.
    """

    rules: Name
    version: Annotated[int, Meta(ge=1, le=1_000_000)] | None = None
    seats: Annotated[int, Meta(ge=1, le=64)] | None = None
    options: dict[str, Any] = {}
    data: Name = "standard"
    visibility: Visibility = "public"
    clock: Clock = Clock()
    bots: Annotated[tuple[BotAt, ...], Meta(max_length=64)] = ()


class Sit(Struct, frozen=True, forbid_unknown_fields=True):
    """How somebody sits down. Everything may be left out.

    `invitation` is a private table's code. `commitment` is SHA-256 (base64url) of 32 random bytes, the seat's seed,
    that `ready` shows later; without it the server makes the seed. `key` is an Ed25519 public key (base64url).
    `youngest`: this is the youngest player.
    """

    invitation: Code | None = None
    commitment: Base64 | None = None
    key: Base64 | None = None
    youngest: bool = False


class Ready(Struct, frozen=True, forbid_unknown_fields=True):
    """`seed` opens the commitment (base64url of 32 bytes); left out where the server made it."""

    seed: Base64 | None = None


class Nothing(Struct, frozen=True, forbid_unknown_fields=True):
    """A body without members; it may be left out."""


class TableNow(TableView, frozen=True, kw_only=True):
    """A table as the caller may know it, and what he may do.

    `now` is the server's clock in ms. `legal` are actions that can be posted back as they are; where there are too
    many, `templates` describe them (JSON Schema, choices) and `legal` holds an example of each.
    """

    now: int
    legal: tuple[Any, ...]
    templates: tuple[Template, ...]


class Opened(Struct, frozen=True):
    """A table that was opened. `invitation` is a private table's code: who has it may look and sit."""

    table: TableNow
    invitation: str | None


class Accepted(Struct, frozen=True):
    """An action that stands in the log: the signed receipt (JWS), its entries for the caller, and the table after it.

    A repeat under the same key gets the same receipt and the same view.
    """

    receipt: str
    entries: tuple[EntryView, ...]
    table: TableNow


class TablePage(Struct, frozen=True):
    """Open tables, newest first. `next` is the cursor of the next page; a Link header leads there too."""

    items: tuple[TableSummary, ...]
    next: str | None


class EntryPage(Struct, frozen=True):
    """Entries in order. `head` is the table's last seq, `closed` says whether it is the last for ever.

    `deals` tells which entries belong to which deal: the openings of a deal that has a `last` can all be had.
    """

    items: tuple[EntryView, ...]
    head: int
    closed: bool
    deals: tuple["DealSpan", ...]


class DealSpan(Struct, frozen=True):
    """The entries of one deal; `last` is None while it runs."""

    deal: int
    first: int
    last: int | None


class ReplayPage(Struct, frozen=True):
    """Frames in order. `head` is the table's last seq."""

    items: tuple[Frame, ...]
    head: int


class Ticket(Struct, frozen=True):
    """A ticket for the stream of a table, for clients that cannot send headers. `expires_at` in ms since 1970."""

    ticket: str
    url: str
    expires_at: int
