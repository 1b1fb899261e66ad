"""Both ends of the game, the circle in which nobody can move, and the count (§10, VH 20, 21, 23, 25)."""

from msgspec.structs import replace

from domain.games.volle_huette import RULES
from domain.games.volle_huette import messages as m
from domain.games.volle_huette.state import FirstMove, Over, TakingCard
from domain.kernel import Deal, Outcome, Tick
from tests.domain.volle_huette.pubs import Table

PUBS = {"Anita": "table:RB", "Matthias": "dance_floor:YYYY", "Rita": "dance_floor:RRRR"}
EMPTY = {"installations": 0, "customers": 0, "actions": 0, "collect": 0}


def names(events: tuple[object, ...]) -> list[str]:
    return [type(event).__name__ for event in events]


def test_the_last_collect_card_ends_the_game_without_a_second_move() -> None:
    table = Table(PUBS, left={**EMPTY, "actions": 8}).turn("Anita")
    events = table.does("Anita", m.Collect())
    assert names(events) == ["Collected", "GameEnded"]
    assert RULES.outcome(table.state) == Outcome(ranks=(1, 3, 2), scores=(100, 40, 80))
    assert RULES.deal(table.state) is Deal.OVER
    assert RULES.closes(events[-1])


def test_the_last_open_action_card_ends_the_game_and_all_collect_without_tip() -> None:
    table = Table(PUBS, left={**EMPTY, "collect": 3}, actions=("A:table",)).turn("Anita", TakingCard)
    events = table.does("Anita", m.TakeActionCard(0))
    assert names(events) == ["ActionCardTaken", "LastOrders", "GameEnded"]
    assert table.state.money == (50, 40, 80)


def test_an_empty_pile_alone_does_not_end_it() -> None:
    table = Table(PUBS, left=EMPTY, actions=("A:table", "B:table")).turn("Anita", TakingCard)
    table.does("Anita", m.TakeActionCard(0))
    assert table.state.phase == FirstMove(1)
    assert table.state.actions == ("B:table",)


def test_a_tie_is_shared() -> None:
    table = Table(PUBS)
    assert RULES.outcome(replace(table.state, money=(80, 90, 90), phase=Over())) == Outcome((3, 1, 1), (80, 90, 90))


def test_after_the_end_nothing_is_allowed() -> None:
    table = Table(PUBS, phase=Over())
    assert table.refuses("Anita", m.Collect()) == "game_over"
    assert RULES.to_act(table.state) == ()


def stuck(customers_left: int) -> Table:
    return Table(
        {"Anita": "", "Matthias": "", "Rita": ""},
        installations=(),
        customers=("table:RB", "counter:RR"),
        left={**EMPTY, "customers": customers_left, "collect": 3},
    ).turn("Anita")


def test_a_full_circle_of_passes_brings_new_customers() -> None:
    table = stuck(customers_left=5)
    table.does("Anita", m.Pass())
    table.does("Matthias", m.Pass())
    events = table.does("Rita", m.Pass())
    assert names(events) == ["Passed", "CustomersReplaced", "TurnBegan"]
    assert len(table.state.customers) == 3
    assert table.state.used_customers == ("table:RB", "counter:RR")
    assert table.state.left["customers"] == 2
    assert table.state.passes == 0


def test_too_few_new_customers_are_shown_as_far_as_they_go() -> None:
    table = stuck(customers_left=1)
    for name in table.names:
        table.does(name, m.Pass())
    assert len(table.state.customers) == 1


def test_with_no_customers_left_the_game_ends() -> None:
    table = stuck(customers_left=0)
    table.does("Anita", m.Pass())
    table.does("Matthias", m.Pass())
    assert names(table.does("Rita", m.Pass())) == ["Passed", "LastOrders", "GameEnded"]


def test_a_move_between_breaks_the_circle() -> None:
    table = stuck(customers_left=5)
    table.does("Anita", m.Pass())
    table.does("Matthias", m.Pass())
    table.state = replace(table.state, installations=("table",))
    table.does("Rita", m.Equip(0, "in-01"))
    assert table.state.passes == 0


def test_a_second_move_between_breaks_the_circle() -> None:
    table = stuck(customers_left=5)
    table.state = replace(table.state, second_moves=True)
    table.does("Anita", m.Pass())
    assert table.state.passes == 0


def test_before_the_table_is_laid_nothing_is_allowed() -> None:
    assert Table(PUBS).refuses("Anita", m.Collect()) == "not_begun"


def test_there_are_no_deadlines() -> None:
    assert Table(PUBS).turn("Anita").refuses_house(Tick("late")) == "nothing_due"


def test_the_house_moves_no_customers() -> None:
    assert Table(PUBS).turn("Anita").refuses_house(m.Collect()) == "not_your_turn"
