"""The record of a table as one file, with what a reader may have."""

import asyncio
from functools import partial
from typing import Any

from api.service import Service
from domain.kernel import Seat
from domain.record.bundle import Bundle, assemble, write_bundle
from store.live import LiveTable


async def bundle_for(
    service: Service, live: LiveTable, head: int, seat: Seat | None, complaint: Any = None, tokens: tuple[str, ...] = ()
) -> Bundle:
    """Make the record up to entry `head` for a seat, or for everybody else: public, auditors, operators (None).

    Nobody gets an opening that its seat has not got while the deal runs.
    """
    table = live.state.table
    found = [entry for entry in await service.handler.entries(table) if entry.seq <= head]
    make = partial(
        assemble,
        table,
        seat,
        [(entry.data, entry.public, entry.openings) for entry in found],
        keys=service.keys.published,
        signing_key=service.keys.current,
        receipts=tokens,
        data=live.raw_data,
        complaint=complaint,
    )
    return await asyncio.to_thread(make)


async def file_of(bundle: Bundle) -> bytes:
    """Write a record's file. That of a long table takes a second, in which others are answered."""
    return await asyncio.to_thread(write_bundle, bundle)
