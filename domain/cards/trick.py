"""Tricks: who must follow with what, and who wins."""

from collections.abc import Sequence

from domain.cards.card import Card, Suit
from domain.cards.order import Order


def followers(order: Order, hand: Sequence[Card], led: Suit | None) -> tuple[Card, ...]:
    """Give the cards of `hand` that follow the effective suit `led` (None: trumps were led)."""
    return tuple(card for card in hand if order.suit_of[card] is led)


def winner(order: Order, cards: Sequence[Card]) -> int:
    """Give the index of the winning card: the highest trump, else the highest card of the suit led (SK §4)."""
    led = order.suit_of[cards[0]]
    contenders = [i for i, card in enumerate(cards) if order.suit_of[card] in (led, None)]
    return max(contenders, key=lambda i: order.strength[cards[i]])
