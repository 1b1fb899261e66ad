"""The state: hands, piles, the seat on turn, the category that is open, and the phase.

Phases of a turn:

    Drawing -> Choosing -> Answering -> Tying -> Judging -> Settling -> Drawing
                        -> Circle (Vicious Circle) -> Drawing
            -> Targeting, Picking (action cards that ask for a choice)

A `Play` is one term that was said, with a life of its own: waiting, judged, then open to counters, then closed.
Several can be alive at once, each with its own deadline.
"""

from enum import StrEnum

import msgspec
from msgspec import Struct

from domain.games.vollpfosten.components import STANDARD, Data
from domain.games.vollpfosten.kinds import PlayKind, Purpose, Special
from domain.games.vollpfosten.options import Options
from domain.kernel import Deal, Seat, Setup

DEEPEST_COUNTER = 4
"""How deep counters may stand on each other (VP 14)."""
BIG_CHANCE_CARDS = 2
"""Further cards of the fastest in a Big Chance."""


class Stage(StrEnum):
    """Where a play is in its life."""

    WAITING = "waiting"
    """Laid; the tie window is still open."""
    JUDGING = "judging"
    """May be objected to until `until`."""
    RIGHT = "right"
    """Judged right, not yet laid for good."""
    OPEN = "open"
    """On the table, may be countered until `until`."""
    CLOSED = "closed"
    """Settled."""
    WRONG = "wrong"
    """Judged wrong; the card is back in the hand."""


class Play(Struct, frozen=True):
    """A term that was said, with its card ("" in a Vicious Circle); `depth` counts the counters below it."""

    id: int
    seat: Seat
    card: str
    term: str | None
    kind: PlayKind
    letters: str
    at: int
    stage: Stage
    until: int | None = None
    target: int | None = None
    depth: int = 0
    hit: bool = False
    """Was it countered?"""
    fits: tuple[Seat, ...] = ()
    """Seats that said it fits."""
    objects: tuple[Seat, ...] = ()
    """Seats that said it does not."""
    stands: tuple[Seat, ...] = ()
    """Seats that will not counter it."""


class Reading(Struct, frozen=True):
    """The category that was read last, and what became of it."""

    reader: Seat
    card: str
    category: str
    purpose: Purpose
    tied: tuple[Play, ...] = ()
    """The right answers that this tie-break decides between; empty in a normal category."""
    tied_category: str = ""
    """The category of those answers."""
    nested: bool = False
    """Is this a tie within a tie-break?"""
    chance: bool = False
    """Does the fastest get two further cards of any letter (Big Chance)?"""
    out: tuple[Seat, ...] = ()
    """Seats that are out of the tie-break."""
    passed: tuple[Seat, ...] = ()
    """Seats that gave up answering."""
    fastest: Seat | None = None
    letters: str = ""
    """The letters of the fastest's first card: what further cards must begin with."""
    penalised: Seat | None = None
    """Who took the last penalty card since the category was won."""
    barred: tuple[Seat, ...] = ()
    """Countered seats: no further cards (VP 31)."""
    finished: bool = False
    """Has the fastest said that he lays no further cards?"""


class Pile(Struct, frozen=True):
    """A face-down pile: `cards` went into the shuffle numbered `shuffle`, `drawn` of them have left it."""

    cards: tuple[str, ...] = ()
    shuffle: int = 0
    drawn: int = 0

    @property
    def left(self) -> int:
        """How many cards still lie in it."""
        return len(self.cards) - self.drawn


class Turn(Struct, frozen=True):
    """Who drew, the category card it holds, and the action cards still to be carried out."""

    seat: Seat
    card: str | None = None
    row: tuple[Special, ...] = ()


class Resting(Struct, frozen=True, tag="resting"):
    """Between rounds."""


class Finished(Struct, frozen=True, tag="finished"):
    """The match is won."""


class Drawing(Struct, frozen=True, tag="drawing"):
    """`seat` draws the next category card; the fastest may still lay further cards."""

    seat: Seat
    until: int


class Choosing(Struct, frozen=True, tag="choosing"):
    """`seat` chooses a category of its card."""

    seat: Seat
    purpose: Purpose
    until: int


class Answering(Struct, frozen=True, tag="answering"):
    """Nobody has answered yet."""

    until: int


class Tying(Struct, frozen=True, tag="tying"):
    """The tie window is open."""

    until: int


class Judging(Struct, frozen=True, tag="judging"):
    """Answers are closed, the laid ones are judged."""


class Settling(Struct, frozen=True, tag="settling"):
    """The category is won; `chance_until`: the two further cards of a Big Chance may be laid."""

    chance_until: int | None = None


class Targeting(Struct, frozen=True, tag="targeting"):
    """`seat` points at one of `candidates`."""

    seat: Seat
    action: Special
    candidates: tuple[Seat, ...]
    until: int


class Picking(Struct, frozen=True, tag="picking"):
    """Each of `seats` picks a back from the hand of its entry in `sources`; `backs` holds those picked."""

    action: Special
    seats: tuple[Seat, ...]
    sources: tuple[Seat, ...]
    until: int
    backs: tuple[int | None, ...]


class Fault(Struct, frozen=True):
    """The earliest failure in a Vicious Circle so far."""

    seat: Seat
    order: int


class Circle(Struct, frozen=True, tag="circle"):
    """`seat` continues the list; with a `fault`, only earlier terms are still being judged."""

    seat: Seat
    until: int
    fault: Fault | None = None


Phase = Resting | Finished | Drawing | Choosing | Answering | Tying | Judging | Settling | Targeting | Picking | Circle


class State(Struct, frozen=True):
    """All there is. Hands are sorted; `played` and `aside` are the sorted discard piles."""

    seats: int
    youngest: Seat
    options: Options
    custom: Data | None
    """The component set, or None for the shipped one."""
    rounds_won: tuple[int, ...]
    phase: Phase = Resting()
    round: int = 0
    last_winners: tuple[Seat, ...] = ()
    hands: tuple[tuple[str, ...], ...] = ()
    letters: Pile = Pile()
    categories: Pile = Pile()
    played: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()
    turn: Turn | None = None
    reading: Reading | None = None
    plays: tuple[Play, ...] = ()
    said: int = 0
    """Terms said in this round: the number of the next play."""
    draws: int = 0
    """Blind draws in this round: the number of the next."""

    @property
    def data(self) -> Data:
        """The component set that is played."""
        return STANDARD if self.custom is None else self.custom

    @property
    def drawer(self) -> Seat:
        """The seat whose turn it is."""
        assert self.turn is not None, "nobody is on turn"
        return self.turn.seat

    @property
    def open_reading(self) -> Reading:
        """The category read last."""
        assert self.reading is not None, "no category was read"
        return self.reading

    @property
    def held(self) -> str:
        """The category card in the drawer's hand."""
        card = None if self.turn is None else self.turn.card
        assert card is not None, "no category card is held"
        return card

    def play(self, id: int) -> Play | None:
        """Give the play with that number, if it belongs to the category read last."""
        return next((play for play in self.plays if play.id == id), None)

    def others(self, seat: Seat) -> tuple[Seat, ...]:
        """Give every other seat, clockwise from the left neighbour."""
        return tuple((seat + step) % self.seats for step in range(1, self.seats))


def initial(setup: Setup) -> State:
    """Give the state before the first round."""
    data = setup.data if isinstance(setup.data, Data) else None
    if setup.data is not None and data is None:
        data = msgspec.convert(setup.data, Data)
    return State(
        seats=setup.seats,
        youngest=setup.youngest,
        options=setup.options,
        custom=None if data is None or data == STANDARD else data,
        rounds_won=(0,) * setup.seats,
    )


def deal(state: State) -> Deal:
    """Say where the match is."""
    match state.phase:
        case Resting():
            return Deal.REST
        case Finished():
            return Deal.OVER
        case _:
            return Deal.RUNNING


def may_answer(state: State) -> tuple[Seat, ...]:
    """Give the seats that may still answer the open category: not its reader, each once, in a tie only the tied."""
    reading = state.reading
    if reading is None or not isinstance(state.phase, Answering | Tying):
        return ()
    seats = tuple(play.seat for play in reading.tied) if reading.tied else state.others(reading.reader)
    answered = {play.seat for play in state.plays if play.kind is PlayKind.ANSWER} | {*reading.out, *reading.passed}
    return tuple(sorted(seat for seat in seats if seat not in answered and state.hands[seat]))


def may_play_further(state: State) -> Seat | None:
    """Give the seat that may lay further cards now: the fastest, unless countered or out of cards or time."""
    reading = state.reading
    if reading is None or reading.fastest is None or reading.finished or reading.fastest in reading.barred:
        return None
    match state.phase:
        case Settling(chance_until=until):
            open_ = not reading.chance or (until is not None and further_cards(state) < BIG_CHANCE_CARDS)
        case Drawing():
            open_ = not reading.chance
        case _:
            open_ = False
    return reading.fastest if open_ and state.hands[reading.fastest] else None


def further_cards(state: State) -> int:
    """Count the further cards in this category that lie on the table or are being judged."""
    return sum(play.kind is PlayKind.FURTHER and play.stage is not Stage.WRONG for play in state.plays)


def may_counter(state: State, play: Play) -> tuple[Seat, ...]:
    """Give the seats that could counter a play, whatever they hold: all others with a card (VP 14, VP 27)."""
    if play.stage is not Stage.OPEN or play.depth >= DEEPEST_COUNTER or being_countered(state, play):
        return ()
    return tuple(sorted(seat for seat in state.others(play.seat) if state.hands[seat] and seat not in play.stands))


def being_countered(state: State, play: Play) -> bool:
    """Has this play been countered, or is a counter to it being judged?"""
    return play.hit or any(other.target == play.id and other.stage is Stage.JUDGING for other in state.plays)


def judges(state: State, play: Play) -> tuple[Seat, ...]:
    """Give the seats whose votes decide about a play's term: all others, or the host alone (VP 1)."""
    options = state.options
    host = min(options.host_seat, state.seats - 1)
    if options.judge.value == "host" and host != play.seat:
        return (host,)
    return tuple(sorted(state.others(play.seat)))
