"""Whose turn it is and what may be done: `check` is the only authority."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import assert_never

from domain.games.volle_scholle.cards import Card, Cards, total
from domain.games.volle_scholle.messages import Actions, DiscardCards, KeepCards, Pass, PlayCards, YieldStart
from domain.games.volle_scholle.state import Bidding, Over, Sorting, State, Turning, Waiting
from domain.kernel import Deadline, Ruling, Seat


def clockwise(seats: int, first: Seat) -> tuple[Seat, ...]:
    """Give all seats, clockwise from `first`."""
    return tuple((first + step) % seats for step in range(seats))


def next_starter(seats: int, winner: Seat) -> Seat:
    """Give who starts after `winner` won a floe: the left neighbour (VS §6)."""
    return (winner + 1) % seats


def bidder(state: State, bidding: Bidding) -> Seat | None:
    """Give whose turn it is in a round, or None when it is decided: nobody can start, or one is left."""
    if bidding.starter is None:
        could = [seat for seat in clockwise(state.seats, bidding.due) if seat not in bidding.yielded]
        return could[0] if could else None
    if bidding.passed.count(False) == 1 or bidding.spoke is None:
        return None
    after = clockwise(state.seats, (bidding.spoke + 1) % state.seats)
    return next(seat for seat in after if not bidding.passed[seat])


def sorter(state: State, sorting: Sorting) -> Seat | None:
    """Give who decides next about its played cards, clockwise from the winner's left (VS 11)."""
    others = clockwise(state.seats, next_starter(state.seats, sorting.winner))[:-1]
    return next((seat for seat in others if sorting.rows[seat]), None)


def to_act(state: State) -> tuple[Seat, ...]:
    """Give the one seat whose turn it is, if any."""
    match state.phase:
        case Bidding() as bidding:
            seat = bidder(state, bidding)
        case Sorting() as sorting:
            seat = sorter(state, sorting)
        case Waiting() | Turning() | Over():
            seat = None
        case _:
            assert_never(state.phase)
    return () if seat is None else (seat,)


def due(state: State) -> tuple[Deadline, ...]:
    """Give no deadline: nothing in this game depends on time."""
    del state
    return ()


def highest(bidding: Bidding) -> int:
    """Give the sum to be exceeded: all that lies in front of the last who raised (VS 4)."""
    return 0 if bidding.leader is None else total(bidding.rows[bidding.leader])


def draws(played: int) -> int:
    """Give how many cards somebody draws who played `played` in the round: as many, but two at the most (VS §4)."""
    return min(played, 2)


def can_start(hand: Cards) -> bool:
    """Tell whether a round can be started from `hand`: a joker cannot (VS §4)."""
    return any(card.colour for card in hand)


def check(state: State, seat: Seat, action: Actions) -> Ruling | None:
    """Tell why `seat` may not do `action` now, or None when it may."""
    match action:
        case PlayCards() | Pass() | YieldStart():
            if not isinstance(state.phase, Bidding):
                return Ruling("no_round", "VS §4", "No round is being played for a floe now.")
            return _check_bid(state, state.phase, seat, action)
        case KeepCards() | DiscardCards():
            if not isinstance(state.phase, Sorting):
                return Ruling(
                    "nothing_to_sort", "VS §4", "Played cards are kept or discarded when a floe has been won."
                )
            return _check_sort(state, state.phase, seat, action)
        case _:
            assert_never(action)


def _check_bid(state: State, bidding: Bidding, seat: Seat, action: PlayCards | Pass | YieldStart) -> Ruling | None:
    if 0 <= seat < state.seats and bidding.passed[seat]:
        return Ruling("already_passed", "VS 5", "Who has passed is out until the next round.")
    if seat not in to_act(state):
        return Ruling("not_your_turn", "VS §4", "It is another player's turn.")
    hand, starting = state.hands[seat], bidding.starter is None
    match action:
        case PlayCards():
            return _check_play(bidding, hand, action.cards, starting, seat)
        case Pass():
            if starting:
                return Ruling("must_start", "VS 3", "The starter does not pass: play one coloured card.")
        case YieldStart():
            if not starting:
                return Ruling("already_started", "VS 2", "The round has been started: raise or pass.")
            if can_start(hand):
                return Ruling("can_start", "VS 3", "You hold a coloured card: start the round with one.")
        case _:
            assert_never(action)
    return None


def _check_play(bidding: Bidding, hand: Cards, cards: Cards, starting: bool, seat: Seat) -> Ruling | None:
    if not cards:
        return Ruling("no_cards", "VS §4", "Play one card or more.")
    missing = Counter(cards) - Counter(hand)
    if missing:
        return Ruling("card_not_held", "VS §4", f"You do not hold {' '.join(sorted(missing.elements()))}.")
    if starting:
        if len(cards) > 1:
            return Ruling("one_card_to_start", "VS §4", "A round is started with exactly one card.")
        if cards[0].colour is None:
            return Ruling("joker_cannot_start", "VS §4", "A round is started with a coloured card, not with a joker.")
        return None
    if any(card.colour not in (None, bidding.colour) for card in cards):
        return Ruling("wrong_colour", "VS §4", f"This round is played in colour {bidding.colour}, and jokers.")
    reached, bar = total((*bidding.rows[seat], *cards)), highest(bidding)
    if reached <= bar:
        return Ruling("not_higher", "VS 4", f"Your cards would add up to {reached}; more than {bar} is needed.")
    return None


def _check_sort(state: State, sorting: Sorting, seat: Seat, action: KeepCards | DiscardCards) -> Ruling | None:
    if seat == sorting.winner:
        return Ruling("winner_must_discard", "VS §4", "Who has won the floe discards all cards played for it.")
    if not 0 <= seat < state.seats or not sorting.rows[seat]:
        return Ruling("nothing_played", "VS §4", "None of your cards lies on the table.")
    if seat not in to_act(state):
        return Ruling("not_your_turn", "VS 11", "The decision goes clockwise from the winner's left neighbour.")
    if isinstance(action, DiscardCards):
        return None
    row = sorting.rows[seat]
    if not action.cards:
        return Ruling("no_cards", "VS 10", "Name the cards to keep, or discard them all.")
    extra = Counter(action.cards) - Counter(row)
    if extra:
        return Ruling("card_not_played", "VS §4", f"You did not play {' '.join(sorted(extra.elements()))}.")
    if len(action.cards) < len(row) and not state.options.keep_per_card:
        return Ruling("all_or_nothing", "VS 10", "Keep all cards that you played in this round, or none.")
    return None


def legal(state: State, seat: Seat) -> tuple[Actions, ...]:
    """List every legal action of `seat`, the tamest first; 16 at the most."""
    if seat not in to_act(state):
        return ()
    tries: tuple[Actions, ...]
    match state.phase:
        case Bidding():
            tries = (Pass(), YieldStart(), *(PlayCards(cards) for cards in subsets(state.hands[seat])))
        case Sorting() as sorting:
            tries = (DiscardCards(), *(KeepCards(cards) for cards in subsets(sorting.rows[seat])))
        case Waiting() | Turning() | Over():
            tries = ()
        case _:
            assert_never(state.phase)
    return tuple(action for action in tries if check(state, seat, action) is None)


def absent(state: State, seat: Seat) -> Actions | None:
    """Play for a seat without player and bot: pass where it may, else the first legal action (common ruling C)."""
    possible = legal(state, seat)
    return possible[0] if possible else None


def subsets(cards: Sequence[Card]) -> Iterator[Cards]:
    """Give every different choice of one card or more, small ones first, equal faces once."""
    for size in range(1, len(cards) + 1):
        yield from sorted(set(combinations(sorted(cards), size)))
