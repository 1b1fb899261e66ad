"""Who says whether a term fits (VP 1): the other players, the host, or the word list."""

from domain.games.vollpfosten import events as e
from domain.games.vollpfosten.course import Course
from domain.games.vollpfosten.kinds import Verdict
from domain.games.vollpfosten.options import JudgedBy
from domain.games.vollpfosten.state import Play, State, judges
from domain.games.vollpfosten.terms import known
from domain.kernel import Seat


def begin_judging(course: Course, play: Play, *, wrong_letter: bool = False) -> None:
    """Judge at once by the first letter or the word list, or open the objection window."""
    state = course.state
    if wrong_letter:
        course.emit(e.TermJudged(play.id, False, Verdict.LETTER))
        return
    if state.options.judge is JudgedBy.DICTIONARY and play.term is not None:
        listed = known(play.term, state.open_reading.category, state.data)
        if listed is not None:
            course.emit(e.TermJudged(play.id, listed, Verdict.DICTIONARY))
            return
    course.emit(e.JudgingOpened(play.id, course.in_seconds(state.options.objection_window_s)))


def vote(course: Course, seat: Seat, id: int, fits: bool) -> bool:
    """Cast a vote; True when it decides the term."""
    course.emit(e.VoteCast(id, seat, fits))
    play = course.state.play(id)
    assert play is not None
    verdict = _decided(course.state, play)
    if verdict is None:
        return False
    by = Verdict.HOST if len(judges(course.state, play)) == 1 else Verdict.VOTES
    course.emit(e.TermJudged(id, verdict, by))
    return True


def _decided(state: State, play: Play) -> bool | None:
    """Say what the votes have decided: unfit needs more than half of the judges, all others counted (VP 1, VP 31)."""
    voters = len(judges(state, play))
    if 2 * len(play.objects) > voters:
        return False
    if 2 * len(play.fits) >= voters:
        return True
    return None


def nobody_objected(course: Course, id: int) -> None:
    """The objection window is over without a majority: the term is right."""
    course.emit(e.TermJudged(id, True, Verdict.SILENCE))
