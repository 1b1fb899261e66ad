"""How the house plays: "easy" draws a legal action, "solid" weighs what each move is worth in marks."""

from domain.games.volle_huette import messages as m
from domain.games.volle_huette.components import read_action, read_customers
from domain.games.volle_huette.space import find_room
from domain.games.volle_huette.view import VolleHuetteView
from domain.kernel import Action, BotMove, Legal, Policy, Rng, Seat, Template
from domain.kernel.bots import random_legal


def solid(view: VolleHuetteView, legal: Legal, rng: Rng) -> BotMove | None:
    """Take the action that promises most marks over the rivals; of equal ones any."""
    if view.viewer is None or not legal:
        return None
    actions = [_concrete(choice) for choice in legal]
    worths = [_worth(view, view.viewer, action) for action in actions]
    best = max(worths)
    return BotMove(rng.choice([action for action, worth in zip(actions, worths, strict=True) if worth == best]))


def _concrete(choice: Action | Template) -> Action:
    return choice.example if isinstance(choice, Template) else choice


def _marks(view: VolleHuetteView, group: str) -> int:
    return sum(view.values.of(figure) for figure in group)


def _takings(view: VolleHuetteView, seat: Seat) -> int:
    return _marks(view, "".join(tile.who for tile in view.landlords[seat].tiles.values()))


def _rounds(view: VolleHuetteView) -> int:
    """Give how often all are likely to collect again."""
    return view.piles["collect"] + (view.tip is not None)


def _worth(view: VolleHuetteView, me: Seat, action: Action) -> float:
    match action:
        case m.Collect():
            mine = _takings(view, me) + (view.tip or 0)
            others = [_takings(view, seat) for seat in range(len(view.landlords)) if seat != me]
            return mine - sum(others) / len(others)
        case m.Receive():
            _, group = read_customers(view.customers[action.slot])
            return _marks(view, group) * min(2.0, _rounds(view) / 2)
        case m.Equip():
            return _room_worth(view, me, view.installations[action.slot])
        case m.PlaceTile():
            return -_crowding(view, me, action.tile, action.field)
        case m.PlayActionCard():
            return _move_worth(view, me, action)
        case m.SeatGroup():
            return -len(action.places)
        case m.TakeActionCard():
            card = read_action(view.actions[action.slot])
            return (card.kind == "B" and _free(view, me, card.type) > 0) + 0.5 * card.dodge
        case _:
            return 0.0


def _free(view: VolleHuetteView, seat: Seat, type_: str) -> int:
    kind = view.types[type_]
    tiles = [tile for tile in view.landlords[seat].tiles.values() if tile.type == type_]
    return sum(kind.places - len(tile.who) for tile in tiles if not (kind.exclusive and tile.who))


def _room_worth(view: VolleHuetteView, me: Seat, tile: str) -> float:
    """Give what new chairs of a type are worth: most where open customers want to go and cannot."""
    kind, free = view.types[tile], _free(view, me, tile)
    worth = 4.0 * kind.places / (1 + free)
    for face in view.customers:
        place, group = read_customers(face)
        if place == tile and len(group) > free and len(group) <= kind.places + (0 if kind.exclusive else free):
            worth += _marks(view, group) / 2
    return worth


def _crowding(view: VolleHuetteView, me: Seat, tile: str, field: str) -> float:
    """Prefer walls for counters and leave the walls to them otherwise."""
    spot = next((spot for spot in view.landlords[me].fields if spot.id == field), None)
    at_wall = spot is not None and spot.wall
    return float(at_wall != (tile == "counter"))


def _move_worth(view: VolleHuetteView, me: Seat, action: m.PlayActionCard) -> float:
    """Give what moving a group brings: its bill at once, its custom for the collections to come."""
    if action.origin is None or action.destination is None:
        return 0.0
    start = action.origin.pub
    group = view.landlords[start].tiles[action.origin.field].who
    pubs = [landlord.tiles for landlord in view.landlords]
    to = find_room(view.types, pubs, start, action.destination, len(group))
    if to == start:
        return 0.0
    marks, later = _marks(view, group), max(1.0, _rounds(view) * 0.6)
    bill = 0 if read_action(action.card).dodge else marks
    worth = (bill - marks * later) * (1.0 if start == me else -0.5)
    if to is not None:
        worth += marks * later * (1.0 if to == me else -0.5)
    return worth


BOTS: dict[str, Policy] = {"easy": random_legal, "solid": solid}
