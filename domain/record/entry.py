"""A line of the log: one accepted command and all events it caused, as public canonical bytes.

    {"action":{...},"at":1764449999123,"by":{"seat":2,"via":"player"},"events":[{...}],
     "prev":"<hash>","seq":17,"sig":{...},"table":"<id>","v":1}

The hash of an entry is SHA-256 over exactly these bytes; `prev` is the hash of the entry before, null in entry 1.
"""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from domain.record.canonical import b64, decode

VERSION: Final = 1
"""The version of the entry's shape, its member `v`."""


class BySeat(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat spoke, itself or through a bot or the clock that plays for it."""

    seat: int
    via: Literal["player", "bot", "clock"]


class ByServer(Struct, frozen=True, forbid_unknown_fields=True):
    """The server spoke: the house itself, or the clock."""

    server: Literal["house", "clock"]


By = BySeat | ByServer


class SeatSignature(Struct, frozen=True, forbid_unknown_fields=True):
    """What a seat signed with: the head (`seq`) it last saw, its key, the signature (64 bytes, base64url)."""

    head: int
    key: str
    sig: str


class EntryHead(Struct, frozen=True):
    """Everything about an entry except what was said in it."""

    table: str
    seq: int
    prev: str | None
    at: int
    by: By
    sig: SeatSignature | None
    v: int


class MalformedEntry(ValueError):
    """An entry that is canonical JSON but not of the shape."""


def make_by(seat: int | None, via: str) -> dict[str, Any]:
    """Say who spoke, in the entry's words: a command's `seat` and `via`; raise `MalformedEntry` for a mixture."""
    if via not in (("house", "clock") if seat is None else ("player", "bot", "clock")):
        raise MalformedEntry(f"nobody can speak like that: seat {seat} via {via}")
    return {"server": via} if seat is None else {"seat": seat, "via": via}


def public_entry(
    *,
    table: str,
    seq: int,
    prev: str | None,
    at: int,
    by: Mapping[str, Any],
    action: Mapping[str, Any],
    events: Sequence[Mapping[str, Any]],
    sig: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Lay out an entry as builtins. Its secrets are still in the clear: `seal` comes next, then `encode`."""
    entry: dict[str, Any] = {
        "action": dict(action),
        "at": at,
        "by": dict(by),
        "events": [dict(event) for event in events],
        "prev": prev,
        "seq": seq,
        "table": table,
        "v": VERSION,
    }
    if sig is not None:
        entry["sig"] = dict(sig)
    return entry


def hash_of(data: bytes) -> str:
    """Give the hash of an entry's public bytes: SHA-256, base64url without padding."""
    return b64(hashlib.sha256(data).digest())


def read_entry(data: bytes) -> dict[str, Any]:
    """Read an entry's bytes into builtins; raise `NotCanonical`, or `MalformedEntry` when the shape is wrong."""
    entry = decode(data)
    if not isinstance(entry, dict):
        raise MalformedEntry("an entry is an object")
    _shape_of(entry)
    return entry


def head_of(entry: Mapping[str, Any]) -> EntryHead:
    """Type an entry's head; raise `MalformedEntry`."""
    shape = _shape_of(entry)
    return EntryHead(shape.table, shape.seq, shape.prev, shape.at, by_of(entry["by"]), shape.sig or None, shape.v)


def by_of(by: Mapping[str, Any]) -> By:
    """Type who spoke; raise `MalformedEntry`."""
    try:
        return msgspec.convert(by, BySeat) if "seat" in by else msgspec.convert(by, ByServer)
    except msgspec.ValidationError as error:
        raise MalformedEntry(f"nobody can speak like that: {error}") from error


def _shape_of(entry: Mapping[str, Any]) -> "_Shape":
    try:
        shape = msgspec.convert(entry, _Shape)
    except msgspec.ValidationError as error:
        raise MalformedEntry(f"this is not the shape of an entry: {error}") from error
    by_of(shape.by)
    return shape


class _Shape(Struct, frozen=True, forbid_unknown_fields=True):
    """An entry as far as its shape goes."""

    action: dict[str, Any]
    at: int
    by: dict[str, Any]
    events: list[dict[str, Any]]
    prev: str | None
    seq: int
    table: str
    v: Literal[1]
    sig: SeatSignature | UnsetType = UNSET
