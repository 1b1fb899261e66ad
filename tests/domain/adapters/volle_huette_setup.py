"""Answers the rule cases of Volle Hütte about the box, laying the table, and refilling the displays."""

from typing import Any

from domain.games.volle_huette import RULES
from domain.games.volle_huette import messages as m
from domain.games.volle_huette.state import FirstMove, Pub, Seating, State, Tile
from domain.kernel import Command, NextDeal, Ruling, Setup
from tests.domain.adapters.reading import Answer, first
from tests.domain.adapters.volle_huette_table import customer_face, data_of, options_of, run, table
from tests.domain.case import Case
from tests.support.chance import SeededChance


def setup(case: Case) -> Answer:
    """Lay the table and choose pubs for every number of players; the counts must agree between them."""
    numbers = first(case.given, "players", "seats", default=[3, 4, 5])
    several = not isinstance(numbers, int)
    answers, piles = [], {}
    for players in numbers if several else [numbers]:
        state, dealt = _lay(case, players)
        (tiles,) = {len(row) for row in dealt.tiles}
        (cards,) = {len(row) for row in dealt.actions}
        left = state.left
        piles[str(players)] = {key: left[key] for key in ("installations", "customers", "actions")}
        answers.append(
            {
                "installations_dealt_each": tiles,
                "action_cards_each": cards,
                "display": {
                    "installations": len(state.installations),
                    "customers": len(state.customers),
                    "actions": len(state.actions),
                },
                "money": max(state.money),
                "start_money": max(state.money),
                "first_player": min(RULES.to_act(state)),
            }
        )
    assert all(answer == answers[0] for answer in answers)
    return {**answers[0], "pile_after_setup": piles if several else piles[str(numbers)]} | _components(case)


def _lay(case: Case, players: int) -> tuple[State, m.CardsDealt]:
    state = RULES.initial(Setup(players, 0, options_of(case.given), data_of(case)))
    chance = SeededChance(players)
    events: Any = RULES.decide(state, Command(None, "clock", NextDeal(), 1), chance)
    for event in events:
        state = RULES.evolve(state, event)
    for seat in range(players):
        events, state = run(state, seat, RULES.legal(state, seat)[0], chance)
    return state, next(event for event in events if isinstance(event, m.CardsDealt))


def _components(case: Case) -> Answer:
    data = data_of(case)
    colours = {"yellow": data.figures.yellow, "red": data.figures.red, "blue": data.figures.blue}
    return colours | {
        "installations": len(data.deck("installations")),
        "customer_cards": len(data.customer_cards),
        "action_cards": len(data.action_cards),
        "collect_cards": len(data.collect_cards),
        "figures": sum(colours.values()),
        "pubs": len(data.pubs),
    }


def refill(case: Case) -> Answer:
    """An installation or a customer card is taken from the display. Cards of a case may be ids of the data."""
    given, data = case.given, data_of(case)
    display, take, top = list(given["display"]), given["take"], given.get("pile_top")
    if take not in display:
        return {"ok": False, "display": display}
    slot = display.index(take)
    building = take in data.installation_types
    pile = "installations" if building else "customers"
    faces = [card if building else customer_face(card, data) for card in display]
    deck = list(data.deck(pile))
    if top is not None:
        last = top if building else customer_face(top, data)
        deck.remove(last)
        deck.append(last)
    board = data.pubs[0]
    pub = Pub(board.name, {} if building else {field.id: Tile(faces[slot].split(":")[0]) for field in board.fields})
    left = {"installations": 0, "customers": 0, "actions": 20, "collect": 4, pile: 0 if top is None else 1}
    state = table(case, (pub, Pub("y"), Pub("z")), phase=FirstMove(0), left=left, **{pile: tuple(faces)})
    moves = (move for move in RULES.legal(state, 0) if isinstance(move, m.Equip | m.Receive) and move.slot == slot)
    move = next((move for move in moves if isinstance(move, m.Equip) == building), None)
    if move is None:
        return {"ok": False, "display": display}
    answer, state = run(state, 0, move, SeededChance(forced={pile: deck}))
    assert not isinstance(answer, Ruling)
    if isinstance(state.phase, Seating):
        _, state = run(state, 0, RULES.legal(state, 0)[0])
    shown = state.installations if building else state.customers
    display[slot : slot + 1] = [] if top is None else [top]
    assert shown == tuple(card if building else customer_face(card, data) for card in display)
    return {"ok": True, "display": display, "discarded": None if building else take}
