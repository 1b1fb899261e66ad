"""The house plays by its own view, and plays well enough."""

import random

import pytest

from domain.games.volle_huette import RULES
from domain.games.volle_huette import messages as m
from domain.games.volle_huette.components import STANDARD
from domain.games.volle_huette.options import Options
from domain.kernel import Setup
from tests.domain.volle_huette.pubs import SECOND, SECOND_SET, Table
from tests.support.play import bot_choice, play


@pytest.mark.parametrize("level", ["easy", "solid"])
@pytest.mark.parametrize("data", [STANDARD, SECOND_SET], ids=["standard", "second set"])
def test_bots_finish_a_game(level: str, data: object) -> None:
    steps = list(play(RULES, Setup(4, 0, Options(), data), 2, bot_choice(RULES, level)))
    assert RULES.outcome(steps[-1].after) is not None


def test_solid_beats_easy() -> None:
    won = 0
    for seed in range(30):
        solid = seed % 3

        def choose(state, seat, legal, rng, solid=solid):  # type: ignore[no-untyped-def]
            return bot_choice(RULES, "solid" if seat == solid else "easy")(state, seat, legal, rng)

        *_, last = play(RULES, Setup(3, 0, Options(), STANDARD), seed, choose)
        won += RULES.outcome(last.after).ranks[solid] == 1
    assert won >= 20


def test_solid_empties_the_richest_pub_into_its_own() -> None:
    table = Table(
        {"Anita": "counter counter", "Matthias": "table:BB", "Rita": "table:YY"},
        holding={"Anita": "B:counter:dodge A:counter"},
    ).turn("Anita", SECOND)
    move = RULES.bots["solid"](RULES.view(table.state, 0), RULES.legal(table.state, 0), random.Random(1))
    assert move is not None
    assert move.action == m.PlayActionCard("B:counter:dodge", table.where("Matthias", "table"), "counter")
