"""The six contracts, one row each: rank in the auction, trumps, base value, Laufende."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from msgspec import Struct

from domain.cards import Card, Order, Rank, Suit, order
from domain.kernel import Seat


class Kind(StrEnum):
    """The contracts, lowest first: a bid must name a later one than the bid before (SK §3, SK 2)."""

    RUFER = "rufer"
    WENZ = "wenz"
    SOLO = "solo"
    WENZ_TOUT = "wenz_tout"
    SOLO_TOUT = "solo_tout"
    SIE = "sie"


@dataclass(frozen=True)
class Terms:
    """What a kind of contract means.

    `base` in score units; `runners_from` is the shortest run of Laufende that counts, `runner_worth` what each of
    them adds (SK §5, SK 5, SK 6).
    """

    base: int
    runners_from: int
    runner_worth: int = 1
    tout: bool = False
    trump_ranks: tuple[Rank, ...] = (Rank.OBER, Rank.UNTER)
    trump_suit: Suit | None = None


TERMS: Mapping[Kind, Terms] = {
    Kind.RUFER: Terms(base=1, runners_from=3, trump_suit=Suit.HEART),
    Kind.WENZ: Terms(base=5, runners_from=2, trump_ranks=(Rank.UNTER,)),
    Kind.SOLO: Terms(base=5, runners_from=3),
    Kind.WENZ_TOUT: Terms(base=10, runners_from=2, runner_worth=2, tout=True, trump_ranks=(Rank.UNTER,)),
    Kind.SOLO_TOUT: Terms(base=10, runners_from=3, runner_worth=2, tout=True),
    Kind.SIE: Terms(base=20, runners_from=8, runner_worth=4),
}

NAMES_SUIT = (Kind.SOLO, Kind.SOLO_TOUT)
"""The kinds whose trump suit is named with the bid (SK 1)."""

CALLABLE = (Card.EA, Card.GA, Card.SA)
"""The aces that may be called: the heart ace is a trump (SK §3)."""

HIGHEST_BID = list(Kind)[-1]


def outbids(kind: Kind, other: Kind | None) -> bool:
    """Say whether `kind` is higher than the bid before; the suits of a Solo are not ranked (SK 2)."""
    ranks = list(Kind)
    return other is None or ranks.index(kind) > ranks.index(other)


class Contract(Struct, frozen=True):
    """What is played: `ace` is the one called in a Rufer, `suit` the trump suit named for a Solo or Solo Tout."""

    kind: Kind
    declarer: Seat
    ace: Card | None = None
    suit: Suit | None = None

    @property
    def terms(self) -> Terms:
        """The row of this kind of contract."""
        return TERMS[self.kind]

    @property
    def order(self) -> Order:
        """The order of the cards."""
        return order_of(self.kind, self.suit)

    @property
    def called_suit(self) -> Suit | None:
        """The suit of the called ace."""
        return None if self.ace is None else self.ace.suit


@cache
def order_of(kind: Kind, suit: Suit | None = None) -> Order:
    """Give the order of the cards when `kind` is played with the named trump `suit`."""
    terms = TERMS[kind]
    return order(terms.trump_ranks, suit if kind in NAMES_SUIT else terms.trump_suit)
