"""Whole random games: they end, nothing vanishes, and what is stored reads back."""

from collections import Counter
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from domain.games.volle_huette import RULES
from domain.games.volle_huette import messages as m
from domain.games.volle_huette.components import STANDARD, CustomerCard, PerColour
from domain.games.volle_huette.options import Options
from domain.games.volle_huette.state import State
from domain.kernel import Deal
from tests.domain.volle_huette.pubs import SECOND_SET
from tests.domain.volle_huette.soak import games

TABLES = [
    pytest.param(STANDARD, Options(), id="standard"),
    pytest.param(
        STANDARD,
        Options(money="hidden", second_move="count", counter_wall="card", destination="built"),
        id="all options",
    ),
    pytest.param(SECOND_SET, Options(), id="second set"),
]


@pytest.mark.parametrize(("data", "options"), TABLES)
def test_games_end_and_nothing_vanishes(data: Any, options: Options) -> None:
    pieces = RULES.pieces(options, data)
    for _, steps in games(data, range(6), options):
        bank = sum(steps[0].before.money)
        for step in steps:
            assert RULES.deal(step.before) is Deal.REST or RULES.to_act(step.before)
            bank += sum(paid(event) for event in step.answer)
            assert sum(step.after.money) == bank
            where = RULES.placed(step.after)
            assert Counter(where.faces) <= Counter(pieces)
            assert sum(where.faces.values()) + where.undrawn == sum(pieces.values())
        assert RULES.deal(steps[-1].after) is Deal.OVER
        assert isinstance(steps[-1].answer[-1], m.GameEnded)


def paid(event: Any) -> int:
    match event:
        case m.Collected() | m.LastOrders():
            return sum(event.paid)
        case m.GroupLeft():
            return event.paid
        case _:
            return 0


def test_a_game_in_which_nobody_can_ever_receive_ends() -> None:
    """Given only groups that find no room, when the installations are used up, all pass until the end (VH 25)."""
    types = {name: replace(type_, count=8, places=2) for name, type_ in STANDARD.installation_types.items()}
    cards = tuple(CustomerCard(f"K{n}", "billiard_table", 3, 0, 0) for n in range(9))
    data = replace(STANDARD, installation_types=types, customer_cards=cards, figures=PerColour(27, 0, 0))
    for seats, steps in games(data, range(2)):
        events = [event for step in steps for event in step.answer]
        assert sum(isinstance(event, m.CustomersReplaced) for event in events) == 2  # nine cards, three at a time
        assert sum(isinstance(event, m.Passed) for event in events) >= 3 * seats
        assert events[-2:] == [m.LastOrders((0,) * seats), m.GameEnded((0,) * seats)]


def test_the_printed_numbers_of_pieces() -> None:
    kinds: Counter[str] = Counter()
    for face, number in RULES.pieces(Options(), STANDARD).items():
        kinds[face.split()[0]] += number
    assert kinds == {"figure": 63, "installation": 38, "customers": 21, "action": 36, "collect": 6}


@pytest.mark.parametrize("data", [STANDARD, SECOND_SET], ids=["standard", "second set"])
def test_states_and_events_read_back(data: Any) -> None:
    events = msgspec.json.Decoder(RULES.Event)
    for _, steps in games(data, range(1)):
        for step in steps:
            assert msgspec.json.decode(msgspec.json.encode(step.after), type=State) == step.after
            for event in step.answer:
                assert events.decode(msgspec.json.encode(event)) == event


def test_states_handed_out_never_change() -> None:
    for _, steps in games(STANDARD, range(1)):
        before = [msgspec.json.encode(step.before) for step in steps]
        assert all(step.after is later.before for step, later in pairwise(steps))
        assert before == [msgspec.json.encode(step.before) for step in steps]


def test_the_same_commands_have_the_same_answers() -> None:
    for _, steps in games(STANDARD, range(1)):
        for step in steps:
            assert RULES.decide(step.before, step.command, step.chance) == step.answer
