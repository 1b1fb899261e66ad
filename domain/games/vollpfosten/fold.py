"""The reducer: apply one recorded fact. It knows no rule and trusts the record, but never a missing card."""

from typing import Any, assert_never

from msgspec.structs import replace

from domain.games.vollpfosten import action_events as a
from domain.games.vollpfosten import events as e
from domain.games.vollpfosten.cards import Cards, CorruptRecord, added, known, without
from domain.games.vollpfosten.kinds import PileName, PlayKind, Purpose
from domain.games.vollpfosten.state import (
    Answering,
    Choosing,
    Circle,
    Drawing,
    Fault,
    Finished,
    Judging,
    Picking,
    Pile,
    Play,
    Reading,
    Resting,
    Settling,
    Stage,
    State,
    Targeting,
    Turn,
    Tying,
)
from domain.kernel import Seat


def _with_hand(state: State, seat: Seat, hand: Cards) -> tuple[Cards, ...]:
    return (*state.hands[:seat], hand, *state.hands[seat + 1 :])


def _gain(state: State, seat: Seat, card: str) -> State:
    return replace(state, hands=_with_hand(state, seat, added(state.hands[seat], card)))


def _lose(state: State, seat: Seat, card: str) -> State:
    return replace(state, hands=_with_hand(state, seat, without(state.hands[seat], card)))


def _play(state: State, id: int) -> Play:
    play = state.play(id)
    if play is None:
        raise CorruptRecord(f"there is no play {id}")
    return play


def _change(state: State, id: int, **fields: Any) -> State:
    changed = replace(_play(state, id), **fields)
    return replace(state, plays=tuple(changed if play.id == id else play for play in state.plays))


def _read(state: State, **fields: Any) -> State:
    return replace(state, reading=replace(state.open_reading, **fields))


def _held(state: State) -> Turn:
    if state.turn is None:
        raise CorruptRecord("nobody is on turn")
    return state.turn


def _start_round(state: State, event: e.RoundStarted) -> State:
    return replace(
        state,
        phase=Drawing(event.reader, 0),
        round=event.round,
        hands=((),) * state.seats,
        letters=Pile(),
        categories=Pile(),
        played=(),
        aside=(),
        turn=None,
        reading=None,
        plays=(),
        said=0,
        draws=0,
    )


def _shuffle(state: State, event: e.PileShuffled) -> State:
    pile = Pile(event.cards, event.shuffle)
    if event.shuffle == 1:
        return replace(state, letters=pile) if event.pile is PileName.LETTERS else replace(state, categories=pile)
    discards = state.played if event.pile is PileName.LETTERS else state.aside
    for card in event.cards:
        discards = without(discards, card)
    if event.pile is PileName.LETTERS:
        return replace(state, letters=pile, played=discards)
    return replace(state, categories=pile, aside=discards)


def _from_letters(state: State, cards: int) -> State:
    pile = state.letters
    if pile.left < cards:
        raise CorruptRecord("the letter pile is empty")
    return replace(state, letters=replace(pile, drawn=pile.drawn + cards))


def _from_categories(state: State) -> State:
    pile = state.categories
    if pile.left < 1:
        raise CorruptRecord("the category pile is empty")
    return replace(state, categories=replace(pile, drawn=pile.drawn + 1))


def _begin_action(state: State, event: a.ActionBegun) -> State:
    turn = _held(state)
    if not turn.row or turn.row[0] is not event.action:
        raise CorruptRecord(f"{event.action} is not the next action of the row")
    turn = replace(turn, row=turn.row[1:])
    return replace(state, turn=turn, aside=added(state.aside, str(event.action)), reading=None, plays=())


def _read_category(state: State, event: e.CategoryRead) -> State:
    turn = _held(state)
    if turn.card != event.card:
        raise CorruptRecord(f"{event.card} is not the card that was drawn")
    before = state.reading
    tie = event.purpose is Purpose.TIE_BREAK
    if tie and before is None:
        raise CorruptRecord("a tie-break without a tie")
    reading = Reading(
        reader=event.seat,
        card=event.card,
        category=event.category,
        purpose=event.purpose,
        tied=before.tied if tie and before else (),
        tied_category=before.tied_category if tie and before else "",
        nested=before.nested if tie and before else False,
        chance=before.chance if tie and before else event.purpose is Purpose.BIG_CHANCE,
    )
    circle = event.purpose is Purpose.VICIOUS_CIRCLE
    return replace(
        state,
        phase=Circle(event.seat, event.until) if circle else Answering(event.until),
        turn=replace(turn, card=None),
        aside=added(state.aside, event.card),
        reading=reading,
        plays=(),
    )


def _lay(state: State, event: e.CardPlayed) -> State:
    target = None if event.target is None else _play(state, event.target)
    play = Play(
        id=event.play,
        seat=event.seat,
        card=event.card,
        term=event.term,
        kind=event.kind,
        letters=event.letters,
        at=event.at,
        stage=Stage.WAITING,
        target=event.target,
        depth=0 if target is None else target.depth + 1,
    )
    phase = Settling() if isinstance(state.phase, Drawing) else state.phase
    state = _lose(state, event.seat, event.card)
    return replace(state, phase=phase, plays=(*state.plays, play), said=event.play)


def _judge(state: State, event: e.TermJudged) -> State:
    play = _play(state, event.play)
    state = _change(state, event.play, stage=Stage.RIGHT if event.fits else Stage.WRONG, until=None)
    if event.fits or not play.card:
        return state
    return _gain(state, play.seat, play.card)


def _tie(state: State, event: e.TieFound) -> State:
    reading = state.open_reading
    tied = tuple(play for play in state.plays if play.stage is Stage.RIGHT and play.seat in event.seats)
    for play in tied:
        state = _change(_gain(state, play.seat, play.card), play.id, stage=Stage.CLOSED)
    return _read(state, tied=tied, tied_category=reading.category, nested=bool(reading.tied), out=())


def _count_earlier(state: State, event: e.EarlierAnswerCounts) -> State:
    tied = next((play for play in state.open_reading.tied if play.seat == event.seat), None)
    if tied is None:
        raise CorruptRecord(f"seat {event.seat} has no earlier answer")
    play = replace(tied, id=event.play, stage=Stage.RIGHT)
    state = _read(_lose(state, event.seat, play.card), category=event.category)
    return replace(state, phase=Judging(), plays=(*state.plays, play), said=event.play)


def _win(state: State, event: e.CategoryWon) -> State:
    play = _play(state, event.play)
    state = _read(state, fastest=event.seat, letters=play.letters, penalised=None)
    return replace(state, phase=Settling())


def _vote(state: State, event: e.VoteCast) -> State:
    play = _play(state, event.play)
    if event.fits:
        return _change(state, event.play, fits=(*play.fits, event.seat))
    return _change(state, event.play, objects=(*play.objects, event.seat))


def _countered(state: State, event: e.Countered) -> State:
    reading = state.open_reading
    return _read(_change(state, event.play, hit=True), barred=(*reading.barred, event.seat))


def _penalised(state: State, seat: Seat) -> State:
    return state if state.reading is None else _read(state, penalised=seat)


def _elect(state: State, event: a.ElectionHeld) -> State:
    hands = list(state.hands)
    for seat, card in enumerate(event.cards):
        source = (seat + 1) % state.seats
        hands[source] = without(hands[source], known(card))
    for seat, card in enumerate(event.cards):
        hands[seat] = added(hands[seat], known(card))
    return replace(state, hands=tuple(hands), draws=event.draw)


def _swap(state: State, event: a.HandsSwapped) -> State:
    first, second = (tuple(known(card) for card in hand) for hand in event.hands)
    state = replace(state, hands=_with_hand(state, event.seat, first))
    return replace(state, hands=_with_hand(state, event.other, second))


def _say(state: State, event: a.TermSaid) -> State:
    play = Play(event.play, event.seat, "", event.term, PlayKind.CIRCLE, "", event.at, Stage.WAITING)
    return replace(state, plays=(*state.plays, play), said=event.play)


def _fail(state: State, event: a.CircleFailed) -> State:
    plays = tuple(
        replace(play, stage=Stage.CLOSED, until=None)
        if play.id >= event.order and play.stage in {Stage.WAITING, Stage.JUDGING}
        else play
        for play in state.plays
    )
    phase = Circle(event.seat, 0, Fault(event.seat, event.order))
    return replace(state, phase=phase, plays=plays)


def _take_back(state: State, event: a.BackTaken) -> State:
    phase = state.phase
    if not isinstance(phase, Picking):
        raise CorruptRecord("nobody picks a card now")
    at = phase.seats.index(event.seat)
    return replace(state, phase=replace(phase, backs=(*phase.backs[:at], event.back, *phase.backs[at + 1 :])))


def _take(state: State, event: a.CardTaken) -> State:
    card = known(event.card)
    return replace(_gain(_lose(state, event.source, card), event.seat, card), draws=event.draw)


def _end_round(state: State, event: e.RoundWon) -> State:
    return replace(
        state,
        phase=Finished() if event.over else Resting(),
        rounds_won=event.rounds_won,
        last_winners=event.winners,
    )


def evolve(state: State, event: e.Event) -> State:
    """Give the state after `event`."""
    match event:
        case e.RoundStarted():
            return _start_round(state, event)
        case e.PileShuffled():
            return _shuffle(state, event)
        case e.HandDealt():
            hand = added((), *(known(card) for card in event.cards))
            state = _from_letters(state, len(hand))
            return replace(state, hands=_with_hand(state, event.seat, hand))
        case e.TurnGiven():
            return replace(state, phase=Drawing(event.seat, event.until))
        case e.TurnBegun():
            return replace(state, turn=Turn(event.seat), reading=None, plays=())
        case a.ActionDrawn():
            turn = _held(state)
            return replace(_from_categories(state), turn=replace(turn, row=(*turn.row, event.action)))
        case a.ActionSetAside():
            return replace(_from_categories(state), aside=added(state.aside, str(event.action)))
        case e.CategoryDrawn():
            return replace(_from_categories(state), turn=replace(_held(state), card=known(event.card)))
        case a.ActionBegun():
            return _begin_action(state, event)
        case a.ActionLapsed() | a.TargetChosen():
            return state
        case e.ChoiceAsked():
            return replace(state, phase=Choosing(event.seat, event.purpose, event.until))
        case e.CategoryRead():
            return _read_category(state, event)
        case e.CardPlayed():
            return _lay(state, event)
        case e.CategoryPassed():
            return _read(state, passed=(*state.open_reading.passed, event.seat))
        case e.NoMoreAdded():
            return _read(state, finished=True)
        case e.PlayLetStand():
            return _change(state, event.play, stands=(*_play(state, event.play).stands, event.seat))
        case e.TieWindowOpened():
            return replace(state, phase=Tying(event.until))
        case e.AnswersClosed():
            return replace(state, phase=Judging())
        case e.AnswersReopened():
            out = tuple(play.seat for play in state.open_reading.tied if play.seat not in event.seats)
            return replace(_read(state, out=out), phase=Answering(event.until))
        case e.JudgingOpened():
            return _change(state, event.play, stage=Stage.JUDGING, until=event.until)
        case e.VoteCast():
            return _vote(state, event)
        case e.TermJudged():
            return _judge(state, event)
        case e.CategoryWon():
            return _win(state, event)
        case e.CategoryLapsed():
            return replace(state, phase=Judging())
        case e.TieFound():
            return _tie(state, event)
        case e.EarlierAnswerCounts():
            return _count_earlier(state, event)
        case e.CardLaid():
            card = _play(state, event.play).card
            state = _change(state, event.play, stage=Stage.OPEN, until=event.until)
            return replace(state, played=added(state.played, card))
        case e.CounterClosed():
            return _change(state, event.play, stage=Stage.CLOSED, until=None)
        case e.Countered():
            return _countered(state, event)
        case e.CardReturned():
            return _gain(replace(state, played=without(state.played, event.card)), event.seat, event.card)
        case e.ChanceBegun():
            return replace(state, phase=Settling(event.until))
        case e.ChanceEnded():
            return replace(state, phase=Settling())
        case e.PenaltyDrawn():
            return _penalised(_gain(_from_letters(state, 1), event.seat, known(event.card)), event.seat)
        case e.PenaltyWaived():
            return _penalised(state, event.seat)
        case a.HandsPassed():
            hands = tuple(added((), *(known(card) for card in hand)) for hand in event.hands)
            return replace(state, hands=hands)
        case a.HandsSwapped():
            return _swap(state, event)
        case a.ElectionHeld():
            return _elect(state, event)
        case a.CardTaken():
            return _take(state, event)
        case a.TargetAsked():
            return replace(state, phase=Targeting(event.seat, event.action, event.candidates, event.until))
        case a.BacksAsked():
            backs = (None,) * len(event.seats)
            return replace(state, phase=Picking(event.action, event.seats, event.sources, event.until, backs))
        case a.BackTaken():
            return _take_back(state, event)
        case a.TermSaid():
            return _say(state, event)
        case a.CircleTurn():
            return replace(state, phase=Circle(event.seat, event.until))
        case a.CircleFailed():
            return _fail(state, event)
        case a.CircleEnded():
            return replace(state, phase=Judging())
        case e.RoundWon():
            return _end_round(state, event)
    assert_never(event)
