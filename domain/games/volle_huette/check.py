"""The authority on legality: every refusal and its reason. `decide` and `legal` both ask here."""

import re
from typing import assert_never

from domain.games.volle_huette import messages as m
from domain.games.volle_huette.components import PubBoard, read_action, read_customers
from domain.games.volle_huette.space import chairs, check_field, free_fields, has_room
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
from domain.kernel import Ruling, Seat

GROUP = re.compile(r"Y*R*B*\Z")


def to_act(state: State) -> tuple[Seat, ...]:
    """Give who may act: one landlord, or while furnishing all who have installations left."""
    match state.phase:
        case Waiting() | Over():
            return ()
        case Furnishing() as phase:
            return tuple(seat for seat, tiles in enumerate(phase.tiles) if tiles)
        case ChoosingPub() | FirstMove() | Seating() | SecondMove() | TakingCard() as phase:
            return (phase.seat,)
        case _ as never:
            assert_never(never)


def check(state: State, seat: Seat, action: m.Action) -> Ruling | None:
    """Tell why a landlord may not do this now, or None."""
    if isinstance(state.phase, Waiting):
        return Ruling("not_begun", "VH §2", "the table is not laid yet")
    if isinstance(state.phase, Over):
        return Ruling("game_over", "VH §10", "the game is over")
    if seat not in to_act(state):
        return Ruling("not_your_turn", "VH §3", "it is not your turn")
    phase = state.phase
    if not isinstance(phase, PHASE[type(action)]):
        return Ruling("wrong_phase", "VH §3", f"now is the time to {EXPECTED[type(phase)]}")
    match action:
        case m.ChoosePub():
            return _check_pub(state, action)
        case m.PlaceTile():
            assert isinstance(phase, Furnishing)
            if action.tile not in phase.tiles[seat]:
                return Ruling("not_your_tile", "VH §2", f"you have no {action.tile} to place")
            return _check_place(state, seat, action.tile, action.field)
        case m.Equip():
            if not 0 <= action.slot < len(state.installations):
                return Ruling("no_such_slot", "VH §5", f"{len(state.installations)} installations are on display")
            return _check_place(state, seat, state.installations[action.slot], action.field)
        case m.Receive():
            return _check_receive(state, seat, action)
        case m.Collect():
            return _check_collect(state, seat)
        case m.Pass():
            if can_move(state, seat):
                return Ruling("must_move", "VH 6", "you may pass only when no first move is possible")
            return None
        case m.PlayActionCard():
            return _check_card(state, seat, action)
        case m.SeatGroup():
            assert isinstance(phase, Seating)
            return _check_seating(state, phase, action)
        case m.TakeActionCard():
            if not 0 <= action.slot < len(state.actions):
                return Ruling("no_such_slot", "VH §9", f"{len(state.actions)} action cards are on display")
            return None
        case _ as never:
            assert_never(never)


PHASE: dict[type, type] = {
    m.ChoosePub: ChoosingPub,
    m.PlaceTile: Furnishing,
    m.Equip: FirstMove,
    m.Receive: FirstMove,
    m.Collect: FirstMove,
    m.Pass: FirstMove,
    m.PlayActionCard: SecondMove,
    m.SeatGroup: Seating,
    m.TakeActionCard: TakingCard,
}
"""When an action is made."""
EXPECTED: dict[type, str] = {
    ChoosingPub: "choose a pub",
    Furnishing: "place your installations",
    FirstMove: "equip, receive or collect",
    Seating: "seat the group",
    SecondMove: "play an action card",
    TakingCard: "take an action card",
}
"""What to do instead, told in the refusal."""


def board_of(state: State, seat: Seat) -> PubBoard:
    """Give the grid of a landlord's pub; raise LookupError before it is chosen."""
    board = state.data.board(state.pubs[seat].name)
    if board is None:
        raise LookupError(f"seat {seat} has no pub")
    return board


def fields_for(state: State, seat: Seat, tile: str) -> tuple[str, ...]:
    """Give the fields of a landlord's pub where an installation may stand."""
    return free_fields(state.data, state.options, board_of(state, seat), state.pubs[seat].tiles, tile)


def can_move(state: State, seat: Seat) -> bool:
    """Tell whether a first move other than passing is possible."""
    return (
        _check_collect(state, seat) is None
        or any(_check_receive(state, seat, m.Receive(slot)) is None for slot in range(len(state.customers)))
        or any(fields_for(state, seat, tile) for tile in set(state.installations))
    )


def origins(state: State, card: str) -> tuple[m.Origin, ...]:
    """Give the installations whose customers a card can move: kind A of its type, kind B of any other."""
    kind, type_, _ = read_action(card)
    return tuple(
        m.Origin(pub, field)
        for pub, landlord in enumerate(state.pubs)
        for field, tile in sorted(landlord.tiles.items())
        if tile.who and (tile.type == type_) == (kind == "A")
    )


def destinations(state: State, card: str) -> tuple[str, ...]:
    """Give the types that may be announced with a card."""
    kind, type_, _ = read_action(card)
    if kind == "B":
        return (type_,)
    built = {tile.type for pub in state.pubs for tile in pub.tiles.values()}
    return tuple(
        name
        for name in state.data.installation_types
        if name != type_ and (name in built or state.options.destination == "any")
    )


def playable(state: State, card: str) -> bool:
    """Tell whether a card can be carried out; otherwise it lapses (§9, VH 16)."""
    return bool(origins(state, card) and destinations(state, card))


def _check_pub(state: State, action: m.ChoosePub) -> Ruling | None:
    if state.data.board(action.pub) is None:
        return Ruling("no_such_pub", "VH §2", f"the pubs are {', '.join(pub.name for pub in state.data.pubs)}")
    if any(pub.name == action.pub for pub in state.pubs):
        return Ruling("pub_taken", "VH §2", f"{action.pub} has its landlord already")
    return None


def _check_place(state: State, seat: Seat, tile: str, field: str) -> Ruling | None:
    return check_field(state.data, state.options, board_of(state, seat), state.pubs[seat].tiles, tile, field)


def _check_receive(state: State, seat: Seat, action: m.Receive) -> Ruling | None:
    if not 0 <= action.slot < len(state.customers):
        return Ruling("no_such_slot", "VH §6", f"{len(state.customers)} customer cards are on display")
    place, group = read_customers(state.customers[action.slot])
    if not has_room(state.data.installation_types, state.pubs[seat].tiles, place, len(group)):
        return Ruling("no_room", "VH §7", f"you have no room for all {len(group)} at a {place}")
    return None


def _check_collect(state: State, seat: Seat) -> Ruling | None:
    if not state.pubs[seat].group:
        return Ruling("no_customers", "VH 22", "you collect only with customers of your own")
    if not any(pub.group for other, pub in enumerate(state.pubs) if other != seat):
        return Ruling("no_other_customers", "VH 22", "somebody else must have a customer, too")
    return None


def _check_card(state: State, seat: Seat, action: m.PlayActionCard) -> Ruling | None:
    card, origin = action.card, action.origin
    if card not in state.hands[seat].cards:
        return Ruling("card_not_held", "VH §9", f"you do not hold {card}")
    kind, type_, _ = read_action(card)
    if origin is None or action.destination is None:
        if origin is not None or action.destination is not None:
            return Ruling("half_announced", "VH §9", "name both the installation and where its customers shall go")
        if playable(state, card):
            return Ruling("must_carry_out", "VH §9", f"{card} can be carried out, so it must be")
        return None
    if not 0 <= origin.pub < state.seats or origin.field not in state.pubs[origin.pub].tiles:
        return Ruling("no_such_installation", "VH §9", "no installation stands there")
    tile = state.pubs[origin.pub].tiles[origin.field]
    if not tile.who:
        return Ruling("nobody_there", "VH §9", "there are no customers")
    if action.destination == tile.type:
        return Ruling("same_type", "VH §9", f"they must go to another type than {tile.type}")
    if kind == "A" and tile.type != type_:
        return Ruling("wrong_origin", "VH §9", f"{card} moves customers from a {type_}")
    if kind == "B" and action.destination != type_:
        return Ruling("wrong_destination", "VH §9", f"{card} moves customers to a {type_}")
    if action.destination not in state.data.installation_types:
        return Ruling("no_such_type", "VH §9", f"there are {', '.join(state.data.installation_types)}")
    if action.destination not in destinations(state, card):
        return Ruling("nowhere_built", "VH 15", f"no pub has a {action.destination}")
    return None


def _check_seating(state: State, phase: Seating, action: m.SeatGroup) -> Ruling | None:
    free = chairs(state.data.installation_types, state.pubs[phase.pub].tiles, phase.place)
    for field, figures in action.places.items():
        if field not in free:
            return Ruling("no_such_place", "VH §7", f"no {phase.place} with a free place is on {field}")
        if not figures or not GROUP.match(figures):
            return Ruling("malformed_group", "VH §7", "write figures as Y, then R, then B, at least one for a field")
        if len(figures) > free[field]:
            return Ruling("no_room", "VH §7", f"{field} has {free[field]} free places")
    if sorted("".join(action.places.values())) != sorted(phase.group):
        return Ruling("wrong_group", "VH §9", f"exactly {phase.group} must be seated")
    if state.data.installation_types[phase.place].exclusive and len(action.places) > 1:
        return Ruling("group_split", "VH 11", f"the group stays together at one {phase.place}")
    return None
