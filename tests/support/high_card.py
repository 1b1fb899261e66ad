"""High Card, a sixth game that lives outside the house: the laws and the house must take it as it is.

Everybody is dealt three of twelve numbered cards. In turn each lays one; who laid the highest gets a point and lays
first in the next round. Instead of laying, a seat may swap once in a deal: discard a card openly, draw one in secret.
Who takes more than 30 seconds lays his lowest card. Two deals make a match.
"""

from collections import Counter
from typing import Any, assert_never

from msgspec import Struct

from domain.kernel import (
    Action,
    Answer,
    Chance,
    Command,
    Deadline,
    Deal,
    Event,
    NextDeal,
    Notation,
    Outcome,
    Placed,
    Registry,
    RuleSet,
    Ruling,
    Seat,
    Secret,
    Setup,
    Tick,
    random_legal,
    rank,
)

DECK = tuple(f"{number:02}" for number in range(1, 13))
HAND = 3
PATIENCE_MS = 30_000


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    deals: int = 2
    swaps: bool = True


class Lay(Action, frozen=True, tag="lay"):
    card: str


class Swap(Action, frozen=True, tag="swap"):
    card: str


class Dealt(Event, frozen=True, tag="dealt"):
    shuffle: str
    first: Seat
    hands: tuple[tuple[str | None, ...], ...]
    at: int


class Laid(Event, frozen=True, tag="laid"):
    seat: Seat
    card: str
    at: int


class Swapped(Event, frozen=True, tag="swapped"):
    seat: Seat
    discarded: str
    drawn: str | None
    at: int


class RoundWon(Event, frozen=True, tag="round_won"):
    seat: Seat


class Ended(Event, frozen=True, tag="ended"):
    scores: tuple[int, ...]


ToyAction = Lay | Swap
ToyEvent = Dealt | Laid | Swapped | RoundWon | Ended


class ToyState(Struct, frozen=True):
    """`since` is when the turn began; `drawn` counts the cards that left the deck."""

    seats: int
    options: Options
    scores: tuple[int, ...]
    deals: int = 0
    running: bool = False
    turn: Seat = 0
    since: int = 0
    hands: tuple[tuple[str, ...], ...] = ()
    laid: tuple[tuple[Seat, str], ...] = ()
    gone: tuple[str, ...] = ()
    swapped: tuple[Seat, ...] = ()
    drawn: int = 0


class ToyView(Struct, frozen=True):
    running: bool
    turn: Seat | None
    hand: tuple[str, ...] | None
    sizes: tuple[int, ...]
    laid: tuple[tuple[Seat, str], ...]
    scores: tuple[int, ...]


def initial(setup: Setup) -> ToyState:
    return ToyState(setup.seats, setup.options, (0,) * setup.seats)


def decide(state: ToyState, command: Command, chance: Chance) -> Answer:
    match command.action:
        case NextDeal():
            if state.running or deal(state) is Deal.OVER:
                return Ruling("no_next_deal", "HC 1", "No deal can begin now.")
            deck = chance.deck("cards", DECK)
            hands = tuple(deck[HAND * seat : HAND * seat + HAND] for seat in range(state.seats))
            return (Dealt("cards", state.deals % state.seats, hands, command.at),)
        case Tick():
            if not due(state) or due(state)[0].at_ms > command.at or command.action.deadline != "turn":
                return Ruling("nothing_due", "HC 4", "No deadline has passed.")
            return _lay(state, state.turn, min(state.hands[state.turn]), command.at)
        case Lay() | Swap() as action if command.seat is not None:
            ruling = check(state, command.seat, action)
            if ruling is not None:
                return ruling
            if isinstance(action, Lay):
                return _lay(state, command.seat, action.card, command.at)
            drawn = chance.deck("cards", DECK)[state.drawn]
            return (Swapped(command.seat, action.card, drawn, command.at),)
        case _:
            return Ruling("not_a_player", "HC 1", "Only a seat can play.")


def _lay(state: ToyState, seat: Seat, card: str, at: int) -> tuple[Event, ...]:
    laid = Laid(seat, card, at)
    state = evolve(state, laid)
    if len(state.laid) < state.seats:
        return (laid,)
    won = RoundWon(max(state.laid, key=lambda pair: pair[1])[0])
    state = evolve(state, won)
    return (laid, won) if any(state.hands) else (laid, won, Ended(state.scores))


def evolve(state: ToyState, event: Any) -> ToyState:
    s = state
    match event:
        case Dealt():
            return ToyState(
                s.seats,
                s.options,
                s.scores,
                s.deals + 1,
                True,
                event.first,
                event.at,
                tuple(tuple(map(str, hand)) for hand in event.hands),
                drawn=HAND * s.seats,
            )
        case Laid():
            hands = _swap(s.hands, event.seat, event.card, ())
            laid = (*s.laid, (event.seat, event.card))
            turn = (event.seat + 1) % s.seats
            return _table(s, turn=turn, since=event.at, hands=hands, laid=laid)
        case Swapped():
            assert event.drawn is not None
            hands = _swap(s.hands, event.seat, event.discarded, (event.drawn,))
            return _table(
                s,
                turn=event.seat,
                since=event.at,
                hands=hands,
                gone=(*s.gone, event.discarded),
                swapped=(*s.swapped, event.seat),
                drawn=s.drawn + 1,
            )
        case RoundWon():
            scores = tuple(score + (seat == event.seat) for seat, score in enumerate(s.scores))
            gone = (*s.gone, *(card for _, card in s.laid))
            return _table(s, turn=event.seat, laid=(), gone=gone, scores=scores)
        case Ended():
            return _table(s, running=False)
        case _:
            raise TypeError(f"not an event of High Card: {event}")


def _swap(
    hands: tuple[tuple[str, ...], ...], seat: Seat, out: str, new: tuple[str, ...]
) -> tuple[tuple[str, ...], ...]:
    changed = list(hands[seat])
    changed.remove(out)
    return (*hands[:seat], (*changed, *new), *hands[seat + 1 :])


def _table(state: ToyState, **changed: Any) -> ToyState:
    fields = {name: changed.pop(name, getattr(state, name)) for name in state.__struct_fields__}
    assert not changed
    return ToyState(**fields)


def check(state: ToyState, seat: Seat, action: ToyAction) -> Ruling | None:
    if not state.running:
        return Ruling("no_deal", "HC 1", "No deal is running.")
    if seat != state.turn:
        return Ruling("not_your_turn", "HC 2", "Another seat is to act.")
    if action.card not in state.hands[seat]:
        return Ruling("card_not_held", "HC 2", "You do not hold this card.")
    match action:
        case Lay():
            return None
        case Swap():
            if seat in state.swapped or not state.options.swaps or state.drawn == len(DECK):
                return Ruling("no_swap", "HC 3", "No swap is left.")
            return None
        case _:
            assert_never(action)


def legal(state: ToyState, seat: Seat) -> tuple[Action, ...]:
    cards = state.hands[seat] if state.running else ()
    tries: list[ToyAction] = [Lay(card) for card in cards] + [Swap(card) for card in cards]
    return tuple(action for action in tries if check(state, seat, action) is None)


def to_act(state: ToyState) -> tuple[Seat, ...]:
    return (state.turn,) if state.running else ()


def due(state: ToyState) -> tuple[Deadline, ...]:
    return (Deadline("turn", state.turn, state.since + PATIENCE_MS),) if state.running else ()


def deal(state: ToyState) -> Deal:
    if state.running:
        return Deal.RUNNING
    return Deal.OVER if state.deals >= state.options.deals else Deal.REST


def secrets(options: Options, message: object) -> tuple[Secret, ...]:
    match message:
        case Dealt():
            return tuple(
                Secret(("hands", seat, place), (seat,))
                for seat in range(len(message.hands))
                for place in range(len(message.hands[seat]))
            )
        case Swapped():
            return (Secret(("drawn",), (message.seat,)),)
        case _:
            return ()


def outcome(state: ToyState) -> Outcome | None:
    return Outcome(rank(state.scores), state.scores) if deal(state) is Deal.OVER else None


def view(state: ToyState, seat: Seat | None) -> ToyView:
    return ToyView(
        running=state.running,
        turn=state.turn if state.running else None,
        hand=None if seat is None or not state.hands else tuple(sorted(state.hands[seat])),
        sizes=tuple(map(len, state.hands)),
        laid=state.laid,
        scores=state.scores,
    )


def describe(event: Any, viewer: Seat | None, language: str) -> str:
    name = "Platz" if language == "de" else "Seat"
    match event:
        case Dealt():
            return "Jeder bekommt drei Karten." if language == "de" else "Everybody gets three cards."
        case Laid():
            return f"{name} {event.seat + 1}: {event.card}."
        case Swapped():
            drawn = "?" if event.drawn is None else event.drawn
            return f"{name} {event.seat + 1}: {event.discarded} -> {drawn}."
        case RoundWon():
            return f"{name} {event.seat + 1}: +1."
        case _:
            return "Ende." if language == "de" else "The end."


def pieces(options: Options, data: object) -> dict[str, int]:
    return dict.fromkeys(DECK, 1)


def placed(state: ToyState) -> Placed:
    cards = [card for hand in state.hands for card in hand] + [card for _, card in state.laid] + list(state.gone)
    return Placed(Counter(cards), len(DECK) - state.drawn)


def absent(state: ToyState, seat: Seat) -> Action | None:
    return next(iter(legal(state, seat)), None)


def write_action(action: ToyAction) -> str:
    return f"{'lay' if isinstance(action, Lay) else 'swap'} {action.card}"


def write_event(event: Any) -> str:
    fields = (f"{name} {getattr(event, name)}" for name in event.__struct_fields__)
    return f"{type(event).__name__.lower()}: " + ", ".join(fields)


RULES: RuleSet[Options, ToyState, ToyView] = RuleSet(
    id="high_card",
    version=1,
    title="High Card",
    seats=(2, 3),
    summary={"de": "Die höchste Karte gewinnt.", "en": "The highest card wins."},
    Options=Options,
    Action=ToyAction,
    Event=ToyEvent,
    State=ToyState,
    View=ToyView,
    max_deals=8,
    initial=initial,
    decide=decide,
    evolve=evolve,
    check=check,
    legal=legal,
    to_act=to_act,
    due=due,
    deal=deal,
    opens=lambda event: isinstance(event, Dealt),
    closes=lambda event: isinstance(event, Ended),
    secrets=secrets,
    standing=lambda state: state.scores,
    outcome=outcome,
    absent=absent,
    view=view,
    describe=describe,
    pieces=pieces,
    placed=placed,
    bots={"easy": random_legal},
    notation=Notation(write_action, write_event),
)


def with_high_card(shipped: Registry) -> Registry:
    """Give the shipped games and this one."""
    return Registry([*shipped, RULES])
