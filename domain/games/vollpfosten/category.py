"""A category from the first answer to the last counter (VP §3, §4, §6, §8)."""

from domain.games.vollpfosten import events as e
from domain.games.vollpfosten import messages as m
from domain.games.vollpfosten.components import VOLLPFOSTEN
from domain.games.vollpfosten.course import Course
from domain.games.vollpfosten.judging import begin_judging
from domain.games.vollpfosten.kinds import PlayKind, Purpose
from domain.games.vollpfosten.legal import played_letters
from domain.games.vollpfosten.row import carry_on
from domain.games.vollpfosten.state import (
    Answering,
    Play,
    Settling,
    Stage,
    may_answer,
    may_play_further,
)
from domain.kernel import Seat


def answer(course: Course, seat: Seat, action: m.AnswerCategory) -> None:
    """Lay an answer; the first one starts the tie window."""
    first = isinstance(course.state.phase, Answering)
    lay(course, seat, PlayKind.ANSWER, action.card, action.term)
    window = course.state.options.tie_window_ms
    if first and window:
        course.emit(e.TieWindowOpened(course.at + window))
    if (first and not window) or not may_answer(course.state):
        close_answers(course)


def pass_category(course: Course, seat: Seat) -> None:
    """Give up answering; when nobody is left to answer, the time is over at once."""
    course.emit(e.CategoryPassed(seat))
    if may_answer(course.state):
        return
    if isinstance(course.state.phase, Answering):
        nobody_answered(course)
    else:
        close_answers(course)


def add_no_more(course: Course, seat: Seat) -> None:
    """The fastest is done; a Big Chance ends early with that."""
    course.emit(e.NoMoreAdded(seat))
    settle(course)


def lay(course: Course, seat: Seat, kind: PlayKind, card: str, term: str | None, target: Play | None = None) -> Play:
    """Put a card on the table with its term."""
    state = course.state
    letters = played_letters(state, card, term or "", kind, target)
    id = state.said + 1
    course.emit(e.CardPlayed(id, seat, card, term, kind, target.id if target else None, letters, course.at))
    return course.state.plays[-1]


def close_answers(course: Course) -> None:
    """Close the tie window: all that was laid in it is judged (VP 30)."""
    course.emit(e.AnswersClosed())
    waiting = [play for play in course.state.plays if play.stage is Stage.WAITING]
    for play in waiting:
        begin_judging(course, play, wrong_letter=not play.letters)
    resolve_answers(course)


def resolve_answers(course: Course) -> None:
    """Once all answers are judged: penalties, then the winner, a tie-break, or nobody."""
    state = course.state
    answers = [play for play in state.plays if play.kind is PlayKind.ANSWER and play.stage is not Stage.CLOSED]
    if any(play.stage is Stage.JUDGING for play in answers):
        return
    right = tuple(play for play in answers if play.stage is Stage.RIGHT)
    reading = state.open_reading
    wrong = [play.seat for play in answers if play.stage is Stage.WRONG and play.seat not in reading.out]
    for seat in wrong:
        course.penalty(seat)
    if len(right) == 1:
        win(course, right[0])
    elif right:
        course.emit(e.TieFound(tuple(sorted(play.seat for play in right))))
        course.draw_category(tie_break=True)
        course.ask_category(Purpose.TIE_BREAK)
    elif not reopen(course):
        finish(course, wrong[0])


def reopen(course: Course) -> bool:
    """In a tie-break, let those answer who have not named a wrong term yet (VP 30)."""
    reading = course.state.open_reading
    answered = {play.seat for play in course.state.plays if play.kind is PlayKind.ANSWER}
    left = tuple(play.seat for play in reading.tied if play.seat not in answered and play.seat not in reading.passed)
    if left:
        course.emit(e.AnswersReopened(left, course.in_seconds(course.state.options.answer_timeout_s)))
    return bool(left)


def win(course: Course, play: Play) -> None:
    """The fastest right answer stays on the table; in a Big Chance its player may go on for ten seconds."""
    course.emit(e.CategoryWon(play.id, play.seat))
    put_down(course, play)
    if course.state.open_reading.chance and course.state.hands[play.seat]:
        course.emit(e.ChanceBegun(play.seat, course.in_seconds(course.state.options.big_chance_seconds)))


def put_down(course: Course, play: Play) -> None:
    """Leave a right card on the table; its counter window opens and always runs its full length (VP 13)."""
    course.emit(e.CardLaid(play.id, course.in_seconds(course.state.options.counter_window_s)))


def nobody_answered(course: Course) -> None:
    """The time for answers is up: the reader goes on (VP 7), or the earlier answer of a repeated tie counts (VP 30)."""
    reading = course.state.open_reading
    still_in = [play for play in reading.tied if play.seat not in reading.out]
    if reading.nested and still_in:
        earlier = min(still_in, key=lambda play: play.id)
        course.emit(e.EarlierAnswerCounts(course.state.said + 1, earlier.seat, reading.tied_category))
        win(course, course.state.plays[-1])
        return
    course.emit(e.CategoryLapsed(reading.reader))
    penalised = course.state.open_reading.penalised
    finish(course, reading.reader if penalised is None else penalised)


def further(course: Course, seat: Seat, action: m.PlayFurther) -> None:
    """The fastest lays a further card (VP 5)."""
    play = lay(course, seat, PlayKind.FURTHER, action.card, action.term)
    begin_judging(course, play, wrong_letter=not play.letters)
    resolve_card(course, play)


def counter(course: Course, seat: Seat, action: m.CounterPlay) -> None:
    """Lay a VOLLPFOSTEN on a card (VP §6)."""
    play = lay(course, seat, PlayKind.COUNTER, VOLLPFOSTEN, action.term, course.state.play(action.play))
    begin_judging(course, play, wrong_letter=not play.letters)
    resolve_card(course, play)


def resolve_card(course: Course, laid: Play) -> None:
    """Once a further card or a counter is judged: it stays and hits, or costs its player a penalty card."""
    play = course.state.play(laid.id)
    assert play is not None
    if play.stage is Stage.WRONG:
        course.penalty(play.seat)
    elif play.stage is Stage.RIGHT:
        put_down(course, play)
        target = None if play.target is None else course.state.play(play.target)
        if target is not None:
            course.emit(e.Countered(target.id, play.id, target.seat))
            if course.state.options.counter_returns_card:
                course.emit(e.CardReturned(target.id, target.seat, target.card))
            course.penalty(target.seat)
    settle(course)


def settle(course: Course) -> None:
    """When every window is closed, the round is won or the next reader is on turn (VP 12, VP 13)."""
    state = course.state
    phase, reading = state.phase, state.open_reading
    if not isinstance(phase, Settling):
        return
    fastest = reading.fastest
    assert fastest is not None
    judging = any(play.stage is Stage.JUDGING and play.seat == fastest for play in state.plays)
    if phase.chance_until is not None and may_play_further(state) is None and not judging:
        course.emit(e.ChanceEnded(fastest))
        phase = Settling()
    if any(play.stage in {Stage.JUDGING, Stage.OPEN} for play in state.plays) or phase.chance_until is not None:
        return
    finish(course, fastest if reading.penalised is None else reading.penalised)


def end_chance(course: Course) -> None:
    """The ten seconds of a Big Chance are over."""
    fastest = course.state.open_reading.fastest
    assert fastest is not None
    course.emit(e.ChanceEnded(fastest))
    settle(course)


def finish(course: Course, next_reader: Seat) -> None:
    """End the category: after an action card its drawer goes on, else the next reader (VP 12)."""
    if course.end_round_if_won():
        return
    if course.state.open_reading.chance:
        carry_on(course)
    else:
        course.give_turn(next_reader)
