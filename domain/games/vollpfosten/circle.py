"""Vicious Circle: a list goes round until somebody cannot continue it (VP §5, VP 28).

Terms are judged while the next seat thinks. The earliest failure counts: when a seat gives up while an earlier
term is still being judged, the circle waits for that verdict first.
"""

from domain.games.vollpfosten import action_events as a
from domain.games.vollpfosten.course import Course
from domain.games.vollpfosten.judging import begin_judging
from domain.games.vollpfosten.kinds import CircleFault
from domain.games.vollpfosten.legal import is_used
from domain.games.vollpfosten.row import carry_on
from domain.games.vollpfosten.state import Circle, Play, Stage
from domain.kernel import Seat


def say_term(course: Course, seat: Seat, term: str | None) -> None:
    """Continue the list; a repeated term fails at once."""
    id = course.state.said + 1
    repeated = term is not None and is_used(course.state, term)
    course.emit(a.TermSaid(id, seat, term, course.at))
    if repeated:
        fail(course, seat, id, CircleFault.REPEATED)
        return
    begin_judging(course, course.state.plays[-1])
    if course.state.plays[-1].stage is Stage.WRONG:
        fail(course, seat, id, CircleFault.UNFIT)
        return
    until = course.in_seconds(course.state.options.vicious_circle_seconds)
    course.emit(a.CircleTurn((seat + 1) % course.state.seats, until))


def fail(course: Course, seat: Seat, order: int, fault: CircleFault) -> None:
    """Stop the list at number `order`."""
    course.emit(a.CircleFailed(seat, order, fault))
    _settle(course)


def cannot_continue(course: Course, fault: CircleFault) -> None:
    """The seat whose turn it is gives up, or its time is up."""
    phase = course.state.phase
    assert isinstance(phase, Circle)
    fail(course, phase.seat, course.state.said + 1, fault)


def resolve_term(course: Course, said: Play) -> None:
    """Once a term is judged: unfit counts as not continuing."""
    play = course.state.play(said.id)
    assert play is not None
    if play.stage is Stage.WRONG:
        fail(course, play.seat, play.id, CircleFault.UNFIT)
    else:
        _settle(course)


def _settle(course: Course) -> None:
    """End the circle when no earlier term is still being judged; the loser takes one card (VP 18)."""
    phase = course.state.phase
    if not isinstance(phase, Circle) or phase.fault is None:
        return
    if any(play.stage is Stage.JUDGING for play in course.state.plays):
        return
    course.penalty(phase.fault.seat)
    course.emit(a.CircleEnded(phase.fault.seat))
    carry_on(course)
