"""Hearts and clubs: a toy game for tests of the house, with dealt cards, a hidden draw, typed text and a deadline.

Twelve cards, two to each seat. In turn each seat draws one card unseen by the others and plays one of its three.
The highest card wins the deal and one point. Three deals make a match. A seat may say something once a deal.
"""

from collections import Counter
from typing import Any

from msgspec import Struct, structs

from domain.kernel import (
    Action,
    Chance,
    Command,
    Deadline,
    Deal,
    Event,
    NextDeal,
    Notation,
    Outcome,
    Placed,
    RuleSet,
    Ruling,
    Secret,
    Setup,
    rank,
)
from domain.kernel.bots import random_legal

FACES = tuple(f"{suit}{n}" for suit in "CH" for n in range(1, 7))


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    deals: int = 3
    limit_ms: int = 60_000


class Draw(Action, frozen=True, tag="draw"):
    pass


class Play(Action, frozen=True, tag="play"):
    card: str


class Say(Action, frozen=True, tag="say"):
    text: str | None


class Dealt(Event, frozen=True, tag="dealt"):
    hands: tuple[tuple[str | None, ...], ...]
    until: int


class Drawn(Event, frozen=True, tag="drawn"):
    seat: int
    card: str | None


class Played(Event, frozen=True, tag="played"):
    seat: int
    card: str
    until: int


class Said(Event, frozen=True, tag="said"):
    seat: int
    text: str | None


class Won(Event, frozen=True, tag="won"):
    seat: int
    points: tuple[int, ...]


class State(Struct, frozen=True):
    seats: int
    options: Options
    points: tuple[int, ...]
    phase: str = "rest"
    deals: int = 0
    hands: tuple[tuple[str, ...], ...] = ()
    table: tuple[str, ...] = ()
    drawn: int = 0
    said: tuple[int, ...] = ()
    until: int = 0


class View(Struct, frozen=True):
    hand: tuple[str, ...]
    table: tuple[str, ...]
    points: tuple[int, ...]


def strength(card: str) -> tuple[int, str]:
    return int(card[1:]), card[0]


def initial(setup: Setup) -> State:
    return State(setup.seats, setup.options, (0,) * setup.seats)


def check(state: State, seat: int, action: Any) -> Ruling | None:
    if isinstance(action, Say):
        return Ruling("said_already", "TOY 3", "Once a deal.") if seat in state.said else None
    if seat != len(state.table):
        return Ruling("not_your_turn", "TOY 1", "Wait for your turn.")
    if isinstance(action, Draw):
        return Ruling("drawn_already", "TOY 1", "Play a card.") if state.drawn > seat else None
    if state.drawn == seat:
        return Ruling("draw_first", "TOY 1", "Draw a card.")
    if action.card not in state.hands[seat]:
        return Ruling("card_not_held", "TOY 2", "Play a card of your hand.")
    return None


def decide(state: State, command: Command, chance: Chance) -> tuple[Event, ...] | Ruling:
    action, seat = command.action, command.seat
    ruling = check(state, seat, action) if isinstance(action, Say | Draw | Play) else None
    if ruling is not None:
        return ruling
    until = command.at + state.options.limit_ms
    deck = chance.deck(f"deal {state.deals}" if state.phase == "running" else f"deal {state.deals + 1}", FACES)
    match action:
        case NextDeal():
            return (Dealt(tuple(tuple(deck[2 * s : 2 * s + 2]) for s in range(state.seats)), until),)
        case Say():
            return (Said(seat, action.text),)
        case Draw():
            return (Drawn(seat, deck[2 * state.seats + state.drawn]),)
        case Play():
            return play(state, seat, action.card, until)
        case _:
            seat = len(state.table)
            if state.drawn == seat:
                drawn = Drawn(seat, deck[2 * state.seats + state.drawn])
                return (drawn, *play(evolve(state, drawn), seat, min(evolve(state, drawn).hands[seat]), until))
            return play(state, seat, min(state.hands[seat]), until)


def play(state: State, seat: int, card: str, until: int) -> tuple[Event, ...]:
    played = Played(seat, card, until)
    table = (*state.table, card)
    if len(table) < state.seats:
        return (played,)
    winner = table.index(max(table, key=strength))
    points = tuple(p + (s == winner) for s, p in enumerate(state.points))
    return (played, Won(winner, points))


def evolve(state: State, event: Any) -> State:
    match event:
        case Dealt():
            return structs.replace(
                state,
                phase="running",
                deals=state.deals + 1,
                hands=event.hands,
                table=(),
                drawn=0,
                said=(),
                until=event.until,
            )
        case Drawn():
            hands = tuple((*h, event.card) if s == event.seat else h for s, h in enumerate(state.hands))
            return structs.replace(state, hands=hands, drawn=state.drawn + 1)
        case Played():
            hands = tuple(
                tuple(c for c in h if c != event.card) if s == event.seat else h for s, h in enumerate(state.hands)
            )
            assert hands != state.hands
            return structs.replace(state, hands=hands, table=(*state.table, event.card), until=event.until)
        case Said():
            return structs.replace(state, said=(*state.said, event.seat))
        case Won():
            return structs.replace(state, phase="rest", points=event.points)
    raise AssertionError(event)


def legal(state: State, seat: int) -> tuple[Action, ...]:
    if state.phase != "running" or seat != len(state.table):
        return ()
    if state.drawn == seat:
        return (Draw(),)
    return tuple(Play(card) for card in sorted(state.hands[seat]))


def deal(state: State) -> Deal:
    if state.phase == "running":
        return Deal.RUNNING
    return Deal.OVER if state.deals == state.options.deals else Deal.REST


def secrets(options: Options, message: Any) -> tuple[Secret, ...]:
    match message:
        case Dealt():
            return tuple(
                Secret(("hands", s, n), (s,)) for s, hand in enumerate(message.hands) for n in range(len(hand))
            )
        case Drawn():
            return (Secret(("card",), (message.seat,)),)
        case Say() | Said():
            return (Secret(("text",), "all"),)
    return ()


def placed(state: State) -> Placed:
    out = Counter(state.table) + Counter(card for hand in state.hands for card in hand)
    return Placed(out, len(FACES) - 2 * state.seats - state.drawn)


TOY = RuleSet(
    id="toy",
    version=1,
    title="Toy",
    seats=(2, 3, 4),
    summary={"de": "Ein Spielzeug.", "en": "A toy."},
    Options=Options,
    Action=Draw | Play | Say,
    Event=Dealt | Drawn | Played | Said | Won,
    State=State,
    View=View,
    max_deals=5,
    initial=initial,
    decide=decide,
    evolve=evolve,
    check=check,
    legal=legal,
    to_act=lambda state: (len(state.table),) if state.phase == "running" else (),
    due=lambda state: (Deadline("turn", None, state.until),) if state.phase == "running" else (),
    deal=deal,
    opens=lambda event: isinstance(event, Dealt),
    closes=lambda event: isinstance(event, Won),
    secrets=secrets,
    standing=lambda state: state.points,
    outcome=lambda state: Outcome(rank(state.points), state.points) if deal(state) is Deal.OVER else None,
    absent=lambda state, seat: legal(state, seat)[0] if legal(state, seat) else None,
    view=lambda state, seat: View(
        () if seat is None or not state.hands else state.hands[seat], state.table, state.points
    ),
    describe=lambda event, viewer, language: type(event).__name__,
    pieces=lambda options, data: dict.fromkeys(FACES, 1),
    placed=placed,
    bots={"easy": random_legal},
    notation=Notation(action=repr, event=repr),
)
