"""Which entries belong to which deal, and so which openings a reader may have.

This is the one place that knows it. A deal runs from the entry that holds `deal.opened` to the entry that holds
`deal.closed` or `deal.void`; deals never overlap. When it closes, everything sealed under it opens to all. What is
sealed outside any deal (the table's secret in entry 1) opens to its audience only.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from domain.record.seal import Opening

OPENED = "deal.opened"
CLOSED = ("deal.closed", "deal.void")


class Span(Struct):
    """The entries of one deal: from `first` to `last` (None while it runs)."""

    deal: int
    first: int
    last: int | None = None


class Deals:
    """The spans of a table's deals, learnt entry by entry; cheap to keep beside a cached state."""

    def __init__(self, entries: Iterable[Mapping[str, Any]] = ()) -> None:
        """Begin before entry 1 and learn `entries`."""
        self.spans: list[Span] = []
        for entry in entries:
            self.learn(entry)

    def learn(self, entry: Mapping[str, Any]) -> None:
        """Take the next entry (public or clear builtins)."""
        for event in entry["events"]:
            kind = event.get("type")
            if kind == OPENED:
                self.spans.append(Span(event["deal"], entry["seq"]))
            elif kind in CLOSED and self.spans:
                self.spans[-1].last = entry["seq"]

    def span_of(self, seq: int) -> Span | None:
        """Give the deal that entry `seq` belongs to, or None outside any deal."""
        for span in reversed(self.spans):
            if span.first <= seq:
                return span if span.last is None or seq <= span.last else None
        return None

    def closed(self, seq: int) -> bool:
        """Is entry `seq` part of a deal that is closed?"""
        span = self.span_of(seq)
        return span is not None and span.last is not None


def may_open(opening: Opening, seat: int | None, closed: bool) -> bool:
    """May this reader (a seat, or None for the public) have this opening? `closed`: its entry's deal is closed."""
    return closed or opening.audience == "all" or (seat is not None and seat in opening.audience)


def openings_for(openings: Iterable[Opening], seat: int | None, closed: bool) -> tuple[Opening, ...]:
    """Choose the openings of one entry that a reader may have; `closed` comes from `Deals.closed`."""
    return tuple([opening for opening in openings if may_open(opening, seat, closed)])
