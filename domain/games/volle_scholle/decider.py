"""What happens on a command, from the deal to the melting floe."""

from typing import assert_never

from domain.games.volle_scholle.cards import PENGUINS, floe_at, total, without
from domain.games.volle_scholle.legal import bidder, check, clockwise, draws, next_starter, sorter
from domain.games.volle_scholle.messages import (
    Actions,
    CardDrawn,
    CardsDiscarded,
    CardsKept,
    CardsPlayed,
    DiscardCards,
    DiscardReshuffled,
    Events,
    FloeRevealed,
    FloeSetAside,
    FloeWon,
    KeepCards,
    MeltingFloeRevealed,
    Pass,
    Passed,
    PenguinsDealt,
    PlayCards,
    StartYielded,
    YieldStart,
)
from domain.games.volle_scholle.scoring import score
from domain.games.volle_scholle.state import Bidding, Over, Sorting, State, Turning, Waiting, evolve
from domain.kernel import Answer, Chance, Command, Deal, NextDeal, Ruling, Seat, Tick

DEALT = 12
"""The first cards: four each among three, three each among four (VS §3)."""


class Course:
    """The events of one entry, each folded as soon as it is told."""

    def __init__(self, state: State, chance: Chance) -> None:
        self.state = state
        self.chance = chance
        self.told: list[Events] = []

    def tell(self, event: Events) -> None:
        """Record `event`."""
        self.state = evolve(self.state, event)
        self.told.append(event)


def decide(state: State, command: Command, chance: Chance) -> Answer:
    """Answer `command` with its events, or with a ruling."""
    action: Actions | NextDeal | Tick = command.action  # type: ignore[assignment]
    course = Course(state, chance)
    match action:
        case NextDeal():
            if not isinstance(state.phase, Waiting):
                return Ruling("no_deal_due", "VS §3", "The game is one deal, and it has begun.")
            _deal(course, state.phase.youngest)
        case Tick():
            return Ruling("no_deadline", "VS §4", "No deadline is pending in this game.")
        case PlayCards() | Pass() | YieldStart() | KeepCards() | DiscardCards():
            if command.seat is None:
                return Ruling("no_seat", "VS §4", "Only a player at the table can do this.")
            ruling = check(state, command.seat, action)
            if ruling is not None:
                return ruling
            _act(course, command.seat, action)
        case _:
            assert_never(action)
    go_on(course)
    return tuple(course.told)


def deal(state: State) -> Deal:
    """Tell where the table is: the whole game is one deal."""
    match state.phase:
        case Waiting():
            return Deal.REST
        case Turning() | Bidding() | Sorting():
            return Deal.RUNNING
        case Over():
            return Deal.OVER
        case _:
            assert_never(state.phase)


def _deal(course: Course, youngest: Seat) -> None:
    """Deal the first twelve cards (VS §3); the youngest is due to start (VS §4, VS 17)."""
    seats, order = course.state.seats, course.chance.deck(course.state.deck.label, PENGUINS)
    each = DEALT // seats
    hands = tuple(tuple(sorted(order[seat * each : (seat + 1) * each])) for seat in range(seats))
    course.tell(PenguinsDealt(hands, youngest))


def _act(course: Course, seat: Seat, action: Actions) -> None:
    phase = course.state.phase
    match action:
        case PlayCards() if isinstance(phase, Bidding):
            course.tell(CardsPlayed(seat, action.cards, total((*phase.rows[seat], *action.cards))))
        case Pass():
            course.tell(Passed(seat))
        case YieldStart():
            course.tell(StartYielded(seat))
        case KeepCards() if isinstance(phase, Sorting):
            course.tell(CardsKept(seat, action.cards))
            rest = without(phase.rows[seat], action.cards)
            if rest:
                course.tell(CardsDiscarded(seat, rest))
        case DiscardCards() if isinstance(phase, Sorting):
            course.tell(CardsDiscarded(seat, phase.rows[seat]))
        case _:
            raise AssertionError(f"{action} passed the check in {phase}")


def go_on(course: Course) -> None:
    """Go on as long as nobody has a choice: turn floes, let empty hands pass, close rounds."""
    moved = True
    while moved:
        match course.state.phase:
            case Turning() as turning:
                moved = _turn_floe(course, turning.starter)
            case Bidding() as bidding:
                moved = _bid_on(course, bidding)
            case Sorting() as sorting:
                moved = sorter(course.state, sorting) is None
                if moved:
                    moved = _turn_floe(course, next_starter(course.state.seats, sorting.winner))
            case Waiting() | Over():
                moved = False
            case _:
                assert_never(course.state.phase)


def _turn_floe(course: Course, starter: Seat) -> bool:
    """Turn over the next floe; the melting one ends the game without a round (VS §7, VS 16)."""
    floe = floe_at(course.chance, course.state.turned)
    if floe is None:
        course.tell(MeltingFloeRevealed())
        course.tell(score(course.state))
        return False
    course.tell(FloeRevealed(floe, starter))
    return True


def _bid_on(course: Course, bidding: Bidding) -> bool:
    """Move a round on where an empty hand leaves no choice (VS 2, VS 7) or it is decided; tell whether it moved.

    Only the public size of a hand counts here: that somebody holds nothing fitting is for that player to say.
    """
    seat = bidder(course.state, bidding)
    if bidding.starter is None:
        nobody_ever = bool(course.state.set_aside)  # nobody has drawn since the last time, nor ever will
        if seat is None or nobody_ever:
            course.tell(FloeSetAside(bidding.floe, bidding.due))
        elif not course.state.hands[seat]:
            course.tell(StartYielded(seat))
        else:
            return False
        return True
    if seat is None:
        _close_round(course, bidding, bidding.starter)
    elif not course.state.hands[seat]:
        course.tell(Passed(seat, auto=True))
    else:
        return False
    return True


def _close_round(course: Course, bidding: Bidding, starter: Seat) -> None:
    """Give the floe to who remained, let all draw, then discard what the winner played (VS §4, VS 9)."""
    winner = bidding.passed.index(False)
    course.tell(FloeWon(winner, bidding.floe))
    for seat in clockwise(course.state.seats, starter):
        for _ in range(draws(len(bidding.rows[seat]))):
            _draw(course, seat)
    course.tell(CardsDiscarded(winner, bidding.rows[winner]))


def _draw(course: Course, seat: Seat) -> None:
    """Draw one card, reshuffling the discard pile when the deck is empty; no card when both are (VS 8)."""
    if not course.state.deck.left:
        if not course.state.discard:
            return
        course.tell(DiscardReshuffled(course.state.deck.shuffle + 1, len(course.state.discard)))
    deck = course.state.deck
    course.tell(CardDrawn(seat, course.chance.deck(deck.label, deck.cards)[deck.drawn]))
