"""The playthroughs of Volle Scholle: a game for each number of seats and option, and what play hardly ever reaches."""

import random
from collections.abc import Sequence
from typing import Any

from domain.games.volle_scholle.cards import FLOES, LAST_FIVE, PENGUINS, Card, total, without
from domain.games.volle_scholle.messages import DiscardCards, KeepCards, PlayCards
from domain.kernel import Action, Seat
from tests.playthroughs.script import Scenario


def thrifty(state: Any, seat: Seat, legal: Sequence[Any], rng: random.Random) -> Action:
    """Raise as little as possible with the two cards that come back, keep nothing: so the most cards are drawn."""
    row = state.phase.rows[seat]
    raises = [action for action in legal if isinstance(action, PlayCards) and len(row) + len(action.cards) <= 2]
    if isinstance(legal[0], DiscardCards) or not raises:
        return legal[0]
    return min(raises, key=lambda action: total(action.cards))


def spendthrift(state: Any, seat: Seat, legal: Sequence[Any], rng: random.Random) -> Action:
    """Lay out all that can be laid out, and keep what was beaten: hands shrink, penguins find no room."""
    kept = [action for action in legal if isinstance(action, KeepCards)]
    return kept[-1] if kept else legal[-1]


def picky(state: Any, seat: Seat, legal: Sequence[Any], rng: random.Random) -> Action:
    """Raise low, and keep the best card of several only."""
    kept = [action for action in legal if isinstance(action, KeepCards) and len(action.cards) == 1]
    if kept:
        return max(kept, key=lambda action: action.cards[0].points)
    raises = [action for action in legal if isinstance(action, PlayCards)]
    return min(raises, key=lambda action: total(action.cards)) if raises else legal[0]


PRINTED = tuple(Card(face) for face in ["B3", "B4", "G1", "B4", "R2", "Y1", "B2", "B2", "R5", "B5", "B1", "J"])
"""The hands of the printed example in seat order: Alexander, Boris, Vika, Dmitry."""
PRINTED_FLOES = (6, *sorted(FLOES[:5]), *sorted(FLOES[6:]))


def printed(state: Any, seat: Seat, legal: Sequence[Any], rng: random.Random) -> Action:
    """Play the printed example round; then discard everything."""
    plan = {0: ("B3", "B4"), 1: ("B4",), 3: ("B5 B1", "J")}
    if state.turned > 1 or isinstance(legal[0], DiscardCards):
        return thrifty(state, seat, legal, rng)
    said = " ".join(state.phase.rows[seat])
    for cards in plan.get(seat, ()):
        if said:
            said = said.removeprefix(cards).strip()
        else:
            return PlayCards(tuple(map(Card, cards.split())))
    return legal[0]


MELTING_LAST = {"melting": tuple(sorted(LAST_FIVE))}
MELTING_FIRST = {"melting": tuple(sorted(LAST_FIVE, reverse=True))}
JOKERS_FIRST = {"penguins/1": tuple(sorted(PENGUINS, key=lambda card: card is not Card.J))}
JOKERS_FOR_ONE = {"penguins/1": (Card.J,) * 4 + without(tuple(sorted(PENGUINS, reverse=True)), (Card.J,) * 4)}

SCENARIOS = (
    Scenario("3_seats", "three solid bots", 3, seed=3, players="solid"),
    Scenario("4_seats", "four solid bots", 4, seed=4, players="solid", youngest=2),
    Scenario("random", "three bots that play anything", 3, seed=7, players="easy"),
    Scenario("hidden_start", "the first cards face down", 3, seed=5, players="solid", options={"hidden_start": True}),
    Scenario(
        "keep_per_card",
        "keeping some cards and discarding others",
        4,
        seed=6,
        players="the picky",
        choose=picky,
        options={"keep_per_card": True},
    ),
    Scenario("peek_own", "owners may look at what they kept", 3, seed=8, players="solid", options={"peek_own": True}),
    Scenario(
        "printed_example",
        "the printed example round",
        4,
        players="the example",
        choose=printed,
        forced={
            "penguins/1": (*PRINTED, *without(PENGUINS, PRINTED)),
            "floes": PRINTED_FLOES,
        },
        max_steps=12,
    ),
    Scenario(
        "long_game",
        "seventeen rounds in which the deck runs out and the discard pile is reshuffled",
        4,
        seed=212,
        players="the thrifty",
        choose=thrifty,
        forced=MELTING_LAST,
        max_steps=400,
    ),
    Scenario(
        "short_game",
        "thirteen rounds of players who lay out and keep all they can",
        3,
        seed=2,
        players="spendthrifts",
        choose=spendthrift,
        forced=MELTING_FIRST,
    ),
    Scenario(
        "yielded_start", "the starter holds nothing but jokers", 3, seed=9, players="solid", forced=JOKERS_FOR_ONE
    ),
    Scenario("nobody_can_start", "all hold jokers only: the floes go by", 3, players="easy", forced=JOKERS_FIRST),
)
