"""What a deal is worth (SK §5, SK 5 to SK 7, SK 16, SK 17)."""

import random

import pytest

from domain.cards import DECK, Suit
from domain.games.schafkopf.contracts import Contract, Kind
from domain.games.schafkopf.scoring import Settlement, declarer_side, runners, settle
from tests.support.schafkopf import cards, complete

RUFER = Contract(Kind.RUFER, 0, ace=cards("EA")[0])
WENZ = Contract(Kind.WENZ, 0)
SOLO = Contract(Kind.SOLO, 0, suit=Suit.LEAF)
WENZ_TOUT = Contract(Kind.WENZ_TOUT, 0)
SOLO_TOUT = Contract(Kind.SOLO_TOUT, 0, suit=Suit.LEAF)
SIE = Contract(Kind.SIE, 0)

COURTS = "EO GO HO SO EU GU HU SU"

# The declarer is seat 0, his partner in a Rufer seat 2. The acorn Ober is his, the leaf Ober the defence's: one
# runner. In a Wenz likewise with the Unters.
ONE_RUNNER = complete(("EO EU E7 G7", "GO GU", "EA", None))


def result(contract: Contract, points: int, tricks: int, hands: tuple = ONE_RUNNER) -> Settlement:
    return settle(contract, hands, points, tricks)


@pytest.mark.parametrize(
    ("rule", "contract", "points", "tricks", "winner", "schneider", "schwarz", "value"),
    [
        ("61 win a Rufer", RUFER, 61, 4, "declarer", 0, 0, 1),
        ("60 lose it", RUFER, 60, 5, "defence", 0, 0, 1),
        ("90 are no Schneider for the declarer", RUFER, 90, 6, "declarer", 0, 0, 1),
        ("91 are", RUFER, 91, 6, "declarer", 1, 0, 2),
        ("31 save the declarer from Schneider", RUFER, 31, 2, "defence", 0, 0, 1),
        ("90 of the defence are Schneider", RUFER, 30, 2, "defence", 1, 0, 2),
        ("all tricks are Schwarz instead", RUFER, 120, 8, "declarer", 0, 2, 3),
        ("a lost pointless trick is no Schwarz", RUFER, 120, 7, "declarer", 1, 0, 2),
        ("no trick at all is Schwarz for the defence", RUFER, 0, 0, "defence", 0, 2, 3),
        ("no point but a trick is Schneider", RUFER, 0, 1, "defence", 1, 0, 2),
        ("a Wenz is worth five", WENZ, 61, 5, "declarer", 0, 0, 5),
        ("a Wenz with Schneider", WENZ, 91, 5, "declarer", 1, 0, 6),
        ("a lost Solo", SOLO, 60, 5, "defence", 0, 0, 5),
        ("a Solo, Schwarz", SOLO, 120, 8, "declarer", 0, 2, 7),
        ("a Tout needs every trick, not the points", SOLO_TOUT, 120, 7, "defence", 0, 0, 10),
        ("a Tout knows no Schwarz", SOLO_TOUT, 120, 8, "declarer", 0, 0, 10),
        ("nor has a lost one", WENZ_TOUT, 0, 0, "defence", 0, 0, 10),
    ],
)
def test_who_wins_and_how_high(
    rule: str, contract: Contract, points: int, tricks: int, winner: str, schneider: int, schwarz: int, value: int
) -> None:
    got = result(contract, points, tricks)
    assert (got.winner, got.schneider, got.schwarz, got.value) == (winner, schneider, schwarz, value), rule


@pytest.mark.parametrize(
    ("rule", "contract", "hands", "run", "owner", "units"),
    [
        ("two do not count in a Rufer", RUFER, ("EO GO", "HO", "EA", None), 2, "declarer", 0),
        ("three do", RUFER, ("EO GO HO", "SO", "EA", None), 3, "declarer", 3),
        ("both partners' cards make one run", RUFER, ("EO HO", "SO", "EA GO", None), 3, "declarer", 3),
        ("the defence's count as well", RUFER, ("E7", "EO GO", "EA SO", "HO"), 3, "defence", 3),
        ("a gap ends the run", RUFER, ("EO GO HO EU", "SO", "EA", None), 3, "declarer", 3),
        ("the run goes on from the Obers to the Unters", RUFER, ("EO GO HO SO EU", "GU", "EA", None), 5, "declarer", 5),
        ("and into the trump suit", SOLO, ("EO GO HO SO EU GU HU GA", "SU", None, None), 7, "declarer", 7),
        ("fourteen at the most in a Rufer", RUFER, (COURTS, None, "EA HA H10 HK H9 H8 H7", None), 14, "declarer", 14),
        ("thirteen of the opponents of a Solo", SOLO, ("G7 EA", COURTS, "GA G10", "GK G9 G8"), 13, "defence", 13),
        ("two count in a Wenz", WENZ, ("EU GU", "HU", None, None), 2, "declarer", 2),
        ("one does not", WENZ, ("EU", "GU", None, None), 1, "declarer", 0),
        ("four Unters are all", WENZ, ("EU GU HU SU", None, None, None), 4, "declarer", 4),
        ("doubled in a Solo Tout", SOLO_TOUT, ("EO GO HO G7", "SO", None, None), 3, "declarer", 6),
        ("the minimum of a Solo Tout is three", SOLO_TOUT, ("EO GO G7", "HO", None, None), 2, "declarer", 0),
        ("doubled in a Wenz Tout, from two", WENZ_TOUT, ("E7 SU", "EU GU", "HU", None), 3, "defence", 6),
        ("eight quadrupled in a Sie", SIE, (COURTS, None, None, None), 8, "declarer", 32),
    ],
)
def test_laufende(rule: str, contract: Contract, hands: tuple, run: int, owner: str, units: int) -> None:
    dealt = complete(hands)
    assert runners(contract, dealt) == (run, owner), rule
    assert result(contract, 120, 8, dealt).runner_units == units, rule


@pytest.mark.parametrize("points", [20, 50, 70, 100])
def test_laufende_are_paid_to_the_winner_whoever_owned_them(points: int) -> None:
    """Given three runners of the defence, they raise the value whether it wins or loses."""
    dealt = complete(("E7", "EO GO", "EA SO", "HO"))
    got = settle(RUFER, dealt, points, 4)
    assert got.value == 1 + got.schneider + 3
    assert got.scores[0] == (got.value if points > 60 else -got.value)


def test_in_a_rufer_each_winner_gains_and_each_loser_loses_the_value() -> None:
    assert result(RUFER, 70, 5).scores == (1, -1, 1, -1)
    assert result(RUFER, 50, 3).scores == (-1, 1, -1, 1)


@pytest.mark.parametrize("contract", [WENZ, SOLO])
def test_alone_the_declarer_gains_or_loses_three_times(contract: Contract) -> None:
    assert result(contract, 70, 5).scores == (15, -5, -5, -5)
    assert result(contract, 50, 3).scores == (-15, 5, 5, 5)


def test_a_sie_pays_52_each() -> None:
    """SK 6."""
    dealt = complete((COURTS, None, None, None))
    assert settle(SIE, dealt, 120, 8).scores == (156, -52, -52, -52)


def test_the_side_is_the_declarer_and_who_was_dealt_the_called_ace() -> None:
    assert declarer_side(RUFER, ONE_RUNNER) == (0, 2)
    assert declarer_side(SOLO, ONE_RUNNER) == (0,)


def test_every_settlement_sums_to_zero() -> None:
    rng = random.Random(3)
    for _ in range(500):
        pack = list(DECK)
        rng.shuffle(pack)
        dealt = tuple(tuple(pack[8 * seat : 8 * seat + 8]) for seat in range(4))
        contract = rng.choice([WENZ, SOLO, WENZ_TOUT, SOLO_TOUT])
        got = settle(contract, dealt, rng.randrange(121), rng.randrange(9))
        assert sum(got.scores) == 0
        assert got.value == got.base + got.schneider + got.schwarz + got.runner_units
