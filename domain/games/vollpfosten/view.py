"""What a seat, or the public, may know. Terms, votes, counts and both discard piles are public; hands are not."""

from collections import Counter

from msgspec import Struct

from domain.games.vollpfosten.components import STANDARD, Category, Data, category, category_faces, letter_faces, lines
from domain.games.vollpfosten.kinds import PlayKind, Purpose, Special
from domain.games.vollpfosten.offers import due, to_act
from domain.games.vollpfosten.options import Options
from domain.games.vollpfosten.state import Finished, Picking, Play, Resting, Stage, State, Targeting, further_cards
from domain.kernel import Deadline, Placed, Seat


class PlayView(Struct, frozen=True):
    """A term that was said: public. `until` is when it can no longer be objected to, or countered."""

    id: int
    seat: Seat
    card: str
    term: str | None
    kind: PlayKind
    letters: str
    stage: Stage
    until: int | None
    target: int | None
    fits: tuple[Seat, ...]
    objects: tuple[Seat, ...]


class ReadingView(Struct, frozen=True):
    """The category read last: public. `tied` are the seats that break a tie; `fastest` has won it."""

    reader: Seat
    card: str
    category: Category
    purpose: Purpose
    tied: tuple[Seat, ...]
    passed: tuple[Seat, ...]
    """Who gave up answering."""
    fastest: Seat | None
    letters: str
    further: int
    chance: bool
    barred: tuple[Seat, ...]
    """Countered seats, which lay no further cards (VP 31)."""


class PickView(Struct, frozen=True):
    """`seat` picks a card from the hand of `source` by its place; `back` once it has (VP 20): public."""

    seat: Seat
    source: Seat
    back: int | None


class View(Struct, frozen=True):
    """What `seat` (None: the public) may know. Deadlines are in server time."""

    seat: Seat | None
    seats: int
    options: Options
    phase: str
    round: int
    rounds_won: tuple[int, ...]
    hand: tuple[str, ...] | None
    counts: tuple[int, ...]
    on_turn: Seat | None
    drawn_card: tuple[Category, ...] | None
    """The categories of the drawn card, for its reader alone."""
    row: tuple[Special, ...]
    candidates: tuple[Seat, ...]
    """Among whom an action card lets its drawer choose."""
    picks: tuple[PickView, ...]
    """Who picks a back of whose hand."""
    reading: ReadingView | None
    plays: tuple[PlayView, ...]
    letter_pile: int
    category_pile: int
    played: tuple[str, ...]
    set_aside: tuple[str, ...]
    to_act: tuple[Seat, ...]
    deadlines: tuple[Deadline, ...]


def view(state: State, seat: Seat | None) -> View:
    """Build the view of `seat`, or of the public."""
    turn = state.turn
    drawn = None
    if turn is not None and turn.card is not None and turn.seat == seat:
        drawn = tuple(category(state.data, line) for line in lines(state.data, turn.card))
    return View(
        seat=seat,
        seats=state.seats,
        options=state.options,
        phase=str(state.phase.__struct_config__.tag),
        round=state.round,
        rounds_won=state.rounds_won,
        hand=state.hands[seat] if seat is not None and state.hands else None,
        counts=tuple(len(hand) for hand in state.hands),
        on_turn=_on_turn(state),
        drawn_card=drawn,
        row=() if turn is None else turn.row,
        candidates=state.phase.candidates if isinstance(state.phase, Targeting) else (),
        picks=_picks(state),
        reading=_reading(state),
        plays=tuple(_play(play) for play in state.plays),
        letter_pile=state.letters.left,
        category_pile=state.categories.left,
        played=state.played,
        set_aside=state.aside,
        to_act=to_act(state),
        deadlines=due(state),
    )


def _on_turn(state: State) -> Seat | None:
    if isinstance(state.phase, Resting | Finished):
        return None
    seat = getattr(state.phase, "seat", None)
    return seat if isinstance(seat, int) else (None if state.turn is None else state.turn.seat)


def _picks(state: State) -> tuple[PickView, ...]:
    phase = state.phase
    if not isinstance(phase, Picking):
        return ()
    return tuple(map(PickView, phase.seats, phase.sources, phase.backs))


def _play(play: Play) -> PlayView:
    return PlayView(
        play.id,
        play.seat,
        play.card,
        play.term,
        play.kind,
        play.letters,
        play.stage,
        play.until,
        play.target,
        play.fits,
        play.objects,
    )


def _reading(state: State) -> ReadingView | None:
    reading = state.reading
    if reading is None:
        return None
    tied = tuple(play.seat for play in reading.tied if play.seat not in reading.out)
    return ReadingView(
        reading.reader,
        reading.card,
        category(state.data, reading.category),
        reading.purpose,
        tied,
        reading.passed,
        reading.fastest,
        reading.letters,
        further_cards(state),
        reading.chance,
        reading.barred,
    )


def pieces(options: Options, data: object) -> dict[str, int]:
    """Count all faces of both piles."""
    played = data if isinstance(data, Data) else STANDARD
    return dict(Counter(letter_faces(options, played) + category_faces(played)))


def placed(state: State) -> Placed:
    """Count the faces in hands, on the table, discarded and with the drawer, and the cards still in piles."""
    faces: Counter[str] = Counter(state.played + state.aside)
    for hand in state.hands:
        faces.update(hand)
    faces.update(play.card for play in state.plays if play.card and play.stage in _IN_THE_AIR)
    if state.turn is not None:
        faces.update(str(action) for action in state.turn.row)
        faces.update([state.turn.card] if state.turn.card is not None else [])
    return Placed(dict(faces), state.letters.left + state.categories.left)


_IN_THE_AIR = {Stage.WAITING, Stage.JUDGING, Stage.RIGHT}
