"""A Schafkopf table for the cases: what a case gives, dealt and played with the real rule set."""

from collections.abc import Iterable
from typing import Any

import msgspec

from domain.cards import Card, winner
from domain.games.schafkopf import RULES
from domain.games.schafkopf.contracts import Contract
from domain.games.schafkopf.decider import DEALER, SHUFFLE
from domain.games.schafkopf.messages import Bid, Pass
from domain.games.schafkopf.options import Options
from domain.games.schafkopf.scoring import Settlement
from domain.games.schafkopf.state import Match, Trick, left_of
from domain.kernel import Action, Command, NextDeal, Ruling, Setup
from tests.support.chance import SeededChance
from tests.support.schafkopf import cards, shuffled


def contract_of(row: dict[str, Any]) -> Contract:
    return msgspec.convert({**row, "declarer": row.get("declarer", 0)}, Contract)


def call_of(bid: Any) -> Pass | Bid:
    """Read a call as it would come over the wire; msgspec.ValidationError where there is no such bid."""
    if bid in ("pass", None) or (isinstance(bid, dict) and bid.get("kind") == "pass"):
        return Pass()
    named = {key: bid[key] for key in ("kind", "ace", "suit") if key in bid}
    return msgspec.convert({"type": "bid", **named}, Bid)


def calls_of(given: dict[str, Any]) -> list[tuple[int, Pass | Bid]]:
    """Read the calls so far, each with its seat or simply in turn."""
    calls = []
    for place, row in enumerate(given.get("bids") or []):
        told = row if isinstance(row, dict) and "bid" in row else {"bid": row}
        calls.append((told.get("seat", left_of(given.get("dealer", 3), 1 + place)), call_of(told["bid"])))
    return calls


def one_hand(seat: int, hand: Iterable[str]) -> tuple[tuple[Card, ...], ...]:
    hands: list[tuple[Card, ...]] = [()] * 4
    hands[seat] = cards(hand)
    return tuple(hands)


def first_deal(dealer: int) -> Match:
    return Match(Options(), 1, dealer)


def trick_of(contract: Contract, row: dict[str, Any]) -> Trick:
    played, lead = cards(row["cards"]), row.get("lead", 0)
    return Trick(lead, played, left_of(lead, winner(contract.order, played)))


def deal_out(dealer: int, hands: Iterable[Iterable[str]]) -> tuple[Any, SeededChance]:
    """Deal exactly these hands, with the given first dealer; give the state and the chance."""
    return start(dealer, shuffled(dealer, [cards(hand) for hand in hands]))


def start(dealer: int, deck: Iterable[str]) -> tuple[Any, SeededChance]:
    chance = SeededChance(forced={DEALER: [left_of(dealer, i) for i in range(4)], SHUFFLE: cards(deck)})
    state = RULES.initial(Setup(4, 0, Options()))
    state, events = do(state, None, NextDeal(), chance)
    assert isinstance(events, tuple)
    return state, chance


def do(state: Any, seat: int | None, action: Action, chance: SeededChance) -> tuple[Any, Any]:
    answer = RULES.decide(state, Command(seat, "player" if seat is not None else "clock", action, 1), chance)
    if isinstance(answer, Ruling):
        return state, answer
    for event in answer:
        state = RULES.evolve(state, event)
    return state, answer


def settled(result: Settlement) -> dict[str, object]:
    """Tell a settlement in the words of the cases."""
    return {
        "winner": result.winner,
        "declarer_side": list(result.side),
        "points_declarer": result.points,
        "points_defence": 120 - result.points,
        "tricks_declarer": result.tricks,
        "base": result.base,
        "schneider": result.schneider,
        "schwarz": result.schwarz,
        "laufende_run": result.runners,
        "laufende_owner": result.runners_owner,
        "laufende_units": result.runner_units,
        "value": result.value,
        "scores": list(result.scores),
    }
