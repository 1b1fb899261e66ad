"""Room in the pubs: chairs, counters, where a group finds places and how it can sit."""

from collections.abc import Iterator, Mapping, Sequence

from domain.games.volle_huette.components import COLOURS, Data, Field, InstallationType, PubBoard
from domain.games.volle_huette.options import Options
from domain.games.volle_huette.state import Tile, Tiles
from domain.kernel import Ruling

Types = Mapping[str, InstallationType]


def chairs(types: Types, tiles: Tiles, type_: str) -> dict[str, int]:
    """Give the free chairs of a type in one pub: field -> number, full installations left out.

    Billiards and table football are full as soon as one customer is there (§7).
    """
    kind = types[type_]
    free = {
        field: 0 if kind.exclusive and tile.who else kind.places - len(tile.who)
        for field, tile in sorted(tiles.items())
        if tile.type == type_
    }
    return {field: number for field, number in free.items() if number > 0}


def has_room(types: Types, tiles: Tiles, type_: str, size: int) -> bool:
    """Tell whether a whole group finds places at a type in one pub.

    It may spread over several cards of the type, but not over exclusive ones (VH 11).
    """
    free = chairs(types, tiles, type_).values()
    return (max(free, default=0) if types[type_].exclusive else sum(free)) >= size


def find_room(types: Types, pubs: Sequence[Tiles], start: int, type_: str, size: int) -> int | None:
    """Give the first pub with room, from `start` clockwise (VH 19), or None."""
    for step in range(len(pubs)):
        pub = (start + step) % len(pubs)
        if has_room(types, pubs[pub], type_, size):
            return pub
    return None


def seatings(types: Types, tiles: Tiles, type_: str, group: str) -> Iterator[dict[str, str]]:
    """Give every way to seat a group at a type in one pub, as field -> figures; there may be very many."""
    free = chairs(types, tiles, type_)
    if types[type_].exclusive:
        yield from ({field: group} for field, number in free.items() if number >= len(group))
    else:
        yield from _spread(tuple(group.count(colour) for colour in COLOURS), list(free.items()))


def _spread(figures: tuple[int, ...], free: list[tuple[str, int]]) -> Iterator[dict[str, str]]:
    """Spread figures (counts by colour) over the chairs of `free`."""
    if not any(figures):
        yield {}
        return
    if sum(figures) > sum(number for _, number in free):
        return
    (field, number), *rest = free
    for here in _handfuls(figures, number):
        left = tuple(have - take for have, take in zip(figures, here, strict=True))
        sitting = "".join(colour * take for colour, take in zip(COLOURS, here, strict=True))
        for others in _spread(left, rest):
            yield {field: sitting, **others} if sitting else others


def _handfuls(figures: tuple[int, ...], limit: int) -> Iterator[tuple[int, ...]]:
    """Give every selection of at most `limit` figures (counts by colour)."""
    if not figures:
        yield ()
        return
    for take in range(min(figures[0], limit) + 1):
        for others in _handfuls(figures[1:], limit - take):
            yield (take, *others)


def check_field(data: Data, options: Options, board: PubBoard, tiles: Tiles, type_: str, field: str) -> Ruling | None:
    """Tell why an installation may not stand on a field, or None."""
    place = next((spot for spot in board.fields if spot.id == field), None)
    if place is None:
        return Ruling("no_such_field", "VH §5", f"{board.name} has no field {field}")
    if field in tiles:
        return Ruling("field_taken", "VH §5", f"a {tiles[field].type} stands on {field}; take a free field")
    area = data.installation_types[type_].area
    if place.area != area:
        return Ruling("wrong_area", "VH §5", f"a {type_} belongs on a {area} field, {field} is {place.area}")
    if type_ == data.counter_rule.type:
        return _check_counter(data, options, board, tiles, place)
    return None


def _check_counter(data: Data, options: Options, board: PubBoard, tiles: Tiles, place: Field) -> Ruling | None:
    """A counter grows from a wall (VH 10); at most so many cards hang together."""
    rule = data.counter_rule
    group = _connected(board, {*tiles_of(tiles, rule.type), place.id}, place)
    if len(group) > rule.max_group:
        return Ruling("counter_too_long", "VH §5", f"at most {rule.max_group} {rule.type} cards may lie together")
    if not rule.group_needs_wall_field:
        return None
    if options.counter_wall == "card" and not place.wall:
        return Ruling("counter_off_wall", "VH 10", f"every {rule.type} card lies at a wall, {place.id} does not")
    if not any(field.wall for field in group):
        return Ruling("counter_off_wall", "VH 10", f"a {rule.type} starts at a wall, {place.id} is in the room")
    return None


def tiles_of(tiles: Mapping[str, Tile], type_: str) -> tuple[str, ...]:
    """Give the fields on which a type stands."""
    return tuple(field for field, tile in tiles.items() if tile.type == type_)


def _connected(board: PubBoard, ids: set[str], start: Field) -> list[Field]:
    """Give the fields of `ids` that hang together with `start`, edge to edge within its area."""
    waiting = [field for field in board.fields if field.id in ids and field.area == start.area and field != start]
    group = [start]
    for field in group:
        for other in [*waiting]:
            if abs(field.row - other.row) + abs(field.col - other.col) == 1:
                waiting.remove(other)
                group.append(other)
    return group


def free_fields(data: Data, options: Options, board: PubBoard, tiles: Tiles, type_: str) -> tuple[str, ...]:
    """Give the fields where an installation may stand."""
    return tuple(
        field.id for field in board.fields if check_field(data, options, board, tiles, type_, field.id) is None
    )
