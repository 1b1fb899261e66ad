"""Tables for the tests, told as a landlord would: who has what, who sits there, who is to move."""

from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.games.volle_huette import RULES
from domain.games.volle_huette import messages as m
from domain.games.volle_huette.components import STANDARD, Data, as_group
from domain.games.volle_huette.options import Options
from domain.games.volle_huette.state import FirstMove, Hand, Phase, Pub, SecondMove, State, Tile
from domain.kernel import Command, NextDeal, Ruling, Setup
from tests.support.chance import SeededChance

SECOND_SET = msgspec.json.decode(Path(__file__).with_name("second_set.json").read_bytes(), type=Data)
FIRST, SECOND = FirstMove, SecondMove


class Table:
    """A table in mid-game. Names go round clockwise; a pub is `"counter:RB counter: table:Y"`.

    The installations of a pub stand on its indoor and terrace fields in the order of the grid.
    """

    def __init__(
        self,
        pubs: dict[str, str],
        options: Options | None = None,
        data: Data = STANDARD,
        holding: dict[str, str] | None = None,
        **fields: Any,
    ) -> None:
        self.names = tuple(pubs)
        self.chance = SeededChance(7)
        start = RULES.initial(Setup(len(pubs), 0, options or Options(), data))
        boards = zip(data.pubs, pubs.values(), strict=False)
        state = replace(
            start,
            pubs=tuple(Pub(board.name, _tiles(data, board, text)) for board, text in boards),
            hands=tuple(Hand(tuple((holding or {}).get(name, "A:table B:table").split())) for name in pubs),
            installations=("table", "counter"),
            customers=("table:RB", "counter:RR", "dance_floor:BB"),
            actions=("A:counter", "B:counter", "A:table"),
            tip=50,
            left={"installations": 10, "customers": 9, "actions": 8, "collect": 3},
        )
        self.state: State = replace(state, **fields)

    def seat(self, name: str) -> int:
        return self.names.index(name)

    def turn(self, name: str, phase: type = FirstMove) -> "Table":
        to_move: Phase = phase(self.seat(name))
        self.state = replace(self.state, phase=to_move)
        return self

    def where(self, name: str, tile: str) -> m.Origin:
        """The first installation of that type with customers, in a landlord's pub."""
        seat = self.seat(name)
        fields = [field for field, there in self.state.pubs[seat].tiles.items() if there.type == tile and there.who]
        return m.Origin(seat, fields[0])

    def field(self, name: str, tile: str, number: int = 0) -> str:
        tiles = self.state.pubs[self.seat(name)].tiles
        return [field for field, there in tiles.items() if there.type == tile][number]

    def does(self, name: str, action: Any) -> tuple[Any, ...]:
        answer = RULES.decide(self.state, Command(self.seat(name), "player", action, 1), self.chance)
        assert not isinstance(answer, Ruling), answer
        assert RULES.check(self.state, self.seat(name), action) is None
        for event in answer:
            self.state = RULES.evolve(self.state, event)
        return answer

    def refuses(self, name: str, action: Any) -> str:
        """Give the code of the refusal."""
        answer = RULES.decide(self.state, Command(self.seat(name), "player", action, 1), self.chance)
        assert isinstance(answer, Ruling), answer
        assert answer == RULES.check(self.state, self.seat(name), action)
        assert answer.rule.startswith("VH")
        return answer.code

    def refuses_house(self, action: Any) -> str:
        """Give the code of the refusal when the server itself asks."""
        answer = RULES.decide(self.state, Command(None, "clock", action, 1), self.chance)
        assert isinstance(answer, Ruling), answer
        return answer.code

    def guests(self, name: str) -> str:
        return as_group(self.state.pubs[self.seat(name)].group)

    def money(self, name: str) -> int:
        return self.state.money[self.seat(name)]


def _tiles(data: Data, board: Any, text: str) -> dict[str, Tile]:
    free = {area: [field.id for field in board.fields if field.area == area] for area in ("indoor", "terrace")}
    tiles = {}
    for word in text.split():
        type_, _, who = word.partition(":")
        tiles[free[data.installation_types[type_].area].pop(0)] = Tile(type_, who)
    return tiles


def new_game(seats: int = 3, seed: int = 1, options: Options | None = None, data: Data = STANDARD) -> Any:
    """Lay the table; give state and chance."""
    chance = SeededChance(seed)
    state = RULES.initial(Setup(seats, 0, options or Options(), data))
    for event in RULES.decide(state, Command(None, "house", NextDeal(), 1), chance):
        state = RULES.evolve(state, event)
    return state, chance


def act(state: State, chance: SeededChance, seat: int, action: Any) -> tuple[State, tuple[Any, ...]]:
    answer = RULES.decide(state, Command(seat, "player", action, 1), chance)
    assert not isinstance(answer, Ruling), answer
    for event in answer:
        state = RULES.evolve(state, event)
    return state, answer


def opened(seats: int = 3, seed: int = 1, options: Options | None = None, data: Data = STANDARD) -> Any:
    """Lay the table and let everybody take the first free pub; give state, chance and the last events."""
    state, chance = new_game(seats, seed, options, data)
    answer: tuple[Any, ...] = ()
    for seat in range(seats):
        state, answer = act(state, chance, seat, RULES.legal(state, seat)[0])
    return state, chance, answer
