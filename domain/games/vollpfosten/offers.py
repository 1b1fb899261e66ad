"""What seats are offered: who may act, what each may do, what is due, and how an absent seat is played.

Who may act and what is due depend on public facts alone: never on whether a seat holds a fitting card.
"""

from typing import assert_never

from domain.games.vollpfosten import messages as m
from domain.games.vollpfosten.components import VOLLPFOSTEN, lines
from domain.games.vollpfosten.legal import check
from domain.games.vollpfosten.state import (
    Answering,
    Choosing,
    Circle,
    Drawing,
    Finished,
    Judging,
    Picking,
    Resting,
    Settling,
    Stage,
    State,
    Targeting,
    Tying,
    judges,
    may_answer,
    may_counter,
    may_play_further,
)
from domain.games.vollpfosten.terms import LONGEST_TERM
from domain.kernel import Action, Deadline, Legal, Seat, Template


def due(state: State) -> tuple[Deadline, ...]:
    """Give the pending deadlines."""
    waits = [
        Deadline(f"{'judge' if play.stage is Stage.JUDGING else 'counter'}/{play.id}", None, play.until)
        for play in state.plays
        if play.until is not None
    ]
    match state.phase:
        case Drawing(seat=seat, until=until):
            waits.append(Deadline("turn", seat, until))
        case Choosing(seat=seat, until=until) | Targeting(seat=seat, until=until):
            waits.append(Deadline("choice", seat, until))
        case Picking(until=until):
            waits.append(Deadline("choice", None, until))
        case Answering(until=until):
            waits.append(Deadline("answer", None, until))
        case Tying(until=until):
            waits.append(Deadline("tie", None, until))
        case Settling(chance_until=chance_until):
            if chance_until is not None:
                waits.append(Deadline("chance", state.open_reading.fastest, chance_until))
        case Circle(seat=seat, until=until, fault=fault):
            if fault is None:
                waits.append(Deadline("circle", seat, until))
        case Judging() | Resting() | Finished():
            pass
    return tuple(waits)


def to_act(state: State) -> tuple[Seat, ...]:
    """Give the seats that may act now, in seat order."""
    seats: set[Seat] = set(may_answer(state))
    further = may_play_further(state)
    if further is not None:
        seats.add(further)
    for play in state.plays:
        if play.stage is Stage.JUDGING:
            seats |= set(judges(state, play)) - set(play.fits) - set(play.objects)
        seats |= set(may_counter(state, play))
    match state.phase:
        case Drawing() | Choosing() | Targeting():
            seats.add(state.phase.seat)
        case Circle():
            if state.phase.fault is None:
                seats.add(state.phase.seat)
        case Picking():
            seats |= {seat for seat, back in zip(state.phase.seats, state.phase.backs, strict=True) if back is None}
        case Answering() | Tying() | Judging() | Settling() | Resting() | Finished():
            pass
        case _:
            assert_never(state.phase)
    return tuple(sorted(seats))


def legal(state: State, seat: Seat) -> Legal:
    """Give what `seat` may do: actions, and templates for votes and where a term is typed."""
    if isinstance(state.phase, Resting | Finished) or not 0 <= seat < state.seats:
        return ()
    return (*_steps(state, seat), *_votes(state, seat), *_terms(state, seat))


def _steps(state: State, seat: Seat) -> list[Action]:
    steps: list[m.Action] = [m.PassCategory(), m.AddNoMore(), *(m.LetStand(play.id) for play in state.plays)]
    match state.phase:
        case Drawing():
            steps.append(m.DrawCategory())
        case Choosing() if seat == state.phase.seat:
            steps += [m.ChooseCategory(line) for line in lines(state.data, state.held)]
        case Targeting(candidates=candidates):
            steps += [m.ChooseTarget(target) for target in candidates]
        case Picking(seats=seats, sources=sources) if seat in seats:
            steps += [m.TakeBack(back) for back in range(len(state.hands[sources[seats.index(seat)]]))]
        case Circle():
            steps.append(m.GiveUp())
        case _:
            pass
    return [step for step in steps if check(state, seat, step) is None]


def _votes(state: State, seat: Seat) -> list[Template]:
    judging = [play.id for play in state.plays if play.stage is Stage.JUDGING]
    open_ = tuple(id for id in judging if check(state, seat, m.Judge(id, True)) is None)
    if not open_:
        return []
    return [_template(m.Judge(open_[0], True), {"play": open_, "fits": (True, False)})]


def _example(state: State, stem: str) -> str:
    """Give a term that nobody has said yet, so that the example is one that can be sent."""
    return f"{stem} {state.said + 1}"


def _terms(state: State, seat: Seat) -> list[Template]:
    offers: list[tuple[m.Action, dict[str, tuple[object, ...]]]] = []
    answers: list[m.Action] = []
    further: list[m.Action] = []
    for card in dict.fromkeys(state.hands[seat]):
        letter = "A" if card == VOLLPFOSTEN else card[0]
        answers.append(m.AnswerCategory(card, _example(state, letter)))
        reading = state.reading
        same = reading.letters if reading is not None and not reading.chance else ""
        letter = next((one for one in same if one in card or card == VOLLPFOSTEN), letter)
        further.append(m.PlayFurther(card, _example(state, letter)))
    for group in (answers, further):
        fitting = [action for action in group if check(state, seat, action) is None]
        if fitting:
            cards = tuple(a.card for a in fitting if isinstance(a, m.AnswerCategory | m.PlayFurther))
            offers.append((fitting[0], {"card": cards}))
    counters = [m.CounterPlay(play.id, _example(state, play.letters[:1])) for play in state.plays]
    allowed = [counter for counter in counters if check(state, seat, counter) is None]
    if allowed:
        offers.append((allowed[0], {"play": tuple(counter.play for counter in allowed)}))
    said = m.SayTerm(_example(state, "A"))
    if check(state, seat, said) is None:
        offers.append((said, {}))
    return [_template(example, choices, term=True) for example, choices in offers]


def _template(example: m.Action, choices: dict[str, tuple[object, ...]], *, term: bool = False) -> Template:
    tag = str(type(example).__struct_config__.tag)
    properties: dict[str, object] = {"type": {"const": tag}}
    properties |= {field: {"enum": list(values)} for field, values in choices.items()}
    if term:
        properties["term"] = {"type": "string", "minLength": 1, "maxLength": LONGEST_TERM}
    schema = {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}
    return Template(schema, example, choices)


def absent(state: State, seat: Seat) -> Action | None:
    """Play an absent seat by rule (common ruling C): it draws, reads and points where it must, and passes else.

    It never answers, votes or counters. It need not say that it lets a card stand, since that changes nothing.
    """
    return next((step for step in _steps(state, seat) if not isinstance(step, m.LetStand)), None)
