"""Erasing a player: the log names no person, so only what lies beside it has to go."""

import secrets

from api.service import Service
from domain.kernel import Seat
from domain.table.messages import LeaveSeat
from store.handler import Ask


async def erase(service: Service, player: str) -> None:
    """Leave every table under way, put a stand-in in the player's place, and erase his texts and history.

    Nobody can speak for a seat that signs, so such a seat is not left; its player is gone, and the clock plays on. It
    can be repeated: what an interrupted erasure left is erased by the next.
    """
    log, models = service.handler.log, service.models
    stand_in = f"erased-{secrets.token_hex(8)}"
    for own in await models.own_tables(player):
        if own.phase != "closed" and own.seated and not await _signs(service, own.table, own.seat):
            await service.handler.execute(Ask(own.table, own.seat, "player", LeaveSeat()))
        await erase_texts(service, own.table, own.seat)
        await log.replace_account(own.table, player, stand_in)
        service.forget(own.table)
        live = await service.handler.current(own.table)
        await models.project(live.state, await log.accounts(own.table), await log.held(own.table))
    await models.forget(player)


async def _signs(service: Service, table: str, seat: Seat) -> bool:
    taken = (await service.handler.current(table)).state.seats[seat]
    return taken is not None and taken.key is not None


async def erase_texts(service: Service, table: str, seat: Seat) -> None:
    """Erase the openings of everything that a seat's player typed at a table."""
    names = [
        name
        for entry in await service.handler.entries(table)
        if entry.public["by"].get("seat") == seat
        for name in entry.texts
    ]
    await service.handler.log.erase_texts(table, *names)
