"""Answers the rule cases of Volle Hütte about collecting, the second move, and how a game ends."""

from typing import Any

from msgspec.structs import replace

from domain.games.volle_huette import RULES
from domain.games.volle_huette import messages as m
from domain.games.volle_huette.state import FirstMove, Over, Pub, Seating, SecondMove, TakingCard, Tile
from domain.kernel import Ruling, Template
from tests.domain.adapters.reading import Answer, by_seat, named, winners_of
from tests.domain.adapters.volle_huette_table import action_face, data_of, pub_of, run, table
from tests.domain.case import Case


def collect(case: Case) -> Answer:
    given = case.given
    pubs = tuple(pub_of(row) for row in given["pubs_clockwise"])
    seat = given.get("player") or given.get("active") or 0
    tips = {card.id: card.tip for card in data_of(case).collect_cards}
    left = {"installations": 20, "customers": 15, "actions": 20, "collect": _collect_cards_under(case)}
    money = tuple(by_seat(given.get("money", ()), len(pubs), 0))
    tip = given.get("tip", tips.get(str(given.get("card")), 50))
    state = table(case, pubs, phase=FirstMove(seat), tip=tip, left=left, money=money)
    answer, after = run(state, seat, m.Collect())
    if isinstance(answer, Ruling):
        assert after == state
        return {"ok": False, "paid": [0] * len(pubs), "figures_stay": True, "money": money, "why": answer.code}
    return {
        "ok": True,
        "paid": [now - before for now, before in zip(after.money, state.money, strict=True)],
        "money": after.money,
        "money_after": after.money,
        "figures_stay": after.pubs == state.pubs,
        "game_over": isinstance(after.phase, Over),
        "second_move": isinstance(after.phase, SecondMove),
    }


def end(case: Case) -> Answer:
    """The last action card, the last collect card, or the final count."""
    given = case.given
    if "money" in given and "display_before" not in given:
        return ranking(case)
    rows = given.get("pubs_clockwise")
    pubs = (
        tuple(map(pub_of, rows))
        if rows
        else (Pub("a", {"0": Tile("table", "R")}), Pub("b", {"0": Tile("table", "B")}), Pub("c"))
    )
    seat = given.get("player") or given.get("active") or 0
    left = {"installations": 20, "customers": 15, "actions": int(given.get("action_pile", 20))}
    left["collect"] = _collect_cards_under(case)
    if "display_before" in given:
        display = given["display_before"]
        cards = tuple(action_face(card, data_of(case)) for card in display)
        state = table(case, pubs, phase=TakingCard(seat), left=left, actions=cards)
        answer, after = run(state, seat, m.TakeActionCard(display.index(given["taken"])))
    else:
        state = table(case, pubs, phase=FirstMove(seat), left=left, tip=given.get("tip", 50), second_moves=True)
        answer, after = run(state, seat, m.Collect())
    over = isinstance(after.phase, Over)
    last = next((event for event in answer if isinstance(event, m.LastOrders)), None)
    paid = [now - before for now, before in zip(after.money, state.money, strict=True)]
    tip = state.tip if any(isinstance(event, m.Collected) for event in answer) else 0
    collects = {
        name: any(paid)
        for name, wished in case.expect.items()
        if (any(word in name for word in ("collect", "pay", "paid"))) and "tip" not in name and isinstance(wished, bool)
    }
    return collects | {
        "ok": not isinstance(answer, Ruling),
        "game_over": over,
        "second_move": isinstance(after.phase, SecondMove),
        "all_collect": last is not None or any(isinstance(event, m.Collected) for event in answer),
        "tip": tip,
        "tip_paid": bool(tip),
        "paid": paid,
    }


def _collect_cards_under(case: Case) -> int:
    """Read how many collect cards lie under the top one, which is about to be taken.

    A case says how many are left, or the how-manieth this one is, or how many were taken before it.
    """
    given = case.given
    in_all = len(data_of(case).collect_cards)
    move = any(isinstance(value, str) and "collect" in value for value in given.values())
    for key, number in given.items():
        if type(number) is not int or not any(word in key for word in ("collect", "kassieren", "card_number", "nth")):
            continue
        earlier = any(word in key for word in ("so_far", "already", "previous")) and "left" not in key
        counted = any(word in key for word in ("used", "played", "uncovered", "number", "taken", "nth"))
        if earlier or counted or key.endswith("collect_card"):
            before = number if move or earlier or "before" in key else number - 1
            return max(in_all - before - 1, 0)
        return max(number - 1, 0)
    return 3


def ranking(case: Case) -> Answer:
    money = case.given["money"]
    money = by_seat(money, len(money), 0)
    pubs = tuple(Pub(f"pub {seat}") for seat in range(len(money)))
    state = table(case, pubs, money=tuple(money), phase=TakingCard(0))
    state = replace(state, actions=("A:table",), left={**state.left, "actions": 0})
    _, after = run(state, 0, m.TakeActionCard(0))
    result = RULES.outcome(after)
    assert result is not None
    return winners_of(result.ranks) | {"scores": list(result.scores), "game_over": True}


def second_move(case: Case) -> Answer:
    """Is a second move due after a first move? Pubs, or numbers of customers before it and received in it.

    A history of numbers is answered with the last one, or with one answer for each where a list is asked for.
    """
    given = _flat(case.given)
    history = next((v for key, v in given.items() if isinstance(v, list) and key.endswith(("history", "turn"))), [])
    numbers = {key: sum(value) if _is_numbers(value) else value for key, value in given.items()}
    numbers = {key: value for key, value in numbers.items() if type(value) is int}
    peaks = [value for key, value in numbers.items() if any(word in key for word in PEAK)]
    words = ("second_moves", "switch", "already", "had", "ten", "before", "started", *PEAK)
    switched = any(value is True and any(word in key for word in words) for key, value in given.items())
    switched = switched or max(peaks, default=0) >= data_of(case).second_move_from_figures
    if history:
        due = [_second_move(case, now, 0, max(history[: turn + 1])) for turn, now in enumerate(history)]
        return {name: due if isinstance(wished, list) else due[-1] for name, wished in case.expect.items()}
    new = next((key for key in numbers if any(word in key for word in ("receiv", "new", "add", "arriv", "card"))), None)
    new = new or next((key for key in numbers if key.startswith("first_move")), "")
    after = named(numbers, "after")
    counts = {key: value for key, value in numbers.items() if key != new and not any(word in key for word in PEAK)}
    before = next((value for key, value in counts.items() if "before" in key), None)
    if before is None and after is None:
        before = named(counts, "figures", "in_play", "customers", default=0)
    received = numbers.get(new, 0)
    if after is not None:
        received = received if before is None else max(after - before, 0)
        before = after - received
    peak = data_of(case).second_move_from_figures if switched else 0
    asked = [name for name, wished in case.expect.items() if isinstance(wished, bool)]
    names = ["second_move", "due", "second_move_due", "must_move_customers", *asked]
    return dict.fromkeys(names, _second_move(case, before, received, peak))


PEAK = ("max", "peak", "reach", "highest", "earlier", "once", "ever_")


def _is_numbers(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(type(number) is int for number in value)


def _second_move(case: Case, before: int, new: int, peak: int) -> bool:
    """Let a player with `before` customers in play make a first move that brings `new` ones."""
    given = case.given
    seat = given.get("active") or given.get("player") or 0
    if "pubs_clockwise" in given:
        pubs = tuple(pub_of(row) for row in given["pubs_clockwise"])
    else:
        crowd = {f"c{number}": Tile("table", "Y") for number in range(before)}
        others = [Pub(f"pub {other}") for other in range(given.get("seats", given.get("players", 3)))]
        others[(seat + 1) % len(others)] = Pub("full", crowd)
        others[seat] = Pub("own", {f"f{number}": Tile("counter") for number in range(new)})
        pubs = tuple(others)
    switched = peak >= data_of(case).second_move_from_figures
    state = table(case, pubs, phase=FirstMove(seat), second_moves=switched, installations=(), customers=())
    if new:
        state = replace(state, customers=(f"counter:{'Y' * new}",))
    legal = [action for action in RULES.legal(state, seat) if new == 0 or isinstance(action, m.Receive)]
    _, state = run(state, seat, legal[0])
    if isinstance(state.phase, Seating):
        way = RULES.legal(state, seat)[0]
        _, state = run(state, seat, way.example if isinstance(way, Template) else way)
    return isinstance(state.phase, SecondMove)


def _flat(given: dict[str, Any]) -> dict[str, Any]:
    """Lift what stands inside of objects, under the joined names, except for options."""
    flat: dict[str, Any] = {}
    for key, value in given.items():
        if isinstance(value, dict) and key != "options":
            flat |= {f"{key}_{inner}": item for inner, item in _flat(value).items()}
        else:
            flat[key] = value
    return flat
