"""What is listed as legal is exactly what `check` accepts, and no list is long."""

import random
import re
from itertools import combinations_with_replacement, product
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from msgspec import json
from msgspec.structs import fields, replace

import domain.games.volle_huette as package
from domain.games.volle_huette import RULES
from domain.games.volle_huette import messages as m
from domain.games.volle_huette.components import STANDARD, Display, Field, PubBoard, as_group
from domain.games.volle_huette.state import Pub, Seating, State, Tile
from domain.kernel import Template
from tests.domain.volle_huette.pubs import SECOND, SECOND_SET, Table
from tests.domain.volle_huette.soak import games, span


def brute_force(state: State, seat: int) -> set[str]:
    """Give every action, right or wrong, that `check` lets pass."""
    return {written(action) for action in _candidates(state, seat) if RULES.check(state, seat, action) is None}


def _candidates(state: State, seat: int) -> Any:
    fields = sorted({field.id for pub in state.data.pubs for field in pub.fields} | {"nowhere"})
    types = [*state.data.installation_types, "nothing"]
    yield from (m.ChoosePub(pub.name) for pub in state.data.pubs)
    yield from (m.PlaceTile(tile, field) for tile in types for field in fields)
    slots = range(-1, 6)
    yield from (m.Equip(slot, field) for slot in slots for field in fields)
    yield from (m.Receive(slot) for slot in slots)
    yield from (m.TakeActionCard(slot) for slot in slots)
    yield from (m.Collect(), m.Pass())
    spots = [None, *(m.Origin(pub, field) for pub in range(-1, state.seats + 1) for field in fields)]
    for card in sorted(set(state.data.deck("actions"))):
        if card in state.hands[seat].cards:
            yield from (m.PlayActionCard(card, spot, to) for spot, to in product(spots, [None, *types]))
        else:
            yield m.PlayActionCard(card)
    if isinstance(state.phase, Seating):
        yield from _seatings(state, state.phase)


def _seatings(state: State, phase: Seating) -> Any:
    """Every way to put the group on the installations of a pub, room or not; some with a figure too few or many."""
    stands = sorted(field for field, tile in state.pubs[phase.pub].tiles.items() if tile.type == phase.place)
    others = sorted(field for field, tile in state.pubs[phase.pub].tiles.items() if tile.type != phase.place)
    yield from (m.SeatGroup(chosen) for chosen in _ways(phase.group, [*stands, *others[:1]]))
    for group in (phase.group[1:], as_group(phase.group + "Y")):
        yield from (m.SeatGroup(chosen) for chosen in _ways(group, stands[:2]))


def _ways(group: str, fields: list[str]) -> list[dict[str, str]]:
    parts = [combinations_with_replacement(fields, group.count(colour)) for colour in "YRB"]
    ways = []
    for chosen in product(*parts):
        places: dict[str, str] = {}
        for colour, spots in zip("YRB", chosen, strict=True):
            for spot in spots:
                places[spot] = places.get(spot, "") + colour
        ways.append(places)
    return ways


def written(action: Any) -> str:
    return json.encode(action, order="sorted").decode()


def spelled_out(legal: Any) -> list[str]:
    return [written(action) for choice in legal for action in span(choice)]


@pytest.mark.parametrize(("data", "sample"), [(STANDARD, 800), (SECOND_SET, 200)], ids=["standard", "second set"])
def test_listed_actions_and_templates_span_what_check_accepts(data: Any, sample: int) -> None:
    states = [step.before for _, steps in games(data, range(4)) for step in steps[1:]]
    longest, templates, answers = 0, 0, 0
    for state in random.Random(5).sample(states, sample):
        other = (state.phase.seat + 1) % state.seats if hasattr(state.phase, "seat") else 0
        for seat in {*RULES.to_act(state), other}:
            legal = RULES.legal(state, seat)
            listed = spelled_out(legal)
            assert len(listed) == len(set(listed))
            assert set(listed) == brute_force(state, seat)
            longest, answers = max(longest, len(legal)), answers + len(legal)
            templates += sum(isinstance(choice, Template) for choice in legal)
    print(f"longest list {longest}, {templates} templates in {answers} answers")
    assert longest <= 200


def test_a_large_group_at_many_tables_is_a_template() -> None:
    pubs = {"Anita": "table table table table table table table", "Matthias": "", "Rita": ""}
    table = Table(pubs, customers=("table:YYRB",)).turn("Anita")
    table.does("Anita", m.Receive(0))
    (template,) = RULES.legal(table.state, 0)
    assert isinstance(template, Template)
    assert RULES.check(table.state, 0, template.example) is None
    assert len(template.choices["places"]) == 14
    assert template.schema["properties"]["places"]["properties"]["in-01"]["maxLength"] == 2
    listed = spelled_out([template])
    assert len(listed) > 200
    assert set(listed) == brute_force(table.state, 0)


def test_many_ways_to_play_a_card_are_a_template() -> None:
    names = ("Anita", "Matthias", "Rita", "Andreas", "Leni")
    table = Table(dict.fromkeys(names, ""), holding={"Anita": "A:table A:table:dodge"}).turn("Anita", SECOND)
    full = tuple(
        Pub(board.name, {field.id: Tile("table", "Y") for field in board.fields}) for board in table.state.data.pubs
    )
    table.state = replace(table.state, pubs=full)
    legal = RULES.legal(table.state, 0)
    assert all(isinstance(choice, Template) for choice in legal)
    assert all(RULES.check(table.state, 0, choice.example) is None for choice in legal)
    assert len(spelled_out(legal)) == 500
    assert set(spelled_out(legal)) == brute_force(table.state, 0)


@pytest.mark.parametrize("fields", [60], ids=["a pub of sixty fields"])
def test_many_fields_to_equip_are_a_template(fields: int) -> None:
    hall = PubBoard("Halle", tuple(Field(f"h{n}", "indoor", n // 8, n % 8, wall=n < 8) for n in range(fields)))
    data = replace(STANDARD, pubs=(hall, *STANDARD.pubs[1:]), display=Display(10, 1, 1))
    table = Table({"Anita": "", "Matthias": "", "Rita": ""}, data=data, installations=("table",) * 4, customers=())
    table.turn("Anita")
    legal = RULES.legal(table.state, 0)
    assert len(legal) <= 200
    assert any(isinstance(choice, Template) for choice in legal)
    assert len(spelled_out(legal)) == 240
    assert set(spelled_out(legal)) == brute_force(table.state, 0)


def big_choices() -> list[Template]:
    """One template of each kind."""
    seven = Table({"Anita": " ".join(["table"] * 7), "Matthias": "", "Rita": ""}, customers=("table:YYRB",))
    seven.turn("Anita").does("Anita", m.Receive(0))
    hall = PubBoard("Halle", tuple(Field(f"h{n}", "indoor", 0, n, wall=True) for n in range(25)))
    data = replace(STANDARD, pubs=(hall, *STANDARD.pubs[1:]), display=Display(9, 1, 1))
    equip = Table({"Anita": "", "Matthias": "", "Rita": ""}, data=data, installations=("table",) * 9).turn("Anita")
    full = Table(dict.fromkeys("ABCDE", ""), holding={"A": "A:table A:table:dodge"}).turn("A", SECOND)
    pubs = tuple(Pub(board.name, {field.id: Tile("table", "Y") for field in board.fields}) for board in STANDARD.pubs)
    full.state = replace(full.state, pubs=pubs)
    answers = [choice for table in (seven, equip, full) for choice in RULES.legal(table.state, 0)]
    return [choice for choice in answers if isinstance(choice, Template)]


def test_the_schema_of_a_template_takes_its_actions_and_refuses_others() -> None:
    templates = big_choices()
    assert {type(template.example) for template in templates} == {m.SeatGroup, m.Equip, m.PlayActionCard}
    for template in templates:
        valid = jsonschema_rs.validator_for(template.schema).is_valid
        assert valid(json.decode(json.encode(template.example)))
        assert all(valid(json.decode(written(action))) for action in span(template))
        for other in (m.Pass(), m.Equip(0, "nowhere"), m.SeatGroup({"nowhere": "Y"}), m.PlayActionCard("A:table")):
            assert not valid(json.decode(json.encode(other)))


def test_nobody_else_has_anything_to_choose() -> None:
    table = Table({"Anita": "table:R", "Matthias": "table:B", "Rita": ""}).turn("Anita")
    assert RULES.legal(table.state, 1) == ()
    assert RULES.legal(table.state, 0) != ()


def test_an_absent_landlord_passes_or_does_the_first_legal_thing() -> None:
    table = Table({"Anita": "table:R", "Matthias": "table:B", "Rita": ""}).turn("Anita")
    assert RULES.absent(table.state, 0) == RULES.legal(table.state, 0)[0]
    assert RULES.absent(table.state, 1) is None
    stuck = Table({"Anita": "", "Matthias": "", "Rita": ""}, installations=(), customers=()).turn("Anita")
    assert RULES.absent(stuck.state, 0) == m.Pass()


def test_the_page_explains_every_refusal_and_option() -> None:
    root = Path(package.__file__).parent
    page = (root.parents[2] / "docs" / "rules" / "volle_huette.md").read_text(encoding="utf-8")
    codes = {code for file in root.glob("*.py") for code in re.findall(r'Ruling\(\s*"(\w+)"', file.read_text())}
    assert len(codes) > 25
    for word in codes | {field.name for field in fields(RULES.Options)}:
        assert f"`{word}`" in page, word
