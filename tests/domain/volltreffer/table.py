"""Positions to start a test from: the given part of given / when / then."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from domain.games.volltreffer import RULES
from domain.games.volltreffer.cards import CARDS, Card
from domain.games.volltreffer.decider import decide
from domain.games.volltreffer.messages import AnyAction
from domain.games.volltreffer.options import Options
from domain.games.volltreffer.reducer import evolve
from domain.games.volltreffer.state import Buying, Phase, State
from domain.kernel import Command, NextDeal, Ruling, Seat, Setup
from tests.support.chance import SeededChance


def cards(faces: str | Sequence[str]) -> tuple[Card, ...]:
    return tuple(map(Card, faces.split() if isinstance(faces, str) else faces))


def fresh(seats: int = 3, youngest: Seat = 0, **options: Any) -> State:
    return RULES.initial(Setup(seats, youngest, Options(**options)))


def in_round(
    seats: int = 3,
    *,
    trump: str = "V",
    phase: Phase | None = None,
    market: Sequence[str] | str = (),
    hands: Sequence[Sequence[str] | str] | None = None,
    pawns: Sequence[int] | None = None,
    first_buyer: Seat = 0,
    drawn: int = 5,
    **options: Any,
) -> State:
    """A round is running with this trump suit; the trump card is one that lies nowhere else."""
    known = {*cards(market), *(card for hand in hands or () for card in cards(hand))}
    trump_card = next(card for card in CARDS if card.suit == trump and card not in known)
    return replace(
        fresh(seats, **options),
        round=1,
        label="deck",
        first_buyer=first_buyer,
        trump=trump_card,
        drawn=drawn,
        market=cards(market),
        hands=tuple(cards(hand) for hand in hands) if hands is not None else ((),) * seats,
        pawns=tuple(pawns) if pawns is not None else fresh(seats).pawns,
        melds=(None,) * seats,
        phase=phase or Buying(0),
    )


def do(state: State, seat: Seat | None, action: AnyAction | NextDeal, next_cards: Sequence[str] | str = ()) -> Any:
    """Decide an action; `next_cards` come off the deck next."""
    return decide(state, Command(seat, "player", action, 1_000), stacked(state, next_cards))


def start_round(state: State, first_cards: Sequence[str] | str = ()) -> Any:
    """Decide the next round; `first_cards` lie on top of its deck: trump card, then the market."""
    return do(state, None, NextDeal(), first_cards)


def stacked(state: State, next_cards: Sequence[str] | str) -> SeededChance:
    """A deck on which `next_cards` lie at the place that the state draws from next."""
    if not next_cards:
        return SeededChance()
    wanted = cards(next_cards)
    rest = [card for card in CARDS if card not in wanted]
    return SeededChance(forced={"deck": (*rest[: state.drawn], *wanted, *rest[state.drawn :])})


def after(state: State, answer: Any) -> State:
    """The state after an accepted action."""
    assert not isinstance(answer, Ruling), answer
    for event in answer:
        state = evolve(state, event)
    return state


def code(answer: Any) -> str:
    """The code of a refusal."""
    assert isinstance(answer, Ruling), f"accepted: {answer}"
    return answer.code


def last(answer: Any, kind: type) -> Any:
    """The last event of a kind in an answer."""
    assert not isinstance(answer, Ruling), answer
    return [event for event in answer if isinstance(event, kind)][-1]
