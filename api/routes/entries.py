"""The log of a table: a page of it, live, as a replay."""

import re
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.params import QueryParameter
from litestar.response import Stream
from litestar.response.base import ASGIResponse

from api import problems
from api.contract import answer, promise
from api.limits import DOWNLOADS, TICKETS, admit_stream, in_turn, take
from api.problems import Problem
from api.routes.parameters import After, Invitation, LastEventId, Limit, StreamTicket, TableId
from api.service import Call, caller, parts
from api.shapes import DealSpan, EntryPage, ReplayPage, Ticket
from api.stream import follow
from api.visit import Visit, visit
from domain.kernel import Seat
from domain.table import TableState
from projections.entries import entry_views
from projections.replay import As, frames
from store.live import LiveTable

EVENT_STREAM = "text/event-stream"
SEAT = re.compile(r"seat:([0-9]{1,2})")


class EventStream(Stream):
    """A stream that keeps its content type; the framework would call it JSON as the route's other answer."""

    def to_asgi_response(self, *arguments: Any, **named: Any) -> ASGIResponse:
        """Give the response as ASGI."""
        return super().to_asgi_response(*arguments, **(named | {"media_type": EVENT_STREAM}))


@get(
    "/v1/tables/{table:str}/entries",
    opt=promise(
        ticket=True,
        tag="log",
        answer=EntryPage,
        media=("application/json", EVENT_STREAM),
        problems=(problems.NOT_FOUND, problems.MALFORMED, problems.TOO_MANY),
        also={204: "The table is closed and everything was seen: do not come back (event stream)."},
        headers={"Link": "rel=next: the next page."},
    ),
)
async def entries(
    request: Call,
    table: TableId,
    after: After = 0,
    limit: Limit = 200,
    invitation: Invitation = None,
    last_event_id: LastEventId = None,
    ticket: StreamTicket = None,  # noqa: ARG001 - read by the authentication
) -> Any:
    """The entries after a seq, with the openings that the caller may have.

    With `Accept: text/event-stream` the answer stays open and every new entry follows: `id:` is its seq, and a client
    that comes back with Last-Event-ID misses nothing. The frame of an entry that closes a deal names in `opened` the
    entries whose openings can be had from now on.
    """
    here = await visit(request, table, invitation)
    after = _seen(last_event_id, after)
    if EVENT_STREAM in request.headers.get("accept", ""):
        return await _stream(request, here, after)
    service = parts(request).service
    found = await service.handler.entries(table, after, limit)
    known = [recorded for recorded in found if recorded.seq <= here.live.state.seq]
    page = EntryPage(
        items=entry_views(here.game, here.live.deals, known, here.seat),
        head=here.live.state.seq,
        closed=here.live.state.phase == "closed",
        deals=tuple(DealSpan(span.deal, span.first, span.last) for span in here.live.deals.spans),
    )
    headers = {"Cache-Control": "private, no-store", "Vary": "Authorization, Accept"}
    if known and known[-1].seq < here.live.state.seq:
        headers["Link"] = f'</v1/tables/{table}/entries?after={known[-1].seq}&limit={limit}>; rel="next"'
    return answer(page, headers=headers)


def _seen(header: str | None, after: int) -> int:
    if header is None or not header.strip():
        return after
    if not header.strip().isdecimal() or len(header) > 15:
        raise Problem(problems.MALFORMED, "The Last-Event-ID is malformed.", right="Send the `id:` last received.")
    return int(header)


async def _stream(request: Call, here: Visit, after: int) -> Response[Any]:
    made_of = parts(request)
    if here.state.phase == "closed" and after >= here.state.seq:
        return Response(b"", status_code=204, headers={"Cache-Control": "no-store"})
    seats, player = made_of.service.seats, here.who.player

    async def seat_in(state: TableState) -> Seat | None:
        return (await seats.of(state)).get(player)

    content = follow(
        made_of.service.handler,
        made_of.service.followers,
        made_of.service.frames,
        made_of.drain,
        here.state.table,
        seat_in,
        after=after,
        heartbeat_s=made_of.settings.heartbeat_s,
    )
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no", "Vary": "Authorization, Accept"}
    return EventStream(await admit_stream(request, content), headers=headers)


@post(
    "/v1/tables/{table:str}/ticket",
    opt=promise(tag="log", answer=Ticket, status=201, problems=(problems.NOT_FOUND, problems.TOO_MANY)),
)
async def ticket(request: Call, table: TableId, invitation: Invitation = None) -> Response[bytes]:
    """A short-lived ticket for the stream, since a browser's EventSource sends no header."""
    await visit(request, table, invitation)
    await take(request, TICKETS)
    made, until = parts(request).tokens.ticket(caller(request), table)
    return answer(Ticket(made, f"/v1/tables/{table}/entries?ticket={made}", until * 1000), status=201)


@get(
    "/v1/tables/{table:str}/replay",
    opt=promise(
        tag="log",
        answer=ReplayPage,
        problems=(problems.NOT_FOUND, problems.FORBIDDEN, problems.TOO_MANY),
        headers={"Link": "rel=next: the next page."},
    ),
)
async def replay(
    request: Call,
    table: TableId,
    who: Annotated[
        str,
        QueryParameter(
            name="as",
            description="`public`, `seat:N` (own seat; any seat once the table is closed), or `all` (closed deals).",
            pattern=r"^(public|all|seat:[0-9]{1,2})$",
        ),
    ] = "public",
    after: After = 0,
    limit: Limit = 100,
    invitation: Invitation = None,
) -> Response[bytes]:
    """One frame for each entry: what the public, or a seat, knew at that move, and a sentence about it."""
    await take(request, DOWNLOADS)
    here = await visit(request, table, invitation)
    seen_by = _viewer(here, who)
    service = parts(request).service
    head = here.state.seq
    async with in_turn(request):
        recorded = [entry for entry in await service.handler.entries(table, after, limit) if entry.seq <= head]
        start = await service.handler.state_at(table, after) if after and recorded else _before(here)
        items = tuple(frames(start, recorded, seen_by, here.live.deals))
    headers = {"Cache-Control": "private, no-store"}
    if items and items[-1].seq < head:
        link = f"/v1/tables/{table}/replay?as={who}&after={items[-1].seq}&limit={limit}"
        headers["Link"] = f'<{link}>; rel="next"'
    return answer(msgspec.json.encode(ReplayPage(items, head)), headers=headers)


def _before(here: Visit) -> LiveTable:
    """The table before its first entry."""
    return LiveTable(here.state.table, here.game, None, here.live.raw_data)


def _viewer(here: Visit, who: str) -> As:
    if who == "public":
        return "public"
    if who == "all":
        return "all"
    match = SEAT.fullmatch(who)
    if match is None:  # a pattern's $ would let a line's end pass
        raise Problem(
            problems.INVALID, "There is no such view.", right="Ask for `public`, `seat:N` or `all`.", field="as"
        )
    seat = int(match[1])
    if seat >= len(here.state.seats):
        raise Problem(problems.INVALID, "There is no such seat.", code="no_such_seat", field="as")
    if here.state.phase != "closed" and seat != here.seat:
        raise Problem(
            problems.FORBIDDEN,
            "What another seat knew is shown when the table is closed.",
            code="not_your_seat",
            right="Ask for your own seat, for `public`, or for `all`.",
        )
    return seat


ROUTES = (entries, ticket, replay)
