"""Following a table live: server-sent events, one for each entry, `id:` is its seq.

The reader trusts the feed only as a hint, and reads the table's own log from the last entry it sent: so nothing is
missed, doubled or out of order, and a client that comes back with `Last-Event-ID` goes on where it stopped. The frame
of an entry that closes a deal says which earlier entries can be fetched anew, with all their openings.
"""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable

import msgspec

from api.render import viewer_name
from api.server import Drain
from api.shapes import DealSpan
from domain.kernel import Seat
from domain.table import TableState
from projections.entries import entry_view
from store.errors import StoreError
from store.feed import Followers
from store.handler import Handler
from store.live import LiveTable
from store.recorded import Recorded

BATCH = 200
HEARTBEAT = b": ping\n\n"
RETRY = b"retry: 1000\n\n"
CACHED_FRAMES = 4_096

_encode = msgspec.json.Encoder().encode


class Frames:
    """Frames as bytes, made once for all followers who may see the same of an entry."""

    def __init__(self, size: int = CACHED_FRAMES) -> None:
        """Keep `size` frames."""
        self._size = size
        self._made: OrderedDict[tuple[str, int, str, bool], bytes] = OrderedDict()

    def frame(self, live: LiveTable, recorded: Recorded, seat: Seat | None) -> bytes:
        """Give the frame of an entry for a seat, as of now."""
        key = (live.state.table, recorded.seq, viewer_name(seat), live.deals.closed(recorded.seq))
        made = self._made.get(key)
        if made is None:
            made = self._made[key] = _frame(live, recorded, seat)
            if len(self._made) > self._size:
                self._made.popitem(last=False)
        return made

    def forget(self, table: str | None) -> None:
        """Keep no frame of a table (None: of any): something in it was erased."""
        for key in [key for key in self._made if table is None or key[0] == table]:
            del self._made[key]


class Followed:
    """How many streams each account has open at this process."""

    def __init__(self) -> None:
        """Begin with none."""
        self._open: Counter[str] = Counter()

    def count(self, account: str) -> int:
        """How many?"""
        return self._open[account]

    async def counted(self, account: str, frames: AsyncIterator[bytes]) -> AsyncGenerator[bytes]:
        """Count a stream and give its frames.

        The first item is empty: whoever fetches it has the stream counted, until it ends or is dropped.
        """
        self._open[account] += 1
        try:
            yield b""
            async for frame in frames:
                yield frame
        finally:
            self._open[account] -= 1
            if not self._open[account]:
                del self._open[account]


def _frame(live: LiveTable, recorded: Recorded, seat: Seat | None) -> bytes:
    shown = _encode(entry_view(live.game, live.deals, recorded, seat))
    opened = deal_closed_by(live, recorded.seq)
    return b'id: %d\ndata: {"opened":%b,%b\n\n' % (recorded.seq, _encode(opened), shown[1:])


def deal_closed_by(live: LiveTable, seq: int) -> DealSpan | None:
    """Give the deal that this entry closed: the openings of its entries are to be had from now on."""
    span = live.deals.span_of(seq)
    return DealSpan(span.deal, span.first, span.last) if span is not None and span.last == seq else None


async def follow(
    handler: Handler,
    followers: Followers,
    frames: Frames,
    drain: Drain,
    table: str,
    seat_in: Callable[[TableState], Awaitable[Seat | None]],
    *,
    after: int,
    heartbeat_s: float,
) -> AsyncIterator[bytes]:
    """Give the frames of a table after a seq, as they come; end with the table, the server or the store.

    `seat_in` tells where the follower sits, and is asked again for every batch: who gets up before the start must not
    go on seeing what the next one at his seat may know.
    """
    with followers.subscribe(table) as subscription:
        yield RETRY
        heard = 0
        hint = asyncio.ensure_future(anext(subscription))
        ending = asyncio.ensure_future(drain.wait())
        try:
            while True:
                try:
                    live = handler.at_hand(table) if heard else None
                    if live is None or live.state.seq < heard:
                        live = await handler.current(table)
                    entries = live.since(after)
                    if entries is None:
                        entries = await handler.entries(table, after, BATCH)
                    seat = await seat_in(live.state)
                except StoreError:
                    return  # the client comes back and goes on where it stopped
                # One write for all that waited; entries that came after `live` was read are the next round's.
                known = [recorded for recorded in entries if recorded.seq <= live.state.seq]
                if known:
                    yield b"".join(frames.frame(live, recorded, seat) for recorded in known)
                    after = known[-1].seq
                    if after < live.state.seq:
                        continue
                if live.state.phase == "closed":
                    return
                if len(known) < len(entries):
                    heard = entries[-1].seq
                    continue
                while True:
                    done, _ = await asyncio.wait(
                        (hint, ending), timeout=heartbeat_s, return_when=asyncio.FIRST_COMPLETED
                    )
                    if done:
                        break
                    yield HEARTBEAT
                if ending in done or hint.exception() is not None:
                    return
                heard = hint.result()
                hint = asyncio.ensure_future(anext(subscription))
        finally:
            hint.cancel()
            ending.cancel()
