"""Schafkopf deals to order: given hands, a given auction, and cards played as written."""

import random
from collections.abc import Iterable, Sequence
from typing import Any

from domain.cards import DECK, Card, Suit
from domain.games.schafkopf import RULES
from domain.games.schafkopf.contracts import Kind
from domain.games.schafkopf.decider import DEALER, SHUFFLE
from domain.games.schafkopf.messages import Bid, Pass, PlayCard
from domain.games.schafkopf.options import Options
from domain.games.schafkopf.state import left_of
from domain.kernel import Action, Command, NextDeal, Ruling, Seat, Setup
from tests.support.chance import SeededChance
from tests.support.play import Chooser, bot_choice

Hands = Sequence[str] | Sequence[Iterable[str]]


def cards(faces: str | Iterable[str]) -> tuple[Card, ...]:
    """Read cards: "EO H7 SA"."""
    return tuple(Card(face) for face in (faces.split() if isinstance(faces, str) else faces))


def bid(text: str) -> Bid | Pass:
    """Read a call as the notation writes it: "pass", "rufer EA", "solo H"."""
    kind, *named = text.split()
    if kind == "pass":
        return Pass()
    if not named:
        return Bid(Kind(kind))
    return Bid(Kind(kind), suit=Suit(named[0])) if len(named[0]) == 1 else Bid(Kind(kind), ace=Card(named[0]))


def complete(hands: Sequence[str | None], seed: int = 1) -> tuple[tuple[Card, ...], ...]:
    """Fill up hands that are given in part (None: not at all) with the cards that are left, at random."""
    given = [cards(hand or "") for hand in hands]
    rest = [card for card in DECK if not any(card in hand for hand in given)]
    random.Random(seed).shuffle(rest)
    return tuple((*hand, *(rest.pop() for _ in range(8 - len(hand)))) for hand in given)


def shuffled(dealer: Seat, hands: Sequence[Sequence[Card]]) -> tuple[Card, ...]:
    """Give the pack from which `dealer` deals exactly these hands, in seat order."""
    order = [left_of(dealer, steps) for steps in range(1, 5)]
    return tuple(card for start in (0, 4) for seat in order for card in hands[seat][start : start + 4])


def forced(dealer: Seat, hands: Sequence[Sequence[Card]]) -> dict[str, Sequence[object]]:
    """Give what a chance must be forced to for this deal to be the first."""
    return {DEALER: [left_of(dealer, steps) for steps in range(4)], SHUFFLE: shuffled(dealer, hands)}


class Table:
    """A table in play: what is said and played goes through the real decider; refusals come back."""

    def __init__(
        self, hands: Sequence[str | None] = (None,) * 4, dealer: Seat = 3, options: Options | None = None
    ) -> None:
        self.hands = complete(hands)
        self.chance = SeededChance(forced=forced(dealer, self.hands))
        self.state: Any = RULES.initial(Setup(4, 0, options or Options()))
        self.events: list[Any] = []
        self.next_deal()

    def next_deal(self) -> Ruling | None:
        """Begin the next deal; deals after the first are shuffled at random."""
        if self.state.match.deals:
            self.chance = SeededChance(deal=self.state.match.deals + 1)
        return self.ask(None, NextDeal())

    def ask(self, seat: Seat | None, action: Action) -> Ruling | None:
        """Command something; give the ruling if it is refused."""
        answer = RULES.decide(self.state, Command(seat, "player", action, 1), self.chance)
        if isinstance(answer, Ruling):
            return answer
        for event in answer:
            self.state = RULES.evolve(self.state, event)
        self.events += answer
        return None

    def call(self, *texts: str) -> Ruling | None:
        """Call in turn; give the first refusal."""
        for text in texts:
            ruling = self.ask(self.turn, bid(text))
            if ruling is not None:
                return ruling
        return None

    def play(self, faces: str) -> Ruling | None:
        """Play cards in turn; give the first refusal."""
        for card in cards(faces):
            ruling = self.ask(self.turn, PlayCard(card))
            if ruling is not None:
                return ruling
        return None

    @property
    def turn(self) -> Seat:
        """The seat to act; 0 when there is none, so that a refusal can be seen."""
        return next(iter(RULES.to_act(self.state)), 0)

    def legal_cards(self) -> set[str]:
        """The cards that the seat to act may play."""
        return {str(action.card) for action in RULES.legal(self.state, self.turn) if isinstance(action, PlayCard)}

    def last(self, kind: type) -> Any:
        """The latest event of a type, or None."""
        return next((event for event in reversed(self.events) if isinstance(event, kind)), None)


def planned(calls: dict[Seat, str], played: str = "") -> Chooser:
    """Let players call as planned (pass where nothing is) and play these cards; then they follow the solid bot."""
    solid, script = bot_choice(RULES, "solid"), list(cards(played))

    def choose(state: Any, seat: Seat, legal: tuple[Any, ...], rng: random.Random) -> Action | None:
        if isinstance(legal[0], Pass | Bid):
            return bid(calls.get(seat, "pass"))
        gone = 32 - sum(len(hand) for hand in state.hands)
        return PlayCard(script[gone]) if gone < len(script) else solid(state, seat, legal, rng)

    return choose
