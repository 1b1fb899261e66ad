"""The games of Volle Hütte that are written down."""

from tests.playthroughs.script import Scenario

SCENARIOS = (
    Scenario("3_seats", "three landlords until the last collect card", 3, seed=3, players="solid"),
    Scenario("4_seats", "four landlords, some cards lapse", 4, seed=4, players="solid"),
    Scenario("5_seats", "five landlords until the last action card", 5, seed=0, players="solid"),
    Scenario(
        "all_options",
        "hidden money, the count decides, counters at walls, only built destinations",
        3,
        seed=2,
        options={"money": "hidden", "second_move": "count", "counter_wall": "card", "destination": "built"},
    ),
)
