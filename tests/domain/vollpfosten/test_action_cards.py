"""The seven action cards and rows of them (VP §5, VP 17-22, VP 27-29)."""

import pytest

from domain.games.vollpfosten import RULES
from domain.games.vollpfosten import action_events as a
from domain.games.vollpfosten import events as e
from domain.games.vollpfosten import messages as m
from domain.games.vollpfosten.kinds import Purpose, Special
from domain.games.vollpfosten.state import Choosing, Circle, Drawing, Picking, Resting, Settling, Targeting
from tests.domain.vollpfosten.desk import Desk, filler

THREE = (["A", "B"], ["C"], ["D", "E", "F"])


def drawn(*cards: str, hands: object = THREE, **more: object) -> Desk:
    desk = Desk(hands, cards=[*cards, "C07", "C08"], **more)  # type: ignore[arg-type]
    desk.must(desk.on_turn, m.DrawCategory())
    return desk


def refused(desk: Desk, seat: int, action: m.Action) -> str | None:
    ruling = desk.send(seat, action)
    return None if ruling is None else ruling.code


def test_roundabout_passes_every_hand_to_the_left_neighbour() -> None:
    desk = drawn("KREISVERKEHR")
    assert desk.hands == [["D", "E", "F"], ["A", "B"], ["C"]]
    assert isinstance(desk.state.phase, Choosing)
    assert desk.on_turn == 0


@pytest.mark.parametrize("drawer", [0, 2])
@pytest.mark.parametrize("action", list(Special))
def test_after_every_action_card_its_drawer_is_on_turn(action: Special, drawer: int) -> None:
    """Given that others lose, win or hold most in between, the drawer goes on: he reads, or draws anew (VP 12)."""
    desk = drawn(action.value, hands=(["A", "B"], ["C", "D", "T"], ["E", "F"], ["G", "H"]), reader=drawer)
    if isinstance(desk.state.phase, Targeting):
        desk.must(drawer, m.ChooseTarget(1))
    if action in (Special.VICIOUS_CIRCLE, Special.BIG_CHANCE):
        desk.read("C07b")
    if action is Special.VICIOUS_CIRCLE:
        desk.must(drawer, m.SayTerm("Tee"))
        desk.must((drawer + 1) % 4, m.GiveUp())
        desk.judge()
    if action is Special.BIG_CHANCE:
        desk.must(1, m.AnswerCategory("T", "Tee"))
        desk.judge()
        desk.run(Drawing)
    assert desk.on_turn == drawer


def test_the_left_neighbour_of_the_last_seat_is_the_first() -> None:
    desk = drawn("LINKES GLÜCK", hands=(["A", "B"], ["C"], ["D"], ["E"]), reader=3, picks={"blind/1": (1, 0)})
    assert desk.hands == [["A"], ["C"], ["D"], ["B", "E"]]
    party = drawn("WAHL-PARTY", hands=(["A"], ["B"], ["C"], ["D"]), reader=3)
    assert party.hands == [["B"], ["C"], ["D"], ["A"]]


def test_election_party_all_draw_at_the_same_time() -> None:
    picks = {"blind/1/0": (0,), "blind/1/1": (2, 0, 1), "blind/1/2": (1, 0)}
    desk = drawn("WAHL-PARTY", picks=picks)
    assert desk.hands == [["A", "C"], ["F"], ["B", "D", "E"]]


def test_left_luck_takes_a_card_from_the_left_neighbour() -> None:
    desk = drawn("LINKES GLÜCK", hands=(["A"], ["B"], ["C", "D"]), reader=1, picks={"blind/1": (0, 1)})
    assert desk.hands == [["A"], ["B", "C"], ["D"]]
    assert desk.on_turn == 1


def test_a_hand_emptied_by_an_action_wins_the_round_and_ends_the_row() -> None:
    desk = drawn("LINKES GLÜCK", "KREISVERKEHR")
    assert desk.winners == (1,)
    assert desk.hands == [["A", "B", "C"], [], ["D", "E", "F"]]


def test_agony_of_choice_is_not_for_oneself_and_only_for_the_drawer() -> None:
    desk = drawn("QUAL DER WAHL", picks={"blind/1": (1, 0, 2)})
    assert isinstance(desk.state.phase, Targeting)
    assert refused(desk, 0, m.ChooseTarget(0)) == "no_such_target"
    assert refused(desk, 0, m.ChooseTarget(7)) == "no_such_target"
    assert refused(desk, 1, m.ChooseTarget(2)) == "not_your_turn"
    desk.must(0, m.ChooseTarget(2))
    assert desk.hands == [["A", "B", "E"], ["C"], ["D", "F"]]


def test_unlucky_bird_swaps_with_whoever_holds_most() -> None:
    desk = drawn("PECHVOGEL")
    assert desk.hands == [["D", "E", "F"], ["C"], ["A", "B"]]


def test_unlucky_bird_the_drawer_chooses_among_equals() -> None:
    desk = drawn("PECHVOGEL", hands=(["A"], ["B", "C"], ["D", "E"]))
    assert isinstance(desk.state.phase, Targeting)
    assert desk.state.phase.candidates == (1, 2)
    desk.must(0, m.ChooseTarget(2))
    assert desk.hands == [["D", "E"], ["B", "C"], ["A"]]


def test_unlucky_bird_has_no_effect_only_if_the_drawer_alone_holds_most() -> None:
    alone = drawn("PECHVOGEL", hands=(["A", "B"], ["C"], ["D"]))
    assert alone.happened(a.ActionLapsed)
    assert alone.hands == [["A", "B"], ["C"], ["D"]]
    shared = drawn("PECHVOGEL", hands=(["A", "B"], ["C"], ["D", "E"]))
    assert shared.hands == [["D", "E"], ["C"], ["A", "B"]]


def test_who_points_at_nobody_in_time_gets_the_first_candidate() -> None:
    desk = drawn("QUAL DER WAHL")
    desk.wait(30_000)
    assert desk.happened(a.TargetChosen) == [a.TargetChosen(0, 1)]


@pytest.mark.parametrize("action", ["LINKES GLÜCK", "WAHL-PARTY", "QUAL DER WAHL"])
def test_option_the_drawing_seat_picks_a_back(action: str) -> None:
    desk = drawn(action, hands=(["A", "B"], ["C", "D"], ["E", "F"]), options={"blind_draw": "picker"})
    if action == "QUAL DER WAHL":
        desk.must(0, m.ChooseTarget(2))
    phase = desk.state.phase
    assert isinstance(phase, Picking)
    shown = RULES.view(desk.state, None).picks
    assert [(pick.seat, pick.source, pick.back) for pick in shown] == [
        (seat, 2 if action == "QUAL DER WAHL" else (seat + 1) % 3, None) for seat in phase.seats
    ]
    assert refused(desk, 0, m.TakeBack(2)) == "no_such_back"
    if len(phase.seats) == 1:
        assert refused(desk, 1, m.TakeBack(0)) == "not_your_turn"
    else:
        desk.must(1, m.TakeBack(1))
        assert refused(desk, 1, m.TakeBack(1)) == "already_picked"
        desk.must(2, m.TakeBack(0))
    desk.must(0, m.TakeBack(1))
    assert [len(hand) for hand in desk.hands] == {
        "LINKES GLÜCK": [3, 1, 2],
        "WAHL-PARTY": [2, 2, 2],
        "QUAL DER WAHL": [3, 2, 1],
    }[action]


def test_the_place_of_a_back_tells_nothing_of_the_card() -> None:
    """Given the same back in two fans, the card differs: the fan is shuffled, not sorted."""
    takes = set()
    for fan in ((0, 1, 2), (2, 1, 0)):
        desk = drawn("LINKES GLÜCK", hands=(["A"], ["X", "Y", "Z"], ["B"]), options={"blind_draw": "picker"})
        desk.chance.forced["blind/1"] = fan
        desk.must(0, m.TakeBack(0))
        takes.add(desk.happened(a.CardTaken)[0].card)
    assert takes == {"X", "Z"}


def test_backs_not_picked_in_time_are_picked_by_rule() -> None:
    desk = drawn("WAHL-PARTY", options={"blind_draw": "picker"})
    desk.must(2, m.TakeBack(1))
    desk.wait(30_000)
    assert len(desk.happened(a.BackTaken)) == 3
    assert desk.happened(a.ElectionHeld)


def test_big_chance_the_drawer_reads_but_does_not_answer_and_stays_on_turn() -> None:
    desk = drawn("GROSSE CHANCE", hands=(["B", "E"], ["A", "T", "K", "S"], ["G"]))
    desk.read()
    assert refused(desk, 0, m.AnswerCategory("B", "Bier")) == "reader_may_not_answer"
    desk.must(1, m.AnswerCategory("A", "Ananas"))
    desk.judge()
    desk.must(1, m.PlayFurther("T", "Tee"))
    desk.judge()
    desk.must(1, m.PlayFurther("K", "Kaffee"))
    desk.judge()
    assert refused(desk, 1, m.PlayFurther("S", "Saft")) == "chance_used_up"
    desk.run(Drawing)
    assert desk.on_turn == 0
    assert desk.hands[1] == ["S"]
    assert refused(desk, 1, m.PlayFurther("S", "Saft")) == "chance_used_up"


@pytest.mark.parametrize(("after", "code"), [(9_999, None), (10_000, "time_is_up"), (10_001, "time_is_up")])
def test_big_chance_lasts_ten_seconds_on_the_servers_clock(after: int, code: str | None) -> None:
    desk = drawn("GROSSE CHANCE", hands=(["B"], ["A", "T", "K"], ["G"]), options={"counter_window_s": 60})
    desk.read()
    desk.must(1, m.AnswerCategory("A", "Ananas"))
    desk.judge()
    desk.wait(after)
    assert refused(desk, 1, m.PlayFurther("T", "Tee")) == code


@pytest.mark.parametrize(
    ("first", "further", "left"),
    [
        (("A", "Ananas"), [], ["K", "T"]),
        (("A", "Ananas"), [("K", "Tee")], ["D", "K", "T"]),
        (("A", "Ananas"), [("T", "Tee"), ("K", "Kaffee")], []),
        (("A", "Tee"), [], ["A", "D", "K", "T"]),
    ],
    ids=["no further card", "a wrong further card", "all cards", "a wrong first card"],
)
def test_big_chance_in_the_end(first: tuple[str, str], further: list[tuple[str, str]], left: list[str]) -> None:
    """Given what seat 1 lays: a wrong card costs the normal penalty, no card left wins, and the drawer goes on."""
    desk = drawn("GROSSE CHANCE", hands=(["B"], ["A", "T", "K"], ["G"]))
    desk.read()
    desk.must(1, m.AnswerCategory(*first))
    desk.judge()
    for play in further:
        desk.must(1, m.PlayFurther(*play))
        desk.judge()
    desk.run(Drawing, Resting)
    assert desk.hands[1] == left
    assert desk.winners == (None if left else (1,))
    assert left == [] or desk.on_turn == 0


def test_big_chance_ends_when_the_fastest_is_done() -> None:
    desk = drawn("GROSSE CHANCE", hands=(["B"], ["A", "T", "K"], ["G"]))
    desk.read()
    desk.must(1, m.AnswerCategory("A", "Ananas"))
    desk.judge()
    desk.must(1, m.AddNoMore())
    assert desk.happened(e.ChanceEnded)
    assert isinstance(desk.state.phase, Settling)
    desk.wait(5_000)
    assert desk.on_turn == 0


def test_big_chance_unanswered_the_drawer_is_on_turn_again() -> None:
    desk = drawn("GROSSE CHANCE")
    desk.read()
    desk.wait(30_000)
    assert desk.on_turn == 0


def test_a_row_is_carried_out_in_drawing_order_and_then_the_card_is_read() -> None:
    desk = drawn("KREISVERKEHR", "LINKES GLÜCK", hands=(["A", "G"], ["B", "C"], ["D", "E"]), picks={"blind/1": (0, 1)})
    assert [event.action for event in desk.happened(a.ActionBegun)] == [Special.ROUNDABOUT, Special.LEFT_LUCK]
    assert desk.hands == [["A", "D", "E"], ["G"], ["B", "C"]]
    assert desk.state.held == "C07"


def test_the_first_action_that_needs_a_category_takes_it_and_the_next_draws_its_own() -> None:
    desk = drawn("TEUFELSKREIS", "GROSSE CHANCE")
    phase = desk.state.phase
    assert isinstance(phase, Choosing)
    assert (phase.purpose, desk.state.held) == (Purpose.VICIOUS_CIRCLE, "C07")
    desk.read()
    desk.must(0, m.GiveUp())
    phase = desk.state.phase
    assert isinstance(phase, Choosing)
    assert (phase.purpose, desk.state.held) == (Purpose.BIG_CHANCE, "C08")
    desk.read()
    desk.wait(30_000)
    assert isinstance(desk.state.phase, Drawing)
    assert desk.on_turn == 0


def test_actions_drawn_later_join_the_end_of_the_row() -> None:
    desk = Desk(THREE, cards=["TEUFELSKREIS", "GROSSE CHANCE", "C07", "KREISVERKEHR", "C08"])
    desk.must(0, m.DrawCategory())
    desk.read()
    desk.must(0, m.GiveUp())
    desk.read()
    desk.wait(30_000)
    order = [event.action for event in desk.happened(a.ActionBegun)]
    assert order == [Special.VICIOUS_CIRCLE, Special.BIG_CHANCE, Special.ROUNDABOUT]


# Vicious Circle


def circle(**more: object) -> Desk:
    desk = Desk([filler(4)] * 3, cards=["TEUFELSKREIS", "C01"], **more)  # type: ignore[arg-type]
    desk.open_category("C01a")
    return desk


def loser(desk: Desk) -> int | None:
    return next((event.seat for event in desk.happened(a.CircleEnded)), None)


def test_the_list_goes_round_and_whoever_gives_up_takes_a_card() -> None:
    desk = circle()
    for seat, term in enumerate(["Hund", "Katze", "Maus"]):
        desk.must(seat, m.SayTerm(term))
        desk.judge()
    assert refused(desk, 1, m.SayTerm("Igel")) == "not_your_turn"
    desk.must(0, m.GiveUp())
    assert loser(desk) == 0
    assert [len(hand) for hand in desk.hands] == [5, 4, 4]
    assert desk.on_turn == 0


@pytest.mark.parametrize(("after", "lost"), [(9_999, None), (10_000, 0), (10_001, 0)])
def test_each_term_has_ten_seconds(after: int, lost: int | None) -> None:
    desk = circle()
    desk.wait(after)
    assert loser(desk) == lost


def test_a_repeated_term_loses() -> None:
    desk = circle()
    desk.must(0, m.SayTerm("Hund"))
    desk.judge()
    desk.must(1, m.SayTerm("der hund"))
    assert loser(desk) == 1
    assert desk.on_turn == 0, "the drawer stays on turn (VP 18)"


def test_an_unfit_term_ends_the_list_there_whatever_was_said_later() -> None:
    desk = circle()
    desk.must(0, m.SayTerm("Auto"))
    desk.must(1, m.SayTerm("Katze"))
    desk.must(1, m.Judge(1, False))
    desk.must(2, m.Judge(1, False))
    assert loser(desk) == 0


def test_a_failure_waits_for_the_verdict_on_earlier_terms() -> None:
    desk = circle()
    desk.must(0, m.SayTerm("Auto"))
    desk.must(1, m.GiveUp())
    assert loser(desk) is None
    assert isinstance(desk.state.phase, Circle)
    assert refused(desk, 1, m.SayTerm("Katze")) == "circle_stopped"
    desk.judge(False)
    assert loser(desk) == 0


def test_a_failure_stands_when_the_earlier_terms_are_right() -> None:
    desk = circle()
    desk.must(0, m.SayTerm("Hund"))
    desk.must(1, m.GiveUp())
    desk.wait(4_000)
    assert loser(desk) == 1


def test_terms_of_the_circle_cannot_be_countered() -> None:
    desk = circle()
    desk.must(0, m.SayTerm("Hund"))
    assert refused(desk, 1, m.CounterPlay(1, "Hase")) == "no_such_play"
