"""A sensible player, who knows no more than its view."""

from domain.games.volle_scholle.cards import total
from domain.games.volle_scholle.messages import DiscardCards, KeepCards, PlayCards
from domain.games.volle_scholle.view import PlayerView, View
from domain.kernel import Action, BotMove, Legal, Rng, Template

USUAL_PENGUIN = 3
"""Points of a kept card whose face may not be looked at again."""
USUAL_FLOE = 7
"""Points of a floe that is still in the stack."""
DEAR_FLOE = 6
"""A floe worth cards that do not come back."""
FREE_CARDS = 2
"""As many cards as this come back after the round."""


def solid(view: View, legal: Legal, rng: Rng) -> BotMove | None:
    """Lay out what comes back, drop out while it can still be kept, and buy floes only for penguins without room."""
    del rng
    actions = [action for action in legal if not isinstance(action, Template)]
    if view.seat is None or not actions:
        return None
    me = view.players[view.seat]
    return BotMove(_sort(view, me, actions) if view.phase == "sorting" else _bid(view, me, actions))


def _sort(view: View, me: PlayerView, actions: list[Action]) -> Action:
    """Keep as much as there will be room for."""
    room = _room(me) + _hope(view)
    fitting = [action for action in actions if isinstance(action, KeepCards) and total(action.cards) <= room]
    return max(fitting, key=lambda action: total(action.cards), default=DiscardCards())


def _bid(view: View, me: PlayerView, actions: list[Action]) -> Action:
    """Start high, raise low; beaten cards are penguins gained, so drop out with them unless a floe is needed."""
    plays = [action for action in actions if isinstance(action, PlayCards)]
    tamest = actions[0]
    if not plays:
        return tamest
    if view.colour is None:
        return max(plays, key=lambda action: (total(action.cards), _backing(me, action)))
    needs_floe = _room(me) < 0
    if me.row and me.sum <= _room(me) + _hope(view) and not needs_floe:
        return tamest
    free = [action for action in plays if len(me.row) + len(action.cards) <= FREE_CARDS]
    if free:
        return max(free, key=lambda action: (-len(action.cards), total(action.cards)))
    cheapest = min(plays, key=lambda action: (len(action.cards), total(action.cards)))
    worth_it = needs_floe and (view.floe or 0) >= DEAR_FLOE and len(me.hand) > len(cheapest.cards)
    return cheapest if worth_it else tamest


def _room(me: PlayerView) -> int:
    """Estimate how many more penguin points the floes won carry; negative where there are too many already."""
    penguins = me.kept * USUAL_PENGUIN if me.kept_cards is None else total(me.kept_cards)
    return sum(me.floes) - penguins


def _hope(view: View) -> int:
    """Estimate the floe points still to be won: a fair share of the rounds that are left."""
    rounds = max(0, view.floes_left - 3)
    return rounds * USUAL_FLOE // len(view.players)


def _backing(me: PlayerView, action: PlayCards) -> int:
    """Add up what could follow a first card: its colour in the hand, and jokers."""
    colour = action.cards[0].colour
    return sum(card.points for card in me.hand if card is not None and card.colour in (None, colour))
