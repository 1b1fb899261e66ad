"""Rare situations, by forced decks and a willing chooser: what ordinary play does not reach in a thousand games."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from domain.games.volle_scholle.cards import LAST_FIVE, PENGUINS, Card, total
from domain.games.volle_scholle.messages import DiscardCards, PlayCards
from domain.kernel import Action, Seat
from tests.support.play import Chooser, random_choice


@dataclass(frozen=True)
class Scene:
    """One game that is led somewhere: decks forced by label, and how the seats choose."""

    name: str
    seats: int
    seed: int = 0
    forced: Mapping[str, Sequence[object]] = field(default_factory=dict)
    choose: Chooser = random_choice
    options: Mapping[str, Any] = field(default_factory=dict)


def _thrifty(state: Any, seat: Seat, legal: tuple[Any, ...], rng: random.Random) -> Action:
    """Raise as little as possible with the two cards that come back, keep nothing: so most cards are drawn."""
    row = state.phase.rows[seat]
    raises = [action for action in legal if isinstance(action, PlayCards) and len(row) + len(action.cards) <= 2]
    if isinstance(legal[0], DiscardCards) or not raises:
        return legal[0]
    return min(raises, key=lambda action: total(action.cards))


MELTING_LAST = {"melting": tuple(sorted(LAST_FIVE))}
JOKERS_FIRST = {"penguins/1": tuple(sorted(PENGUINS, key=lambda card: card is not Card.J))}

SCENES: Mapping[str, Sequence[Scene]] = {
    "volle_scholle": (
        Scene("the deck runs out", seats=4, seed=212, forced=MELTING_LAST, choose=_thrifty),
        Scene("nobody can start, three seats", seats=3, forced=JOKERS_FIRST),
        Scene("nobody can start, four seats", seats=4, forced=JOKERS_FIRST),
    ),
}
"""Scenes by rule set id."""
