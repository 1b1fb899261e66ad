"""Laying the table, choosing pubs, placing the first installations (§2, VH 1 to VH 5)."""

from collections import Counter

import pytest

from domain.games.volle_huette import RULES
from domain.games.volle_huette import messages as m
from domain.games.volle_huette.components import STANDARD
from domain.games.volle_huette.state import ChoosingPub, FirstMove, Furnishing
from domain.kernel import Command, Deal, NextDeal, Ruling, Setup
from tests.domain.volle_huette.pubs import SECOND_SET, act, new_game, opened
from tests.support.chance import SeededChance


def test_the_displays_lie_open_and_the_banker_chooses_first() -> None:
    state, _ = new_game(4)
    assert (len(state.installations), len(state.customers), len(state.actions)) == (2, 3, 3)
    assert state.tip in {30, 40, 50, 60, 70}
    assert state.left == {"installations": 36, "customers": 18, "actions": 33, "collect": 5}
    assert state.phase == ChoosingPub(0)
    assert RULES.to_act(state) == (0,)


def test_landlords_choose_among_the_pubs_that_are_left() -> None:
    state, chance = new_game(3)
    state, _ = act(state, chance, 0, m.ChoosePub("Mama Nostra"))
    assert len(RULES.legal(state, 1)) == 4
    assert RULES.check(state, 1, m.ChoosePub("Mama Nostra")).code == "pub_taken"
    assert RULES.check(state, 1, m.ChoosePub("Hofbräuhaus")).code == "no_such_pub"
    assert RULES.check(state, 2, m.ChoosePub("Schwarze Sau")).code == "not_your_turn"


def test_each_gets_three_open_installations_and_two_action_cards() -> None:
    _, _, events = opened(5)
    (dealt,) = [event for event in events if isinstance(event, m.CardsDealt)]
    assert [len(tiles) for tiles in dealt.tiles] == [3] * 5
    assert [len(cards) for cards in dealt.actions] == [2] * 5


def test_the_cards_come_from_the_committed_piles_in_order() -> None:
    state, chance, events = opened(3)
    deck = chance.deck("actions", STANDARD.deck("actions"))
    dealt = events[-1]
    assert deck[:3] == state.actions
    assert deck[3:9] == tuple(card for cards in dealt.actions for card in cards)


def test_everybody_places_at_once_in_any_order() -> None:
    state, chance, _ = opened(3)
    assert RULES.to_act(state) == (0, 1, 2)
    for seat in (2, 0, 2, 1, 0, 2, 1, 1, 0):
        assert isinstance(state.phase, Furnishing)
        state, _ = act(state, chance, seat, RULES.legal(state, seat)[-1])
    assert state.phase == FirstMove(0)
    assert [len(pub.tiles) for pub in state.pubs] == [3, 3, 3]


def test_only_ones_own_installations_are_placed() -> None:
    state, _, _ = opened(3)
    mine = set(state.phase.tiles[0])
    other = next(tile for tile in STANDARD.installation_types if tile not in mine)
    assert RULES.check(state, 0, m.PlaceTile(other, "in-01")).code == "not_your_tile"


def test_what_fits_nowhere_is_set_aside() -> None:
    # Given a pub with a single terrace field and four terrace benches
    tiles = ["bench"] * 10 + ["tap"] * 6 + ["stove"] * 12 + ["skittles"] * 3
    chance = SeededChance(3, forced={"installations": [*tiles[10:13], *tiles[:10], *tiles[13:]]})
    state = RULES.initial(Setup(3, 0, RULES.Options(), SECOND_SET))
    for event in RULES.decide(state, Command(None, "house", NextDeal(), 1), chance):
        state = RULES.evolve(state, event)
    for seat, pub in enumerate(("Rössl", "Alte Mühle", "Seehof")):
        state, _ = act(state, chance, seat, m.ChoosePub(pub))
    assert state.phase.tiles[0] == ("bench",) * 4
    # When the landlord places one of them
    state, events = act(state, chance, 0, m.PlaceTile("bench", "hof-0"))
    # Then the other three leave the game
    assert m.TilesSetAside(0, ("bench",) * 3) in events
    assert Counter(state.aside) == {"bench": 3}
    assert RULES.to_act(state) == (1, 2)


def test_a_table_plays_one_game() -> None:
    state, chance = new_game(3)
    again = RULES.decide(state, Command(None, "house", NextDeal(), 1), chance)
    assert isinstance(again, Ruling)
    assert again.code == "already_dealt"
    assert RULES.deal(state) is Deal.RUNNING


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_everybody_starts_with_the_money_of_the_set(seats: int) -> None:
    assert RULES.standing(new_game(seats)[0]) == (0,) * seats
    assert RULES.standing(new_game(seats, data=SECOND_SET)[0]) == (100,) * seats
