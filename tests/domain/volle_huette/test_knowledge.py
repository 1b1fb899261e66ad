"""Who knows what: views, secrets, sentences (SK 22 and its like: the log shows everything public)."""

import re
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from domain.games.volle_huette import RULES
from domain.games.volle_huette import messages as m
from domain.games.volle_huette.components import STANDARD
from domain.games.volle_huette.options import Options
from domain.games.volle_huette.state import Hand
from domain.kernel import Secret
from tests.domain.volle_huette.pubs import SECOND, SECOND_SET, Table, opened
from tests.domain.volle_huette.soak import games

PUBS = {"Anita": "table:RB", "Matthias": "counter:Y", "Rita": ""}


def redacted(event: Any, viewer: int | None) -> Any:
    """Hide what `secrets` does not give to the viewer."""
    plain = msgspec.json.decode(msgspec.json.encode(event))
    for secret in RULES.secrets(Options(), event):
        if secret.audience != "all" and viewer not in secret.audience:
            *path, last = secret.path
            spot = plain
            for key in path:
                spot = spot[key]
            spot[last] = None
    return msgspec.convert(plain, RULES.Event)


def test_each_action_card_dealt_is_sealed_for_its_holder_alone() -> None:
    dealt = opened(3)[2][-1]
    assert RULES.secrets(Options(), dealt) == tuple(
        Secret(("actions", seat, index), (seat,)) for seat in range(3) for index in range(2)
    )


def test_secrets_are_named_alike_for_the_redacted_event() -> None:
    dealt = opened(4)[2][-1]
    hidden = redacted(dealt, None)
    assert hidden.actions == ((None, None),) * 4
    assert RULES.secrets(Options(), hidden) == RULES.secrets(Options(), dealt)


def test_a_landlord_sees_his_own_cards_and_only_counts_of_others() -> None:
    state, _, events = opened(3)
    view = RULES.view(state, 1)
    assert view.hand == tuple(sorted(events[-1].actions[1]))
    assert [landlord.cards_hidden for landlord in view.landlords] == [2, 2, 2]
    assert RULES.view(state, None).hand == ()


def test_a_card_taken_in_the_open_is_known_to_all_until_played() -> None:
    table = Table(PUBS, holding={"Anita": "A:billiard_table B:table"}).turn("Anita", SECOND)
    table.does("Anita", m.PlayActionCard("A:billiard_table"))
    table.does("Anita", m.TakeActionCard(0))
    assert RULES.view(table.state, 2).landlords[0].cards_known == ("A:counter",)
    assert RULES.view(table.state, None).landlords[0].cards_hidden == 1
    table.turn("Anita", SECOND)
    table.does("Anita", m.PlayActionCard("A:counter", table.where("Matthias", "counter"), "table"))
    assert RULES.view(table.state, 2).landlords[0].cards_known == ()


def test_views_do_not_depend_on_the_others_secret_cards() -> None:
    table = Table(PUBS).turn("Anita")
    other = replace(table.state, hands=(table.state.hands[0], Hand(("B:counter", "A:counter")), Hand(("A:table",) * 2)))
    assert RULES.view(table.state, 0) == RULES.view(other, 0)
    assert RULES.view(table.state, None) == RULES.view(other, None)


def test_hidden_money_is_ones_own_until_the_end() -> None:
    table = Table(PUBS, Options(money="hidden"), money=(10, 20, 30)).turn("Anita")
    assert [landlord.money for landlord in RULES.view(table.state, 1).landlords] == [None, 20, None]
    assert [landlord.money for landlord in RULES.view(table.state, None).landlords] == [None] * 3
    assert RULES.standing(table.state) == (0, 0, 0)
    table.state = replace(table.state, left={**table.state.left, "collect": 0})
    table.does("Anita", m.Collect())
    assert [landlord.money for landlord in RULES.view(table.state, 1).landlords] == [110, 30, 30]
    assert RULES.standing(table.state) == (110, 30, 30)


def test_open_money_is_everybodys_knowledge() -> None:
    table = Table(PUBS, money=(10, 20, 30)).turn("Anita")
    assert [landlord.money for landlord in RULES.view(table.state, None).landlords] == [10, 20, 30]


@pytest.mark.parametrize("data", [STANDARD, SECOND_SET], ids=["standard", "second set"])
def test_every_event_has_a_sentence_in_both_languages_for_every_viewer(data: Any) -> None:
    kinds = set()
    for seats, steps in games(data, range(2)):
        for event in (event for step in steps for event in step.answer):
            kinds.add(type(event))
            for viewer in (None, *range(seats)):
                for language in ("de", "en"):
                    said = RULES.describe(redacted(event, viewer), viewer, language)
                    assert re.match(r"\S.*[.]\Z", said), said
                    assert "None" not in said
    assert len(kinds) >= 14


def test_a_deal_is_told_without_the_others_cards() -> None:
    dealt = m.CardsDealt((("table",), ("counter",)), (("A:table", "B:table:dodge"), (None, None)))
    assert RULES.describe(dealt, 0, "de") == (
        "Du: Tisch – A von Tisch; B nach Tisch, Zechpreller. Platz 2: Theke – 2 verdeckte Aktionskarten."
    )
    assert RULES.describe(redacted(dealt, 1), 1, "en") == (
        "Seat 1: table – 2 face-down action cards. You: counter – 2 face-down action cards."
    )


def test_leaving_customers_are_told() -> None:
    left = m.GroupLeft(2, m.Origin(0, "in-10"), "RRB", "counter", 70, 1)
    assert RULES.describe(left, 0, "de") == ("2 rot, 1 blau ziehen um in die Kneipe von Platz 2; du bekommst 70 Mark.")
    assert RULES.describe(left, 1, "en") == "2 red, 1 blue move to your pub; Seat 1 gets 70 marks."


def test_actions_and_events_have_a_short_notation() -> None:
    lines = set()
    for _, steps in games(STANDARD, range(1)):
        for step in steps:
            lines.add(RULES.notation.action(step.command.action))
            lines.update(map(RULES.notation.event, step.answer))
    assert all("\n" not in line and len(line) < 400 for line in lines)
    assert RULES.notation.action(m.PlayActionCard("A:table", m.Origin(2, "in-10"), "counter")) == (
        "play A:table: 2/in-10 to counter"
    )
