"""The solid bot plays by the basic rules of the pub, from its view alone."""

import random
from typing import Any

import pytest

from domain.games.schafkopf import RULES
from domain.games.schafkopf.contracts import Kind
from domain.games.schafkopf.messages import AuctionWon, DealScored, Pass, PlayCard
from domain.games.schafkopf.options import Options
from domain.kernel import Action, Deal, Setup
from tests.support.play import bot_choice, play
from tests.support.schafkopf import Table, bid, cards, complete


def choice(table: Table) -> Action:
    seat = table.turn
    move = RULES.bots["solid"](RULES.view(table.state, seat), RULES.legal(table.state, seat), random.Random(1))
    assert move is not None
    return move.action


@pytest.mark.parametrize(
    ("hand", "call"),
    [
        ("EO GO HO SO EU GU HU SU", "sie"),
        ("EU GU HU SU EA GA HA SA", "wenz_tout"),
        ("EO GO HO SO EU GU HU GA", "solo_tout G"),
        ("EO GO EU GU GA G10 G9 SA", "solo G"),
        ("EU GU EA E10 GA G10 SA H7", "wenz"),
        ("EO HO GU HA H9 E9 GA S7", "rufer EA"),
        ("EO E9 E7 GK G8 H7 S9 S8", "pass"),
    ],
)
def test_what_it_bids(hand: str, call: str) -> None:
    assert choice(Table((hand, None, None, None))) == bid(call)


def test_it_calls_the_ace_of_its_shortest_suit() -> None:
    """Given one card of acorns and two of bells, it calls the acorn ace."""
    assert choice(Table(("EO HO GU HA H9 E9 S9 S7", None, None, None))) == bid("rufer EA")


def test_it_passes_when_it_cannot_go_higher() -> None:
    table = Table(("G9 HA", "EO HO GU HA H9 E9 GA S7".replace("HA", "H8"), None, None))
    table.call("solo G")
    assert choice(table) == Pass()


def test_the_declarer_draws_trumps() -> None:
    table = Table(("EO HO GU HA H9 E9 GA S7", "EA", None, None))
    table.call("rufer EA", "pass", "pass", "pass")
    assert choice(table) == PlayCard(cards("EO")[0])


def test_the_defence_looks_for_the_called_ace() -> None:
    table = Table(("G9 EK E7 H7 S9 S8 SK S10", "EO HO GU HA H9 E9 GA S7", "EA", None))
    table.call("pass", "rufer EA", "pass", "pass")
    assert choice(table) == PlayCard(cards("E7")[0])


def test_it_gives_points_to_its_partner() -> None:
    """Given that the declarer holds the trick with the acorn Ober, the partner adds his richest trump."""
    table = Table(("EO HO GU H9 H8 E9 GA S7", "H7", "EA H10 SU", "HK"))
    table.call("rufer EA", "pass", "pass", "pass")
    table.play("EO H7")
    assert choice(table) == PlayCard(cards("H10")[0])


def test_it_gives_little_to_a_foe() -> None:
    """Given that the declarer holds the trick with the acorn Ober, a foe adds his poorest card."""
    table = Table(("EO HO GU G9 G8 GA G10 S7", "HA H7 EA E10 GK G7 S8 SO", None, None))
    table.call("solo G", "pass", "pass", "pass")
    table.play("EO")
    assert choice(table) == PlayCard(cards("G7")[0])


def test_as_the_last_it_takes_a_rich_trick_from_a_foe() -> None:
    table = Table(("E9 E10 EO HO GU GA HA SA", "EK", "E8", "EA E7"))
    table.call("wenz", "pass", "pass", "pass")
    table.play("E10 EK E8")
    assert choice(table) == PlayCard(cards("EA")[0])


def test_the_defence_trumps_low_when_only_friends_play_after() -> None:
    """Given that the declarer of a Solo leads an ace, then the seat after him spends its lowest trump on it."""
    table = Table(("EO HO GU G9 G8 GA SA S7", "GO G7 EA E10 HA H7 E8 E9", None, None))
    table.call("solo G", "pass", "pass", "pass")
    table.play("SA")
    assert choice(table) == PlayCard(cards("G7")[0])


def test_the_defence_gives_points_to_a_friend_before_another_friend_plays() -> None:
    table = Table(("EO HO GU G9 G8 GA SA S7", "GO G7 EA E10 HA H7 E8 E9", "S10 S8 EK", "SK"))
    table.call("solo G", "pass", "pass", "pass")
    table.play("SA G7")
    assert choice(table) == PlayCard(cards("S10")[0])


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("hand", ["EU GU EA E10 EK EO E9 E8", "EO GO HO SO EU GU HU GA", "EU GU HU SU EA GA HA SA"])
def test_it_wins_the_tout_that_it_bids_on_sure_tricks(hand: str, seed: int) -> None:
    """Given a hand that cannot lose a trick once the trumps are out, it draws them before anything else."""
    table = Table([" ".join(dealt) for dealt in complete((hand, None, None, None), seed)])
    table.ask(0, choice(table))
    assert table.call("pass", "pass", "pass") is None
    while RULES.deal(table.state) is Deal.RUNNING:
        table.ask(table.turn, choice(table))
    assert table.last(DealScored).result.winner == "declarer"
    assert table.last(AuctionWon).kind in (Kind.WENZ_TOUT, Kind.SOLO_TOUT)


def test_it_beats_bots_that_play_at_random() -> None:
    """Given one solid seat among three that play at random but bid soberly, its total is the only one above zero."""
    solid, easy = bot_choice(RULES, "solid"), bot_choice(RULES, "easy")

    def choose(state: Any, seat: int, legal: Any, rng: random.Random) -> Action | None:
        return (solid if seat == 0 or isinstance(legal[0], Pass) else easy)(state, seat, legal, rng)

    total = [0, 0, 0, 0]
    for seed in range(6):
        *_, last = play(RULES, Setup(4, 0, Options()), seed, choose, max_deals=50)
        total = [a + b for a, b in zip(total, RULES.standing(last.after), strict=True)]
    assert total[0] > 0
    assert total[0] == max(total)


def test_among_themselves_the_declarers_win_more_often_than_not() -> None:
    won = lost = 0
    for step in play(RULES, Setup(4, 0, Options()), 2, bot_choice(RULES, "solid"), max_deals=150):
        for event in step.answer:
            result = getattr(event, "result", None)
            won += result is not None and result.winner == "declarer"
            lost += result is not None and result.winner == "defence"
    assert won > 2 * lost > 0
