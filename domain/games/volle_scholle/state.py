"""Where everything lies, and how each fact moves it. No rule lives here."""

from typing import TypeVar, assert_never

from msgspec import Struct
from msgspec.structs import replace

from domain.games.volle_scholle.cards import PENGUINS, Card, Cards, Colour, without
from domain.games.volle_scholle.messages import (
    CardDrawn,
    CardsDiscarded,
    CardsKept,
    CardsPlayed,
    DiscardReshuffled,
    Events,
    FloeRevealed,
    FloeSetAside,
    FloeWon,
    GameScored,
    MeltingFloeRevealed,
    Passed,
    PenguinsDealt,
    StartYielded,
)
from domain.games.volle_scholle.options import Options
from domain.kernel import Seat, Setup

T = TypeVar("T")


class Waiting(Struct, frozen=True, tag="waiting"):
    """Nothing is dealt yet."""

    youngest: Seat


class Turning(Struct, frozen=True, tag="turning"):
    """The next floe is about to be turned over for a round that `starter` is due to start."""

    starter: Seat


class Bidding(Struct, frozen=True, tag="bidding"):
    """A round for `floe`. `rows` (what lies in front of each seat) and `passed` are in seat order."""

    floe: int
    due: Seat
    """Who was due to start."""
    rows: tuple[Cards, ...]
    passed: tuple[bool, ...]
    yielded: tuple[Seat, ...] = ()
    """Who could not start (VS 2)."""
    starter: Seat | None = None
    """Who did start."""
    colour: Colour | None = None
    leader: Seat | None = None
    """Who raised last, and so has the highest sum."""
    spoke: Seat | None = None
    """Who played or passed last."""


class Sorting(Struct, frozen=True, tag="sorting"):
    """The floe is won; `rows` are the played cards that are neither kept nor discarded yet."""

    winner: Seat
    starter: Seat
    rows: tuple[Cards, ...]


class Over(Struct, frozen=True, tag="over"):
    """The game has been scored; all in seat order."""

    penguin_points: tuple[int, ...]
    floe_points: tuple[int, ...]
    results: tuple[int, ...]


Phase = Waiting | Turning | Bidding | Sorting | Over


class Deck(Struct, frozen=True):
    """The draw deck: shuffle number `shuffle` of `cards` (sorted, publicly known), of which `drawn` are gone."""

    shuffle: int = 1
    cards: Cards = PENGUINS
    drawn: int = 0

    @property
    def label(self) -> str:
        """The label of this shuffle."""
        return f"penguins/{self.shuffle}"

    @property
    def left(self) -> int:
        """How many cards can still be drawn."""
        return len(self.cards) - self.drawn


class State(Struct, frozen=True, kw_only=True):
    """The whole table; tuples of tuples are in seat order, hands sorted by face."""

    seats: int
    options: Options
    phase: Phase
    hands: tuple[Cards, ...]
    known: tuple[Cards, ...]
    """Cards of the open deal that everybody knows to be still in a hand (VS 1)."""
    kept: tuple[Cards, ...]
    """The penguins, face down until the end."""
    won: tuple[tuple[int, ...], ...]
    """The floes won, by value."""
    deck: Deck = Deck()
    discard: Cards = ()
    turned: int = 0
    """How many floes have been turned over, the melting one included."""
    melted: bool = False
    set_aside: tuple[int, ...] = ()
    """Floes that nobody could play for (VS 2)."""


def initial(setup: Setup) -> State:
    """Give the table before anything is dealt."""
    nothing: tuple[Cards, ...] = ((),) * setup.seats
    return State(
        seats=setup.seats,
        options=setup.options,
        phase=Waiting(setup.youngest),
        hands=nothing,
        known=nothing,
        kept=nothing,
        won=((),) * setup.seats,
    )


def evolve(state: State, event: Events) -> State:
    """Apply one recorded fact."""
    match event:
        case PenguinsDealt():
            hands = tuple(_clear(hand) for hand in event.hands)
            return replace(
                state,
                phase=Turning(event.starter),
                hands=hands,
                known=state.known if state.options.hidden_start else hands,
                deck=replace(state.deck, drawn=state.deck.drawn + sum(map(len, hands))),
            )
        case FloeRevealed():
            rows: tuple[Cards, ...] = ((),) * state.seats
            phase = Bidding(event.floe, event.starter, rows, (False,) * state.seats)
            return replace(state, phase=phase, turned=state.turned + 1)
        case StartYielded():
            bidding = _bidding(state)
            return replace(state, phase=replace(bidding, yielded=(*bidding.yielded, event.seat)))
        case FloeSetAside():
            return replace(state, phase=Turning(event.starter), set_aside=(*state.set_aside, event.floe))
        case CardsPlayed():
            return _played(state, event)
        case Passed():
            bidding = _bidding(state)
            passed = _at(bidding.passed, event.seat, True)
            return replace(state, phase=replace(bidding, passed=passed, spoke=event.seat))
        case FloeWon():
            bidding = _bidding(state)
            if bidding.starter is None:
                raise ValueError("a floe was won in a round that nobody started")
            won = _at(state.won, event.seat, (*state.won[event.seat], event.floe))
            return replace(state, phase=Sorting(event.seat, bidding.starter, bidding.rows), won=won)
        case DiscardReshuffled():
            return replace(state, deck=Deck(event.shuffle, tuple(sorted(state.discard))), discard=())
        case CardDrawn():
            hand = tuple(sorted((*state.hands[event.seat], *_clear((event.card,)))))
            deck = replace(state.deck, drawn=state.deck.drawn + 1)
            return replace(state, hands=_at(state.hands, event.seat, hand), deck=deck)
        case CardsDiscarded():
            sorting = _cleared(state, event.seat, event.cards)
            return replace(state, phase=sorting, discard=(*state.discard, *event.cards))
        case CardsKept():
            kept = _at(state.kept, event.seat, (*state.kept[event.seat], *event.cards))
            return replace(state, phase=_cleared(state, event.seat, event.cards), kept=kept)
        case MeltingFloeRevealed():
            return replace(state, turned=state.turned + 1, melted=True)
        case GameScored():
            phase_over = Over(event.penguin_points, event.floe_points, event.results)
            hands_gone = tuple(card for hand in state.hands for card in hand)
            nothing: tuple[Cards, ...] = ((),) * state.seats
            discard = (*state.discard, *hands_gone)
            return replace(state, phase=phase_over, hands=nothing, known=nothing, discard=discard)
        case _:
            assert_never(event)


def _played(state: State, event: CardsPlayed) -> State:
    bidding, seat = _bidding(state), event.seat
    first = bidding.starter is None
    phase = replace(
        bidding,
        rows=_at(bidding.rows, seat, (*bidding.rows[seat], *event.cards)),
        starter=seat if first else bidding.starter,
        colour=event.cards[0].colour if first else bidding.colour,
        leader=seat,
        spoke=seat,
    )
    known = state.known[seat]
    for card in event.cards:
        if card in known:  # an equal card drawn in secret may stay behind: nobody else could tell
            known = without(known, (card,))
    return replace(
        state,
        phase=phase,
        hands=_at(state.hands, seat, without(state.hands[seat], event.cards)),
        known=_at(state.known, seat, known),
    )


def _cleared(state: State, seat: Seat, cards: Cards) -> Sorting:
    if not isinstance(state.phase, Sorting):
        raise ValueError("no round has just ended")
    return replace(state.phase, rows=_at(state.phase.rows, seat, without(state.phase.rows[seat], cards)))


def _bidding(state: State) -> Bidding:
    if not isinstance(state.phase, Bidding):
        raise ValueError("no round is being played")
    return state.phase


def _clear(cards: tuple[Card | None, ...]) -> Cards:
    clear = tuple(card for card in cards if card is not None)
    if len(clear) != len(cards):
        raise ValueError("a redacted event cannot be applied")
    return clear


def _at(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])
