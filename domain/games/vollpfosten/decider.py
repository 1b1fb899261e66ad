"""What happens on a command: the rules' own answer to an action, the clock, or the start of a round."""

from typing import assert_never

from domain.games.vollpfosten import category, circle, events, judging, row
from domain.games.vollpfosten import messages as m
from domain.games.vollpfosten.components import category as category_line
from domain.games.vollpfosten.components import lines
from domain.games.vollpfosten.course import Course
from domain.games.vollpfosten.kinds import CircleFault, PlayKind, Purpose
from domain.games.vollpfosten.legal import check
from domain.games.vollpfosten.offers import due
from domain.games.vollpfosten.state import Choosing, Picking, Resting, State, Targeting
from domain.kernel import Answer, Chance, Command, NextDeal, Ruling, Seat, Tick


def decide(state: State, command: Command, chance: Chance) -> Answer:
    """Give the events that `command` causes, or the ruling that refuses it."""
    course = Course(state, command.at, chance)
    match command.action:
        case NextDeal():
            if not isinstance(state.phase, Resting):
                return Ruling("no_next_round", "VP 33", "A new round begins when the last one is over.")
            course.start_round()
        case Tick(deadline=deadline):
            ruling = _check_tick(state, deadline, command.at)
            if ruling is not None:
                return ruling
            _expire(course, deadline)
        case action:
            if command.seat is None:
                return Ruling("no_seat", "VP §3", "Only a seat can do that.")
            assert isinstance(action, m.Action)
            ruling = check(state, command.seat, action)
            if ruling is not None:
                return ruling
            _act(course, command.seat, action)
    return tuple(course.events)


def _act(course: Course, seat: Seat, action: m.Action) -> None:
    match action:
        case m.DrawCategory():
            row.begin_turn(course, seat)
        case m.ChooseCategory():
            _read(course, action.category)
        case m.AnswerCategory():
            category.answer(course, seat, action)
        case m.PlayFurther():
            category.further(course, seat, action)
        case m.CounterPlay():
            category.counter(course, seat, action)
        case m.PassCategory():
            category.pass_category(course, seat)
        case m.AddNoMore():
            category.add_no_more(course, seat)
        case m.LetStand():
            course.emit(events.PlayLetStand(action.play, seat))
        case m.Judge():
            if judging.vote(course, seat, action.play, action.fits):
                _judged(course, action.play)
        case m.SayTerm():
            circle.say_term(course, seat, action.term)
        case m.GiveUp():
            circle.cannot_continue(course, CircleFault.GAVE_UP)
        case m.ChooseTarget():
            row.choose_target(course, action.target)
        case m.TakeBack():
            row.take_back(course, seat, action.back)
        case _:
            assert_never(action)


def _read(course: Course, line: str) -> None:
    """Read a category out; from now on answers count, or the drawer begins the list."""
    phase = course.state.phase
    assert isinstance(phase, Choosing)
    options = course.state.options
    in_circle = phase.purpose is Purpose.VICIOUS_CIRCLE
    seconds = options.vicious_circle_seconds if in_circle else options.answer_timeout_s
    name = category_line(course.state.data, line)
    until = course.in_seconds(seconds)
    course.emit(events.CategoryRead(phase.seat, course.state.held, line, name.de, name.en, phase.purpose, until))


def _judged(course: Course, id: int) -> None:
    """Go on after a verdict."""
    play = course.state.play(id)
    assert play is not None
    match play.kind:
        case PlayKind.ANSWER:
            category.resolve_answers(course)
        case PlayKind.FURTHER | PlayKind.COUNTER:
            category.resolve_card(course, play)
        case PlayKind.CIRCLE:
            circle.resolve_term(course, play)


def _check_tick(state: State, deadline: str, at: int) -> Ruling | None:
    pending = next((wait for wait in due(state) if wait.id == deadline), None)
    if pending is None:
        return Ruling("no_such_deadline", "VP 2", "No such deadline is pending.")
    if at < pending.at_ms:
        return Ruling("deadline_not_reached", "VP 2", "That deadline is still ahead.")
    return None


def _expire(course: Course, deadline: str) -> None:
    """Do what follows when a pending deadline has passed."""
    name, _, number = deadline.partition("/")
    match name:
        case "turn":
            seat = next(wait.seat for wait in due(course.state) if wait.id == deadline)
            assert seat is not None
            row.begin_turn(course, seat)
        case "choice":
            _choose_by_rule(course)
        case "answer":
            category.nobody_answered(course)
        case "tie":
            category.close_answers(course)
        case "judge":
            judging.nobody_objected(course, int(number))
            _judged(course, int(number))
        case "counter":
            course.emit(events.CounterClosed(int(number)))
            category.settle(course)
        case "chance":
            category.end_chance(course)
        case "circle":
            circle.cannot_continue(course, CircleFault.TIMEOUT)
        case _:
            raise AssertionError(f"nothing is known of the deadline {deadline}")


def _choose_by_rule(course: Course) -> None:
    """Make the first choice for a seat that let its time pass."""
    match course.state.phase:
        case Choosing():
            _read(course, lines(course.state.data, course.state.held)[0])
        case Targeting(candidates=candidates):
            row.choose_target(course, candidates[0])
        case Picking():
            row.take_remaining_backs(course)
        case _:
            raise AssertionError("nobody has a choice to make")
