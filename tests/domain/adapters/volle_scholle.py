"""Plays the handed cases of Volle Scholle with the real rule set, from tables laid out by hand."""

from domain.games.volle_scholle import RULES
from domain.games.volle_scholle.cards import Card, Cards, Colour
from domain.games.volle_scholle.legal import clockwise
from domain.games.volle_scholle.messages import CardsPlayed, Pass, Passed, PlayCards, YieldStart
from domain.games.volle_scholle.state import Bidding, Over, Turning
from tests.domain.adapters.reading import Adapter, Answer, Given, answering, first
from tests.domain.adapters.volle_scholle_ends import end, options_of, per_seat, score, seats_of, setup, winners
from tests.domain.adapters.volle_scholle_rounds import after_round, draw, move, next_player, next_start, round_
from tests.domain.case import Case
from tests.domain.volle_scholle.laying import cards, command, go, of, row_of, table
from tests.support.chance import SeededChance


def play(case: Case) -> Answer:
    """Seat 0 tries to lay out cards, or to pass, in a round that seat 1 has started unless seat 0 is to start."""
    given = case.given
    seats = seats_of(given)
    own = cards(first(given, "already_played", "row", default=()))
    starting = given.get("is_starter", False) and not own
    highest = first(given, "highest_sum", "highest", "sum_to_beat", default=0)
    rows: list[Cards] = [()] * seats
    rows[0] = own
    passed = [_is_out(given)] + [False] * (seats - 1)
    phase = Bidding(floe=6, due=0, rows=tuple(rows), passed=tuple(passed))
    if not starting:
        rows[1] = row_of(highest)
        colour = Colour(given["colour"]) if given.get("colour") else None
        phase = Bidding(
            6, 1, tuple(rows), tuple(passed), starter=1, colour=colour, leader=1, spoke=seats - 1 if seats > 2 else 1
        )
    hand = cards(given["hand"])
    state = table(seats, options_of(given), phase=phase, hands=(tuple(sorted(hand)), *(cards(["G1"]),) * (seats - 1)))
    tried = move(first(given, "cards", "play", "action", default="pass"))
    ruling = RULES.check(state, 0, tried)
    legal = [sorted(action.cards) for action in RULES.legal(state, 0) if isinstance(action, PlayCards)]
    answer: Answer = {
        "ok": ruling is None,
        "why": ruling and ruling.code,
        "legal": legal,
        "can_play": bool(legal),
        "must_pass": not legal,
        "may_pass": RULES.check(state, 0, Pass()) is None,
        "passed": ruling is None and isinstance(tried, Pass),
        "sum": None,
        "colour": given.get("colour"),
    }
    if ruling is None:
        _, events = command(state, 0, tried)
        for event in of(events, CardsPlayed):
            answer |= {"sum": event.sum, "colour": given.get("colour") or event.cards[0].colour}
    return answer


def _is_out(given: Given) -> bool:
    """Has the player passed before in this round? `passed` may list who has."""
    seen = (value for key, value in given.items() if "passed" in key)
    return any(given.get("seat", 0) in value if isinstance(value, list) else bool(value) for value in seen)


def auto_pass(case: Case) -> Answer:
    """The seat after the starter holds `hand`; does it pass by itself?"""
    given = case.given
    hand = tuple(sorted(cards(given["hand"])))
    chance = SeededChance(1)
    if given.get("is_starter"):
        state, _ = go(table(3, phase=Turning(0), hands=(hand, (Card.G1,), (Card.G1,))), chance)
        starts = RULES.to_act(state)[0]
        return {"auto": None if starts == 0 else "yield", "starter": starts}
    state, _ = go(table(3, phase=Turning(2), hands=(hand, (Card.G1, Card.G2), (Card.G1, Card.G1))), chance)
    state, events = command(state, 2, PlayCards((Card.G1,)), chance)
    auto = [event for event in of(events, Passed) if event.auto and event.seat == 0]
    return {"auto": "pass" if auto else None, "to_act": list(RULES.to_act(state))}


def starter_blocked(case: Case) -> Answer:
    """Who cannot start says so (an empty hand needs no word) until somebody can, or nobody."""
    given = case.given
    seats = seats_of(given, "hands")
    hands = tuple(tuple(sorted(cards(hand))) for hand in per_seat(given, "hands", seats))
    chance = SeededChance(1)
    due = first(given, "starter", "due", default=0)
    state, _ = go(table(seats, options_of(given), phase=Turning(due), hands=hands), chance)
    blocked: list[int] = []
    while isinstance(state.phase, Bidding):
        seat = RULES.to_act(state)[0]
        if RULES.check(state, seat, YieldStart()) is not None:
            break
        blocked.append(seat)
        state, _ = command(state, seat, YieldStart(), chance)
    if not isinstance(state.phase, Bidding):
        over = isinstance(state.phase, Over)
        return {
            "starter": None,
            "floe": "set_aside",
            "floe_set_aside": bool(state.set_aside),
            "set_aside": True,
            "game_over": over,
            "next_starter": due,
            "next_due": due,
            "due": due,
        }
    starter = RULES.to_act(state)[0]
    coloured = next(card for card in state.hands[starter] if card.colour)
    state, _ = command(state, starter, PlayCards((coloured,)), chance)
    assert isinstance(state.phase, Bidding)
    passed = [seat for seat in blocked if state.phase.passed[seat]]
    return {
        "starter": starter,
        "blocked": list(state.phase.yielded),
        "passed": passed,
        "blocked_passed": bool(passed),
        "floe_set_aside": False,
        "turn_order": list(clockwise(seats, starter)),
    }


BY_TYPE: dict[str, Adapter] = {
    "play": play,
    "pass": play,
    "draw": draw,
    "draw_order": draw,
    "reshuffle": draw,
    "round": round_,
    "turn": next_player,
    "turn_order": next_player,
    "next_player": next_player,
    "next_starter": next_start,
    "after_round": after_round,
    "decision_order": after_round,
    "keep_or_discard": after_round,
    "auto_pass": auto_pass,
    "starter_blocked": starter_blocked,
    "score": score,
    "end": end,
    "winners": winners,
    "winner": winners,
    "tie": winners,
    "tie_break": winners,
    "ranking": winners,
    "setup": setup,
    "deal": setup,
    "deck": setup,
}
UNORDERED = {"kept", "discarded", "discard", "reshuffled", "reshuffle", "legal", "winner_must_discard"}
ADAPTERS = {type_: answering(adapter, unordered=UNORDERED) for type_, adapter in BY_TYPE.items()}
SHAPES = tuple(
    (keys, answering(adapter, unordered=UNORDERED))
    for keys, adapter in (
        ({"penguin_points", "floe_points"}, score),
        ({"results"}, winners),
        ({"scores"}, winners),
        ({"actions"}, round_),
        ({"choices"}, after_round),
        ({"choice"}, after_round),
        ({"kept", "floes"}, end),
        ({"revealed"}, end),
        ({"hand", "cards"}, play),
        ({"hand", "highest_sum"}, play),
        ({"players", "passed"}, next_player),
        ({"hands", "starter"}, starter_blocked),
        ({"played"}, draw),
        ({"played_this_round"}, draw),
        ({"hand"}, auto_pass),
        ({"winner"}, next_start),
        (set(), setup),
    )
)
