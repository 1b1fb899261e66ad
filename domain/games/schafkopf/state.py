"""Where a match stands, one Struct per phase, and how events change it."""

from typing import assert_never

from msgspec import Struct

from domain.cards import Card, points
from domain.games.schafkopf.contracts import Contract, Kind
from domain.games.schafkopf.messages import (
    AllPassed,
    AuctionWon,
    Bid,
    BidMade,
    CardPlayed,
    DealScored,
    DealStarted,
    Hand,
    HandsDealt,
    PartnerRevealed,
    Passed,
    SchafkopfEvent,
    TrickWon,
)
from domain.games.schafkopf.options import Options
from domain.games.schafkopf.scoring import Settlement
from domain.kernel import Seat, Setup

SEATS = 4


class CorruptStream(Exception):
    """An event does not fit the state: the record is broken."""


class Match(Struct, frozen=True):
    """What outlasts a deal: how many deals have begun, who deals (None before the first), the totals."""

    options: Options
    deals: int = 0
    dealer: Seat | None = None
    scores: tuple[int, ...] = (0,) * SEATS


class Call(Struct, frozen=True):
    """What a seat said in the auction; `bid` None is a pass."""

    seat: Seat
    bid: Bid | None


class Trick(Struct, frozen=True):
    """A finished trick: cards in playing order from seat `lead`."""

    lead: Seat
    cards: tuple[Card, ...]
    winner: Seat


class LastDeal(Struct, frozen=True):
    """The deal that has just ended, open to all: the hands as dealt, and the result unless all passed."""

    hands: tuple[Hand, ...]
    contract: Contract | None = None
    result: Settlement | None = None


class Rest(Struct, frozen=True, tag="rest", tag_field="phase"):
    """Between deals, or after the last one."""

    match: Match
    last: LastDeal | None = None


class Bidding(Struct, frozen=True, tag="bidding", tag_field="phase"):
    """The auction: one round, from the dealer's left. `hands` in seat order."""

    match: Match
    hands: tuple[Hand, ...] = ()
    calls: tuple[Call, ...] = ()


class Playing(Struct, frozen=True, tag="playing", tag_field="phase"):
    """The tricks. `hands` are what is left of them; `partner` is set only once everybody knows him."""

    match: Match
    hands: tuple[Hand, ...]
    calls: tuple[Call, ...]
    contract: Contract
    lead: Seat
    trick: tuple[Card, ...] = ()
    taken: tuple[Trick, ...] = ()
    partner: Seat | None = None


State = Rest | Bidding | Playing


def initial(setup: Setup) -> State:
    """Begin a match: nothing dealt, no dealer yet."""
    return Rest(Match(setup.options))


def left_of(seat: Seat, steps: int = 1) -> Seat:
    """Give the seat so many places to the left."""
    return (seat + steps) % SEATS


def bidder(state: Bidding) -> Seat | None:
    """Give the seat that bids next, or None when the round is over."""
    if state.match.dealer is None or len(state.calls) == SEATS or not state.hands:
        return None
    return left_of(state.match.dealer, 1 + len(state.calls))


def highest_bid(calls: tuple[Call, ...]) -> Call | None:
    """Give the standing bid: in one round with rising bids only, the last one."""
    return next((call for call in reversed(calls) if call.bid is not None), None)


def player(state: Playing) -> Seat | None:
    """Give the seat that plays next, or None when no card is to be played."""
    if len(state.trick) == SEATS or len(state.taken) == 8 or state.contract.kind is Kind.SIE:
        return None
    return left_of(state.lead, len(state.trick))


def called_suit_led(state: Playing) -> bool:
    """Say whether a finished trick was begun with the called suit; trumps of that suit do not count (SK 14)."""
    suit_of, suit = state.contract.order.suit_of, state.contract.called_suit
    return suit is not None and any(suit_of[trick.cards[0]] is suit for trick in state.taken)


def dealt_hands(state: Playing) -> tuple[Hand, ...]:
    """Put the hands together again as they were dealt."""
    hands = [list(hand) for hand in state.hands]
    tricks = [(trick.lead, trick.cards) for trick in state.taken] + [(state.lead, state.trick)]
    for lead, cards in tricks:
        for place, card in enumerate(cards):
            hands[left_of(lead, place)].append(card)
    return tuple(state.contract.order.sort(tuple(hand)) for hand in hands)


def points_won(state: Playing) -> tuple[int, ...]:
    """Add up the card points that each seat has taken."""
    won = [0] * SEATS
    for trick in state.taken:
        won[trick.winner] += points(trick.cards)
    return tuple(won)


def tricks_won(state: Playing) -> tuple[int, ...]:
    """Count the tricks that each seat has taken."""
    won = [0] * SEATS
    for trick in state.taken:
        won[trick.winner] += 1
    return tuple(won)


def evolve(state: State, event: SchafkopfEvent) -> State:
    """Apply a recorded fact; raise `CorruptStream` when it does not fit."""
    match state:
        case Rest():
            return _begin(state, event)
        case Bidding():
            return _bid(state, event)
        case Playing():
            return _play(state, event)
        case _:
            assert_never(state)


def _begin(state: Rest, event: SchafkopfEvent) -> State:
    if not isinstance(event, DealStarted):
        raise CorruptStream(f"{type(event).__name__} between deals")
    old = state.match
    return Bidding(Match(old.options, old.deals + 1, event.dealer, old.scores))


def _bid(state: Bidding, event: SchafkopfEvent) -> State:
    match event:
        case HandsDealt():
            hands = tuple(tuple(_face(card) for card in hand) for hand in event.hands)
            return Bidding(state.match, hands)
        case Passed():
            return Bidding(state.match, state.hands, (*state.calls, Call(event.seat, None)))
        case BidMade():
            bid = Bid(event.kind, event.ace, event.suit)
            return Bidding(state.match, state.hands, (*state.calls, Call(event.seat, bid)))
        case AuctionWon():
            contract = Contract(event.kind, event.declarer, event.ace, event.suit)
            return Playing(state.match, state.hands, state.calls, contract, event.leader)
        case AllPassed():
            return Rest(state.match, LastDeal(state.hands))
        case DealStarted() | CardPlayed() | PartnerRevealed() | TrickWon() | DealScored():
            raise CorruptStream(f"{type(event).__name__} in the auction")
        case _:
            assert_never(event)


def _play(now: Playing, event: SchafkopfEvent) -> State:
    match event:
        case CardPlayed():
            hands = list(now.hands)
            hands[event.seat] = _without(hands[event.seat], event.card)
            trick = (*now.trick, event.card)
            return Playing(now.match, tuple(hands), now.calls, now.contract, now.lead, trick, now.taken, now.partner)
        case PartnerRevealed():
            return Playing(now.match, now.hands, now.calls, now.contract, now.lead, now.trick, now.taken, event.seat)
        case TrickWon():
            taken = (*now.taken, Trick(now.lead, now.trick, event.seat))
            return Playing(now.match, now.hands, now.calls, now.contract, event.seat, (), taken, now.partner)
        case DealScored():
            old, result = now.match, event.result
            scores = tuple(total + change for total, change in zip(old.scores, result.scores, strict=True))
            last = LastDeal(dealt_hands(now), now.contract, result)
            return Rest(Match(old.options, old.deals, old.dealer, scores), last)
        case DealStarted() | HandsDealt() | Passed() | BidMade() | AuctionWon() | AllPassed():
            raise CorruptStream(f"{type(event).__name__} while cards are played")
        case _:
            assert_never(event)


def _face(card: Card | None) -> Card:
    if card is None:
        raise CorruptStream("a dealt card is hidden")
    return card


def _without(hand: Hand, card: Card) -> Hand:
    try:
        place = hand.index(card)
    except ValueError:
        raise CorruptStream(f"{card} is played but not held") from None
    return hand[:place] + hand[place + 1 :]
