"""Entries as one reader may see them: exact public bytes, the openings he may have, and a sentence for each event.

Everybody gets every entry; readers differ only in the openings.
"""

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct

from domain.kernel import Language, Seat
from domain.record.deals import Deals, openings_for
from domain.record.seal import SEALED, Opening, fill
from domain.table import Game, describe, read_events
from store.recorded import Recorded


class OpeningView(Struct, frozen=True):
    """What opens one seal of the entry: JSON pointer, salt (base64url) and the value."""

    pointer: str
    salt: str
    value: Any


class EntryView(Struct, frozen=True):
    """One entry for one reader. `entry` are the exact bytes that `hash` is over; `text` has a sentence per event."""

    seq: int
    hash: str
    entry: msgspec.Raw
    openings: tuple[OpeningView, ...]
    text: dict[Language, tuple[str, ...]]


def entry_view(game: Game, deals: Deals, recorded: Recorded, seat: Seat | None) -> EntryView:
    """Show an entry to a seat (None: the public) as of now: what is sealed under a closed deal is open to all."""
    return _view(game, recorded, seat, openings_for(recorded.openings, seat, deals.closed(recorded.seq)))


def entry_then(game: Game, recorded: Recorded, seat: Seat | None) -> EntryView:
    """Show an entry as that seat saw it when it was made."""
    return _view(game, recorded, seat, openings_for(recorded.openings, seat, closed=False))


def entry_views(game: Game, deals: Deals, entries: Iterable[Recorded], seat: Seat | None) -> tuple[EntryView, ...]:
    """Show entries to a seat as of now."""
    return tuple(entry_view(game, deals, recorded, seat) for recorded in entries)


def _view(game: Game, recorded: Recorded, seat: Seat | None, openings: tuple[Opening, ...]) -> EntryView:
    if SEALED in recorded.data:
        events = read_events(game.rules, fill(recorded.public, openings, hidden="null")["events"])
    else:
        events = recorded.events or read_events(game.rules, recorded.public["events"])
    return EntryView(
        seq=recorded.seq,
        hash=recorded.hash,
        entry=msgspec.Raw(recorded.data),
        openings=tuple([OpeningView(opening.pointer, opening.salt, opening.value) for opening in openings]),
        text={
            "de": tuple([describe(game, event, seat, "de") for event in events]),
            "en": tuple([describe(game, event, seat, "en") for event in events]),
        },
    )
