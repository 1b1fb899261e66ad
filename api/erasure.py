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
    for table in await log.tables_naming(player):
        seat = (await log.held(table)).get(player)
        if seat is not None:
            await _leave(service, table, seat, player)
            await erase_texts(service, table, seat)
        await log.replace_account(table, player, stand_in)
        service.forget(table)
        live = await service.handler.current(table)
        await models.project(live.state, await log.accounts(table), await log.held(table))
    await models.forget(player)


async def _leave(service: Service, table: str, seat: Seat, player: str) -> None:
    state = (await service.handler.current(table)).state
    taken = state.seats[seat]
    if state.phase == "closed" or taken is None or taken.key is not None:
        return
    if (await service.handler.log.accounts(table)).get(seat) == player:
        await service.handler.execute(Ask(table, seat, "player", LeaveSeat()))


async def erase_texts(service: Service, table: str, seat: Seat) -> None:
    """Erase the openings of everything that a seat's player typed at a table."""
    names = [
        name
        for entry in await service.handler.entries(table)
        if entry.public["by"].get("seat") == seat
        for name in entry.texts
    ]
    await service.handler.log.erase_texts(table, *names)
