"""Random play over all numbers of seats and several options: it ends, conserves the cards, and round-trips."""

from collections import Counter

import msgspec
import pytest

from domain.games.vollpfosten import RULES
from domain.games.vollpfosten.options import BlindDraw, FirstReader, JudgedBy, LettersPerCard, Options
from domain.kernel import Deal, Setup
from tests.support.play import play

TABLES = {
    "as ruled": Options(),
    "host judges": Options(judge=JudgedBy.HOST, host_seat=1),
    "word lists judge": Options(judge=JudgedBy.DICTIONARY, tie_window_ms=0),
    "picked backs, last winner reads": Options(blind_draw=BlindDraw.PICKER, first_reader=FirstReader.LAST_WINNER),
    "pro, countered cards return": Options(pro_last_vollpfosten=True, counter_returns_card=True),
    "several letters per card": Options(letters=LettersPerCard.MULTI, ignore_leading_article=False),
}


@pytest.mark.parametrize("seats", RULES.seats)
@pytest.mark.parametrize("name", TABLES)
def test_random_play_ends_and_loses_no_card(name: str, seats: int) -> None:
    options = TABLES[name]
    everything = RULES.pieces(options, None)
    rounds = 2 if options.first_reader is FirstReader.LAST_WINNER else 1
    for step in play(RULES, Setup(seats, seats - 1, options), seed=seats, max_deals=rounds):
        if RULES.deal(step.after) is Deal.RUNNING:
            placed = RULES.placed(step.after)
            assert sum(placed.faces.values()) + placed.undrawn == sum(everything.values())
            assert Counter(placed.faces) <= Counter(everything)
        assert RULES.to_act(step.after) or RULES.due(step.after) or RULES.deal(step.after) is not Deal.RUNNING
        for event in step.answer:
            assert RULES.describe(event, 0, "de") != RULES.describe(event, 0, "en")
    assert msgspec.json.decode(msgspec.json.encode(step.before), type=RULES.State) == step.before
