"""What may be done: one check for every action, and the list of all that pass it."""

from collections.abc import Iterator
from itertools import combinations
from typing import assert_never

from domain.games.volltreffer import melds
from domain.games.volltreffer.cards import Suit, playable
from domain.games.volltreffer.market import affordable, allowed_markets, price_of
from domain.games.volltreffer.messages import (
    AnyAction,
    ArrangeMarket,
    BuyCard,
    CheckHand,
    DeclareMelds,
    PlayCard,
    SwapHand,
    SwapMarket,
)
from domain.games.volltreffer.state import (
    Arranging,
    Buying,
    Melding,
    Over,
    Playing,
    Resting,
    State,
    Swapping,
    check_is_open,
    player_to_play,
)
from domain.kernel import Ruling, Seat


def check(state: State, seat: Seat, action: AnyAction) -> Ruling | None:
    """Say why the rules refuse an action, or None."""
    if not 0 <= seat < state.seats:
        return Ruling("no_such_seat", "VT §Setup", f"There are seats 1 to {state.seats} at this table.")
    match action:
        case ArrangeMarket():
            return _arrange(state, seat, action)
        case BuyCard():
            return _buy(state, seat, action)
        case SwapHand() | SwapMarket():
            return _swap(state, seat, action)
        case DeclareMelds():
            return _meld(state, seat, action)
        case CheckHand():
            return _check_hand(state, seat, action)
        case PlayCard():
            return _play(state, seat, action)
        case _:
            assert_never(action)


def legal(state: State, seat: Seat) -> tuple[AnyAction, ...]:
    """Give every legal action of a seat: the cheapest purchase, the empty meld and the play come first."""
    return tuple(action for action in _candidates(state, seat) if check(state, seat, action) is None)


def absent(state: State, seat: Seat) -> AnyAction | None:
    """Play a seat that nobody plays: equal cards by suit (VT 1), else the first legal action; it asks for no check."""
    actions = legal(state, seat)
    return actions[0] if actions and not isinstance(actions[0], CheckHand) else None


def trump_of(state: State) -> Suit:
    """Give the trump suit of the running round; ValueError between rounds."""
    if state.trump is None:
        raise ValueError("no round is running, so there is no trump")
    return state.trump.suit


def _candidates(state: State, seat: Seat) -> Iterator[AnyAction]:
    match state.phase:
        case Resting() | Over():
            return
        case Arranging():
            yield from map(ArrangeMarket, allowed_markets(state.market, trump_of(state)))
        case Buying():
            yield from map(BuyCard, reversed(state.market))
        case Swapping():
            yield from map(SwapHand, combinations(range(len(state.hands[seat])), 2))
            yield from map(SwapMarket, combinations(range(len(state.market)), 2))
        case Melding():
            if state.melds[seat] is None:
                yield from map(DeclareMelds, melds.possible(state.hands[seat], state.options))
        case Playing():
            yield from map(PlayCard, state.hands[seat])
            yield from map(CheckHand, range(state.seats))
        case _:
            assert_never(state.phase)


def _arrange(state: State, seat: Seat, action: ArrangeMarket) -> Ruling | None:
    if not isinstance(state.phase, Arranging):
        return _wrong_phase(state)
    if seat != state.dealer:
        return Ruling("not_the_dealer", "VT 1", f"The dealer in seat {state.dealer + 1} ranks the equal cards.")
    allowed = allowed_markets(state.market, trump_of(state))
    if action.market not in allowed:
        choices = "; ".join(" ".join(market) for market in allowed)
        return Ruling("order_not_allowed", "VT §1", f"Only plain cards of equal rank may be ordered: {choices}.")
    return None


def _buy(state: State, seat: Seat, action: BuyCard) -> Ruling | None:
    if not isinstance(state.phase, Buying):
        return _wrong_phase(state)
    if seat != state.phase.turn:
        return _not_your_turn(state.phase.turn, "VT §1")
    if action.card not in state.market:
        cards = ", ".join(state.market)
        return Ruling("card_not_laid_out", "VT §1", f"{action.card} is not laid out; these cards are: {cards}.")
    price, pawn = price_of(state.market, action.card), state.pawns[seat]
    if not affordable(pawn, price, state.options):
        free = [card for card in state.market if affordable(pawn, price_of(state.market, card), state.options)]
        say = f"{action.card} costs {price}, and space {pawn} cannot pay that; you can take {', '.join(free)}."
        return Ruling("price_too_high", "VT 4", say)
    return None


def _swap(state: State, seat: Seat, action: SwapHand | SwapMarket) -> Ruling | None:
    if not isinstance(state.phase, Swapping):
        return _wrong_phase(state)
    if seat != state.phase.turn:
        return _not_your_turn(state.phase.turn, "VT §Variant")
    in_hand = isinstance(action, SwapHand)
    if in_hand != (state.options.variant_swap == "hand"):
        right = "two cards of the hand" if state.options.variant_swap == "hand" else "two laid-out cards"
        return Ruling("other_swap", "VT 16", f"At this table {right} are swapped.")
    count = len(state.hands[seat]) if in_hand else len(state.market)
    if not all(0 <= place < count for place in action.places):
        return Ruling("no_such_place", "VT 16", f"Places count from 0 to {count - 1}.")
    if action.places[0] == action.places[1]:
        return Ruling("same_place", "VT 16", "Two different places have to be named.")
    return None


def _meld(state: State, seat: Seat, action: DeclareMelds) -> Ruling | None:
    if not isinstance(state.phase, Melding):
        return _wrong_phase(state)
    if state.melds[seat] is not None:
        return Ruling("already_melded", "VT 20", "You have melded in this round; each seat melds once.")
    return melds.refusal(state.hands[seat], action.melds, state.options)


def _check_hand(state: State, seat: Seat, action: CheckHand) -> Ruling | None:
    if not state.options.neighbour_check:
        return Ruling("no_check_here", "VT 9", "At this table hands are not checked by the neighbour.")
    if not isinstance(state.phase, Playing):
        return _wrong_phase(state)
    if not check_is_open(state):
        return Ruling("check_too_late", "VT 24", "A hand can be checked until the first card of the round is played.")
    if state.smallest is None or action.holder not in state.smallest.holders:
        return Ruling("not_the_holder", "VT §2", "Only the hand with the smallest sum can be checked.")
    if seat != state.left_of(action.holder):
        neighbour = state.left_of(action.holder) + 1
        return Ruling(
            "not_the_neighbour", "VT §2", f"Only the left neighbour in seat {neighbour} may ask for that hand."
        )
    if action.holder in state.shown:
        return Ruling("already_shown", "VT 9", "You have been shown that hand already.")
    return None


def _play(state: State, seat: Seat, action: PlayCard) -> Ruling | None:
    if not isinstance(state.phase, Playing):
        return _wrong_phase(state)
    turn = player_to_play(state, state.phase)
    if seat != turn:
        return _not_your_turn(turn, "VT §3")
    hand = state.hands[seat]
    if action.card not in hand:
        return Ruling("card_not_held", "VT §3", f"{action.card} is not in your hand, which is {', '.join(hand)}.")
    led = state.phase.cards[0].suit if state.phase.cards else None
    allowed = playable(hand, led)
    if action.card not in allowed:
        return Ruling("must_follow_suit", "VT §3", f"You hold the suit led and must play one of {', '.join(allowed)}.")
    return None


def _not_your_turn(turn: Seat, rule: str) -> Ruling:
    return Ruling("not_your_turn", rule, f"It is the turn of seat {turn + 1}.")


def _wrong_phase(state: State) -> Ruling:
    """Refuse what does not belong to the phase, and say what does."""
    match state.phase:
        case Resting():
            return Ruling("no_round_running", "VT §Course", "No round is running; the next one has to be dealt first.")
        case Over():
            return Ruling("game_over", "VT §End", "The game is won; nothing more can be done.")
        case Arranging():
            return Ruling("wrong_phase", "VT §1", f"The dealer in seat {state.dealer + 1} ranks equal cards now.")
        case Buying():
            return Ruling("wrong_phase", "VT §1", f"Cards are being bought; seat {state.phase.turn + 1} takes one now.")
        case Swapping():
            return Ruling("wrong_phase", "VT §Variant", f"Seat {state.phase.turn + 1} has to swap two cards now.")
        case Melding():
            return Ruling("wrong_phase", "VT §2", "Seats that have not melded yet meld now.")
        case Playing():
            turn = player_to_play(state, state.phase) + 1
            return Ruling("wrong_phase", "VT §3", f"Tricks are being played; seat {turn} plays a card now.")
        case _:
            assert_never(state.phase)
