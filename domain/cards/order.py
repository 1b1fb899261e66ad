"""The order of the cards under a contract."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property

from domain.cards.card import Card, Rank, Suit


@dataclass(frozen=True)
class Order:
    """What each card belongs to and how strong it is, fixed for a contract."""

    suit_of: Mapping[Card, Suit | None]
    """The effective suit; None stands for the trumps."""
    strength: Mapping[Card, int]
    """Comparable among the cards of one effective suit; every trump is above every plain card."""
    trumps: tuple[Card, ...]
    """All trumps, highest first."""

    def plain(self, suit: Suit) -> tuple[Card, ...]:
        """Give the plain cards of `suit`, highest first."""
        cards = [card for card in Card if self.suit_of[card] is suit]
        return tuple(sorted(cards, key=self.strength.__getitem__, reverse=True))

    def sort(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """Give `cards` as a player holds them: trumps first, then suit by suit, each from the highest down."""
        return tuple(sorted(cards, key=self._place.__getitem__))

    @cached_property
    def _place(self) -> Mapping[Card, int]:
        """Where each card stands in a sorted hand."""
        return {
            card: place for place, card in enumerate((*self.trumps, *(c for suit in Suit for c in self.plain(suit))))
        }


@cache
def order(trump_ranks: tuple[Rank, ...], trump_suit: Suit | None) -> Order:
    """Give the order in which `trump_ranks`, one after the other, and then `trump_suit` are trumps.

    Trumps of one rank go by suit, acorn > leaf > heart > bell; the trump suit and the plain suits go by rank with
    the trump ranks left out (SK §3, §4).
    """
    by_rank = [rank for rank in Rank if rank not in trump_ranks]
    faces = [(suit, rank) for rank in trump_ranks for suit in Suit]
    if trump_suit is not None:
        faces += [(trump_suit, rank) for rank in by_rank]
    trumps = tuple(Card(suit + rank) for suit, rank in faces)

    suit_of = {card: None if card in trumps else card.suit for card in Card}
    strength = {card: len(by_rank) - by_rank.index(card.rank) for card in Card if card not in trumps}
    strength |= {card: len(Card) - place for place, card in enumerate(trumps)}
    return Order(suit_of, strength, trumps)
