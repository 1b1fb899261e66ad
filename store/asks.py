"""What is asked of the command handler, and what comes of it."""

from typing import Any, Literal

from msgspec import Struct

from domain.kernel import Action, Ruling, Seat, Via
from domain.table import TableState
from store.live import LiveTable
from store.recorded import Recorded


class UnknownTable(LookupError):
    """There is no such table."""


class Ask(Struct, frozen=True):
    """Somebody asks for an action at a table.

    `key` is the caller's idempotency key, already bound to the caller; `digest` that of the body it came with.
    `expected` is the last seq the caller saw, None where it does not say. `claim` is the account that sits down.
    `sig` is the seat's signature, in the form of an entry.
    """

    table: str
    seat: Seat | None
    via: Via
    action: Action
    key: str | None = None
    digest: str | None = None
    expected: int | None = None
    claim: tuple[Seat, str] | None = None
    sig: dict[str, Any] | None = None


class Accepted(Struct, frozen=True):
    """The action stands in the log as `entry`; `state` is the table right after it. `repeated`: it did so before."""

    live: LiveTable
    entry: Recorded
    state: TableState
    repeated: bool


class Refused(Struct, frozen=True):
    """The rules refuse the action in this state; `hash` is that of its last entry."""

    live: LiveTable
    state: TableState
    hash: str | None
    ruling: Ruling


class Stale(Struct, frozen=True):
    """The caller had not seen the newest entries: `missed`."""

    live: LiveTable
    state: TableState
    hash: str | None
    missed: tuple[Recorded, ...]


class KeyReused(Struct, frozen=True):
    """The idempotency key belongs to another body."""

    seq: int


class Denied(Struct, frozen=True):
    """The account may not have this seat."""

    reason: str


class Unsigned(Struct, frozen=True):
    """The seat's signature is missing or no good. `wanted` are the bytes that the seat has to sign."""

    live: LiveTable
    state: TableState
    hash: str | None
    reason: "Fault"
    wanted: bytes


Fault = Literal["signature_needed", "signature_wrong", "signature_stale", "no_key_registered"]

Result = Accepted | Refused | Stale | KeyReused | Denied | Unsigned
