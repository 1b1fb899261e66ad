"""A table in memory: its state after the last entry seen, and what is needed to decide the next one."""

import asyncio
from collections import deque
from typing import Any

from domain.kernel import Registry
from domain.record.canonical import encode, unb64
from domain.record.deals import Deals
from domain.record.entry import hash_of
from domain.record.house import DealingHouse
from domain.record.log import game_with
from domain.record.seat import Spoken
from domain.table import Game, TableState, fold_entry, new_table, read_events
from store.errors import StoreCorrupt
from store.recorded import Recorded


def data_digest(data: object) -> str:
    """Give the digest of component data (JSON builtins), as it stands in entry 1."""
    return hash_of(encode(data))


def game_for(registry: Registry, rules_id: str, version: int | None, raw: object) -> Game:
    """Give the game that is played with component data `raw` (JSON builtins, or None)."""
    rules = registry.get(rules_id, version)
    return game_with(rules, raw)


RECENT = 8
"""Entries that are kept for followers: as many as come while one is busy."""

MARKS = 32
"""Earlier states that are kept of a table, evenly spread: so many parts of its log need not be folded again."""

FIRST_STRIDE = 64
"""Entries between two marks, at first."""


class LiveTable:
    """The state after entry `state.seq`, its hash, the game and the house. One lock guards each (see the handler)."""

    def __init__(self, table: str, game: Game, house: DealingHouse | None, raw_data: Any = None) -> None:
        self.game = game
        self.house = house
        self.raw_data = raw_data
        self.state: TableState = new_table(table)
        self.hash: str | None = None
        self.deals = Deals()
        self.spoken = Spoken()
        self.recent: deque[Recorded] = deque(maxlen=RECENT)
        self.forgotten = False
        """Something at the table was erased since it was read: it serves who has it, and nobody after him."""
        self._marks: list[tuple[TableState, str]] = []
        self._stride = FIRST_STRIDE
        self.lock: asyncio.Lock | None = None
        """What guards the table, kept for the next who asks; the handler has it for as long as anybody does."""

    def apply(self, recorded: Recorded) -> None:
        """Fold the next entry; raise `StoreCorrupt` where it does not follow."""
        public = recorded.public
        if public["prev"] != self.hash or public["table"] != self.state.table:
            raise StoreCorrupt(f"entry {recorded.seq} of table {self.state.table} does not follow its log")
        events = read_events(self.game.rules, recorded.clear["events"])
        by_player = public["by"].get("via") == "player"
        state = fold_entry(self.game, self.state, recorded.seq, recorded.at, events, by_player=by_player)
        self.take(recorded, state)

    def take(self, recorded: Recorded, state: TableState) -> None:
        """Take the next entry with the state after it, which deciding it gave."""
        self.state = state
        self.hash = recorded.hash
        self.deals.learn(recorded.public)
        self.spoken.learn(recorded.public)
        self.recent.append(recorded)
        if state.seq % self._stride == 0:
            self._mark(state, recorded.hash)
        if self.house is None and self.state.secret is not None:
            self.house = DealingHouse(unb64(self.state.secret, 32), self.state.table, self.game.rules.max_deals)

    def since(self, seq: int) -> tuple[Recorded, ...] | None:
        """Give the entries after `seq`, or None where they are not all remembered."""
        missing = max(self.state.seq - seq, 0)
        return None if missing > len(self.recent) else tuple(self.recent)[len(self.recent) - missing :]

    def marked(self, seq: int) -> "LiveTable":
        """Give the table as it was at the last mark up to entry `seq`, to fold on from there; it knows no deals."""
        then = LiveTable(self.state.table, self.game, None, self.raw_data)
        for state, hash in self._marks:
            if state.seq <= seq:
                then.state, then.hash = state, hash
        return then

    def _mark(self, state: TableState, hash: str) -> None:
        self._marks.append((state, hash))
        if len(self._marks) > MARKS:
            self._stride *= 2
            self._marks = [mark for mark in self._marks if mark[0].seq % self._stride == 0]
