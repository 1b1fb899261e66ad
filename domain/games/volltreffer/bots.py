"""How bots play: `easy` does anything legal, `solid` wants its pawn to land near 66.

The solid bot has one idea: it guesses where its pawn will stand at the end of the round, and buys, melds and plays
so that this guess comes to lie well. It plays from its own view alone and asks for no check: the house has counted.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeVar

from domain.games.volltreffer.cards import CARDS, Card, Suit, best
from domain.games.volltreffer.market import swapped
from domain.games.volltreffer.messages import (
    AnyAction,
    ArrangeMarket,
    BuyCard,
    CheckHand,
    DeclareMelds,
    PlayCard,
    SwapHand,
    SwapMarket,
)
from domain.games.volltreffer.scoring import LAST_SPACE, TARGET, TRICK_POINTS, advanced, points_of
from domain.games.volltreffer.state import HAND_SIZE
from domain.games.volltreffer.view import View
from domain.kernel import BotMove, Legal, Rng, Template, random_legal

A = TypeVar("A", bound=AnyAction)

MELD_HOPE = (0.0, 0.0, 1.5, 5.0, 10.0, 25.0)
"""What so many cards of one rank are worth to a buyer, in points."""

SPREAD = ((-10, 1), (-5, 3), (0, 4), (5, 3), (10, 1))
"""How far a guess of the final space goes wrong, with weights."""

SUIT_HOPE = 0.8
"""What each new suit in the hand is worth to a buyer, in points."""


def easy(view: View, legal: Legal, rng: Rng) -> BotMove | None:
    """Play any legal action; as dealer, rank equal cards by the order of suits (VT 1)."""
    if legal and isinstance(legal[0], ArrangeMarket):
        return BotMove(legal[0])
    return random_legal(view, legal, rng)


def solid(view: View, legal: Legal, rng: Rng) -> BotMove | None:
    """Play for a pawn near 66; None when only the neighbour's check could be asked for."""
    action = _choose(view, legal, rng)
    return None if action is None else BotMove(action)


def _choose(view: View, legal: Legal, rng: Rng) -> AnyAction | None:
    match next((action for action in legal if not isinstance(action, Template | CheckHand)), None):
        case ArrangeMarket() | SwapHand() as first:
            return first
        case BuyCard():
            return _best(_of(BuyCard, legal), lambda buy: _after_buying(view, buy.card), rng)
        case SwapMarket():
            return _best(_of(SwapMarket, legal), lambda swap: _dearness(view, swap), rng)
        case DeclareMelds():
            return _best(_of(DeclareMelds, legal), lambda melds: _after_melding(view, melds), rng)
        case PlayCard():
            return _best(_of(PlayCard, legal), lambda play: _after_playing(view, play.card), rng)
        case _:
            return None


def _of(kind: type[A], legal: Legal) -> list[A]:
    return [action for action in legal if isinstance(action, kind)]


def _best(actions: Sequence[A], value: Callable[[A], float], rng: Rng) -> A:
    """Give the action of highest value; equal ones by lot."""
    values = [value(action) for action in actions]
    return rng.choice([action for action, worth in zip(actions, values, strict=True) if worth >= max(values) - 1e-9])


def _after_buying(view: View, card: Card) -> float:
    """Value where the round would lead with this card at its price."""
    price = view.prices[view.market.index(card)]
    hand = (*_hand(view), card)
    hope = _trick_hope(view, hand) + _meld_hope(hand) + (HAND_SIZE - len(hand)) * TRICK_POINTS / len(view.pawns)
    return _lying(view, _pawn(view) - price, hope) - 0.01 * price


def _dearness(view: View, swap: SwapMarket) -> float:
    """Value a market for the others: the better a card, the dearer it should lie."""
    market = swapped(view.market, swap.places)
    return sum(price * _strength(view, card) for price, card in zip(view.prices, market, strict=True))


def _after_melding(view: View, action: DeclareMelds) -> float:
    """Value where the tricks would lead after these melds."""
    return _lying(view, advanced(_pawn(view), points_of(action.melds)), _trick_hope(view, _hand(view)))


def _after_playing(view: View, card: Card) -> float:
    """Value a card: the trick itself if it is wanted, and what stays in the hand."""
    rest = [other for other in _hand(view) if other is not card]
    hope = _trick_hope(view, rest)
    won, lost = _lying(view, advanced(_pawn(view), TRICK_POINTS), hope), _lying(view, _pawn(view), hope)
    chance = _winning(view, card)
    spent = 0.5 * _strength(view, card) * (1 if won > lost else -1)
    return chance * won + (1 - chance) * lost - spent


def _winning(view: View, card: Card) -> float:
    """Guess how likely a card takes the trick in progress."""
    trump, trick = _trump(view), (*view.trick, card)
    if best(trick, trump) != len(trick) - 1:
        return 0.0
    unseen = _unseen(view)
    beating = sum(best((*trick, other), trump) == len(trick) for other in unseen)
    off_suit = 0.6 if card.suit is not trump else 1.0
    later = len(view.pawns) - len(trick)
    safe = 1 - off_suit * beating / max(1, len(unseen))
    return float(safe ** (2 * later))


def _trick_hope(view: View, hand: Sequence[Card]) -> float:
    """Guess the points that a hand will bring in tricks."""
    return TRICK_POINTS * sum(_strength(view, card) for card in hand)


def _strength(view: View, card: Card) -> float:
    """Guess the share of a trick that a card brings; all shares in play add up to the tricks."""
    if card.suit is _trump(view):
        share = 0.35 + 0.06 * card.rank
    else:
        share = {10: 0.55, 9: 0.4, 8: 0.25, 7: 0.15}.get(card.rank, 0.05)
    return share * 3.2 / len(view.pawns)


def _meld_hope(hand: Sequence[Card]) -> float:
    ranks = Counter(card.rank for card in hand)
    return sum(MELD_HOPE[count] for count in ranks.values()) + SUIT_HOPE * len({card.suit for card in hand})


def _lying(view: View, pawn: int, hope: float) -> float:
    """Value a pawn that will gain about `hope` points by the end of the round."""
    total = sum(weight * _value(view, round(pawn + hope) + miss) for miss, weight in SPREAD)
    return total / sum(weight for _, weight in SPREAD)


def _value(view: View, space: int) -> float:
    """Value a space at the end of a round: near 66 wins; beyond the goal the way is long again."""
    first, last = view.goal
    if space > LAST_SPACE:
        space = advanced(space, 0)
    if first <= space <= last:
        return 100 - 4 * abs(space - TARGET)
    return 50 - 0.8 * (first - space if space < first else first - space + 40)


def _unseen(view: View) -> list[Card]:
    """Give the cards that may still be in other hands, as far as the bot sees."""
    gone: set[Card] = {*view.market, *view.trick, *_hand(view)}
    gone.update(card for trick in view.tricks for card in trick.cards)
    if view.trump is not None:
        gone.add(view.trump)
    return [card for card in CARDS if card not in gone]


def _hand(view: View) -> tuple[Card, ...]:
    return () if view.seat is None else view.hands[view.seat] or ()


def _pawn(view: View) -> int:
    return 0 if view.seat is None else view.pawns[view.seat]


def _trump(view: View) -> Suit | None:
    return None if view.trump is None else view.trump.suit
