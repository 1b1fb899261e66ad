"""An entry as the program holds it: exact public bytes, what they say, and the openings the house keeps beside."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import msgspec

from domain.kernel import Event
from domain.record.entry import hash_of, read_entry
from domain.record.log import Written
from domain.record.seal import Opening, fill, find

_ENCODER = msgspec.json.Encoder()
_OPENINGS = msgspec.json.Decoder(tuple[Opening, ...])
_OPENING = msgspec.json.Decoder(Opening)


class Recorded:
    """One entry. `data` are its public bytes, `public` the same as builtins, `openings` all that the house has."""

    def __init__(self, data: bytes, public: dict[str, Any], openings: tuple[Opening, ...]) -> None:
        self.data = data
        self.public = public
        self.openings = openings
        self.events: tuple[Event, ...] | None = None
        """Its events in the clear, typed, where they are at hand."""

    @property
    def seq(self) -> int:
        """Give its number in the table's log, from 1."""
        seq: int = self.public["seq"]
        return seq

    @property
    def at(self) -> int:
        """Give its arrival in ms of the server's clock."""
        at: int = self.public["at"]
        return at

    @cached_property
    def hash(self) -> str:
        """Give the hash that the next entry names as `prev`."""
        return hash_of(self.data)

    @cached_property
    def clear(self) -> dict[str, Any]:
        """Give the entry with every secret filled in; erased text is None."""
        return fill(self.public, self.openings, hidden="null")

    @property
    def texts(self) -> dict[str, bytes]:
        """Give the openings of typed text, by field: kept apart, since they can be erased."""
        return {
            f"{opening.seq}{opening.pointer}": _ENCODER.encode(opening)
            for opening in self.openings
            if opening.audience == "all"
        }

    @property
    def kept(self) -> bytes:
        """Give the bytes of all other openings, which lie beside the entry."""
        return _ENCODER.encode([opening for opening in self.openings if opening.audience != "all"])

    @property
    def missing(self) -> tuple[str, ...]:
        """Name the fields of the seals without opening here: their text lies elsewhere, or was erased."""
        known = {opening.pointer for opening in self.openings}
        return tuple(f"{self.seq}{found.pointer}" for found in find(self.public) if found.pointer not in known)


def from_written(written: Written, events: tuple[Event, ...] | None = None) -> Recorded:
    """Take an entry that was just written; `events` are its events as they were decided."""
    recorded = Recorded(written.data, written.public, written.openings)
    recorded.events, recorded.hash = events, written.hash
    return recorded


def read_recorded(entry: bytes, openings: bytes, texts: Mapping[str, bytes] | None = None) -> Recorded:
    """Read a stored entry; `texts` are the erasable openings of its table, by field."""
    recorded = Recorded(entry, read_entry(entry), _OPENINGS.decode(openings) if openings else ())
    if texts:
        prefix = f"{recorded.seq}/"
        more = tuple(_OPENING.decode(value) for field, value in texts.items() if field.startswith(prefix))
        recorded.openings = (*recorded.openings, *more)
    return recorded
