"""A sensible player, who knows no more than its view."""

from domain.games.volle_scholle.cards import total
from domain.games.volle_scholle.messages import DiscardCards, KeepCards, PlayCards
from domain.games.volle_scholle.view import PlayerView, View
from domain.kernel import Action, BotMove, Legal, Rng, Template

USUAL_PENGUIN = 3
"""Points of a kept card whose face may not be looked at again."""
USUAL_FLOE = 7
"""Points of a floe that is still in the stack."""
FREE_CARDS = 2
"""As many cards as this come back after the round."""


def solid(view: View, legal: Legal, rng: Rng) -> BotMove | None:
    """Raise with cards that come back, spend more on a dear floe only; keep what the floes can be hoped to carry."""
    actions = [action for action in legal if not isinstance(action, Template)]
    if view.seat is None or not actions:
        return None
    me = view.players[view.seat]
    if view.phase == "sorting":
        return BotMove(_sort(view, me, actions))
    return BotMove(_bid(view, me, actions, rng))


def _room(view: View, me: PlayerView) -> int:
    """Estimate how many more penguin points the floes carry, those still to be hoped for included."""
    penguins = me.kept * USUAL_PENGUIN if me.kept_cards is None else total(me.kept_cards)
    rounds = max(0, view.floes_left - 3)
    hoped = rounds * USUAL_FLOE // len(view.players)
    return sum(me.floes) + hoped - penguins


def _sort(view: View, me: PlayerView, actions: list[Action]) -> Action:
    room = _room(view, me)
    fitting = [action for action in actions if isinstance(action, KeepCards) and total(action.cards) <= room]
    if not fitting:
        return DiscardCards()
    return max(fitting, key=lambda action: total(action.cards))


def _bid(view: View, me: PlayerView, actions: list[Action], rng: Rng) -> Action:
    plays = [action for action in actions if isinstance(action, PlayCards)]
    if not plays:
        return actions[0]
    wants_floe = _room(view, me) < USUAL_FLOE or (view.floe or 0) >= USUAL_FLOE
    affordable = [action for action in plays if len(me.row) + len(action.cards) <= FREE_CARDS]
    if not affordable and not wants_floe:
        return actions[0]
    if view.colour is None:
        return max(affordable, key=lambda action: (_backing(me, action), total(action.cards)))
    if affordable:
        return max(affordable, key=lambda action: (-len(action.cards), total(action.cards), rng.random()))
    cheapest = min(plays, key=lambda action: (len(action.cards), total(action.cards)))
    spare = len(me.hand) - len(cheapest.cards)
    return cheapest if spare >= FREE_CARDS - 1 or view.floes_left <= 3 else actions[0]


def _backing(me: PlayerView, action: PlayCards) -> int:
    """Add up what could follow a first card: its colour in the hand, and jokers."""
    colour = action.cards[0].colour
    return sum(card.points for card in me.hand if card is not None and card.colour in (None, colour))
