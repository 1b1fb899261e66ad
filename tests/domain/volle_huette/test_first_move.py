"""Equipping, receiving, collecting, passing (§5 to §8)."""

import pytest
from msgspec.structs import replace

from domain.games.volle_huette import messages as m
from domain.games.volle_huette.legal import legal
from domain.games.volle_huette.options import Options
from domain.games.volle_huette.state import FirstMove, Pub, Seating, SecondMove, Tile
from tests.domain.volle_huette.pubs import Table

PLAIN = {"Anita": "table:R", "Matthias": "table:B", "Rita": ""}


def test_equipping_takes_an_open_installation_and_refills_the_display() -> None:
    table = Table(PLAIN).turn("Anita")
    events = table.does("Anita", m.Equip(1, "in-10"))
    assert table.state.pubs[0].tiles["in-10"].type == "counter"
    assert events[0].tile == "counter"
    assert table.state.installations == ("table", events[0].refill)
    assert table.state.left["installations"] == 9
    assert table.state.phase == FirstMove(1)


def test_an_empty_pile_refills_nothing() -> None:
    table = Table(PLAIN, left={"installations": 0, "customers": 0, "actions": 8, "collect": 3}).turn("Anita")
    table.does("Anita", m.Equip(0, "in-10"))
    assert table.state.installations == ("counter",)


@pytest.mark.parametrize(
    ("tile", "field", "code"),
    [
        ("table", "in-01", "field_taken"),
        ("table", "te-0", "wrong_area"),
        ("terrace_table", "in-11", "wrong_area"),
        ("table", "in-00", "no_such_field"),
        ("table", "cellar", "no_such_field"),
        ("counter", "in-11", "counter_off_wall"),
    ],
)
def test_an_installation_needs_a_fitting_free_field(tile: str, field: str, code: str) -> None:
    table = Table(PLAIN, installations=(tile, "table")).turn("Anita")
    before = table.state
    assert table.refuses("Anita", m.Equip(0, field)) == code
    assert table.state == before


def test_a_counter_grows_from_the_wall_into_the_room() -> None:
    table = Table({"Anita": "counter", "Matthias": "", "Rita": ""}, installations=("counter",)).turn("Anita")
    table.does("Anita", m.Equip(0, "in-11"))  # in-01 above it lies at the wall


def test_with_the_option_every_counter_card_lies_at_a_wall() -> None:
    pubs = {"Anita": "counter", "Matthias": "", "Rita": ""}
    table = Table(pubs, Options(counter_wall="card"), installations=("counter",)).turn("Anita")
    assert table.refuses("Anita", m.Equip(0, "in-11")) == "counter_off_wall"
    table.does("Anita", m.Equip(0, "in-10"))


def test_a_fourth_counter_card_in_a_row_is_refused() -> None:
    pubs = {"Anita": "table counter counter counter", "Matthias": "", "Rita": ""}  # in-10, in-11, in-12
    table = Table(pubs, installations=("counter",)).turn("Anita")
    assert table.refuses("Anita", m.Equip(0, "in-21")) == "counter_too_long"


def test_counters_may_not_be_joined_to_more_than_three() -> None:
    counters = {field: Tile("counter") for field in ("in-01", "in-10", "in-21")}  # apart, all next to in-11
    table = Table({"Anita": "", "Matthias": "", "Rita": ""}, installations=("counter",)).turn("Anita")
    table.state = replace(table.state, pubs=(Pub("Charlys Pub", counters), *table.state.pubs[1:]))
    assert table.refuses("Anita", m.Equip(0, "in-11")) == "counter_too_long"
    table.does("Anita", m.Equip(0, "in-22"))


def test_receiving_with_one_way_to_sit_is_done_at_once() -> None:
    table = Table({"Anita": "table:", "Matthias": "", "Rita": ""}).turn("Anita")
    events = table.does("Anita", m.Receive(0))
    assert [type(event).__name__ for event in events] == ["CustomersReceived", "GroupSeated", "TurnBegan"]
    assert table.guests("Anita") == "RB"
    assert table.state.used_customers == ("table:RB",)


def test_receiving_with_a_choice_asks_the_landlord_where_they_sit() -> None:
    table = Table({"Anita": "counter counter:Y", "Matthias": "", "Rita": ""}).turn("Anita")
    table.does("Anita", m.Receive(1))
    assert table.state.phase == Seating(0, 0, "counter", "RR", arriving=True)
    table.does("Anita", m.SeatGroup({"in-01": "R", "in-10": "R"}))
    assert [tile.who for tile in table.state.pubs[0].tiles.values()] == ["R", "YR"]
    assert table.state.phase == FirstMove(1)


@pytest.mark.parametrize(
    ("places", "code"),
    [
        ({"in-01": "R"}, "wrong_group"),
        ({"in-01": "RB"}, "wrong_group"),
        ({"in-10": "RR"}, "no_room"),
        ({"in-01": "R", "in-10": "R", "in-11": ""}, "no_such_place"),
        ({"in-01": "RR", "in-10": ""}, "malformed_group"),
        ({"in-01": "rr"}, "malformed_group"),
        ({"te-0": "RR"}, "no_such_place"),
        ({}, "wrong_group"),
    ],
)
def test_the_whole_group_takes_free_places(places: dict[str, str], code: str) -> None:
    table = Table({"Anita": "counter counter:Y table", "Matthias": "", "Rita": ""}).turn("Anita")
    table.does("Anita", m.Receive(1))
    assert table.refuses("Anita", m.SeatGroup(places)) == code
    assert table.refuses("Matthias", m.SeatGroup({"in-01": "RR"})) == "not_your_turn"
    assert table.refuses("Anita", m.Collect()) == "wrong_phase"


def test_a_group_stays_together_at_one_football_table() -> None:
    pubs = {"Anita": "table_football table_football", "Matthias": "", "Rita": ""}
    table = Table(pubs, customers=("table_football:YRB",)).turn("Anita")
    table.does("Anita", m.Receive(0))
    assert table.refuses("Anita", m.SeatGroup({"in-01": "Y", "in-10": "RB"})) == "group_split"
    table.does("Anita", m.SeatGroup({"in-10": "YRB"}))


def test_receiving_needs_room_for_all() -> None:
    table = Table({"Anita": "counter:Y table", "Matthias": "", "Rita": ""}).turn("Anita")
    assert table.refuses("Anita", m.Receive(1)) == "no_room"
    assert table.refuses("Anita", m.Receive(2)) == "no_room"
    assert table.refuses("Anita", m.Receive(3)) == "no_such_slot"
    assert table.refuses("Anita", m.Equip(2, "in-11")) == "no_such_slot"


@pytest.mark.parametrize(
    ("pub", "card", "fits"),
    [
        ("terrace_table:Y", "terrace_table:RR", True),
        ("terrace_table:Y", "terrace_table:RRB", False),
        ("terrace_table:Y terrace_table", "terrace_table:YRRB", True),
        ("counter counter:Y", "counter:YRB", True),
        ("counter counter:Y", "counter:YRRB", False),
        ("table table", "table:YRRB", True),
        ("dance_floor:YY", "dance_floor:RB", True),
        ("dance_floor:YYY", "dance_floor:RB", False),
        ("billiard_table", "billiard_table:YRBB", True),
        ("billiard_table:Y", "billiard_table:RB", False),
        ("table_football:Y table_football", "table_football:RBB", True),
        ("counter dance_floor", "table:RB", False),
        ("", "table:RB", False),
    ],
)
def test_a_customer_card_is_taken_whole_or_not_at_all(pub: str, card: str, fits: bool) -> None:
    table = Table({"Anita": pub, "Matthias": "", "Rita": ""}, customers=(card,)).turn("Anita")
    assert (m.Receive(0) in legal(table.state, 0)) is fits
    if not fits:
        assert table.refuses("Anita", m.Receive(0)) == "no_room"


def test_collecting_pays_all_and_tips_the_one_who_asked() -> None:
    table = Table({"Anita": "table:RB", "Matthias": "counter:Y dance_floor:BB", "Rita": ""}).turn("Anita")
    table.does("Anita", m.Collect())
    assert table.state.money == (100, 70, 0)
    assert table.guests("Matthias") == "YBB"
    assert table.state.used_tips == (50,)


def test_collecting_needs_customers_of_ones_own_and_of_another() -> None:
    table = Table({"Anita": "table", "Matthias": "counter:Y", "Rita": ""})
    assert table.turn("Anita").refuses("Anita", m.Collect()) == "no_customers"
    assert table.turn("Matthias").refuses("Matthias", m.Collect()) == "no_other_customers"


def test_passing_is_for_those_who_cannot_move() -> None:
    table = Table(PLAIN).turn("Anita")
    assert table.refuses("Anita", m.Pass()) == "must_move"
    stuck = Table({"Anita": "", "Matthias": "", "Rita": ""}, installations=(), customers=("table:RB",)).turn("Anita")
    stuck.does("Anita", m.Pass())
    assert stuck.state.phase == FirstMove(1)


def test_a_second_move_is_due_at_once_with_the_tenth_customer() -> None:
    pubs = {"Anita": "table", "Matthias": "dance_floor:YYYY", "Rita": "dance_floor:RRRR"}
    table = Table(pubs).turn("Anita")
    table.does("Anita", m.Receive(0))
    assert table.state.in_play == 10
    assert table.state.phase == SecondMove(0)


@pytest.mark.parametrize(("option", "phase"), [("switch", SecondMove(0)), ("count", FirstMove(1))])
def test_fewer_than_ten_later_on(option: str, phase: object) -> None:
    table = Table(PLAIN, Options(second_move=option), second_moves=True).turn("Anita")
    table.does("Anita", m.Equip(0, "in-22"))
    assert table.state.phase == phase


def test_nine_customers_are_not_enough() -> None:
    table = Table({"Anita": "table:R", "Matthias": "dance_floor:YYYY", "Rita": "dance_floor:RRRR"}).turn("Anita")
    table.does("Anita", m.Collect())
    assert table.state.phase == FirstMove(1)


def test_after_a_pass_the_second_move_is_still_made() -> None:
    table = Table(
        {"Anita": "", "Matthias": "dance_floor:YYYY", "Rita": ""}, installations=(), customers=(), second_moves=True
    ).turn("Anita")
    table.does("Anita", m.Pass())
    assert table.state.phase == SecondMove(0)
