"""A replay: one frame per entry, with the view that a seat, the public or everybody had after it.

`seat:N` shows exactly what that seat knew at that move, `public` what everybody knew; `all` shows every seat's view of
the deals that are closed.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Literal

from msgspec import Struct

from domain.kernel import Language, Seat
from domain.record.deals import Deals
from domain.table import TableView, view
from projections.entries import entry_then, entry_view
from store.live import LiveTable
from store.recorded import Recorded

As = Seat | Literal["public", "all"]


class Frame(Struct, frozen=True):
    """One step of the scrubber. `hands` has every seat's own view in an `all` replay, seat order; else it is empty."""

    seq: int
    at: int
    text: dict[Language, tuple[str, ...]]
    view: TableView
    hands: tuple[Any, ...] = ()


def frames(live: LiveTable, entries: Iterable[Recorded], who: As, deals: Deals) -> Iterator[Frame]:
    """Fold `entries` onto the table `live` as it was before them; `deals` knows which deals are closed by now."""
    seat = who if isinstance(who, int) else None
    for recorded in entries:
        live.apply(recorded)
        state, game = live.state, live.game
        table_view = view(game, state, seat)
        if who == "all" and deals.closed(recorded.seq) and state.game is not None:
            hands = tuple(game.rules.view(state.game, number) for number in range(len(state.seats)))
            shown = entry_view(game, deals, recorded, None)
        else:
            hands, shown = (), entry_then(game, recorded, seat)
        yield Frame(recorded.seq, recorded.at, shown.text, table_view, hands)
