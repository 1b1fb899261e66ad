"""The cards, their packs and their order (SK §2, SK §4)."""

import pytest

from domain.cards import DECK, PACKS, POINTS, Card, Pack, Rank, Suit, card_name, names, order, points, reduced, winner
from domain.games.schafkopf.contracts import Kind, order_of
from tests.support.schafkopf import cards


def test_there_are_32_cards_worth_120_points() -> None:
    assert len(set(DECK)) == 32
    assert points(DECK) == 120
    assert [POINTS[rank] for rank in Rank] == [11, 10, 4, 3, 2, 0, 0, 0]


def test_a_card_knows_its_suit_and_rank() -> None:
    assert Card("E10").suit is Suit.ACORN
    assert Card("E10").rank is Rank.TEN
    assert Card("SO").rank is Rank.OBER


@pytest.mark.parametrize("pack", Pack)
def test_every_pack_is_reduced_to_the_same_32_cards(pack: Pack) -> None:
    assert sorted(reduced(PACKS[pack])) == list(DECK)


def test_salzburg_loses_fives_sixes_and_the_weli() -> None:
    left_out = set(PACKS[Pack.SALZBURG]) - set(DECK)
    assert left_out == {"E5", "G5", "H5", "S5", "E6", "G6", "H6", "Weli"}


def test_each_pack_has_its_words_for_the_faces() -> None:
    assert names(Pack.BAVARIAN)["A"] == "Sau"
    assert names(Pack.SALZBURG)["A"] == names(Pack.DOUBLE_GERMAN)["A"] == "Daus"
    assert names(Pack.SALZBURG)["G"] == "Laub"
    assert all(set(names(pack)) == {*Suit, *Rank} for pack in Pack)


def test_a_card_is_called_by_name() -> None:
    assert card_name(Card.EO, "de") == "Eichel-Ober"
    assert card_name(Card.S7, "en") == "bell 7"


@pytest.mark.parametrize(
    ("kind", "suit", "trumps"),
    [
        (Kind.RUFER, None, "EO GO HO SO EU GU HU SU HA H10 HK H9 H8 H7"),
        (Kind.WENZ, None, "EU GU HU SU"),
        (Kind.WENZ_TOUT, None, "EU GU HU SU"),
        (Kind.SOLO, "G", "EO GO HO SO EU GU HU SU GA G10 GK G9 G8 G7"),
        (Kind.SOLO_TOUT, "S", "EO GO HO SO EU GU HU SU SA S10 SK S9 S8 S7"),
        (Kind.SIE, None, "EO GO HO SO EU GU HU SU"),
    ],
)
def test_the_trumps_of_each_contract_from_the_highest(kind: Kind, suit: str | None, trumps: str) -> None:
    assert order_of(kind, None if suit is None else Suit(suit)).trumps == cards(trumps)


@pytest.mark.parametrize(
    ("kind", "suit", "ranking"),
    [
        (Kind.RUFER, Suit.ACORN, "EA E10 EK E9 E8 E7"),
        (Kind.WENZ, Suit.ACORN, "EA E10 EK EO E9 E8 E7"),
        (Kind.WENZ, Suit.HEART, "HA H10 HK HO H9 H8 H7"),
        (Kind.RUFER, Suit.HEART, ""),
    ],
)
def test_the_plain_suits_from_the_highest(kind: Kind, suit: Suit, ranking: str) -> None:
    assert order_of(kind).plain(suit) == cards(ranking)


def test_every_trump_is_stronger_than_every_plain_card() -> None:
    rufer = order_of(Kind.RUFER)
    plain = [card for card in DECK if card not in rufer.trumps]
    assert min(rufer.strength[card] for card in rufer.trumps) > max(rufer.strength[card] for card in plain)


@pytest.mark.parametrize(
    ("why", "kind", "played", "wins"),
    [
        ("the highest trump wins", Kind.RUFER, "H7 GO EO HA", "EO"),
        ("the lowest trump beats a plain ace", Kind.RUFER, "EA E10 H7 EK", "H7"),
        ("a higher card of another suit does not win", Kind.RUFER, "S7 EA GA S8", "S8"),
        ("the first card wins when nobody follows", Kind.RUFER, "G7 E8 S9 E9", "G7"),
        ("an Ober is a plain card in a Wenz", Kind.WENZ, "E9 EO E8 E7", "EO"),
        ("king and ten beat it there", Kind.WENZ, "EO EK E10 E9", "E10"),
        ("hearts are plain in a Wenz", Kind.WENZ, "E7 HA H10 E8", "E8"),
    ],
)
def test_who_wins_a_trick(why: str, kind: Kind, played: str, wins: str) -> None:
    trick = cards(played)
    assert trick[winner(order_of(kind), trick)] == wins, why


def test_an_order_is_made_once() -> None:
    assert order((Rank.UNTER,), None) is order((Rank.UNTER,), None)


def test_a_hand_is_sorted_trumps_first() -> None:
    assert order_of(Kind.RUFER).sort(cards("S7 EO EA H7 GU")) == cards("EO GU H7 EA S7")
