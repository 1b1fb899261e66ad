"""What a seat, or the public, may know."""

from typing import Literal, assert_never

from msgspec import Struct

from domain.games.volltreffer.cards import Card
from domain.games.volltreffer.market import PRICES
from domain.games.volltreffer.messages import AnyAction, AnyEvent, HandShown, Meld
from domain.games.volltreffer.options import Options
from domain.games.volltreffer.scoring import goal
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
    player_to_play,
)
from domain.kernel import Seat, Secret

PhaseName = Literal["resting", "arranging", "buying", "swapping", "melding", "playing", "over"]


class View(Struct, frozen=True):
    """The table as one viewer sees it; everything by seat is in seat order."""

    seat: Seat | None
    """The viewer; None: the public."""
    round: int
    phase: PhaseName
    turn: Seat | None
    """Whose move the table waits for; None while all meld, and between rounds."""
    first_buyer: Seat
    dealer: Seat
    pawns: tuple[int, ...]
    goal: tuple[int, int]
    """First and last space of the goal area."""
    trump: Card | None
    """The trump card beside the deck: its suit is trump."""
    prices: tuple[int, ...]
    market: tuple[Card, ...]
    """The laid-out cards under the prices; in the phase "arranging" as they were revealed."""
    hands: tuple[tuple[Card, ...] | None, ...]
    """Hands that the viewer may see, None for the others (VT 19)."""
    hand_sizes: tuple[int, ...]
    melds: tuple[tuple[Meld, ...] | None, ...]
    """What each seat has melded; None: not yet."""
    smallest: Smallest | None
    shown: tuple[Seat, ...]
    """Who has shown the smallest sum to his left neighbour."""
    leader: Seat | None
    trick: tuple[Card, ...]
    """The trick in progress, in playing order from `leader`."""
    tricks: tuple[Trick, ...]
    """The complete tricks of the round."""
    winners: tuple[Seat, ...]


def view(state: State, seat: Seat | None) -> View:
    """Show the table to a seat, or to the public."""
    playing = state.phase if isinstance(state.phase, Playing) else None
    return View(
        seat=seat,
        round=state.round,
        phase=_name(state.phase),
        turn=_turn(state),
        first_buyer=state.first_buyer,
        dealer=state.dealer,
        pawns=state.pawns,
        goal=goal(state.options),
        trump=state.trump,
        prices=PRICES,
        market=state.market,
        hands=tuple(hand if _sees(state, seat, owner) else None for owner, hand in enumerate(state.hands)),
        hand_sizes=tuple(len(hand) for hand in state.hands),
        melds=state.melds,
        smallest=state.smallest,
        shown=state.shown,
        leader=None if playing is None else playing.leader,
        trick=() if playing is None else playing.cards,
        tricks=state.tricks,
        winners=state.phase.winners if isinstance(state.phase, Over) else (),
    )


def secrets(options: Options, message: AnyAction | AnyEvent) -> tuple[Secret, ...]:
    """Name what is secret: a hand shown to the neighbour, card by card, is for that neighbour alone (VT 9, VT 21)."""
    del options
    if isinstance(message, HandShown):
        return tuple(Secret(("cards", index), (message.to,)) for index in range(len(message.cards)))
    return ()


def _sees(state: State, viewer: Seat | None, owner: Seat) -> bool:
    """Whether a hand is open to a viewer: his own, one shown to him (VT 9), or all by option (VT 19)."""
    if state.options.open_hands or viewer == owner:
        return True
    return owner in state.shown and viewer == state.left_of(owner)


def _turn(state: State) -> Seat | None:
    match state.phase:
        case Arranging():
            return state.dealer
        case Buying() | Swapping() as phase:
            return phase.turn
        case Playing() as phase:
            return player_to_play(state, phase)
        case Resting() | Melding() | Over():
            return None
        case _:
            assert_never(state.phase)


def _name(phase: Phase) -> PhaseName:
    match phase:
        case Resting():
            return "resting"
        case Arranging():
            return "arranging"
        case Buying():
            return "buying"
        case Swapping():
            return "swapping"
        case Melding():
            return "melding"
        case Playing():
            return "playing"
        case Over():
            return "over"
        case _:
            assert_never(phase)
