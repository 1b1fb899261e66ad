"""Random games for the laws: every answer of `legal` spelled out, so that templates are played, too."""

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

from domain.games.volle_huette import RULES
from domain.games.volle_huette import messages as m
from domain.games.volle_huette.components import as_group
from domain.games.volle_huette.options import Options
from domain.kernel import Setup, Template
from tests.support.play import Step, play


def span(choice: Any) -> Iterator[Any]:
    """Spell out a template by its lists (see `legal`): fields, installations, or a chair for each figure."""
    if not isinstance(choice, Template):
        yield choice
        return
    example, lists = choice.example, choice.choices
    match example:
        case m.Equip() | m.PlaceTile():
            (key,) = lists.keys() - {"field"}
            for value, field in product(lists[key], lists["field"]):
                yield type(example)(value, field)
        case m.PlayActionCard():
            for card, origin, destination in product(lists["card"], lists["origin"], lists["destination"]):
                yield m.PlayActionCard(card, origin, destination)
        case m.SeatGroup():
            figures = as_group("".join(example.places.values()))
            yield from (m.SeatGroup(places) for places in _seated(figures, lists["places"]))
        case _:
            raise AssertionError(f"no template is known for {example}")


def _seated(figures: str, chairs: tuple[Any, ...]) -> list[dict[str, str]]:
    """Give each figure a chair of its own, in every way; equal ways once."""
    ways: set[tuple[tuple[str, str], ...]] = {()}
    for figure in figures:
        ways = {
            tuple(sorted({**dict(way), field: as_group(dict(way).get(field, "") + figure)}.items()))
            for way in ways
            for field in set(chairs)
            if len(dict(way).get(field, "")) < chairs.count(field)
        }
    return [dict(way) for way in ways]


def random_span(state: Any, seat: int, legal: Any, rng: random.Random) -> Any:
    choice = rng.choice(legal)
    if isinstance(choice, Template):
        return rng.choice(list(span(choice)))
    return choice


def games(data: Any, seeds: range, options: Options | None = None) -> Iterator[tuple[int, list[Step]]]:
    """Give whole games with their number of seats."""
    for seed in seeds:
        for seats in RULES.seats:
            setup = Setup(seats, 0, options or Options(), data)
            yield seats, list(play(RULES, setup, seed, random_span))
