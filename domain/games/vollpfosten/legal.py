"""What is legal: `check` is the only authority. Public reasons come first, the asking seat's own cards last."""

from typing import assert_never

from domain.games.vollpfosten import messages as m
from domain.games.vollpfosten.components import VOLLPFOSTEN, lines
from domain.games.vollpfosten.kinds import PlayKind
from domain.games.vollpfosten.state import (
    BIG_CHANCE_CARDS,
    DEEPEST_COUNTER,
    Answering,
    Choosing,
    Circle,
    Drawing,
    Finished,
    Judging,
    Picking,
    Play,
    Resting,
    Settling,
    Stage,
    State,
    Targeting,
    Tying,
    being_countered,
    further_cards,
    judges,
)
from domain.games.vollpfosten.terms import common, key, letters_of, malformed
from domain.kernel import Ruling, Seat


def check(state: State, seat: Seat, action: m.Action) -> Ruling | None:
    """Give the ruling that refuses `action`, or None."""
    if isinstance(state.phase, Resting | Finished):
        return Ruling("no_round", "VP §3", "No round is being played.")
    if not 0 <= seat < state.seats:
        return Ruling("no_such_seat", "VP §1", "Nobody sits there.")
    match action:
        case m.DrawCategory():
            return _check_draw(state, seat)
        case m.ChooseCategory():
            return _check_choose(state, seat, action)
        case m.AnswerCategory():
            return _check_answer(state, seat, action)
        case m.PlayFurther():
            return _check_further(state, seat, action)
        case m.CounterPlay():
            return _check_counter(state, seat, action)
        case m.PassCategory():
            return _check_may_answer(state, seat)
        case m.AddNoMore():
            return _check_may_add(state, seat)
        case m.LetStand():
            return _check_may_counter(state, seat, action.play)
        case m.Judge():
            return _check_judge(state, seat, action)
        case m.SayTerm():
            return _check_circle(state, seat) or malformed(action.term)
        case m.GiveUp():
            return _check_circle(state, seat)
        case m.ChooseTarget():
            return _check_target(state, seat, action)
        case m.TakeBack():
            return _check_back(state, seat, action)
    assert_never(action)


def _check_draw(state: State, seat: Seat) -> Ruling | None:
    if isinstance(state.phase, Settling):
        return Ruling("windows_open", "VP 13", "No new category before every card laid is judged and past countering.")
    if not isinstance(state.phase, Drawing):
        return Ruling("not_now", "VP §3", "No category card is to be drawn now.")
    if seat != state.phase.seat:
        return Ruling("not_your_turn", "VP 12", f"Seat {state.phase.seat + 1} draws the next category card.")
    return None


def _check_choose(state: State, seat: Seat, action: m.ChooseCategory) -> Ruling | None:
    if not isinstance(state.phase, Choosing):
        return Ruling("not_now", "VP §3", "No category is to be chosen now.")
    if seat != state.phase.seat:
        return Ruling("not_your_turn", "VP §3", f"Seat {state.phase.seat + 1} drew the card and chooses.")
    if action.category not in lines(state.data, state.held):
        return Ruling("category_not_on_card", "VP §3", "The reader chooses one of the categories of the drawn card.")
    return None


def _check_may_answer(state: State, seat: Seat) -> Ruling | None:
    match state.phase:
        case Answering() | Tying():
            reading = state.open_reading
        case Judging() | Settling():
            return Ruling("too_late", "VP 2", "Somebody was faster; answers are closed.")
        case _:
            return Ruling("no_category", "VP §3", "No category is open for answers.")
    tied = {play.seat: play for play in reading.tied}
    if tied and (seat not in tied or seat in reading.out):
        return Ruling("not_in_tie_break", "VP §8", "Only the tied players may answer in a tie-break.")
    if not tied and seat == reading.reader:
        return Ruling("reader_may_not_answer", "VP 3", "Only the others answer; the reader does not.")
    if any(play.seat == seat and play.kind is PlayKind.ANSWER for play in state.plays):
        return Ruling("already_answered", "VP §3", "Each player answers once.")
    if seat in reading.passed:
        return Ruling("already_passed", "VP §3", "You have given up answering this category.")
    if not state.hands[seat]:
        return Ruling("no_cards", "VP §3", "An answer needs a letter card.")
    return None


def _check_answer(state: State, seat: Seat, action: m.AnswerCategory) -> Ruling | None:
    ruling = _check_may_answer(state, seat)
    if ruling is not None:
        return ruling
    tied = next((play.card for play in state.open_reading.tied if play.seat == seat), action.card)
    if action.card != tied:
        return Ruling("tied_card_only", "VP §8", f"The tie is broken with the same card, {tied}.")
    return _check_card(state, seat, action.card) or _check_term(state, action.term)


def _check_may_add(state: State, seat: Seat) -> Ruling | None:
    reading = state.reading
    if reading is None or reading.fastest is None or not isinstance(state.phase, Settling | Drawing):
        return Ruling("not_now", "VP 5", "Further cards are laid after the fastest answer, before the next category.")
    if seat != reading.fastest:
        return Ruling("not_the_fastest", "VP §3", "Only the fastest may lay further cards.")
    if seat in reading.barred:
        return Ruling("countered", "VP 31", "A countered player lays no further cards in that category.")
    if reading.finished:
        return Ruling("already_passed", "VP §3", "You have said that you lay no further cards.")
    if not state.hands[seat]:
        return Ruling("no_cards", "VP §3", "You have no cards left.")
    if reading.chance:
        if further_cards(state) >= BIG_CHANCE_CARDS:
            return Ruling("chance_used_up", "VP §5", "A Big Chance allows two further cards.")
        if not isinstance(state.phase, Settling) or state.phase.chance_until is None:
            return Ruling("time_is_up", "VP 27", "The time for the further cards of the Big Chance is up.")
    return None


def _check_further(state: State, seat: Seat, action: m.PlayFurther) -> Ruling | None:
    ruling = _check_may_add(state, seat) or _check_card(state, seat, action.card) or _check_term(state, action.term)
    if ruling is not None:
        return ruling
    reading = state.open_reading
    if not reading.chance and not common(action.card, reading.letters):
        return Ruling("other_letter", "VP §3", f"A further card shows the same letter, {reading.letters}.")
    return None


def _check_card(state: State, seat: Seat, card: str) -> Ruling | None:
    if card not in state.hands[seat]:
        return Ruling("card_not_held", "VP §3", "You do not hold that letter card.")
    if card == VOLLPFOSTEN and len(state.hands[seat]) == 1 and state.options.pro_last_vollpfosten:
        return Ruling("last_vollpfosten_must_counter", "VP §7", "A VOLLPFOSTEN that is the last card may only counter.")
    return None


def _check_term(state: State, term: str | None) -> Ruling | None:
    ruling = malformed(term)
    if ruling is None and term is not None and is_used(state, term):
        return Ruling("term_used", "VP 5", "That term was already said for this category; another one is needed.")
    return ruling


def is_used(state: State, term: str) -> bool:
    """Was this term already said for the open category?"""
    wanted = key(term, state.data)
    return any(play.term is not None and key(play.term, state.data) == wanted for play in state.plays)


def _check_may_counter(state: State, seat: Seat, id: int) -> Ruling | None:
    play = state.play(id)
    if play is None or play.kind is PlayKind.CIRCLE:
        return Ruling("no_such_play", "VP §6", "There is no such card to counter.")
    if play.seat == seat:
        return Ruling("own_card", "VP 27", "Nobody counters himself.")
    match play.stage:
        case Stage.WAITING | Stage.JUDGING | Stage.RIGHT:
            return Ruling("not_yet_judged", "VP 30", "A card can be countered once it is judged right.")
        case Stage.CLOSED | Stage.WRONG:
            return Ruling("too_late_to_counter", "VP 13", "That card can no longer be countered.")
        case Stage.OPEN:
            pass
    if play.depth >= DEEPEST_COUNTER:
        return Ruling("counters_too_deep", "VP 14", f"Counters stand {DEEPEST_COUNTER} deep at the most.")
    if being_countered(state, play):
        return Ruling("already_countered", "VP 14", "That card has already been countered.")
    if seat in play.stands:
        return Ruling("already_passed", "VP 13", "You have said that you let this card stand.")
    if not state.hands[seat]:
        return Ruling("no_cards", "VP §6", "A counter needs a card.")
    return None


def _check_counter(state: State, seat: Seat, action: m.CounterPlay) -> Ruling | None:
    ruling = _check_may_counter(state, seat, action.play)
    if ruling is not None:
        return ruling
    if VOLLPFOSTEN not in state.hands[seat]:
        return Ruling("no_vollpfosten", "VP §6", "A counter needs a VOLLPFOSTEN card.")
    return _check_term(state, action.term)


def _check_judge(state: State, seat: Seat, action: m.Judge) -> Ruling | None:
    play: Play | None = state.play(action.play)
    if play is None:
        return Ruling("no_such_play", "VP 1", "There is no such term to judge.")
    if play.seat == seat:
        return Ruling("own_term", "VP 1", "Nobody judges his own term.")
    if play.stage is not Stage.JUDGING:
        return Ruling("not_being_judged", "VP 1", "That term is not being judged.")
    if seat not in judges(state, play):
        return Ruling("only_host_judges", "VP 1", "At this table the host judges.")
    if seat in play.fits or seat in play.objects:
        return Ruling("already_voted", "VP 1", "Each seat has one vote on a term.")
    return None


def _check_circle(state: State, seat: Seat) -> Ruling | None:
    if not isinstance(state.phase, Circle):
        return Ruling("not_now", "VP §5", "There is no Vicious Circle now.")
    if state.phase.fault is not None:
        return Ruling("circle_stopped", "VP 28", "The list has ended; earlier terms are being judged.")
    if seat != state.phase.seat:
        return Ruling("not_your_turn", "VP §5", f"Seat {state.phase.seat + 1} continues the list.")
    return None


def _check_target(state: State, seat: Seat, action: m.ChooseTarget) -> Ruling | None:
    if not isinstance(state.phase, Targeting):
        return Ruling("not_now", "VP §5", "Nobody is to be pointed at now.")
    if seat != state.phase.seat:
        return Ruling("not_your_turn", "VP §5", f"Seat {state.phase.seat + 1} chooses.")
    if action.target not in state.phase.candidates:
        seats = ", ".join(str(candidate + 1) for candidate in state.phase.candidates)
        return Ruling("no_such_target", "VP §5", f"The choice is among the seats {seats}.")
    return None


def _check_back(state: State, seat: Seat, action: m.TakeBack) -> Ruling | None:
    if not isinstance(state.phase, Picking):
        return Ruling("not_now", "VP 20", "No card is to be picked now.")
    if seat not in state.phase.seats:
        return Ruling("not_your_turn", "VP 20", "You pick no card now.")
    at = state.phase.seats.index(seat)
    if state.phase.backs[at] is not None:
        return Ruling("already_picked", "VP 20", "You have picked a card.")
    if not 0 <= action.back < len(state.hands[state.phase.sources[at]]):
        return Ruling("no_such_back", "VP 20", "That hand has no card at this place.")
    return None


def played_letters(state: State, card: str, term: str, kind: PlayKind, target: Play | None = None) -> str:
    """Give the letters that the card and the term of a legal play share; "" means a wrong first letter.

    A counter needs the countered letter (VP §6), a further card outside a Big Chance the first card's.
    """
    letters = common(card, letters_of(term, state.options, state.data))
    if kind is PlayKind.FURTHER and not state.open_reading.chance:
        letters = common(state.open_reading.letters, letters)
    return letters if target is None else common(target.letters, letters)
