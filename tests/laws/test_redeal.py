"""Redealing what a seat cannot know changes nothing that it receives; and the law catches those who break it."""

import random
from dataclasses import replace
from typing import Any

import pytest
from msgspec import structs

from domain.games import schafkopf
from domain.games.schafkopf.contracts import Kind
from domain.games.schafkopf.messages import AuctionWon, Bid, Pass
from domain.games.schafkopf.scoring import declarer_side
from domain.games.schafkopf.state import dealt_hands
from domain.games.schafkopf.view import view as schafkopf_view
from domain.kernel import AnyRuleSet, Command, Setup
from tests.laws.games import GAMES, every_game
from tests.support import high_card
from tests.support.play import bot_choice
from tests.support.redeal import Findings, Leak, redeal
from tests.support.tables import data_of, setups

EXEMPT: dict[str, frozenset[str]] = {
    # An action card is turned up for all to see, a category card is not.
    "vollpfosten": frozenset({"action_drawn", "action_set_aside"}),
}
"""Events that by the rules tell something of hidden cards, by game."""


def hold(rules: AnyRuleSet, seeds: range = range(3), tables: list[Setup] | None = None, **how: Any) -> Findings:
    """Hold a game against the law at each table and seed (the default: one table for each number of seats)."""
    total = Findings()
    for setup in tables or [Setup(seats, 0, rules.Options(), data_of(rules)) for seats in rules.seats]:
        for seed in seeds:
            found = redeal(rules, setup, seed, exempt=EXEMPT.get(rules.id, frozenset()), **how)
            total.exchanges += found.exchanges
            total.steps += found.steps
            total.hidden += found.hidden
    return total


@every_game
def test_redealing_what_a_seat_cannot_know_changes_nothing_for_it(id: str) -> None:
    found = hold(GAMES.get(id), range(2), exchanges=10, max_steps=200)
    assert found.exchanges >= 20
    assert found.steps >= 100, "too little was compared to mean anything"


@every_game
def test_nor_does_it_under_other_options_and_between_bots(id: str) -> None:
    rules = GAMES.get(id)
    tables = list(setups(rules))
    some = random.Random(id).sample(tables, min(4, len(tables)))
    level = "solid" if "solid" in rules.bots else "easy"
    assert hold(rules, range(1), some, exchanges=8, max_steps=150, choose=bot_choice(rules, level)).steps >= 50


@pytest.mark.parametrize("rules", [high_card.RULES, schafkopf.RULES], ids=lambda rules: rules.id)
def test_the_law_reaches_cards_in_other_hands(rules: AnyRuleSet) -> None:
    assert hold(rules, range(4)).hidden >= 200


def test_a_leaking_view_is_caught() -> None:
    """Given a view that shows the best card of the next seat, when a card there changes, then the law objects."""

    def view(state: Any, seat: int | None) -> Any:
        shown = high_card.view(state, seat)
        if seat is None or not state.hands:
            return shown
        peeked = max(state.hands[(seat + 1) % state.seats], default="")
        return structs.replace(shown, laid=(*shown.laid, (0, peeked)))

    with pytest.raises(Leak, match="the view of seat"):
        hold(replace(high_card.RULES, view=view))


def test_a_leaking_event_is_caught() -> None:
    """Given a dealer who lets the holder of the highest card begin, a public field tells where that card is."""

    def decide(state: Any, command: Command, chance: Any) -> Any:
        answer = high_card.decide(state, command, chance)
        if isinstance(answer, tuple) and isinstance(answer[0], high_card.Dealt):
            hands = answer[0].hands
            return (structs.replace(answer[0], first=hands.index(max(hands, key=max))), *answer[1:])
        return answer

    with pytest.raises(Leak, match="the events of"):
        hold(replace(high_card.RULES, decide=decide))


def test_a_deadline_that_depends_on_hidden_cards_is_caught() -> None:
    def due(state: Any) -> Any:
        return tuple(
            structs.replace(deadline, at_ms=deadline.at_ms + 1000 * ("12" in state.hands[deadline.seat]))
            for deadline in high_card.due(state)
        )

    with pytest.raises(Leak, match="the deadlines of"):
        hold(replace(high_card.RULES, due=due))


def test_a_ruling_that_tells_of_other_hands_is_caught() -> None:
    def check(state: Any, seat: int, action: Any) -> Any:
        ruling = high_card.check(state, seat, action)
        if ruling is None or ruling.code != "card_not_held":
            return ruling
        holder = next((s for s, hand in enumerate(state.hands) if action.card in hand), None)
        return structs.replace(ruling, say=f"Seat {holder} holds this card.")

    with pytest.raises(Leak, match="the ruling of"):
        hold(replace(high_card.RULES, check=check))


def call_an_ace(state: Any, seat: int, legal: Any, rng: random.Random) -> Any:
    """Call an ace if nobody has, pass otherwise, and play at random."""
    calls = [action for action in legal if isinstance(action, Bid) and action.kind is Kind.RUFER]
    return rng.choice(calls or [action for action in legal if isinstance(action, Pass)] or legal)


def test_naming_the_partner_with_the_contract_is_caught() -> None:
    """Given a Schafkopf view that shows the holder of the called ace at once, the law objects."""

    def view(state: Any, seat: int | None) -> Any:
        shown = schafkopf_view(state, seat)
        if shown.contract is None:
            return shown
        side = declarer_side(shown.contract, dealt_hands(state))
        return structs.replace(shown, partner=next((s for s in side if s != shown.contract.declarer), None))

    hold(schafkopf.RULES, range(4), choose=call_an_ace, exchanges=40)
    with pytest.raises(Leak, match="the view of"):
        hold(replace(schafkopf.RULES, view=view), range(4), choose=call_an_ace, exchanges=40)


def test_a_leader_chosen_by_a_hidden_card_is_caught() -> None:
    """Given an auction after which the holder of the acorn Ober leads, a public event leaks a hand."""

    def decide(state: Any, command: Command, chance: Any) -> Any:
        answer = schafkopf.RULES.decide(state, command, chance)
        if isinstance(answer, tuple) and isinstance(answer[-1], AuctionWon):
            holder = next(seat for seat, hand in enumerate(state.hands) if "EO" in hand)
            return (*answer[:-1], structs.replace(answer[-1], leader=holder))
        return answer

    with pytest.raises(Leak):
        hold(replace(schafkopf.RULES, decide=decide), range(12), exchanges=30)
