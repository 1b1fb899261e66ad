"""Answers the rule cases of Volle Hütte about collecting, the second move, and how a game ends."""

from typing import Any

from msgspec.structs import replace

from domain.games.volle_huette import RULES
from domain.games.volle_huette import messages as m
from domain.games.volle_huette.components import STANDARD
from domain.games.volle_huette.state import FirstMove, Over, Pub, Seating, SecondMove, TakingCard, Tile
from domain.kernel import Ruling
from tests.domain.adapters.volle_huette_table import (
    action_face,
    pub_of,
    run,
    table,
)
from tests.domain.case import Case


def collect(case: Case) -> dict[str, object]:
    given = case.given
    pubs = tuple(pub_of(row) for row in given["pubs_clockwise"])
    seat, tip = given.get("player", 0), given.get("tip", 50)
    left = {"installations": 20, "customers": 15, "actions": 20, "collect": max(given.get("collect_left", 4) - 1, 0)}
    state = table(given, pubs, phase=FirstMove(seat), tip=tip, left=left)
    answer, after = run(state, seat, m.Collect())
    if isinstance(answer, Ruling):
        assert after == state
        return {"ok": False, "paid": [0] * len(pubs), "figures_stay": True}
    return {
        "ok": True,
        "paid": [now - before for now, before in zip(after.money, state.money, strict=True)],
        "figures_stay": after.pubs == state.pubs,
        "game_over": isinstance(after.phase, Over),
        "second_move": isinstance(after.phase, SecondMove),
    }


def end(case: Case) -> dict[str, object]:
    """The last action card, the last collect card, or the final count."""
    given = case.given
    if "money" in given:
        return _ranking(given["money"], given)
    rows = given.get("pubs_clockwise")
    pubs = (
        tuple(map(pub_of, rows))
        if rows
        else (Pub("a", {"0": Tile("table", "R")}), Pub("b", {"0": Tile("table", "B")}), Pub("c"))
    )
    seat = given.get("player") or given.get("active") or 0
    left = {"installations": 20, "customers": 15, "actions": int(given.get("action_pile", 20)), "collect": 4}
    for key, number in given.items():
        if "collect" in key and isinstance(number, int) and not isinstance(number, bool):
            used = any(word in key for word in ("used", "played", "uncovered", "number", "taken"))
            rest = len(STANDARD.collect_cards) - number if used else number - 1
            left["collect"] = max(rest, 0)
    if "display_before" in given:
        display = given["display_before"]
        state = table(given, pubs, phase=TakingCard(seat), left=left, actions=tuple(map(action_face, display)))
        answer, after = run(state, seat, m.TakeActionCard(display.index(given["taken"])))
    else:
        state = table(given, pubs, phase=FirstMove(seat), left=left, tip=given.get("tip", 50), second_moves=True)
        answer, after = run(state, seat, m.Collect())
    over = isinstance(after.phase, Over)
    last = next((event for event in answer if isinstance(event, m.LastOrders)), None)
    paid = [now - before for now, before in zip(after.money, state.money, strict=True)]
    return {
        "ok": not isinstance(answer, Ruling),
        "game_over": over,
        "second_move": isinstance(after.phase, SecondMove),
        "all_collect": last is not None or any(isinstance(event, m.Collected) for event in answer),
        "final_collect": last is not None,
        "everyone_collects_once": last is not None,
        "collect_once_more": last is not None,
        "tip": state.tip if any(isinstance(event, m.Collected) for event in answer) else 0,
        "paid": paid,
    }


def _ranking(money: list[int], given: dict[str, Any]) -> dict[str, object]:
    state = table(
        given, tuple(Pub(f"pub {seat}") for seat in range(len(money))), money=tuple(money), phase=TakingCard(0)
    )
    state = replace(state, actions=("A:table",), left={**state.left, "actions": 0})
    _, after = run(state, 0, m.TakeActionCard(0))
    result = RULES.outcome(after)
    assert result is not None
    winners = [seat for seat, place in enumerate(result.ranks) if place == 1]
    return {
        "ranks": list(result.ranks),
        "ranking": list(result.ranks),
        "winners": winners,
        "winner": winners[0] if len(winners) == 1 else None,
        "shared": len(winners) > 1,
        "scores": list(result.scores),
        "game_over": True,
    }


def ranking(case: Case) -> dict[str, object]:
    return _ranking(case.given["money"], case.given)


def second_move(case: Case) -> dict[str, object]:
    """Is a second move due after a first move? Pubs, or numbers of customers before it and received in it."""
    given = case.given
    seat = given.get("active") or given.get("player") or 0
    numbers = {key: value for key, value in given.items() if type(value) is int}
    new = next((value for key, value in numbers.items() if any(word in key for word in ("receiv", "new", "add"))), 0)
    if "pubs_clockwise" in given:
        pubs = tuple(pub_of(row) for row in given["pubs_clockwise"])
    else:
        before = next((value for key, value in numbers.items() if "figures" in key or "before" in key), 0)
        crowd = {f"c{number}": Tile("table", "Y") for number in range(before)}
        others = [Pub(f"pub {other}") for other in range(given.get("seats", 3))]
        others[(seat + 1) % len(others)] = Pub("full", crowd)
        others[seat] = Pub("own", {f"f{number}": Tile("counter") for number in range(new)})
        pubs = tuple(others)
    switched = any(given.get(key) for key in ("second_moves", "switched", "already", "reached_before"))
    state = table(given, pubs, phase=FirstMove(seat), second_moves=switched, installations=(), customers=())
    if new:
        state = replace(state, customers=(f"counter:{'Y' * new}",))
    legal = [action for action in RULES.legal(state, seat) if new == 0 or isinstance(action, m.Receive)]
    _, after = run(state, seat, legal[0])
    if isinstance(after.phase, Seating):
        _, after = run(after, seat, RULES.legal(after, seat)[0])
    due = isinstance(after.phase, SecondMove)
    return {"second_move": due, "due": due, "second_move_due": due, "must_move_customers": due}
