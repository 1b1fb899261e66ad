"""Phase 1: which card lies under which price, and what it costs."""

from collections.abc import Sequence
from itertools import groupby, permutations, product
from typing import TypeVar, cast

from domain.games.volltreffer.cards import Card, Suit, by_suit
from domain.games.volltreffer.messages import Market
from domain.games.volltreffer.options import Options

T = TypeVar("T")

PRICES = (4, 2, 1, 0)


def _value(card: Card, trump: Suit) -> tuple[bool, int]:
    """Order cards by price: every trump above every plain card (VT 3), then by rank."""
    return card.suit is trump, card.rank


def allowed_markets(cards: Sequence[Card], trump: Suit) -> tuple[Market, ...]:
    """Give every layout of the first four cards among which the dealer may choose (VT §1, VT 1).

    Plain cards of equal rank may lie in any order; the first layout has them in the order of suits.
    """
    ranked = sorted(by_suit(cards), key=lambda card: _value(card, trump), reverse=True)
    groups = [tuple(group) for _, group in groupby(ranked, key=lambda card: _value(card, trump))]
    choices = product(*(permutations(group) for group in groups))
    return tuple(cast(Market, tuple(card for group in choice for card in group)) for choice in choices)


def refilled(market: Sequence[Card], bought: Card, new: Card, trump: Suit, options: Options) -> Market:
    """Give the market after `bought` left it and `new` was revealed.

    It is ranked afresh, the new card to the right of all its equals (VT §1, VT 2). In the variant the new card
    lies where the bought one lay (VT §Variant).
    """
    if options.variant:
        return cast(Market, tuple(new if card is bought else card for card in market))
    kept = [card for card in market if card is not bought]
    dearer = [card for card in kept if _value(card, trump) >= _value(new, trump)]
    return cast(Market, (*dearer, new, *kept[len(dearer) :]))


def price_of(market: Sequence[Card], card: Card) -> int:
    """Give the price above a laid-out card."""
    return PRICES[market.index(card)]


def affordable(pawn: int, price: int, options: Options) -> bool:
    """Whether a pawn can pay: by default it may not be pushed below space 1 (VT 4)."""
    return price == 0 or pawn - price >= 1 or options.affordability != "refused"


def paid(pawn: int, price: int, options: Options) -> int:
    """Give the space of a pawn that has paid; it never wraps backwards (VT 15)."""
    if options.affordability == "stop_at_one" and price > 0:
        return max(1, pawn - price)
    return pawn - price


def swapped(items: Sequence[T], places: tuple[int, int]) -> tuple[T, ...]:
    """Let the items at two places change places."""
    first, second = places
    changed = list(items)
    changed[first], changed[second] = changed[second], changed[first]
    return tuple(changed)
