"""Component data: what a set must hold, and what is said where it does not."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import json

import domain.games.volle_huette as package
from domain.games.volle_huette import RULES
from domain.games.volle_huette.components import STANDARD, Data, read_action, read_customers


def builtins() -> dict[str, Any]:
    return json.decode(json.encode(RULES.data["standard"]))


def test_the_shipped_set_is_valid() -> None:
    assert msgspec.convert(RULES.data["standard"], Data) == STANDARD


def test_the_printed_numbers() -> None:
    counts = {name: type_.count for name, type_ in STANDARD.installation_types.items()}
    assert counts == {
        "terrace_table": 9,
        "table": 9,
        "dance_floor": 4,
        "counter": 8,
        "table_football": 4,
        "billiard_table": 4,
    }
    assert [STANDARD.values.of(colour) for colour in "YRB"] == [10, 20, 30]
    assert [STANDARD.figures.of(colour) for colour in "YRB"] == [21, 21, 21]
    assert {name for name, type_ in STANDARD.installation_types.items() if type_.exclusive} == {
        "table_football",
        "billiard_table",
    }
    assert (min(card.tip for card in STANDARD.collect_cards), max(card.tip for card in STANDARD.collect_cards)) == (
        30,
        70,
    )


def test_the_cards_need_exactly_the_figures_of_the_box() -> None:
    for colour in "YRB":
        assert sum(card.group.count(colour) for card in STANDARD.customer_cards) == STANDARD.figures.of(colour)


def test_the_schema_file_is_the_schema() -> None:
    file = Path(package.__file__).parent / "data" / "schema.json"
    assert json.decode(file.read_bytes()) == json.decode(json.encode(msgspec.json.schema(Data)))


@pytest.mark.parametrize("face", STANDARD.deck("actions"))
def test_action_faces_say_all_of_a_card(face: str) -> None:
    card = read_action(face)
    assert f"{card.kind}:{card.type}" + (":dodge" if card.dodge else "") == face


def test_customer_faces_say_all_of_a_card() -> None:
    assert read_customers("counter:YRB") == ("counter", "YRB")


def set_(*path: Any) -> Callable[[dict[str, Any]], None]:
    *keys, last, value = path

    def change(data: dict[str, Any]) -> None:
        for key in keys:
            data = data[key]
        data[last] = value

    return change


BAD = {
    "unknown key": (set_("cellar", 1), "unknown field `cellar`"),
    "unknown customer place": (
        set_("customer_cards", 0, "place", "sauna"),
        "K01: no installation type is called sauna",
    ),
    "unknown action type": (set_("action_cards", 0, "from", "sauna"), "no installation type is called sauna"),
    "kind A with to": (set_("action_cards", 0, "to", "table"), "kind A has 'from' and no 'to'"),
    "kind B without to": (set_("action_cards", 0, "kind", "B"), "kind B has 'to' and no 'from'"),
    "card that brings nobody": (
        set_("customer_cards", 0, {"id": "K01", "place": "table", "yellow": 0, "red": 0, "blue": 0}),
        "K01: it brings nobody",
    ),
    "wrong sum": (set_("customer_cards", 0, "figures", 4), "K01: figures or value do not agree"),
    "wrong value": (set_("customer_cards", 0, "value", 10), "K01: figures or value do not agree"),
    "too few figures": (set_("figures", "blue", 20), "the customer cards need 21 of B"),
    "too many dealt": (set_("start", "installations", 8), "installations: 38 cards are too few"),
    "too many action cards dealt": (set_("start", "action_cards", 7), "actions: 36 cards are too few"),
    "no action cards": (set_("start", "action_cards", 0), ">= 1"),
    "same pub twice": (set_("pubs", 1, "name", "Charlys Pub"), "pub names: Charlys Pub occurs twice"),
    "same field twice": (set_("pubs", 0, "fields", 1, "id", "in-01"), "field ids of Charlys Pub: in-01 occurs twice"),
    "same card id twice": (set_("action_cards", 1, "id", "A-terrace_table-1"), "occurs twice"),
    "four pubs": (set_("pubs", RULES.data["standard"]["pubs"][:4]), "length >= 5"),  # type: ignore[index]
    "no counter type": (set_("counter_rule", "type", "bar"), "counter_rule: no installation type is called bar"),
    "list against counts": (set_("installations", [{"id": "I-1", "type": "table"}]), "does not agree with the counts"),
    "type name with a colon": (set_("installation_types", {"a:b": {}}), "installation_types"),
    "a tip as text": (set_("collect_cards", 0, "tip", "30"), r"Expected `int`.*collect_cards\[0\].tip"),
    "negative value": (set_("values", "red", -1), "values.red"),
}


@pytest.mark.parametrize(("change", "said"), BAD.values(), ids=BAD)
def test_a_set_that_makes_no_sense_is_refused_by_name(change: Callable[[dict[str, Any]], None], said: str) -> None:
    data = builtins()
    change(data)
    with pytest.raises(msgspec.ValidationError, match=said):
        msgspec.convert(data, Data)


def test_two_fields_do_not_share_a_place_on_the_grid() -> None:
    data = builtins()
    data["pubs"][0]["fields"][1].update(row=0, col=1)
    with pytest.raises(msgspec.ValidationError, match="grid places of Charlys Pub"):
        msgspec.convert(data, Data)


def test_a_set_with_lists_and_sums_is_accepted_when_they_agree() -> None:
    data = builtins()
    data["installations"] = [
        {"id": f"{name}-{number}", "type": name}
        for name, type_ in data["installation_types"].items()
        for number in range(type_["count"])
    ]
    data["customer_cards"][0].update(figures=2, value=50)
    msgspec.convert(data, Data)
