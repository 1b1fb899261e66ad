"""The record of a table as one file, with what a reader may have."""

from typing import Any

from api.service import Service
from domain.kernel import Seat
from domain.record.bundle import Bundle, assemble
from store.live import LiveTable


async def bundle_for(
    service: Service, live: LiveTable, head: int, seat: Seat | None, complaint: Any = None, tokens: tuple[str, ...] = ()
) -> Bundle:
    """Make the record up to entry `head` for a seat, or for everybody else: public, auditors, operators (None).

    Nobody gets an opening that its seat has not got while the deal runs.
    """
    table = live.state.table
    found = [entry for entry in await service.handler.entries(table) if entry.seq <= head]
    return assemble(
        table,
        seat,
        [(entry.data, entry.public, entry.openings) for entry in found],
        keys=service.keys.published,
        signing_key=service.keys.current,
        receipts=tokens,
        data=live.raw_data,
        complaint=complaint,
    )
