"""What happens on a command."""

from typing import assert_never

from domain.games.volltreffer import melds
from domain.games.volltreffer.cards import DECK, best
from domain.games.volltreffer.legal import check, trump_of
from domain.games.volltreffer.market import allowed_markets, paid, price_of, refilled, swapped
from domain.games.volltreffer.messages import (
    AnyAction,
    AnyEvent,
    ArrangeMarket,
    BuyCard,
    CardBought,
    CardPlayed,
    CardsRevealed,
    CheckHand,
    DeclareMelds,
    HandShown,
    HandSwapped,
    Market,
    MarketArranged,
    MarketRefilled,
    MarketSwapped,
    MeldsDeclared,
    PlayCard,
    RoundEnded,
    RoundStarted,
    SmallestSumFound,
    SwapHand,
    SwapMarket,
    TrickWon,
)
from domain.games.volltreffer.reducer import evolve
from domain.games.volltreffer.scoring import (
    SMALLEST_SUM_POINTS,
    TRICK_POINTS,
    advanced,
    first_clockwise,
    points_of,
    smallest_holders,
    sum_of,
    winners,
)
from domain.games.volltreffer.state import HAND_SIZE, Playing, Resting, State
from domain.kernel import Chance, Command, NextDeal, Ruling, Seat, Tick

LABEL = "deck"
"""The label of a round's only shuffle."""

Decision = tuple[AnyEvent, ...]


def decide(state: State, command: Command, chance: Chance) -> Decision | Ruling:
    """Answer a command with what happens, or with the ruling that refuses it."""
    action = command.action
    if isinstance(action, NextDeal):
        return _start_round(state, chance)
    if isinstance(action, Tick):
        return Ruling("no_deadline", "VT §Course", "This game has no deadlines of its own.")
    if command.seat is None:
        return Ruling("no_such_seat", "VT §Course", "Only a seat can do this.")
    player_action: AnyAction = action  # type: ignore[assignment]
    refused = check(state, command.seat, player_action)
    return refused or _carry_out(state, command.seat, player_action, chance)


def _carry_out(state: State, seat: Seat, action: AnyAction, chance: Chance) -> Decision:
    match action:
        case ArrangeMarket():
            return (MarketArranged(state.dealer, action.market, state.first_buyer),)
        case BuyCard():
            return _buy(state, seat, action, chance)
        case SwapHand():
            return (HandSwapped(seat, action.places, _next_buyer(state, seat)),)
        case SwapMarket():
            market: Market = swapped(state.market, action.places)  # type: ignore[assignment]
            return (MarketSwapped(seat, action.places, market, _next_buyer(state, seat)),)
        case DeclareMelds():
            return _meld(state, seat, action)
        case CheckHand():
            return (HandShown(action.holder, seat, state.hands[action.holder]),)
        case PlayCard():
            return _play(state, seat, action)
        case _:
            assert_never(action)


def _start_round(state: State, chance: Chance) -> Decision | Ruling:
    """Shuffle, turn up the trump and the first four cards; the next seat clockwise buys first (VT 13)."""
    if not isinstance(state.phase, Resting):
        return Ruling("round_not_over", "VT §End", "The next round begins when this one is over and nobody has won.")
    first_buyer = state.first_buyer if state.round == 0 else state.left_of(state.first_buyer)
    dealer = (first_buyer - 1) % state.seats
    trump, *shown = chance.deck(LABEL, DECK)[:5]
    market: Market = tuple(shown)  # type: ignore[assignment]
    begun = (RoundStarted(state.round + 1, first_buyer, dealer, LABEL, trump), CardsRevealed(market))
    allowed = allowed_markets(market, trump.suit)
    if len(allowed) > 1 and state.options.ties == "dealer":
        return begun
    return (*begun, MarketArranged(None, allowed[0], first_buyer))


def _buy(state: State, seat: Seat, action: BuyCard, chance: Chance) -> Decision:
    """Take and pay the card, then refill the market, also after the last purchase (VT 5)."""
    options = state.options
    price = price_of(state.market, action.card)
    bought = CardBought(seat, action.card, price, paid(state.pawns[seat], price, options))
    new = chance.deck(state.label, DECK)[state.drawn]
    market = refilled(state.market, action.card, new, trump_of(state), options)
    after = evolve(state, bought)
    if options.variant and (options.variant_swap == "market" or len(after.hands[seat]) > 1):
        return bought, MarketRefilled(new, market, seat, None)
    return bought, MarketRefilled(new, market, None, _next_buyer(after, seat))


def _next_buyer(state: State, seat: Seat) -> Seat | None:
    """Give who buys after `seat`; None when all hands are full."""
    left = state.left_of(seat)
    return left if len(state.hands[left]) < HAND_SIZE else None


def _meld(state: State, seat: Seat, action: DeclareMelds) -> Decision:
    """Score the melds; after the last seat's, find the smallest sum (VT 20)."""
    points = points_of(action.melds)
    shown = melds.shown(state.hands[seat], action.melds)
    declared = MeldsDeclared(seat, shown, points, advanced(state.pawns[seat], points))
    after = evolve(state, declared)
    if None in after.melds:
        return (declared,)
    return declared, _find_smallest_sum(after)


def _find_smallest_sum(state: State) -> SmallestSumFound:
    """Score the smallest sum for all who hold it; the first of them clockwise from the first buyer leads (VT 10)."""
    holders = smallest_holders(state.hands)
    pawns = tuple(
        advanced(pawn, SMALLEST_SUM_POINTS) if seat in holders else pawn for seat, pawn in enumerate(state.pawns)
    )
    leader = first_clockwise(holders, state.first_buyer, state.seats)
    return SmallestSumFound(holders, sum_of(state.hands[leader]), SMALLEST_SUM_POINTS, pawns, leader)


def _play(state: State, seat: Seat, action: PlayCard) -> Decision:
    """Play the card; the last one of a trick gives it away, and the last one of the round ends it."""
    played = CardPlayed(seat, action.card)
    after = evolve(state, played)
    assert isinstance(after.phase, Playing)
    if len(after.phase.cards) < state.seats:
        return (played,)
    winner = (after.phase.leader + best(after.phase.cards, trump_of(state))) % state.seats
    won = TrickWon(winner, TRICK_POINTS, advanced(state.pawns[winner], TRICK_POINTS))
    after = evolve(after, won)
    if any(after.hands):
        return played, won
    return played, won, RoundEnded(state.round, after.pawns, winners(after.pawns, state.options, state.round))
