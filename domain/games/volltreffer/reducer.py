"""How recorded facts change the state. Holds no rule; a fact that does not fit raises ValueError."""

from typing import Any, TypeVar, assert_never

from msgspec.structs import replace

from domain.games.volltreffer.cards import Card
from domain.games.volltreffer.market import swapped
from domain.games.volltreffer.messages import (
    AnyEvent,
    CardBought,
    CardPlayed,
    CardsRevealed,
    HandShown,
    HandSwapped,
    MarketArranged,
    MarketRefilled,
    MarketSwapped,
    MeldsDeclared,
    RoundEnded,
    RoundStarted,
    SmallestSumFound,
    TrickWon,
)
from domain.games.volltreffer.state import (
    Arranging,
    Buying,
    Melding,
    Over,
    Phase,
    Playing,
    Resting,
    Smallest,
    State,
    Swapping,
    Trick,
)
from domain.kernel import Seat

T = TypeVar("T")


def evolve(state: State, event: AnyEvent) -> State:
    """Give the state after an event."""
    match event:
        case RoundStarted():
            return _round_started(state, event)
        case CardsRevealed():
            return replace(state, market=event.cards, drawn=state.drawn + 4, phase=Arranging())
        case MarketArranged():
            _same_cards(state.market, event.market)
            return replace(state, market=event.market, phase=Buying(event.buyer))
        case CardBought():
            hand = (*state.hands[event.seat], event.card)
            return replace(
                state,
                market=_without(state.market, event.card),
                hands=_at(state.hands, event.seat, hand),
                pawns=_at(state.pawns, event.seat, event.pawn),
            )
        case MarketRefilled():
            _same_cards((*state.market, event.card), event.market)
            phase = _after_purchase(event.buyer) if event.swapper is None else Swapping(event.swapper)
            return replace(state, market=event.market, drawn=state.drawn + 1, phase=phase)
        case HandSwapped():
            hand = swapped(state.hands[event.seat], event.places)
            return replace(state, hands=_at(state.hands, event.seat, hand), phase=_after_purchase(event.buyer))
        case MarketSwapped():
            _same_cards(state.market, event.market)
            return replace(state, market=event.market, phase=_after_purchase(event.buyer))
        case MeldsDeclared():
            melds, pawns = _at(state.melds, event.seat, event.melds), _at(state.pawns, event.seat, event.pawn)
            return replace(state, melds=melds, pawns=pawns)
        case SmallestSumFound():
            smallest = Smallest(event.holders, event.sum)
            return replace(state, smallest=smallest, pawns=event.pawns, phase=Playing(event.leader))
        case HandShown():
            _same_cards(state.hands[event.holder], event.cards)
            return replace(state, shown=(*state.shown, event.holder))
        case CardPlayed():
            trick = _trick(state)
            hand = _without(state.hands[event.seat], event.card)
            phase = Playing(trick.leader, (*trick.cards, event.card))
            return replace(state, hands=_at(state.hands, event.seat, hand), phase=phase)
        case TrickWon():
            trick = _trick(state)
            return replace(
                state,
                tricks=(*state.tricks, Trick(trick.leader, trick.cards, event.seat)),
                pawns=_at(state.pawns, event.seat, event.pawn),
                phase=Playing(event.seat),
            )
        case RoundEnded():
            return _round_ended(state, event)
        case _:
            assert_never(event)


def _round_started(state: State, event: RoundStarted) -> State:
    return replace(
        state,
        round=event.round,
        first_buyer=event.first_buyer,
        label=event.label,
        trump=event.trump,
        drawn=1,
        melds=(None,) * state.seats,
    )


def _round_ended(state: State, event: RoundEnded) -> State:
    return State(
        options=state.options,
        seats=state.seats,
        first_buyer=state.first_buyer,
        pawns=event.pawns,
        hands=((),) * state.seats,
        round=event.round,
        phase=Over(event.winners) if event.winners else Resting(),
    )


def _after_purchase(buyer: Seat | None) -> Phase:
    return Melding() if buyer is None else Buying(buyer)


def _trick(state: State) -> Playing:
    if not isinstance(state.phase, Playing):
        raise ValueError(f"no trick is being played in the phase {state.phase}")
    return state.phase


def _at(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """Put `item` in the place of the one at `index`."""
    changed = list(items)
    changed[index] = item
    return tuple(changed)


def _without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """Take a card out; ValueError when it is not there."""
    index = cards.index(card)
    return (*cards[:index], *cards[index + 1 :])


def _same_cards(there: tuple[Card, ...], told: tuple[Any, ...]) -> None:
    if sorted(there) != sorted(told):
        raise ValueError(f"the event shows {told}, but there are {there}")
