"""Who judges a term, and when it is decided (VP 1, VP 31)."""

import pytest

from domain.games.vollpfosten import events as e
from domain.games.vollpfosten import messages as m
from domain.games.vollpfosten.kinds import Verdict
from domain.games.vollpfosten.state import Stage
from tests.domain.vollpfosten.desk import Desk, filler

HANDS = (["B", "E"], ["A", "T"], ["A", "K"], ["M", "S"], ["I", "O"])


def answered(seats: int = 4, term: str = "Auto", line: str = "C01a", **options: object) -> Desk:
    desk = Desk(HANDS[:seats], options=options)
    desk.open_category(line)
    desk.must(1, m.AnswerCategory("A", term))
    return desk


def verdicts(desk: Desk) -> list[tuple[bool, Verdict]]:
    return [(event.fits, event.by) for event in desk.happened(e.TermJudged)]


def test_no_objection_means_valid() -> None:
    desk = answered()
    desk.wait(3_999)
    assert verdicts(desk) == []
    desk.wait(1)
    assert verdicts(desk) == [(True, Verdict.SILENCE)]


@pytest.mark.parametrize(("seats", "needed"), [(3, 2), (4, 2), (5, 3)])
def test_unfit_needs_more_than_half_of_all_others(seats: int, needed: int) -> None:
    """Given n seats, the n-1 others decide by strict majority; equal votes are valid."""
    desk = answered(seats)
    others = desk.state.others(1)
    for seat in others[: needed - 1]:
        desk.must(seat, m.Judge(1, False))
    assert verdicts(desk) == []
    desk.must(others[needed - 1], m.Judge(1, False))
    assert verdicts(desk) == [(False, Verdict.VOTES)]
    assert desk.hands[1] == ["A", "D", "T"]


def test_equal_votes_are_valid() -> None:
    desk = answered(5)
    for seat, fits in ((0, False), (2, False), (3, True), (4, True)):
        desk.must(seat, m.Judge(1, fits))
    assert verdicts(desk) == [(True, Verdict.VOTES)]


def test_the_window_ends_early_once_no_majority_can_object() -> None:
    desk = answered(3)
    desk.must(0, m.Judge(1, True))
    assert verdicts(desk) == [(True, Verdict.VOTES)]


def test_nobody_judges_his_own_term_or_twice_or_what_is_not_being_judged() -> None:
    desk = answered(4)
    own = desk.send(1, m.Judge(1, True))
    assert own is not None
    assert own.code == "own_term"
    desk.must(0, m.Judge(1, False))
    again = desk.send(0, m.Judge(1, False))
    assert again is not None
    assert again.code == "already_voted"
    desk.must(2, m.Judge(1, True))
    desk.must(3, m.Judge(1, True))
    late = desk.send(0, m.Judge(1, True))
    assert late is not None
    assert late.code == "not_being_judged"


def test_the_host_alone_judges() -> None:
    desk = answered(4, judge="host", host_seat=2)
    other = desk.send(0, m.Judge(1, False))
    assert other is not None
    assert other.code == "only_host_judges"
    assert desk.to_act == (2,)
    desk.must(2, m.Judge(1, False))
    assert verdicts(desk) == [(False, Verdict.HOST)]


def test_the_hosts_own_terms_are_judged_by_the_others() -> None:
    desk = answered(4, judge="host", host_seat=1)
    assert desk.to_act == (0, 2, 3)
    desk.must(0, m.Judge(1, False))
    desk.must(2, m.Judge(1, False))
    assert verdicts(desk) == [(False, Verdict.VOTES)]


@pytest.mark.parametrize(
    ("term", "fits"), [("Affe", True), ("der affe", True), ("  AMEISE ", True), ("Ape", True), ("Auto", False)]
)
def test_the_word_list_judges_at_once(term: str, fits: bool) -> None:
    desk = answered(4, term, judge="dictionary")
    assert verdicts(desk) == [(fits, Verdict.DICTIONARY)]


def test_a_category_without_a_word_list_is_judged_by_the_players() -> None:
    desk = answered(4, "Ausrede", line="C01d", judge="dictionary")
    assert desk.stage(1) is Stage.JUDGING


def test_a_vicious_circle_asks_the_word_list_too() -> None:
    desk = Desk([filler(3)] * 3, cards=["TEUFELSKREIS", "C01"], options={"judge": "dictionary"})
    desk.open_category("C01a")
    desk.must(0, m.SayTerm("Auto"))
    assert desk.hands[0] == sorted([*filler(3), "D"])
    assert desk.on_turn == 0
