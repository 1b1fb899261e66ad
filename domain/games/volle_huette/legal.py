"""All that a landlord may do: concrete actions, and templates where they would be more than 200."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import assert_never

from domain.games.volle_huette import messages as m
from domain.games.volle_huette.check import check, destinations, fields_for, origins, playable, to_act
from domain.games.volle_huette.space import chairs, seatings
from domain.games.volle_huette.state import (
    ChoosingPub,
    FirstMove,
    Furnishing,
    Over,
    Seating,
    SecondMove,
    State,
    TakingCard,
    Waiting,
)
from domain.kernel import Legal, Seat, Template

LIMIT = 200


@dataclass(frozen=True)
class _Choice:
    """Actions of one kind (at most one more than the limit), and the template that can stand for them."""

    actions: Sequence[m.Action]
    template: Callable[[], Template]


def legal(state: State, seat: Seat) -> Legal:
    """Give every legal action; the largest choices become templates until the list is short enough."""
    if seat not in to_act(state):
        return ()
    choices = [choice for choice in _choices(state, seat) if choice.actions]
    short = {
        index
        for index, _ in sorted(enumerate(choices), key=lambda pair: len(pair[1].actions))
        if _lengths(choices, index) <= LIMIT
    }
    answer: list[m.Action | Template] = []
    for index, choice in enumerate(choices):
        answer.extend(choice.actions if index in short else [choice.template()])
    return tuple(answer)


def absent(state: State, seat: Seat) -> m.Action | None:
    """Play for a landlord who is gone: pass where that is allowed, else the first legal action (ruling C)."""
    options = legal(state, seat)
    if m.Pass() in options:
        return m.Pass()
    first = next(iter(options), None)
    return first.example if isinstance(first, Template) else first  # type: ignore[return-value]


def _lengths(choices: Sequence[_Choice], index: int) -> int:
    """Give the length of the list if this choice and all smaller ones were written out."""
    size = len(choices[index].actions)
    sizes = [(len(choice.actions), number) for number, choice in enumerate(choices)]
    return sum(length if (length, number) <= (size, index) else 1 for length, number in sizes)


def _choices(state: State, seat: Seat) -> list[_Choice]:
    match state.phase:
        case Waiting() | Over():
            return []
        case ChoosingPub():
            names = [m.ChoosePub(pub.name) for pub in state.data.pubs]
            return [_plain([name for name in names if check(state, seat, name) is None])]
        case Furnishing() as phase:
            return [_place(state, seat, tile) for tile in sorted(set(phase.tiles[seat]))]
        case FirstMove():
            return _first_moves(state, seat)
        case Seating() as phase:
            return [_seat(state, phase)]
        case SecondMove():
            return [_play(state, card) for card in sorted(set(state.hands[seat].cards))]
        case TakingCard():
            return [_plain([m.TakeActionCard(slot) for slot in range(len(state.actions))])]
        case _ as never:
            assert_never(never)


def _first_moves(state: State, seat: Seat) -> list[_Choice]:
    others: list[m.Action] = [m.Receive(slot) for slot in range(len(state.customers))]
    others += [m.Collect(), m.Pass()]
    equip = [_equip(state, seat, slot) for slot in range(len(state.installations))]
    return [*equip, _plain([action for action in others if check(state, seat, action) is None])]


def _plain(actions: Sequence[m.Action]) -> _Choice:
    """A choice that is never too long."""

    def template() -> Template:
        raise AssertionError("a display or the list of pubs is short")

    return _Choice(actions, template)


def _place(state: State, seat: Seat, tile: str) -> _Choice:
    fields = fields_for(state, seat, tile)
    actions = [m.PlaceTile(tile, field) for field in fields]
    return _Choice(actions, lambda: _fields_template(actions[0], "tile", tile, fields))


def _equip(state: State, seat: Seat, slot: int) -> _Choice:
    fields = fields_for(state, seat, state.installations[slot])
    actions = [m.Equip(slot, field) for field in fields]
    return _Choice(actions, lambda: _fields_template(actions[0], "slot", slot, fields))


def _fields_template(example: m.Action, key: str, value: str | int, fields: tuple[str, ...]) -> Template:
    tag = str(type(example).__struct_config__.tag)
    schema = _object(type={"const": tag}, **{key: {"const": value}}, field={"enum": list(fields)})
    return Template(schema, example, {key: (value,), "field": fields})


def _play(state: State, card: str) -> _Choice:
    """Play one card: every installation that it can empty with every type that may be announced."""
    if not playable(state, card):
        return _plain([m.PlayActionCard(card)])
    starts, ends = origins(state, card), destinations(state, card)
    actions = [m.PlayActionCard(card, origin, destination) for origin in starts for destination in ends]

    def template() -> Template:
        spots = [_object(pub={"const": spot.pub}, field={"const": spot.field}) for spot in starts]
        schema = _object(
            type={"const": "play_action_card"},
            card={"const": card},
            origin={"oneOf": spots},
            destination={"enum": list(ends)},
        )
        return Template(schema, actions[0], {"card": (card,), "origin": starts, "destination": ends})

    return _Choice(actions, template)


def _seat(state: State, phase: Seating) -> _Choice:
    """Seat a group. The template lists every free chair by its field: each figure takes a chair of its own."""
    types, tiles = state.data.installation_types, state.pubs[phase.pub].tiles
    ways = islice(seatings(types, tiles, phase.place, phase.group), LIMIT + 1)
    actions = [m.SeatGroup(places) for places in ways]

    def template() -> Template:
        free = chairs(types, tiles, phase.place)
        groups = {
            field: {"type": "string", "pattern": "^Y*R*B*$", "minLength": 1, "maxLength": min(number, len(phase.group))}
            for field, number in free.items()
        }
        places = {"type": "object", "properties": groups, "additionalProperties": False, "minProperties": 1}
        schema = _object(type={"const": "seat_group"}, places=places)
        each = tuple(field for field, number in free.items() for _ in range(number))
        return Template(schema, actions[0], {"places": each})

    return _Choice(actions, template)


def _object(**properties: object) -> dict[str, object]:
    """Give the JSON Schema of an object with exactly these properties."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
