"""What a seat, a spectator and a screen reader get (SK 15, SK 20, SK 22)."""

import re
from pathlib import Path

import msgspec
import pytest

from domain.cards import Pack
from domain.games.schafkopf import RULES
from domain.games.schafkopf.messages import AuctionWon, BidMade, CardPlayed, DealScored, HandsDealt
from domain.games.schafkopf.options import Options
from domain.kernel import Deal
from tests.support.schafkopf import Table, bid
from tests.support.secrecy import redact


def playing(options: Options | None = None) -> Table:
    table = Table(("E7 EO", "E8", "EA HO", "E9"), options=options)
    table.call("rufer EA", "pass", "pass", "pass")
    return table


def test_a_seat_sees_its_own_hand_and_the_sizes_of_the_others() -> None:
    table = playing()
    table.play("EO")
    for seat in range(4):
        view = RULES.view(table.state, seat)
        assert set(view.hand or ()) == set(table.state.hands[seat])
        assert view.hand_sizes == (7, 8, 8, 8)


def test_the_public_sees_no_hand() -> None:
    assert RULES.view(playing().state, None).hand is None


@pytest.mark.parametrize("seat", [None, 0, 1, 2, 3])
def test_no_view_names_the_partner_before_he_shows(seat: int | None) -> None:
    """SK 15: given the called ace in seat 2's hand, no view tells of it but by that hand itself."""
    table = playing()
    view = RULES.view(table.state, seat)
    assert view.partner is None
    text = msgspec.json.encode(view).decode()
    assert text.count('"EA"') == (3 if seat == 2 else 2), (
        "bid and contract name the ace; its holder sees it in his hand"
    )


def test_the_last_trick_may_be_looked_at_and_no_earlier_one() -> None:
    """SK 22."""
    table = playing()
    table.play("E7 E8 EA E9")
    table.play("HO")
    while len(table.state.taken) < 2:
        table.play(min(table.legal_cards()))
    view = RULES.view(table.state, 0)
    assert view.tricks == table.state.taken[-1:]
    assert sum(view.tricks_won) == 2


def test_all_tricks_by_the_option() -> None:
    """SK 22."""
    table = playing(Options(tricks_shown="all"))
    table.play("E7 E8 EA E9")
    while len(table.state.taken) < 2:
        table.play(min(table.legal_cards()))
    assert RULES.view(table.state, 0).tricks == table.state.taken


def test_card_points_and_tricks_are_counted_per_seat() -> None:
    table = playing()
    table.play("E7 E8 EA E9")
    view = RULES.view(table.state, None)
    assert view.tricks_won == (0, 0, 1, 0)
    assert view.points_won == (0, 0, 11, 0)


def test_after_a_deal_its_hands_and_its_result_are_open() -> None:
    table = playing()
    while RULES.deal(table.state) is Deal.RUNNING:
        table.play(min(table.legal_cards()))
    last = RULES.view(table.state, None).last_deal
    assert last is not None
    assert [set(hand) for hand in last.hands] == [set(hand) for hand in table.hands]
    assert last.result == table.last(DealScored).result


@pytest.mark.parametrize("pack", Pack)
def test_the_view_calls_the_faces_as_the_pack_does(pack: Pack) -> None:
    view = RULES.view(Table(options=Options(pack=pack)).state, None)
    assert view.pack is pack
    assert len(view.faces) == 12


def test_the_hand_is_sorted_for_the_contract() -> None:
    """Given a leaf Solo, the leaves stand among the trumps."""
    table = Table(("E7 EO GA S8 HA GU H7 G7", None, None, None))
    assert RULES.view(table.state, 0).hand == ("EO", "GU", "HA", "H7", "E7", "GA", "G7", "S8")
    table.call("solo G", "pass", "pass", "pass")
    assert RULES.view(table.state, 0).hand == ("EO", "GU", "GA", "G7", "E7", "HA", "H7", "S8")


def test_sentences_speak_to_the_viewer() -> None:
    table = playing()
    won = table.last(AuctionWon)
    assert RULES.describe(won, 0, "en") == "You play a Rufer on the acorn ace. You lead."
    assert RULES.describe(won, 1, "de") == "Platz 1 spielt einen Rufer auf Eichel-Daus. Platz 1 kommt heraus."
    table.play("EO")
    assert RULES.describe(table.last(CardPlayed), 0, "de") == "Du spielst: Eichel-Ober."
    assert RULES.describe(table.last(CardPlayed), None, "en") == "Seat 1 plays the acorn Ober."


def test_a_sentence_about_the_deal_names_only_the_viewers_cards() -> None:
    table = Table(("EO GO HO SO EU GU HU SU", None, None, None))
    dealt = redact(RULES, Options(), table.last(HandsDealt), 1, RULES.Event)
    assert "Ober" not in RULES.describe(dealt, 1, "de")
    assert "Eichel-Ober" in RULES.describe(table.last(HandsDealt), 0, "de")
    public = redact(RULES, Options(), table.last(HandsDealt), None, RULES.Event)
    assert RULES.describe(public, None, "en") == "Everybody gets eight cards."


def test_a_bid_is_called_by_name() -> None:
    made = bid("solo H")
    assert RULES.describe(BidMade(2, made.kind, suit=made.suit), None, "de") == "Platz 3 sagt an: ein Solo in Herz."


@pytest.mark.parametrize(
    ("hands", "calls", "played", "de", "en"),
    [
        (
            ("EU GU E7", "EA HU", "E8", "E9"),
            ("wenz_tout", "pass", "pass", "pass"),
            "E7 EA E8 E9",
            "Die Spielerseite verliert mit 0 Augen in 0 Stichen, 2 Laufende. Wert 14. Du: -42.",
            "The declarer's side loses with 0 card points in 0 tricks, 2 Laufende. Value 14. You: -42.",
        ),
        (
            ("EO GO HO SO EU GU HU SU", None, None, None),
            ("sie",),
            "",
            "Die Spielerseite gewinnt mit 120 Augen in 8 Stichen, 8 Laufende. Wert 52. Du: +156.",
            "The declarer's side wins with 120 card points in 8 tricks, 8 Laufende. Value 52. You: +156.",
        ),
    ],
    ids=["a lost Tout", "a Sie"],
)
def test_a_result_tells_what_the_value_comes_from(
    hands: tuple[str | None, ...], calls: tuple[str, ...], played: str, de: str, en: str
) -> None:
    table = Table(hands)
    table.call(*calls)
    table.play(played)
    scored = table.last(DealScored)
    assert RULES.describe(scored, 0, "de") == de
    assert RULES.describe(scored, 0, "en") == en


def test_every_refusal_has_a_test() -> None:
    """Given the codes in the rules' source, each is named in a test of this folder."""
    source = Path(RULES.check.__code__.co_filename).parent
    codes = {code for file in source.glob("*.py") for code in re.findall(r'Ruling\(\s*"(\w+)"', file.read_text())}
    tests = "".join(file.read_text() for file in Path(__file__).parent.glob("test_*.py"))
    assert len(codes) >= 20
    assert {code for code in codes if f'"{code}"' not in tests} == set()
