"""Where a game stands."""

from msgspec import Struct

from domain.games.volltreffer.cards import CARDS, Card
from domain.games.volltreffer.messages import Meld
from domain.games.volltreffer.options import Options
from domain.kernel import Deadline, Deal, Placed, Seat, Setup

HAND_SIZE = 8


class Resting(Struct, frozen=True, tag="resting"):
    """Between rounds."""


class Arranging(Struct, frozen=True, tag="arranging"):
    """The dealer ranks equal cards of the first four."""


class Buying(Struct, frozen=True, tag="buying"):
    """`turn` buys a card."""

    turn: Seat


class Swapping(Struct, frozen=True, tag="swapping"):
    """The variant: `turn` has bought and swaps two cards."""

    turn: Seat


class Melding(Struct, frozen=True, tag="melding"):
    """Every seat without an entry in `State.melds` melds, in any order."""


class Playing(Struct, frozen=True, tag="playing"):
    """The trick in progress: who led, and the cards so far in playing order."""

    leader: Seat
    cards: tuple[Card, ...] = ()


class Over(Struct, frozen=True, tag="over"):
    """The game is won."""

    winners: tuple[Seat, ...]


Phase = Resting | Arranging | Buying | Swapping | Melding | Playing | Over


class Smallest(Struct, frozen=True):
    """The smallest sum of a round and who holds it."""

    holders: tuple[Seat, ...]
    sum: int


class Trick(Struct, frozen=True):
    """A complete trick: cards in playing order from `leader`."""

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat


class State(Struct, frozen=True):
    """A game. Everything by seat is in seat order; a round's fields are empty between rounds."""

    options: Options
    seats: int
    first_buyer: Seat
    """First buyer of this round; between rounds, of the round before (at first: the youngest)."""
    pawns: tuple[int, ...]
    """Spaces on the track."""
    hands: tuple[tuple[Card, ...], ...]
    """In the order of purchase, which only the variant's swap changes."""
    round: int = 0
    """The round that runs or was played last."""
    label: str = ""
    """Under which the round's deck was shuffled."""
    trump: Card | None = None
    drawn: int = 0
    """Cards that left the deck."""
    market: tuple[Card, ...] = ()
    """The four laid-out cards; while the dealer chooses, as they were revealed."""
    melds: tuple[tuple[Meld, ...] | None, ...] = ()
    """What each seat has melded; None: not yet."""
    smallest: Smallest | None = None
    shown: tuple[Seat, ...] = ()
    """Holders of the smallest sum who have shown their hand to the left neighbour."""
    tricks: tuple[Trick, ...] = ()
    phase: Phase = Resting()

    @property
    def dealer(self) -> Seat:
        """The seat to the right of the first buyer (VT 1)."""
        return (self.first_buyer - 1) % self.seats

    def left_of(self, seat: Seat) -> Seat:
        """Give the left neighbour."""
        return (seat + 1) % self.seats


def initial(setup: Setup) -> State:
    """Put the pawns on 25, or with five players on 30 (VT §Setup); the youngest will buy first."""
    options: Options = setup.options
    start = 30 if setup.seats == 5 else 25
    return State(options, setup.seats, setup.youngest, (start,) * setup.seats, ((),) * setup.seats)


def player_to_play(state: State, phase: Playing) -> Seat:
    """Whose card the trick waits for."""
    return (phase.leader + len(phase.cards)) % state.seats


def check_is_open(state: State) -> bool:
    """Whether the neighbour's check may still be asked for: until the first card is played (VT 24)."""
    return isinstance(state.phase, Playing) and not state.phase.cards and not state.tricks


def checkers(state: State) -> dict[Seat, Seat]:
    """Give who may ask to see whose hand now: left neighbour -> holder of the smallest sum (VT 9)."""
    if not state.options.neighbour_check or state.smallest is None or not check_is_open(state):
        return {}
    return {state.left_of(holder): holder for holder in state.smallest.holders if holder not in state.shown}


def to_act(state: State) -> tuple[Seat, ...]:
    """Give the seats that may act; the neighbour's check is among them but holds nobody up."""
    match state.phase:
        case Resting() | Over():
            return ()
        case Arranging():
            return (state.dealer,)
        case Buying() | Swapping() as phase:
            return (phase.turn,)
        case Melding():
            return tuple(seat for seat, melds in enumerate(state.melds) if melds is None)
        case Playing() as phase:
            return tuple(sorted({player_to_play(state, phase), *checkers(state)}))


def deal(state: State) -> Deal:
    """Say whether a round runs."""
    match state.phase:
        case Resting():
            return Deal.REST
        case Over():
            return Deal.OVER
        case Arranging() | Buying() | Swapping() | Melding() | Playing():
            return Deal.RUNNING


def due(state: State) -> tuple[Deadline, ...]:
    """Give no deadline: this game knows none of its own."""
    del state
    return ()


def pieces(options: Options, data: object) -> dict[str, int]:
    """Give all faces: every card once."""
    del options, data
    return dict.fromkeys(CARDS, 1)


def placed(state: State) -> Placed:
    """Count every card once: trump, market, hands, tricks; the rest is in the deck."""
    cards: list[Card] = [*state.market]
    if state.trump is not None:
        cards.append(state.trump)
    for hand in state.hands:
        cards.extend(hand)
    for trick in state.tricks:
        cards.extend(trick.cards)
    if isinstance(state.phase, Playing):
        cards.extend(state.phase.cards)
    return Placed({str(card): cards.count(card) for card in cards}, len(CARDS) - state.drawn)
