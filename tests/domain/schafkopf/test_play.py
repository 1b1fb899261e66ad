"""Following suit, the duties about the called ace, and its holder's disclosure (SK §4, SK 8 to SK 15)."""

import pytest

from domain.games.schafkopf import RULES
from domain.games.schafkopf.messages import DealScored, PartnerRevealed, PlayCard, TrickWon
from domain.games.schafkopf.state import CorruptStream, evolve
from domain.kernel import Deal
from tests.support.schafkopf import Table, cards


def rufer(hands: tuple[str | None, ...], declarer: int, ace: str, dealer: int = 3) -> Table:
    """A Rufer ready to be played."""
    table = Table(hands, dealer)
    calls = ["pass"] * 4
    calls[(declarer - dealer - 1) % 4] = f"rufer {ace}"
    assert table.call(*calls) is None
    return table


def test_the_effective_suit_must_be_followed() -> None:
    """Given a leaf Solo, when the heart ace is led, then the heart nine follows, Ober and Unter of hearts do not."""
    table = Table(("G9 HA", "EK E8 G7 HO HU H9 SA S7", None, None))
    table.call("solo G", "pass", "pass", "pass")
    table.play("HA")
    assert table.legal_cards() == {"H9"}
    ruling = table.play("HO")
    assert ruling is not None
    assert ruling.code == "must_follow_suit"


def test_courts_follow_when_trumps_are_led() -> None:
    table = Table(("G9 HA", "EK E8 G7 HO HU H9 SA S7", None, None))
    table.call("solo G", "pass", "pass", "pass")
    table.play("G9")
    assert table.legal_cards() == {"G7", "HO", "HU"}


def test_who_cannot_follow_plays_anything() -> None:
    """There is no duty to trump."""
    table = rufer(("EK GK", "EO EU GA G9 H10 SA S8 S7", None, None), 0, "GA")
    table.play("EK")
    assert table.legal_cards() == {"EO", "EU", "G9", "H10", "SA", "S8", "S7"}


def test_the_winner_leads_next() -> None:
    table = Table(("E7", "EA", "E8", "E9"))
    table.call("wenz", "pass", "pass", "pass")
    table.play("E7 EA E8 E9")
    assert table.last(TrickWon) == TrickWon(1, 11)
    assert RULES.to_act(table.state) == (1,)


def test_a_card_out_of_turn_is_refused() -> None:
    table = rufer(("EK", None, "EA", None), 0, "EA")
    ruling = table.ask(2, PlayCard(cards("EA")[0]))
    assert ruling is not None
    assert ruling.code == "not_your_turn"


def test_a_card_not_held_is_refused_without_saying_who_holds_it() -> None:
    table = rufer(("EK", None, "EA", None), 0, "EA")
    ruling = table.play("EA")
    assert ruling is not None
    assert (ruling.code, ruling.say) == ("card_not_held", "You do not hold this card.")


def test_the_called_ace_falls_when_its_suit_is_first_led() -> None:
    table = rufer(("S8", "SA S9 S7 SU", None, None), 0, "SA")
    table.play("S8")
    assert table.legal_cards() == {"SA"}
    ruling = table.play("S7")
    assert ruling is not None
    assert ruling.code == "must_play_called_ace"


def test_a_follower_cannot_run_away() -> None:
    """SK 9: not even with four plain cards of the suit."""
    table = rufer(("S8", "SA S10 S9 S7", None, None), 0, "SA")
    table.play("S8")
    assert table.legal_cards() == {"SA"}


def test_the_ace_is_forced_even_after_a_trump_in_the_trick() -> None:
    """SK 10."""
    table = rufer(("S8", "H7 EK GK E8 E7 G8 G7 H8", "SA S9 S7", None), 0, "SA")
    table.play("S8 H7")
    assert table.legal_cards() == {"SA"}


def test_the_ace_is_forced_although_trumps_were_led_before() -> None:
    """SK 10."""
    table = rufer(("EO S8", "SA S9 H7", None, None), 0, "SA")
    table.play("EO H7")
    table.play(min(table.legal_cards()))
    table.play(min(table.legal_cards()))
    table.play("S8")
    assert table.legal_cards() == {"SA"}


def test_the_called_ace_is_not_discarded_on_another_suit() -> None:
    table = rufer(("GK E8", "EA E9 E7 S8 SA S10 S9 SK", None, None), 0, "EA")
    table.play("GK")
    assert "EA" not in table.legal_cards()
    ruling = table.play("EA")
    assert ruling is not None
    assert ruling.code == "called_ace_stays"


def test_its_lower_cards_may_be_discarded() -> None:
    """SK 12."""
    table = rufer(("GK E8", "EA E9 E7 S8 SA S10 S9 SK", None, None), 0, "EA")
    table.play("GK")
    assert {"E9", "E7"} <= table.legal_cards()


def test_as_last_card_the_called_ace_may_be_played_to_anything() -> None:
    """Given that the called suit is never led, when only the ace is left, then it falls to whatever is led."""
    table = rufer(
        (
            "EO GO HO SO EU GU HU E7",
            "EA GA GK G10 G9 G8 G7 HA",
            "SU H10 HK H9 H8 H7 SA S10",
            "E10 EK E9 E8 SK S9 S8 S7",
        ),
        0,
        "EA",
    )
    table.play("EO HA H7 S7 GO G7 H8 S8 HO G8 H9 S9 SO G9 HK SK EU G10 H10 E8 GU GK SU E9 HU GA S10 EK")
    ruling = table.play("E7 EA SA E10")
    assert ruling is None
    assert RULES.deal(table.state) is Deal.REST


def test_running_away_takes_the_ace_and_three_more_plain_cards() -> None:
    table = rufer(("EA E10 E9 E7", "EK", None, None), 1, "EA")
    assert {"E10", "E9", "E7", "EA"} <= table.legal_cards()


def test_with_two_more_only_the_ace_may_be_led() -> None:
    """SK 11: the ace itself is always a legal lead."""
    table = rufer(("EA E9 E7 GO G9 H8 SA S7", "EK", None, None), 1, "EA")
    assert table.legal_cards() == {"EA", "GO", "G9", "H8", "SA", "S7"}
    ruling = table.play("E7")
    assert ruling is not None
    assert ruling.code == "cannot_run_away"


def test_courts_of_the_suit_do_not_count_for_running_away() -> None:
    table = rufer(("EA EO EU E9 E7 H8 SA S7", "EK", None, None), 1, "EA")
    assert table.legal_cards() == {"EA", "EO", "EU", "H8", "SA", "S7"}


def test_the_hand_of_now_counts_not_the_hand_as_dealt() -> None:
    """SK 8: given four at the deal and one of them discarded, there is no running away."""
    table = rufer(("SA SK", "EA E10 E9 E7 HO GA G10 GK", "E8 S10", "S7"), 2, "EA")
    table.play("SA E10 S10 S7 SK HO")
    table.play(min(table.legal_cards()))
    table.play(min(table.legal_cards()))
    assert table.turn == 1
    assert not {"E9", "E7"} & table.legal_cards()


def ran_away() -> Table:
    """Seat 1 has led the called suit from under its ace; nobody trumped, seat 0 took the trick."""
    table = rufer(
        ("EK E8 G7 S10 S9 GA GO HA", "EA E10 E9 E7 HO SU S7 H7", "G8 G9 G10 GK HK H8 SA SK", None), 0, "EA", dealer=0
    )
    assert table.play("E7 G8") is None
    table.play(next(face for face in sorted(table.legal_cards()) if face[0] in "GS" and face[1] not in "OU"))
    table.play("EK")
    return table


def test_after_running_away_the_ace_may_be_discarded() -> None:
    """SK 13."""
    table = ran_away()
    table.play("GA")
    assert "EA" in table.legal_cards()


def test_after_running_away_the_second_lead_does_not_force_the_ace() -> None:
    """SK 13."""
    table = ran_away()
    table.play("E8")
    assert table.legal_cards() == {"EA", "E10", "E9"}


def test_an_ober_of_the_called_suit_does_not_lead_it() -> None:
    """SK 14."""
    table = rufer(("GO G10", "E9 GA G9 G7 HU H8 S8 S7", None, None), 0, "GA")
    table.play("GO")
    assert table.legal_cards() == {"HU", "H8"}


def test_a_discard_of_the_called_suit_does_not_lead_it() -> None:
    """SK 14."""
    table = rufer(("S9 E8 GA", "EA E10 SK S8", "S10", "SA EK E9"), 0, "EA")
    table.play("S9 SK S10 SA EK")
    table.play("E8")
    assert table.legal_cards() == {"EA"}


def test_the_partner_is_revealed_by_the_called_ace() -> None:
    table = rufer(("S8", "SA", None, None), 0, "SA")
    assert RULES.view(table.state, None).partner is None
    table.play("S8 SA")
    assert table.last(PartnerRevealed) == PartnerRevealed(1, "called_ace")
    assert RULES.view(table.state, None).partner == 1


def test_a_runaway_is_revealed_with_the_fourth_card() -> None:
    """SK 15: not yet when he leads."""
    table = rufer(
        ("EK E8 G7 S10 S9 GA GO HA", "EA E10 E9 E7 HO SU S7 H7", "G8 G9 G10 GK HK H8 SA SK", None), 0, "EA", dealer=0
    )
    table.play("E7 G8")
    table.play(min(table.legal_cards()))
    assert RULES.view(table.state, None).partner is None
    table.play("EK")
    assert table.last(PartnerRevealed) == PartnerRevealed(1, "running_away")
    assert RULES.view(table.state, None).partner == 1


def test_a_partner_is_revealed_once() -> None:
    """Given a runaway, when he plays the ace later, then nothing more is revealed."""
    table = ran_away()
    table.play("GA EA")
    assert sum(isinstance(event, PartnerRevealed) for event in table.events) == 1


def test_no_partner_is_revealed_in_a_solo() -> None:
    table = Table(("G9 HA", None, None, None))
    table.call("solo G", "pass", "pass", "pass")
    while RULES.deal(table.state) is Deal.RUNNING:
        table.play(min(table.legal_cards()))
    assert table.last(PartnerRevealed) is None
    assert table.last(DealScored).result.side == (0,)


def test_a_tout_ends_with_the_first_lost_trick() -> None:
    """SK 17."""
    table = Table(("E7", "EA", None, None))
    table.call("wenz_tout", "pass", "pass", "pass")
    table.play("E7 EA")
    while RULES.deal(table.state) is Deal.RUNNING:
        table.play(min(table.legal_cards()))
    result = table.last(DealScored).result
    assert (result.winner, result.tricks, result.schwarz) == ("defence", 0, 0)
    assert sum(isinstance(event, TrickWon) for event in table.events) == 1


def test_a_tout_is_won_with_the_eighth_trick() -> None:
    table = Table(("EU GU HU SU EA GA HA SA", None, None, None))
    table.call("wenz_tout", "pass", "pass", "pass")
    while RULES.deal(table.state) is Deal.RUNNING:
        own = [face for face in ("EU", "GU", "HU", "SU", "EA", "GA", "HA", "SA") if face in table.legal_cards()]
        table.play(own[0] if table.turn == 0 else min(table.legal_cards()))
    result = table.last(DealScored).result
    assert (result.winner, result.tricks, result.value) == ("declarer", 8, 10 + 2 * 4)


def test_a_record_in_which_a_card_is_played_twice_is_corrupt() -> None:
    table = rufer(("S8", "SA EA", None, None), 0, "SA")
    table.play("S8")
    event = next(event for event in table.events if getattr(event, "card", None) == "S8")
    with pytest.raises(CorruptStream):
        evolve(table.state, event)


@pytest.mark.parametrize("which", range(2))
def test_an_event_of_another_phase_is_corrupt(which: int) -> None:
    table = Table()
    start, dealt = table.events[:2]
    with pytest.raises(CorruptStream):
        evolve(table.state, start)
    table.call("wenz", "pass", "pass", "pass")
    with pytest.raises(CorruptStream):
        evolve(table.state, (start, dealt)[which])
