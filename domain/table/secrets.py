"""Which values of an entry are secret, and who learns them: the table's own, and its game's."""

from domain.kernel import Action, Event, NextDeal, Secret, Tick
from domain.table.messages import TABLE_ACTIONS, TABLE_EVENTS, OpenTable, SeatTaken, TableOpened, TakeSeat
from domain.table.state import Game

_NOT_OF_THE_GAME = frozenset({*TABLE_ACTIONS, *TABLE_EVENTS, NextDeal, Tick})


def secrets(game: Game, options: object, message: Action | Event) -> tuple[Secret, ...]:
    """Name the secret values of one message; `options` are the game's typed options."""
    if type(message) not in _NOT_OF_THE_GAME:
        return game.rules.secrets(options, message)
    match message:
        case OpenTable() | TableOpened():
            return (Secret(("secret",), ()),)
        case TakeSeat():
            return (Secret(("seed",), ()),) if message.bot is None and message.seed is not None else ()
        case SeatTaken():
            return (Secret(("seed",), ()),) if message.bot is None and message.seed_by == "server" else ()
        case _:
            return ()
