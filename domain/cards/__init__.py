"""German-suited cards, the packs they come in, their order under a contract, and tricks.

A trick-taking game asks two questions of a card, `order.suit_of[card]` (what suit does it belong to now) and
`order.strength[card]` (how strong is it); nothing outside `order` compares printed suits or ranks.
"""

from domain.cards.card import DECK, POINTS, Card, Rank, Suit, points
from domain.cards.order import Order, order
from domain.cards.pack import PACKS, Pack, card_name, names, reduced, suit_name
from domain.cards.trick import followers, winner

__all__ = [
    "DECK",
    "PACKS",
    "POINTS",
    "Card",
    "Order",
    "Pack",
    "Rank",
    "Suit",
    "card_name",
    "followers",
    "names",
    "order",
    "points",
    "reduced",
    "suit_name",
    "winner",
]
