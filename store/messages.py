"""What is asked of the log, and what it answers."""

from typing import Literal

from msgspec import Struct


class Append(Struct, frozen=True, kw_only=True):
    """One entry to append, with everything that must happen in the same instant."""

    table: str
    seq: int
    """The entry's number: the caller's head + 1."""
    entry: bytes
    """The exact bytes of the public part."""
    openings: bytes
    key: str | None = None
    """Idempotency key, unique within the table; None where a repeat is recognised by its bytes."""
    key_digest: str | None = None
    """Digest of the request's body, so that a key used again with another body is noticed."""
    due: int | None = None
    """The table's next deadline in ms, or None."""
    data: bytes | None = None
    """Component data, with entry 1."""
    texts: dict[str, bytes] = {}
    """Erasable openings of typed text, by a name that is unique within the table."""
    claim: tuple[int, str] | None = None
    """A seat that is taken, and the account that takes it."""
    release: int | None = None
    """A seat that becomes free."""
    close: bool = False
    """Is this the table's last entry?"""


class Stored(Struct, frozen=True):
    """One entry as it is stored."""

    seq: int
    entry: bytes
    openings: bytes
    data: bytes | None = None


class Appended(Struct, frozen=True):
    """The entry is stored, as durably as configured. `feed_id` is "" when that took a second look."""

    seq: int
    feed_id: str


class Repeated(Struct, frozen=True):
    """This key has been used: its entry and the digest of its request. Nothing was appended."""

    seq: int
    digest: str


class Conflict(Struct, frozen=True):
    """Others were faster. `head` is the store's; `missed` are the entries after the caller's head, 64 at the most.

    A `head` below the caller's means that the store has lost entries: the caller's state is worthless.
    """

    head: int
    missed: tuple[Stored, ...]


class SeatDenied(Struct, frozen=True):
    """The seat cannot be given to this account."""

    reason: Literal["seat_taken", "other_seat"]


Result = Appended | Repeated | Conflict | SeatDenied
