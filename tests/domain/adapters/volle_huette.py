"""Answers the rule cases of Volle Hütte by driving the rule set."""

from typing import Any

from domain.games.volle_huette import RULES
from domain.games.volle_huette import messages as m
from domain.games.volle_huette.state import FirstMove, Hand, Over, Pub, Seating, SecondMove, State, TakingCard, Tile
from domain.kernel import Ruling
from tests.domain.adapters.reading import Adapter, answering, first
from tests.domain.adapters.volle_huette_ends import collect, end, ranking, second_move
from tests.domain.adapters.volle_huette_setup import refill, setup
from tests.domain.adapters.volle_huette_table import (
    action_face,
    customer_face,
    data_of,
    group_of,
    pub_of,
    run,
    table,
)
from tests.domain.case import Case
from tests.support.chance import SeededChance


def moving(case: Case) -> tuple[State, int, str]:
    given = case.given
    pubs = tuple(pub_of(row) for row in given["pubs_clockwise"])
    seat = given.get("active") or 0
    card = action_face(given["card"], data_of(case))
    hands = tuple(Hand(secret=(card, "A:table")) for _ in pubs)
    return table(case, pubs, phase=SecondMove(seat), hands=hands), seat, card


def places_from(chosen: Any, group: str) -> dict[str, str]:
    """Read where a group sits: field -> figures or number, or numbers by installation; numbers deal out in order."""
    if isinstance(chosen, list) and chosen and isinstance(chosen[0], dict):
        chosen = {row.get("tile", row.get("field")): row.get("who", row.get("figures")) for row in chosen}
    rows = dict(chosen) if isinstance(chosen, dict) else dict(enumerate(chosen))
    places, left = {}, group
    for field, who in rows.items():
        if isinstance(who, int):
            who, left = left[:who], left[who:]
        if who:
            places[str(field)] = group_of(who)
    return places


def move(case: Case) -> dict[str, object]:
    given = case.given
    state, seat, card = moving(case)
    spot = given["origin"]
    origin = m.Origin(spot["pub"], str(spot.get("tile", 0)))
    to = first(given, "announced_destination", "destination", "announced") or card.split(":")[1]
    answer, after = run(state, seat, m.PlayActionCard(card, origin, to))
    if isinstance(answer, Ruling):
        assert after == state
        return {"ok": False, "to": None, "went_home": False, "paid": 0}
    left = next(event for event in answer if isinstance(event, m.GroupLeft))
    seen: dict[str, object] = {
        "ok": True,
        "to": left.to,
        "went_home": left.to is None,
        "paid": left.paid,
        "stays": left.to == left.origin.pub,
        "group": list(left.group),
    }
    chosen = first(given, "places", "placement", "distribution", "seats")
    if chosen is not None:
        if isinstance(after.phase, Seating):
            answer, after = run(after, seat, m.SeatGroup(places_from(chosen, left.group)))
            seen["ok"] = not isinstance(answer, Ruling)
        else:
            seated = next((event.places for event in answer if isinstance(event, m.GroupSeated)), None)
            seen["ok"] = seated == places_from(chosen, left.group)
    elif isinstance(after.phase, Seating):
        _, after = run(after, seat, RULES.legal(after, seat)[0])
    before = sum(len(pub.group) for pub in state.pubs)
    seen["figures_in_play"] = sum(len(pub.group) for pub in after.pubs)
    seen["gone"] = before - sum(len(pub.group) for pub in after.pubs)
    seen["money"] = list(after.money)
    if left.to is not None:
        pairs = [(state.pubs[left.to].tiles[field], tile) for field, tile in after.pubs[left.to].tiles.items()]
        seen["seated"] = [len(new.who) - len(old.who) for old, new in pairs if new.type == to]
    return seen


def action(case: Case) -> dict[str, object]:
    state, seat, card = moving(case)
    legal = [choice for choice in RULES.legal(state, seat) if isinstance(choice, m.PlayActionCard)]
    mine = [choice for choice in legal if choice.card == card]
    lapses = RULES.check(state, seat, m.PlayActionCard(card)) is None
    destinations = [choice.destination for choice in mine if choice.destination is not None]
    found = sorted({(choice.origin.pub, int(choice.origin.field)) for choice in mine if choice.origin is not None})
    seen: dict[str, object] = {
        "ok": bool(mine),
        "playable": bool(found),
        "lapses": lapses,
        "may_lapse": lapses,
        "possible_origins": [{"pub": pub, "tile": tile} for pub, tile in found],
        "possible_destinations": list(dict.fromkeys(destinations)),
        "must_be_carried_out": bool(found),
    }
    if lapses:
        _, after = run(state, seat, m.PlayActionCard(card))
        seen["takes_new_card"] = isinstance(after.phase, TakingCard)
        seen["discarded"] = after.used_actions[-1:] == (card,)
        seen["figures_stay"] = after.pubs == state.pubs
    return seen


def action_flow(case: Case) -> dict[str, object]:
    """Cards of a case are ids; the rule set knows faces, so positions carry the ids through."""
    given, data = case.given, data_of(case)
    held, display = list(given["held"]), list(given["display"])
    top = given.get("pile_top")
    pubs = (Pub("a"), Pub("b"), Pub("c"))

    def faces(cards: list[str]) -> tuple[str, ...]:
        return tuple(action_face(card, data) for card in cards)

    # Nobody sits anywhere, so every card lapses.
    state = table(
        case,
        pubs,
        phase=SecondMove(0),
        hands=(Hand(secret=faces(held)), Hand(), Hand()),
        actions=faces(display),
        left={"installations": 20, "customers": 15, "actions": 1 if top else 0, "collect": 4},
    )
    play, take = given["play"], given["take"]
    refused: dict[str, object] = {"ok": False, "held": held, "display": display, "discarded": None}
    answer, state = run(state, 0, m.PlayActionCard(*faces([play])))
    if isinstance(answer, Ruling) or play not in held or take not in display:
        return refused
    deck = sorted(card.face for card in data.action_cards)
    if top:
        deck.remove(action_face(top, data))
        deck.append(action_face(top, data))
    chance = SeededChance(forced={"actions": deck})
    slot = display.index(take)
    answer, state = run(state, 0, m.TakeActionCard(slot), chance)
    taken = next(event for event in answer if isinstance(event, m.ActionCardTaken))
    held.remove(play)
    held.append(take)
    display[slot : slot + 1] = [top] if taken.refill is not None else []
    assert sorted(state.hands[0].cards) == sorted(faces(held))
    assert state.actions == faces(display)
    assert state.used_actions == faces([play])
    return {
        "ok": True,
        "held": held,
        "display": display,
        "discarded": play,
        "pile_left": state.left["actions"],
        "game_over": isinstance(state.phase, Over),
        "next": state.phase.seat if isinstance(state.phase, FirstMove) else None,
    }


def receive(case: Case) -> dict[str, object]:
    given = case.given
    if "display" in given:
        return refill(case)
    pub, face = pub_of(given["pub"]), customer_face(given["card"], data_of(case))
    state = table(case, (pub, Pub("y"), Pub("z")), phase=FirstMove(0), customers=(face, "table:RB", "counter:RR"))
    answer, after = run(state, 0, m.Receive(0))
    if isinstance(answer, Ruling):
        assert after == state
        return {"ok": False, "seated": 0, "placed": 0, "why": answer.code}
    chosen = first(given, "places", "placement", "distribution", "seats")
    group = face.split(":")[1]
    if isinstance(after.phase, Seating):
        ways = {str(way.places) for way in RULES.legal(after, 0) if isinstance(way, m.SeatGroup)}
        wanted = m.SeatGroup(places_from(chosen, group)) if chosen is not None else RULES.legal(after, 0)[0]
        answer, after = run(after, 0, wanted)
        ok = not isinstance(answer, Ruling)
    else:
        seated = next(event.places for event in answer if isinstance(event, m.GroupSeated))
        ways = {str(seated)}
        ok = chosen is None or seated == places_from(chosen, group)
    return {
        "ok": ok,
        "seated": len(after.pubs[0].group) - len(pub.group),
        "placed": len(after.pubs[0].group) - len(pub.group),
        "ways": len(ways),
        "occupants": [list(tile.who) for tile in after.pubs[0].tiles.values()],
        "display": list(after.customers),
    }


def equip(case: Case) -> dict[str, object]:
    given = case.given
    if "display" in given:
        return refill(case)
    tiles = {field: Tile(type_) for field, type_ in given.get("board", {}).items()}
    pub = Pub(given["pub"] if isinstance(given["pub"], str) else given["pub"]["name"], tiles)
    tile, field = given["type"], given["field"]
    state = table(case, (pub, Pub("y"), Pub("z")), phase=FirstMove(0), installations=(tile, "table"))
    answer, after = run(state, 0, m.Equip(0, field))
    if isinstance(answer, Ruling):
        assert after == state
        return {"ok": False, "why": answer.code}
    assert after.pubs[0].tiles[field] == Tile(tile)
    return {"ok": True, "board": {field: tile.type for field, tile in after.pubs[0].tiles.items()}}


BY_TYPE: dict[str, Adapter] = {
    "move": move,
    "action": action,
    "action_flow": action_flow,
    "receive": receive,
    "receive_flow": refill,
    "collect": collect,
    "equip": equip,
    "equip_flow": refill,
    "display": refill,
    "refill": refill,
    "end": end,
    "setup": setup,
    "components": setup,
    "supply": setup,
    "ranking": ranking,
    "winner": ranking,
    "winners": ranking,
    "tie": ranking,
    "second_move": second_move,
    "turn": second_move,
    "phase": second_move,
}
UNORDERED = {"held", "possible_origins", "possible_destinations"}
ADAPTERS = {type_: answering(adapter, unordered=UNORDERED) for type_, adapter in BY_TYPE.items()}
SHAPES = tuple(
    (keys, answering(adapter, unordered=UNORDERED))
    for keys, adapter in (
        ({"origin", "card"}, move),
        ({"card", "pubs_clockwise"}, action),
        ({"held", "play"}, action_flow),
        ({"display", "take"}, refill),
        ({"pub", "card"}, receive),
        ({"pub", "field"}, equip),
        ({"money"}, ranking),
        ({"pubs_clockwise", "tip"}, collect),
        ({"display_before"}, end),
        ({"players"}, setup),
        (set(), second_move),
    )
)
