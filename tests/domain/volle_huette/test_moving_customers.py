"""Playing action cards: who goes where, and who pays (§9)."""

import pytest
from msgspec.structs import replace

from domain.games.volle_huette import messages as m
from domain.games.volle_huette.legal import legal
from domain.games.volle_huette.options import Options
from domain.games.volle_huette.space import chairs
from domain.games.volle_huette.state import FirstMove, Hand, Seating, TakingCard
from tests.domain.volle_huette.pubs import SECOND, Table


def test_anitas_billiard_card_against_matthias_as_printed() -> None:
    # Given Matthias with three billiard players and no counter, Rita with one free place at hers,
    # and Andreas with three counter cards: one free, two with one place taken
    table = Table(
        {
            "Matthias": "billiard_table:RRB",
            "Rita": "counter:Y",
            "Andreas": "counter: counter:Y counter:R",
            "Anita": "dance_floor",
        },
        holding={"Anita": "A:billiard_table B:table"},
    ).turn("Anita", SECOND)
    assert list(chairs(table.state.data.installation_types, table.state.pubs[2].tiles, "counter").values()) == [2, 1, 1]
    # When Anita sends them to the counter
    table.does("Anita", m.PlayActionCard("A:billiard_table", table.where("Matthias", "billiard_table"), "counter"))
    # Then they pay Matthias 70 marks, pass Rita by, and Anita seats them at Andreas'
    assert table.money("Matthias") == 70
    assert table.state.phase == Seating(3, 2, "counter", "RRB", arriving=False)
    first, second, third = (table.field("Andreas", "counter", number) for number in range(3))
    table.does("Anita", m.SeatGroup({first: "R", second: "R", third: "B"}))
    assert table.guests("Andreas") == "YRRRB"
    assert table.guests("Matthias") == ""
    assert table.guests("Rita") == "Y"
    assert table.state.phase == TakingCard(3)


def test_andreas_card_against_ritas_two_blue_dancers_as_printed() -> None:
    # Given Andreas with an occupied billiard table, Anita with a free one
    table = Table(
        {
            "Matthias": "",
            "Rita": "dance_floor:BB",
            "Andreas": "billiard_table:Y",
            "Anita": "billiard_table",
        },
        holding={"Andreas": "B:billiard_table:dodge B:table"},
    ).turn("Andreas", SECOND)
    # When Andreas sends Rita's dancers to play billiards
    table.does(
        "Andreas", m.PlayActionCard("B:billiard_table:dodge", table.where("Rita", "dance_floor"), "billiard_table")
    )
    # Then they play at Anita's, and Rita does not get her 60 marks
    assert table.guests("Anita") == "BB"
    assert table.money("Rita") == 0


def test_without_a_free_billiard_table_anywhere_they_go_home() -> None:
    table = Table(
        {"Rita": "dance_floor:BB", "Andreas": "billiard_table:Y", "Anita": "billiard_table:R"},
        holding={"Andreas": "B:billiard_table B:table"},
    ).turn("Andreas", SECOND)
    table.does("Andreas", m.PlayActionCard("B:billiard_table", table.where("Rita", "dance_floor"), "billiard_table"))
    assert table.state.gone == "BB"
    assert table.state.in_play == 2
    assert table.money("Rita") == 60  # going home pays like leaving (VH 14)


def test_room_in_the_same_pub_comes_first_and_costs_nobody_anything() -> None:
    table = Table(
        {"Rita": "dance_floor:BB counter", "Andreas": "counter", "Anita": ""},
        holding={"Anita": "A:dance_floor B:table"},
    ).turn("Anita", SECOND)
    table.does("Anita", m.PlayActionCard("A:dance_floor", table.where("Rita", "dance_floor"), "counter"))
    assert table.guests("Rita") == "BB"
    assert table.state.money == (0, 0, 0)


def test_the_search_goes_on_clockwise_from_the_pub_left() -> None:
    table = Table(
        {"Rita": "counter", "Andreas": "counter", "Anita": "table:RB"}, holding={"Andreas": "A:table B:table"}
    ).turn("Andreas", SECOND)
    table.does("Andreas", m.PlayActionCard("A:table", table.where("Anita", "table"), "counter"))
    assert table.guests("Rita") == "RB"


def test_a_group_is_not_split_between_pubs() -> None:
    table = Table(
        {"Rita": "table:RB", "Andreas": "counter:Y", "Anita": "counter:Y", "Matthias": "counter"},
    ).turn("Andreas", SECOND)
    table.does("Andreas", m.PlayActionCard("A:table", table.where("Rita", "table"), "counter"))
    assert table.guests("Matthias") == "RB"


SEARCHES = {
    "in the same pub": ("table:RB counter", "counter", "counter", 0, 0),
    "next door, though the same pub has a chair": ("table:RB counter:Y", "counter", "", 1, 50),
    "past a full house": ("table:RB", "counter:YY", "counter:Y counter:Y", 2, 50),
    "past two chairs in two pubs": ("table:RB counter:Y", "counter:Y", "", None, 50),
    "at home for want of any": ("table:RB", "", "", None, 50),
}


@pytest.mark.parametrize(("rita", "andreas", "anita", "to", "paid"), SEARCHES.values(), ids=SEARCHES)
@pytest.mark.parametrize("dodge", [False, True], ids=["paying", "dodging"])
def test_where_a_group_finds_room(rita: str, andreas: str, anita: str, to: int | None, paid: int, dodge: bool) -> None:
    """Given a couple at Rita's table that wants to the counter: where it ends, and what Rita gets."""
    card = "A:table:dodge" if dodge else "A:table"
    table = Table({"Rita": rita, "Andreas": andreas, "Anita": anita}, holding={"Anita": f"{card} B:table"})
    table.turn("Anita", SECOND)
    events = table.does("Anita", m.PlayActionCard(card, table.where("Rita", "table"), "counter"))
    (left,) = [event for event in events if isinstance(event, m.GroupLeft)]
    assert left.to == to
    assert table.state.money == (0 if dodge else paid, 0, 0)
    assert table.state.gone == ("RB" if to is None else "")


@pytest.mark.parametrize(
    ("tables", "to"),
    [("billiard_table:Y", None), ("billiard_table:Y billiard_table", 1), ("billiard_table", 1), ("counter", None)],
)
def test_a_billiard_table_with_one_player_has_no_room_for_three(tables: str, to: int | None) -> None:
    table = Table({"Rita": "dance_floor:YRB", "Andreas": tables, "Anita": ""}).turn("Anita", SECOND)
    table.state = replace(table.state, hands=(Hand(), Hand(), Hand(("B:billiard_table",))))
    move = m.PlayActionCard("B:billiard_table", table.where("Rita", "dance_floor"), "billiard_table")
    (left,) = [event for event in table.does("Anita", move) if isinstance(event, m.GroupLeft)]
    assert left.to == to


def test_a_type_that_nobody_has_may_be_announced() -> None:
    table = Table({"Rita": "table:RB counter", "Andreas": "", "Anita": ""}).turn("Anita", SECOND)
    table.does("Anita", m.PlayActionCard("A:table", table.where("Rita", "table"), "dance_floor"))
    assert table.state.gone == "RB"
    assert table.money("Rita") == 50


def test_unless_the_option_forbids_it() -> None:
    pubs = {"Rita": "table:RB counter", "Andreas": "", "Anita": ""}
    table = Table(pubs, Options(destination="built")).turn("Anita", SECOND)
    move = m.PlayActionCard("A:table", table.where("Rita", "table"), "dance_floor")
    assert table.refuses("Anita", move) == "nowhere_built"
    table.does("Anita", m.PlayActionCard("A:table", table.where("Rita", "table"), "counter"))


def test_with_that_option_a_card_lapses_where_no_other_type_is_built() -> None:
    table = Table({"Rita": "table:RB", "Andreas": "", "Anita": ""}, Options(destination="built")).turn("Anita", SECOND)
    table.does("Anita", m.PlayActionCard("A:table"))
    assert table.guests("Rita") == "RB"


@pytest.mark.parametrize("card", ["A:billiard_table", "B:table"], ids=["A, nobody there", "B, all sit there already"])
def test_an_unplayable_card_lapses_and_a_new_one_is_taken(card: str) -> None:
    table = Table({"Rita": "table:RB", "Andreas": "", "Anita": ""}, holding={"Anita": f"{card} A:table"})
    table.turn("Anita", SECOND).does("Anita", m.PlayActionCard(card))
    assert table.state.used_actions == (card,)
    assert table.state.phase == TakingCard(2)
    table.does("Anita", m.TakeActionCard(1))
    assert table.state.hands[2] == Hand(secret=("A:table",), known=("B:counter",))
    assert table.state.phase == FirstMove(0)


def test_an_unplayable_card_may_be_chosen_although_the_other_is_playable() -> None:
    table = Table({"Rita": "table:RB", "Andreas": "", "Anita": ""}).turn("Anita", SECOND)
    assert m.PlayActionCard("B:table") in legal(table.state, 2)
    assert table.refuses("Anita", m.PlayActionCard("A:table")) == "must_carry_out"


def test_a_playable_card_is_carried_out_even_against_oneself() -> None:
    table = Table(
        {"Rita": "", "Andreas": "", "Anita": "table:RB"}, holding={"Anita": "A:table:dodge A:table:dodge"}
    ).turn("Anita", SECOND)
    assert table.refuses("Anita", m.PlayActionCard("A:table:dodge")) == "must_carry_out"
    assert {action.origin for action in legal(table.state, 2)} == {table.where("Anita", "table")}


@pytest.mark.parametrize(
    ("card", "pub", "tile", "destination", "code"),
    [
        ("A:counter", 0, "table", "counter", "card_not_held"),
        ("A:table", 0, "table", "table", "same_type"),
        ("A:table", 0, "counter", "dance_floor", "wrong_origin"),
        ("B:table", 0, "table", "table", "same_type"),
        ("B:table", 0, "counter", "dance_floor", "wrong_destination"),
        ("A:table", 1, "table", "counter", "nobody_there"),
        ("A:table", 2, "table", "counter", "no_such_installation"),
        ("A:table", 3, "table", "counter", "no_such_installation"),
        ("A:table", -1, "table", "counter", "no_such_installation"),
        ("A:table", 0, "table", "sauna", "no_such_type"),
        ("A:table", 0, "table", None, "half_announced"),
    ],
)
def test_refusals(card: str, pub: int, tile: str, destination: str | None, code: str) -> None:
    table = Table({"Rita": "table:RB counter:Y", "Andreas": "table", "Anita": ""}).turn("Anita", SECOND)
    field = table.field("Rita", tile)
    assert table.refuses("Anita", m.PlayActionCard(card, m.Origin(pub, field), destination)) == code


def test_a_lapsing_card_moves_nobody() -> None:
    table = Table(
        {"Rita": "table:RB counter:Y", "Andreas": "", "Anita": ""}, holding={"Anita": "A:billiard_table A:table"}
    ).turn("Anita", SECOND)
    move = m.PlayActionCard("A:billiard_table", table.where("Rita", "table"), "counter")
    assert table.refuses("Anita", move) == "wrong_origin"


def test_of_equal_cards_the_open_one_is_played() -> None:
    hands = (Hand(), Hand(), Hand(secret=("A:counter",), known=("A:counter",)))
    table = Table({"Rita": "", "Andreas": "", "Anita": ""}, hands=hands).turn("Anita", SECOND)
    table.does("Anita", m.PlayActionCard("A:counter"))
    assert table.state.hands[2] == Hand(secret=("A:counter",))


def test_only_displayed_cards_are_taken() -> None:
    table = Table({"Rita": "", "Andreas": "", "Anita": ""}).turn("Anita", TakingCard)
    assert table.refuses("Anita", m.TakeActionCard(3)) == "no_such_slot"
