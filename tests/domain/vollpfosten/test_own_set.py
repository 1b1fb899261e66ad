"""A component set of an operator's own: other letters, categories, actions and words."""

from collections import Counter
from typing import Any

import msgspec
import pytest

from domain.games.vollpfosten import RULES
from domain.games.vollpfosten import messages as m
from domain.games.vollpfosten.components import Data
from domain.games.vollpfosten.options import JudgedBy, Options
from domain.kernel import Deal, Setup
from tests.domain.vollpfosten.desk import Desk
from tests.support.play import play

OWN: dict[str, Any] = {
    "hand": 3,
    "letters": {"A": 6, "B": 6, "Å": 2},
    "letters_multi": {"AB": 12},
    "vollpfosten": 2,
    "actions": [{"kind": "PECHVOGEL", "count": 1}, {"kind": "TEUFELSKREIS", "count": 2}],
    "fold": [["Ä", "A"], ["Å", "Å"]],
    "articles": ["le", "la"],
    "cards": [
        {"id": "X", "categories": [{"id": "Xa", "de": "Alpental", "en": "Alpine valley", "words": ["valleys"]}]},
        {"id": "Y", "categories": [{"id": "Ya", "de": "Bach", "en": "Brook"}, {"id": "Yb", "de": "Alm", "en": "Alp"}]},
    ],
    "words": {"valleys": {"de": ["Ahrntal", "Brixental"]}},
}
SET = msgspec.convert(OWN, Data)


def test_random_play_ends_and_loses_no_card() -> None:
    everything = RULES.pieces(Options(), SET)
    assert sum(everything.values()) == 14 + 2 + 3 + 2
    for step in play(RULES, Setup(4, 0, Options(), SET), seed=3, max_deals=1):
        if RULES.deal(step.after) is Deal.RUNNING:
            placed = RULES.placed(step.after)
            assert sum(placed.faces.values()) + placed.undrawn == 21
            assert Counter(placed.faces) <= Counter(everything)


def test_its_categories_letters_and_articles_count() -> None:
    desk = Desk((["B"], ["A", "Å"], ["A"]), cards=["Y"], custom=SET)
    desk.must(0, m.DrawCategory())
    assert [line.id for line in RULES.view(desk.state, 0).drawn_card] == ["Ya", "Yb"]
    foreign = desk.send(0, m.ChooseCategory("C01a"))
    assert foreign is not None
    assert foreign.code == "category_not_on_card"
    desk.read("Ya")
    desk.must(1, m.AnswerCategory("A", "le Ache"))
    desk.judge()
    assert desk.hands[1] == ["Å"]


@pytest.mark.parametrize(("term", "hand"), [("Ahrntal", ["B"]), ("Aostatal", ["A", "B", "D"])])
def test_its_word_list_judges(term: str, hand: list[str]) -> None:
    desk = Desk((["B"], ["A", "B"], ["A"]), cards=["X"], custom=SET, options={"judge": JudgedBy.DICTIONARY})
    desk.open_category("Xa")
    desk.must(1, m.AnswerCategory("A", term))
    assert desk.hands[1] == hand


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"cards": OWN["cards"][:1]}, "two category cards at the least"),
        ({"cards": [OWN["cards"][0], {"id": "Z", "categories": []}]}, "each with a category"),
        ({"cards": [OWN["cards"][0]] * 2}, "names of their own"),
        ({"cards": [OWN["cards"][0], OWN["cards"][1] | {"id": "PECHVOGEL"}]}, "names of their own"),
        ({"vollpfosten": -1}, "may not be negative"),
        ({"letters": {"A": -1}}, "may not be negative"),
        ({"actions": [{"kind": "FREIBIER", "count": 1}]}, "FREIBIER"),
        ({"cellar": 1}, "unknown field `cellar`"),
    ],
)
def test_a_set_that_makes_no_sense_is_refused(change: dict[str, Any], said: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=said):
        msgspec.convert(OWN | change, Data)
