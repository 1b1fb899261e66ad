"""Action cards: a row of them is carried out in the order drawn, then the drawer goes on (VP §5, VP 19)."""

from typing import assert_never

from domain.games.vollpfosten import action_events as a
from domain.games.vollpfosten import events as e
from domain.games.vollpfosten.course import Course
from domain.games.vollpfosten.kinds import Purpose, Special
from domain.games.vollpfosten.options import BlindDraw
from domain.games.vollpfosten.state import Picking, State, Targeting
from domain.kernel import Seat


def begin_turn(course: Course, seat: Seat) -> None:
    """Draw for the seat on turn, until a category card comes, and carry out what was drawn before it."""
    course.emit(e.TurnBegun(seat))
    course.draw_category()
    carry_on(course)


def carry_on(course: Course) -> None:
    """Carry out the rest of the row; then the drawer reads the revealed card, or draws on if it is used up."""
    while not course.end_round_if_won():
        turn = course.state.turn
        assert turn is not None
        if not turn.row:
            if turn.card is not None:
                course.ask_category(Purpose.TURN)
            else:
                course.give_turn(turn.seat)
            return
        course.emit(a.ActionBegun(turn.seat, turn.row[0]))
        if not _perform(course, turn.seat, turn.row[0]):
            return


def _perform(course: Course, seat: Seat, action: Special) -> bool:
    """Carry out one action card; False when it waits for somebody."""
    state = course.state
    match action:
        case Special.VICIOUS_CIRCLE | Special.BIG_CHANCE:
            if state.turn is not None and state.turn.card is None:
                course.draw_category()
            circle = action is Special.VICIOUS_CIRCLE
            course.ask_category(Purpose.VICIOUS_CIRCLE if circle else Purpose.BIG_CHANCE)
            return False
        case Special.ROUNDABOUT:
            course.emit(a.HandsPassed(tuple(state.hands[i - 1] for i in range(state.seats))))
            return True
        case Special.ELECTION_PARTY:
            seats = tuple(range(state.seats))
            return _draw_blind(course, action, seats, tuple((i + 1) % state.seats for i in seats))
        case Special.LEFT_LUCK:
            return _draw_blind(course, action, (seat,), ((seat + 1) % state.seats,))
        case Special.AGONY_OF_CHOICE:
            _ask_target(course, action, tuple(sorted(state.others(seat))))
            return False
        case Special.UNLUCKY_BIRD:
            return _strike(course, seat)
    assert_never(action)


def _ask_target(course: Course, action: Special, candidates: tuple[Seat, ...]) -> None:
    until = course.in_seconds(course.state.options.choice_timeout_s)
    course.emit(a.TargetAsked(course.state.drawer, action, candidates, until))


def holders_of_most(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Give the others that hold as many cards as anybody; none when `seat` alone holds the most (VP 22)."""
    most = max(len(hand) for hand in state.hands)
    return tuple(other for other in sorted(state.others(seat)) if len(state.hands[other]) == most)


def _strike(course: Course, seat: Seat) -> bool:
    candidates = holders_of_most(course.state, seat)
    if len(candidates) > 1:
        _ask_target(course, Special.UNLUCKY_BIRD, candidates)
        return False
    if candidates:
        _swap(course, seat, candidates[0])
    else:
        course.emit(a.ActionLapsed(seat, Special.UNLUCKY_BIRD))
    return True


def _swap(course: Course, seat: Seat, other: Seat) -> None:
    hands = course.state.hands
    course.emit(a.HandsSwapped(seat, other, (hands[other], hands[seat])))


def choose_target(course: Course, target: Seat) -> None:
    """Carry on with the player pointed at."""
    phase = course.state.phase
    assert isinstance(phase, Targeting)
    course.emit(a.TargetChosen(phase.seat, target))
    if phase.action is Special.UNLUCKY_BIRD:
        _swap(course, phase.seat, target)
    elif not _draw_blind(course, phase.action, (phase.seat,), (target,)):
        return
    carry_on(course)


def _draw_blind(course: Course, action: Special, seats: tuple[Seat, ...], sources: tuple[Seat, ...]) -> bool:
    """Draw blindly at once, or ask each drawing seat for a back first (VP 20)."""
    if course.state.options.blind_draw is BlindDraw.PICKER:
        until = course.in_seconds(course.state.options.choice_timeout_s)
        course.emit(a.BacksAsked(action, seats, sources, until))
        return False
    _take(course, action, seats, sources, (0,) * len(seats))
    return True


def take_back(course: Course, seat: Seat, back: int) -> None:
    """Note a picked back; when all have picked, the cards are drawn at the same time."""
    course.emit(a.BackTaken(seat, back))
    phase = course.state.phase
    assert isinstance(phase, Picking)
    backs = tuple(back for back in phase.backs if back is not None)
    if len(backs) == len(phase.seats):
        _take(course, phase.action, phase.seats, phase.sources, backs)
        carry_on(course)


def take_remaining_backs(course: Course) -> None:
    """The time is up: whoever has not picked gets the first card of the shuffled fan."""
    phase = course.state.phase
    assert isinstance(phase, Picking)
    for seat, back in zip(phase.seats, phase.backs, strict=True):
        if back is None:
            take_back(course, seat, 0)


def _take(
    course: Course, action: Special, seats: tuple[Seat, ...], sources: tuple[Seat, ...], backs: tuple[int, ...]
) -> None:
    draw = course.state.draws + 1
    if action is Special.ELECTION_PARTY:
        cards = tuple(course.blind_card(f"blind/{draw}/{i}", sources[i], backs[i]) for i in seats)
        course.emit(a.ElectionHeld(draw, cards))
        return
    card = course.blind_card(f"blind/{draw}", sources[0], backs[0])
    course.emit(a.CardTaken(draw, seats[0], sources[0], card))
