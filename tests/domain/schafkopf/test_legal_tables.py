"""Which cards may be played, row by row: seat 1 holds the hand (SK §4, SK 8 to SK 14)."""

import pytest

from domain.cards import winner
from domain.games.schafkopf import RULES
from domain.games.schafkopf.contracts import Contract, Kind
from domain.games.schafkopf.messages import Bid, PlayCard
from domain.games.schafkopf.options import Options
from domain.games.schafkopf.state import Match, Playing, Trick, left_of
from tests.support.schafkopf import bid, cards

SEAT = 1


def contract(text: str) -> Contract:
    """Read "rufer EA" or "solo G" as played by seat 0."""
    call = bid(text)
    assert isinstance(call, Bid)
    return Contract(Kind(call.kind), 0, call.ace, call.suit)


def may_play(played: str, hand: str, trick: str = "", *before: str) -> set[str]:
    """Give the cards that seat 1 may play to the trick; each trick before was led by seat 0."""
    terms, open_trick = contract(played), cards(trick)
    taken = tuple(Trick(0, cards(faces), winner(terms.order, cards(faces))) for faces in before)
    hands = ((), cards(hand), (), ())
    lead = left_of(SEAT, 4 - len(open_trick))
    state = Playing(Match(Options(), 1, 3), hands, (), terms, lead, open_trick, taken)
    return {str(action.card) for action in RULES.legal(state, SEAT) if isinstance(action, PlayCard)}


FOLLOWING = [
    ("OSK-L01", "plain suit led, held", "rufer GA", "EA E9 GO HU H7 SA S9 GK", "E7", "EA E9"),
    ("OSK-L02", "heart led is trump led", "rufer SA", "GO E9 E8 GA G10 S8 S7 SK", "HA", "GO"),
    ("OSK-L03", "trump led: Ober, Unter, hearts", "rufer SA", "EO EU HK H7 EA G9 S8 S7", "SO", "EO EU HK H7"),
    ("OSK-L04", "Wenz: the Ober follows its suit", "wenz", "EO E7 GU G7 HA H9 SA S7", "EA", "EO E7"),
    ("OSK-L05", "Wenz: an Ober led is a plain card", "wenz", "EA GA G9 GU HO H9 SA S7", "GO", "GA G9"),
    ("OSK-L06", "Wenz: an Unter does not follow its suit", "wenz", "EU GA G7 HA SA", "E7", "EU GA G7 HA SA"),
    ("OSK-L07", "Wenz: only Unters follow an Unter", "wenz", "EO E7 GU HU HA H9 SA S7", "SU", "GU HU"),
    ("OSK-L08", "Solo: the king of the suit is a trump", "solo E", "EK E9 G7 H7 HU S8 S9 SA", "GO", "EK E9 HU"),
    ("OSK-L09", "Solo: courts of a plain suit do not follow it", "solo S", "EK G7 HO HU S9", "HA", "EK G7 HO HU S9"),
    ("OSK-L10", "Tout as its plain form", "solo_tout S", "EK E9 G7 G8 HO H9 S9 SA", "S7", "HO S9 SA"),
]

CALLED_ACE = [
    ("OSK-A01", "forced as the fourth card, after two ruffs", "S9 S7 SA E7", "S8 H7 H8", "SA"),
    ("OSK-A02", "alone in its suit it may be led", "SA GA G9 HO", "", "SA GA G9 HO"),
    ("OSK-A03", "beside one trump, trump led: the trump", "SA H7", "HO", "H7"),
    ("OSK-A04", "three of the suit are all that is left: the ace", "SA S10 S9", "", "SA"),
    ("OSK-A05", "four of the suit are all that is left: any", "SA S10 S9 S8", "", "SA S10 S9 S8"),
    ("OSK-A06", "four others: any card, any other suit", "SA S10 SK S9 S8 HO E7", "", "SA S10 SK S9 S8 HO E7"),
    ("OSK-A07", "the Ober of its suit may be led, it is a trump", "SA S10 SO SU E7", "", "SA SO SU E7"),
    ("OSK-A08", "trump led, trumps held: they decide", "SA S9 GA H7 HU", "HO", "H7 HU"),
    ("OSK-A09", "as last card it falls on trump", "SA", "HO", "SA"),
]


@pytest.mark.parametrize(
    ("why", "played", "hand", "trick", "legal"), [pytest.param(*row[1:], id=row[0]) for row in FOLLOWING]
)
def test_suit_is_followed(why: str, played: str, hand: str, trick: str, legal: str) -> None:
    assert may_play(played, hand, trick) == set(legal.split()), why


@pytest.mark.parametrize(("why", "hand", "trick", "legal"), [pytest.param(*row[1:], id=row[0]) for row in CALLED_ACE])
def test_the_called_bell_ace_binds_its_holder(why: str, hand: str, trick: str, legal: str) -> None:
    assert may_play("rufer SA", hand, trick) == set(legal.split()), why


@pytest.mark.parametrize(
    ("why", "hand", "trick", "before", "legal"),
    [
        pytest.param("discards of the suit are no lead", "SA S9 G7 HO", "GK", "E7 EA S7 E10", {"G7"}, id="OSK-N01"),
        pytest.param("its Unter was led: no lead", "SA S9 E7 HO", "S8", "SU H7 H8 H9", {"SA"}, id="OSK-N02"),
        pytest.param(
            "after it fell the suit is free", "S10 SK E7 H7", "", "S7 SA S8 S9", {"S10", "SK", "E7", "H7"}, id="OSK-N03"
        ),
    ],
)
def test_what_counts_as_leading_the_suit(why: str, hand: str, trick: str, before: str, legal: set[str]) -> None:
    """SK 14."""
    assert may_play("rufer SA", hand, trick, before) == legal, why


def test_nobody_but_the_holder_is_bound() -> None:
    """OSK-N04: the declarer need not keep the plain card with which he called."""
    assert may_play("rufer SA", "S9 E9 G7", "HO") == {"S9", "E9", "G7"}
