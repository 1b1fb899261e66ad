"""The record of a table as one file, with what a reader may have."""

from typing import Any

from api.service import Service
from domain.kernel import Seat
from domain.record.bundle import Bundle
from domain.record.deals import Deals, openings_for
from domain.record.receipt import Head, sign_head
from store.live import LiveTable


async def bundle_for(
    service: Service, live: LiveTable, head: int, seat: Seat | None, complaint: Any = None, tokens: tuple[str, ...] = ()
) -> Bundle:
    """Make the record up to entry `head` for a seat, or for everybody else: public, auditors, operators (None).

    Nobody gets an opening that its seat has not got while the deal runs.
    """
    table = live.state.table
    found = [entry for entry in await service.handler.entries(table) if entry.seq <= head]
    deals = Deals(entry.public for entry in found)
    return Bundle(
        table=table,
        reader=seat,
        entries=tuple(entry.data for entry in found),
        openings=tuple(
            opening for entry in found for opening in openings_for(entry.openings, seat, deals.closed(entry.seq))
        ),
        receipts=tokens,
        head=sign_head(Head(hash=found[-1].hash, seq=head, table=table), service.keys.current),
        keys=service.keys.published,
        data=live.raw_data,
        complaint=complaint,
    )
