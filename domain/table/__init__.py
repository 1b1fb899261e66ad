"""A table around any rule set: seats, readiness, start, clocks, leaving, bots taking over, end.

`decide` says what happens on a command, `fold_entry` applies a recorded entry, `view` and `legal` say what a seat may
know and do, `due` what the clock waits for. None of them knows a game by name.
"""

from domain.table.clocks import due, next_due
from domain.table.codec import read_action, read_events, read_move, write
from domain.table.decider import Decided, decide, resolve
from domain.table.describe import describe
from domain.table.evolve import evolve, fold_entry, new_table
from domain.table.rulings import check
from domain.table.secrets import secrets
from domain.table.state import Game, House, SeatState, TableState, deal_status, host_seat, is_full, is_on_turn, to_act
from domain.table.view import SeatView, TableView, legal, view

__all__ = [
    "Decided",
    "Game",
    "House",
    "SeatState",
    "SeatView",
    "TableState",
    "TableView",
    "check",
    "deal_status",
    "decide",
    "describe",
    "due",
    "evolve",
    "fold_entry",
    "host_seat",
    "is_full",
    "is_on_turn",
    "legal",
    "new_table",
    "next_due",
    "read_action",
    "read_events",
    "read_move",
    "resolve",
    "secrets",
    "to_act",
    "view",
    "write",
]
