"""What the rules allow: `check` is the only authority."""

from collections.abc import Iterator
from typing import assert_never

from domain.cards import Card, Rank, Suit, followers
from domain.games.schafkopf.contracts import CALLABLE, NAMES_SUIT, TERMS, Kind, order_of, outbids
from domain.games.schafkopf.messages import Bid, Hand, Pass, PlayCard, SchafkopfAction
from domain.games.schafkopf.state import Bidding, Playing, Rest, State, bidder, called_suit_led, highest_bid, player
from domain.kernel import Deadline, Ruling, Seat

COURTS = (Rank.OBER, Rank.UNTER)

EVERY_CALL: tuple[SchafkopfAction, ...] = (
    Pass(),
    *(Bid(Kind.RUFER, ace=ace) for ace in CALLABLE),
    Bid(Kind.WENZ),
    *(Bid(Kind.SOLO, suit=suit) for suit in Suit),
    Bid(Kind.WENZ_TOUT),
    *(Bid(Kind.SOLO_TOUT, suit=suit) for suit in Suit),
    Bid(Kind.SIE),
)
"""Everything that can be said in the auction."""


def to_act(state: State) -> tuple[Seat, ...]:
    """Give the one seat whose turn it is; nobody between deals."""
    match state:
        case Rest():
            seat = None
        case Bidding():
            seat = bidder(state)
        case Playing():
            seat = player(state)
        case _:
            assert_never(state)
    return () if seat is None else (seat,)


def legal(state: State, seat: Seat) -> tuple[SchafkopfAction, ...]:
    """List every action that a seat may take now."""
    return tuple(_each_legal(state, seat))


def _each_legal(state: State, seat: Seat) -> Iterator[SchafkopfAction]:
    if seat not in to_act(state):
        return
    match state:
        case Rest():
            return
        case Bidding():
            tries = EVERY_CALL
        case Playing():
            tries = tuple(PlayCard(card) for card in state.contract.order.sort(state.hands[seat]))
        case _:
            assert_never(state)
    yield from (action for action in tries if check(state, seat, action) is None)


def due(state: State) -> tuple[Deadline, ...]:
    """Give no deadline: Schafkopf has no clock of its own."""
    del state
    return ()


def absent(state: State, seat: Seat) -> SchafkopfAction | None:
    """Play for a seat that nobody plays: pass, else the first legal card (common ruling C)."""
    return next(_each_legal(state, seat), None)


def check(state: State, seat: Seat, action: SchafkopfAction) -> Ruling | None:
    """Rule on an action: None when it is allowed."""
    match state:
        case Rest():
            return Ruling("no_deal", "SK §2", "No deal is running; the next one has to be dealt first.")
        case Bidding():
            if isinstance(action, PlayCard):
                return Ruling("auction_running", "SK §3", "Cards are played after the auction; pass or bid.")
            return _out_of_turn(bidder(state), seat, "SK §3") or _check_call(state, seat, action)
        case Playing():
            if not isinstance(action, PlayCard):
                return Ruling("auction_over", "SK §3", "The auction is over; play a card.")
            return _out_of_turn(player(state), seat, "SK §4") or _check_card(state, state.hands[seat], action.card)
        case _:
            assert_never(state)


def _out_of_turn(turn: Seat | None, seat: Seat, rule: str) -> Ruling | None:
    if turn == seat:
        return None
    whose = "Nobody is" if turn is None else f"Seat {turn + 1} is"
    return Ruling("not_your_turn", rule, f"{whose} to act now.")


def _check_call(state: Bidding, seat: Seat, action: Pass | Bid) -> Ruling | None:
    if isinstance(action, Pass):
        return None
    standing = highest_bid(state.calls)
    if standing is not None and standing.bid is not None and not outbids(action.kind, standing.bid.kind):
        return Ruling("not_higher", "SK 2", f"A bid must be higher than {standing.bid.kind}; pass or bid more.")
    return check_bid(state.hands[seat], action)


def check_bid(hand: Hand, bid: Bid) -> Ruling | None:
    """Rule on a bid by what it names and by the bidder's own hand alone (SK §3, SK 1)."""
    if (bid.ace is not None and bid.kind is not Kind.RUFER) or (bid.suit is not None and bid.kind not in NAMES_SUIT):
        return Ruling("names_too_much", "SK 1", "Only a Rufer names an ace, only a Solo names a suit.")
    match bid.kind:
        case Kind.RUFER:
            return _check_call_of_ace(hand, bid.ace)
        case Kind.SOLO | Kind.SOLO_TOUT:
            return _check_trump_suit(hand, bid)
        case Kind.SIE:
            if all(card.rank in COURTS for card in hand):
                return None
            return Ruling("needs_all_obers_and_unters", "SK §3", "A Sie needs all four Obers and all four Unters.")
        case Kind.WENZ | Kind.WENZ_TOUT:
            return None
        case _:
            assert_never(bid.kind)


def _check_call_of_ace(hand: Hand, ace: Card | None) -> Ruling | None:
    if ace is None:
        return Ruling("names_no_ace", "SK 1", "A Rufer names the ace that is called.")
    if ace not in CALLABLE:
        return Ruling("not_callable", "SK §3", "Only the aces of acorns, leaves and bells can be called.")
    if ace in hand:
        return Ruling("holds_called_ace", "SK §3", "You hold this ace yourself; call another one.")
    if not followers(order_of(Kind.RUFER), hand, ace.suit):
        return Ruling("no_card_of_called_suit", "SK §3", "You need a plain card of the suit of the called ace.")
    return None


def _check_trump_suit(hand: Hand, bid: Bid) -> Ruling | None:
    if bid.suit is None:
        return Ruling("names_no_suit", "SK 1", "A Solo names its trump suit.")
    if not any(card.suit is bid.suit and card.rank not in TERMS[bid.kind].trump_ranks for card in hand):
        rule = "SK §3" if bid.kind is Kind.SOLO else "SK 4"
        return Ruling("no_card_of_trump_suit", rule, "You need a card of the trump suit that is no Ober or Unter.")
    return None


def _check_card(state: Playing, hand: Hand, card: Card) -> Ruling | None:
    if card not in hand:
        return Ruling("card_not_held", "SK §4", "You do not hold this card.")
    if state.trick:
        return _check_follow(state, hand, card)
    return _check_lead(state, hand, card)


def _check_follow(state: Playing, hand: Hand, card: Card) -> Ruling | None:
    order, ace = state.contract.order, state.contract.ace
    led = order.suit_of[state.trick[0]]
    same_suit = followers(order, hand, led)
    if same_suit and card not in same_suit:
        return Ruling("must_follow_suit", "SK §4", "You can follow the suit that was led, so you must.")
    if ace is None or ace not in hand or called_suit_led(state):
        return None
    if led is ace.suit and card is not ace:
        return Ruling("must_play_called_ace", "SK §4", "The called suit is led for the first time: play its ace.")
    if led is not ace.suit and card is ace and len(hand) > 1:
        return Ruling("called_ace_stays", "SK §4", "The called ace waits until its suit is led; play another card.")
    return None


def _check_lead(state: Playing, hand: Hand, card: Card) -> Ruling | None:
    order, ace = state.contract.order, state.contract.ace
    if ace is None or ace not in hand or called_suit_led(state):
        return None
    others = [held for held in followers(order, hand, ace.suit) if held is not ace]
    if card in others and len(others) < 3:
        return Ruling(
            "cannot_run_away",
            "SK §4",
            "Running away takes the called ace and three more plain cards of its suit; lead the ace or another suit.",
        )
    return None
