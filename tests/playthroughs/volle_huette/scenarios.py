"""The games of Volle Hütte that are written down."""

import random
from collections.abc import Sequence
from typing import Any

from domain.games.volle_huette import messages as m
from domain.games.volle_huette.components import PILES, STANDARD, Data
from domain.kernel import Action, Seat
from tests.domain.volle_huette.pubs import SECOND_SET
from tests.playthroughs.script import Scenario, Try
from tests.support.play import concrete


def piles(data: Data = STANDARD, **tops: str) -> dict[str, Sequence[object]]:
    """Give the piles with these cards on top; `counter*3` stands for three of them."""
    forced: dict[str, Sequence[object]] = {}
    for pile in PILES:
        left, top = list(data.deck(pile)), []
        for word in tops.get(pile, "").split():
            face, _, times = word.partition("*")
            top += [face] * int(times or 1)
        for face in top:
            left.remove(face)
        forced[pile] = (*top, *left)
    return forced


def first(state: Any, seat: Seat, legal: tuple[Any, ...], rng: random.Random) -> Action:
    """Do the first thing that is allowed: equip rather than receive, receive rather than collect."""
    return concrete(legal[0])


def one_host(state: Any, seat: Seat, legal: tuple[Any, ...], rng: random.Random) -> Action:
    """Let seat 0 receive whom it can, and all others equip."""
    welcome = [action for action in legal if isinstance(action, m.Receive) and seat == 0]
    return concrete((*welcome, *legal)[0])


ALL_OPTIONS = {"money": "hidden", "second_move": "count", "counter_wall": "card", "destination": "built"}

SCENARIOS = (
    Scenario(
        "3_seats",
        "three landlords until the last collect card",
        3,
        seed=3,
        players="solid",
        tries=(
            Try(2, m.PlayActionCard("A:counter"), "must_carry_out"),
            Try(2, m.PlayActionCard("A:counter", m.Origin(0, "in-12"), "counter"), "same_type"),
            Try(2, m.PlayActionCard("A:counter", m.Origin(1, "te-0"), "table"), "wrong_origin"),
        ),
    ),
    Scenario("4_seats", "four landlords, some cards lapse", 4, seed=4, players="solid"),
    Scenario(
        "5_seats",
        "five landlords until the last action card",
        5,
        seed=0,
        players="solid",
        tries=(Try(0, m.SeatGroup({"in-01": "RR", "in-11": "B"}), "group_split"),),
    ),
    Scenario(
        "all_options",
        "hidden money, the count decides, counters at walls, only built destinations",
        3,
        seed=2,
        options=ALL_OPTIONS,
    ),
    Scenario(
        "nobody_can_move",
        "three full pubs without a dance floor, while all want to dance: new customers come",
        3,
        players="the first thing allowed",
        choose=first,
        forced=piles(
            installations="table*2"
            + " counter*2 terrace_table" * 3
            + " terrace_table*6 table*7 billiard_table*4 table_football*4",
            customers="dance_floor:BB dance_floor:YYRB dance_floor:YYRR terrace_table:RB",
        ),
        max_steps=40,
    ),
    Scenario(
        "one_host",
        "one landlord has all the customers: collecting, and moving them where nothing is built",
        3,
        options={"destination": "built"},
        players="a plan",
        choose=one_host,
        forced=piles(
            installations="table*2 dance_floor*3 table*2 counter table*2 counter table counter*5",
            customers="dance_floor:YYRB dance_floor:YYRR dance_floor:BB",
            actions="A:counter A:counter B:counter A:dance_floor A:table",
        ),
        tries=(
            Try(0, m.Collect(), "no_other_customers"),
            Try(0, m.PlayActionCard("A:dance_floor", m.Origin(0, "in-01"), "billiard_table"), "nowhere_built"),
        ),
        max_steps=26,
    ),
    Scenario(
        "second_set",
        "another set of pubs and cards: benches that fit nowhere",
        3,
        data=SECOND_SET,
        players="the first thing allowed",
        choose=first,
        forced=piles(SECOND_SET, installations="tap*3 stove*4 bench*4 stove*4"),
        max_steps=20,
    ),
)
