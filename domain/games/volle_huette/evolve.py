"""The reducer: applies what happened. It holds no rule and fails loudly where a record cannot be true."""

from typing import TypeVar, assert_never

from msgspec.structs import replace

from domain.games.volle_huette import messages as m
from domain.games.volle_huette.components import as_group, read_customers
from domain.games.volle_huette.state import (
    ChoosingPub,
    FirstMove,
    Furnishing,
    Hand,
    Over,
    Phase,
    Pub,
    Seating,
    SecondMove,
    State,
    TakingCard,
    Tile,
)
from domain.kernel import Seat

T = TypeVar("T")


class CorruptStream(ValueError):
    """A recorded event does not fit the state before it."""


def evolve(state: State, event: m.Event) -> State:
    """Apply one event; raise `CorruptStream` when it cannot have happened."""
    match event:
        case m.TableLaid():
            return _lay(state, event)
        case m.PubChosen():
            pubs = _at(state.pubs, event.seat, Pub(event.pub))
            return replace(state, pubs=pubs, phase=ChoosingPub(event.seat + 1))
        case m.CardsDealt():
            return _deal(state, event)
        case m.TilePlaced():
            left = _without(_furnishing(state)[event.seat], event.tile)
            phase = Furnishing(_at(_furnishing(state), event.seat, left))
            return replace(state, pubs=_built(state, event.seat, event.tile, event.field), phase=phase)
        case m.TilesSetAside():
            phase = Furnishing(_at(_furnishing(state), event.seat, ()))
            return replace(state, aside=state.aside + event.tiles, phase=phase)
        case m.TurnBegan():
            return replace(state, phase=FirstMove(event.seat))
        case m.PubEquipped():
            return replace(
                state,
                pubs=_built(state, event.seat, event.tile, event.field),
                installations=_refill(state.installations, event.slot, event.tile, event.refill),
                left=_drawn(state, installations=_count(event.refill)),
                passes=0,
            )
        case m.CustomersReceived():
            return _receive(state, event)
        case m.Collected():
            return replace(
                state,
                money=_paid(state, event.paid),
                tip=event.next_tip,
                used_tips=(*state.used_tips, event.tip),
                left=_drawn(state, collect=_count(event.next_tip)),
                passes=0,
            )
        case m.Passed():
            return replace(state, passes=state.passes + 1)
        case m.CustomersReplaced():
            return replace(
                state,
                customers=event.customers,
                used_customers=state.used_customers + state.customers,
                left=_drawn(state, customers=len(event.customers)),
                passes=0,
            )
        case m.SecondMoveBegan():
            return replace(state, phase=SecondMove(event.seat), second_moves=True, passes=0)
        case m.ActionCardPlayed():
            hands = _at(state.hands, event.seat, _played(state.hands[event.seat], event.card))
            used = (*state.used_actions, event.card)
            return replace(state, hands=hands, used_actions=used, phase=TakingCard(event.seat))
        case m.GroupLeft():
            return _leave(state, event)
        case m.GroupSeated():
            return _seat(state, event)
        case m.ActionCardTaken():
            hand = state.hands[event.seat]
            return replace(
                state,
                hands=_at(state.hands, event.seat, Hand(hand.secret, (*hand.known, event.card))),
                actions=_refill(state.actions, event.slot, event.card, event.refill),
                left=_drawn(state, actions=_count(event.refill)),
            )
        case m.LastOrders():
            return replace(state, money=_paid(state, event.paid))
        case m.GameEnded():
            if event.money != state.money:
                raise CorruptStream("the tills hold other money")
            return replace(state, phase=Over())
        case _ as never:
            assert_never(never)


def _lay(state: State, event: m.TableLaid) -> State:
    laid = replace(state, left=event.piles)
    return replace(
        laid,
        phase=ChoosingPub(0),
        installations=event.installations,
        customers=event.customers,
        actions=event.actions,
        tip=event.tip,
        left=_drawn(
            laid,
            installations=len(event.installations),
            customers=len(event.customers),
            actions=len(event.actions),
            collect=1,
        ),
    )


def _deal(state: State, event: m.CardsDealt) -> State:
    hands = []
    for cards in event.actions:
        if any(card is None for card in cards):
            raise CorruptStream("a redacted event cannot be folded")
        hands.append(Hand(secret=tuple(card for card in cards if card is not None)))
    return replace(
        state,
        hands=tuple(hands),
        phase=Furnishing(event.tiles),
        left=_drawn(state, installations=sum(map(len, event.tiles)), actions=sum(map(len, event.actions))),
    )


def _receive(state: State, event: m.CustomersReceived) -> State:
    place, group = read_customers(event.card)
    return replace(
        state,
        supply=_minus(state.supply, group),
        customers=_refill(state.customers, event.slot, event.card, event.refill),
        used_customers=(*state.used_customers, event.card),
        left=_drawn(state, customers=_count(event.refill)),
        phase=Seating(event.seat, event.seat, place, group, arriving=True),
        passes=0,
    )


def _leave(state: State, event: m.GroupLeft) -> State:
    pub, field = event.origin.pub, event.origin.field
    tile = state.pubs[pub].tiles[field]
    if tile.who != event.group:
        raise CorruptStream(f"{tile.who} sit on {field}, not {event.group}")
    paid = tuple(event.paid if seat == pub else 0 for seat in range(state.seats))
    gone, phase = state.gone, state.phase
    if event.to is None:
        gone = as_group(gone + event.group)
    else:
        phase = Seating(event.seat, event.to, event.destination, event.group, arriving=False)
    pubs = _at(state.pubs, pub, _with(state.pubs[pub], field, Tile(tile.type)))
    return replace(state, pubs=pubs, money=_paid(state, paid), gone=gone, phase=phase)


def _seat(state: State, event: m.GroupSeated) -> State:
    phase = state.phase
    if not isinstance(phase, Seating) or as_group("".join(event.places.values())) != phase.group:
        raise CorruptStream("another group waits to be seated")
    pub = state.pubs[event.pub]
    for field, figures in event.places.items():
        tile = pub.tiles[field]
        pub = _with(pub, field, Tile(tile.type, as_group(tile.who + figures)))
    after: Phase = FirstMove(event.seat) if phase.arriving else TakingCard(event.seat)
    return replace(state, pubs=_at(state.pubs, event.pub, pub), phase=after)


def _furnishing(state: State) -> tuple[tuple[str, ...], ...]:
    if not isinstance(state.phase, Furnishing):
        raise CorruptStream("nobody is furnishing a pub")
    return state.phase.tiles


def _built(state: State, seat: Seat, tile: str, field: str) -> tuple[Pub, ...]:
    pub = state.pubs[seat]
    if field in pub.tiles:
        raise CorruptStream(f"{field} is taken")
    return _at(state.pubs, seat, _with(pub, field, Tile(tile)))


def _with(pub: Pub, field: str, tile: Tile) -> Pub:
    return Pub(pub.name, {**pub.tiles, field: tile})


def _played(hand: Hand, card: str) -> Hand:
    """Take a card from a hand; of equal ones the open one goes, for that is what the others see."""
    if card in hand.known:
        return Hand(hand.secret, _without(hand.known, card))
    return Hand(_without(hand.secret, card), hand.known)


def _refill(display: tuple[str, ...], slot: int, card: str, refill: str | None) -> tuple[str, ...]:
    if display[slot] != card:
        raise CorruptStream(f"{display[slot]} lies there, not {card}")
    return (*display[:slot], *(() if refill is None else (refill,)), *display[slot + 1 :])


def _count(card: object | None) -> int:
    return 0 if card is None else 1


def _drawn(state: State, **piles: int) -> dict[str, int]:
    left = {pile: number - piles.get(pile, 0) for pile, number in state.left.items()}
    if min(left.values(), default=0) < 0:
        raise CorruptStream("a pile gave more cards than it had")
    return left


def _paid(state: State, paid: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(have + more for have, more in zip(state.money, paid, strict=True))


def _at(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    return (*items[:index], item, *items[index + 1 :])


def _without(items: tuple[T, ...], item: T) -> tuple[T, ...]:
    index = items.index(item)
    return items[:index] + items[index + 1 :]


def _minus(group: str, figures: str) -> str:
    for figure in figures:
        if figure not in group:
            raise CorruptStream(f"no figure {figure} is left")
        group = group.replace(figure, "", 1)
    return group
