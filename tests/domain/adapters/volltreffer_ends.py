"""Plays the Volltreffer cases about the track, the end of rounds and games, and how they begin."""

from collections.abc import Sequence

from msgspec.structs import replace

from domain.games.volltreffer import RULES, scoring
from domain.games.volltreffer.cards import CARDS, Suit
from domain.games.volltreffer.market import PRICES
from domain.games.volltreffer.messages import PlayCard
from domain.games.volltreffer.options import Options
from domain.games.volltreffer.state import HAND_SIZE, Over, Playing, Resting, State
from tests.domain.adapters.told import by_seat
from tests.domain.adapters.volltreffer_given import Given, options_of
from tests.domain.case import Case
from tests.domain.volltreffer.table import after, do, fresh, in_round, start_round


def track(case: Case) -> dict[str, object]:
    return {"pawn": scoring.advanced(case.given["pawn"], case.given["points"])}


def track_seq(case: Case) -> dict[str, object]:
    pawns, pawn = [], case.given["pawn"]
    for points in case.given["points"]:
        pawn = scoring.advanced(pawn, points)
        pawns.append(pawn)
    return {"pawns": pawns, "pawn": pawn}


def end(case: Case) -> dict[str, object]:
    """Plays the last trick of a round so that the pawns stand where the case says."""
    given = case.given
    key = next(key for key in ("pawns_after_phase3", "pawns_after_round", "pawns") if key in given)
    pawns = by_seat(given[key])
    before = [pawns[0] - scoring.TRICK_POINTS, *pawns[1:]]
    if scoring.advanced(before[0], scoring.TRICK_POINTS) != pawns[0] or before[0] < 1:
        before[0] = scoring.LAST_SPACE - scoring.TRICK_POINTS + pawns[0] - scoring.WRAP_TO + 1
    n, options = len(pawns), options_of(given)
    round_number = given.get("round", given.get("rounds_played", options.get("max_rounds") or 1))
    state = _last_trick(n, before, round_number, options)
    state = _play_out(state, n)
    if list(state.pawns) != pawns:  # a pawn that no trick can bring there: ask for the winners of these spaces
        winners = scoring.winners(pawns, state.options, round_number)
        return {"winners": list(winners), "game_over": bool(winners)}
    return _told_end(state)


def _told_end(state: State) -> dict[str, object]:
    over = isinstance(state.phase, Over)
    told: dict[str, object] = {"winners": list(state.phase.winners) if over else [], "game_over": over}
    told["pawns"] = told["next_round_start"] = dict(enumerate(state.pawns))
    if outcome := RULES.outcome(state):
        told["ranks"] = list(outcome.ranks)
    return told


def _last_trick(n: int, pawns: Sequence[int], round_number: int, options: Given, tricks: int = 1) -> State:
    """Seat 0 leads and holds the highest trumps, the others plain cards."""
    hands = [
        [f"V{10 - i}" for i in range(tricks)],
        *([f"{'RBGY'[s]}{1 + i}" for i in range(tricks)] for s in range(n - 1)),
    ]
    state = in_round(n, trump="V", phase=Playing(0), hands=hands, pawns=pawns, **options)
    return replace(state, round=round_number)


def _play_out(state: State, n: int) -> State:
    while isinstance(state.phase, Playing):
        for seat in range(n):
            state = after(state, do(state, seat, PlayCard(state.hands[seat][0])))
    return state


def round_end(case: Case) -> dict[str, object]:
    """Seat 0 wins so many tricks, or loses one, with a pawn on the given space; the others stand outside the goal."""
    given = case.given
    tricks = given.get("tricks_won", 0)
    pawn = given.get("pawn_before", given.get("pawn_after_phase3", given.get("pawn")))
    pawns = [pawn, 20, 20]
    if tricks:
        state = _play_out(_last_trick(3, pawns, 1, options_of(given), tricks), 3)
    else:
        hands = [["R1"], ["V9"], ["B1"]]
        state = _play_out(in_round(3, trump="V", phase=Playing(0), hands=hands, pawns=pawns, **options_of(given)), 3)
    wins = isinstance(state.phase, Over) and 0 in state.phase.winners
    told: dict[str, object] = {"pawn": state.pawns[0], "wins": wins, "game_over": isinstance(state.phase, Over)}
    if isinstance(state.phase, Resting):
        state = after(state, start_round(state))
    return told | {"next_round_start": state.pawns[0]}


def setup(case: Case) -> dict[str, object]:
    """Tells how games for one or more numbers of players begin."""
    listed, options = case.given["players"], options_of(case.given)
    counts = listed if isinstance(listed, list) else [listed]
    youngest = case.given.get("youngest", 2) or 0
    told: dict[str, object] = {
        "ok": set(counts) <= set(RULES.seats),
        "hand_size": HAND_SIZE,
        **dict.fromkeys(("deck", "cards"), len(CARDS)),
        "goal": list(scoring.goal(Options(**options))),
        "prices": list(PRICES),
    }
    if not told["ok"]:
        return told
    tables = {n: fresh(n, youngest, **options) for n in counts}
    begun = {n: after(table, start_round(table)) for n, table in tables.items()}
    starts = {n: state.pawns[0] for n, state in begun.items()}
    buyers = {state.first_buyer for state in begun.values()}
    named = "youngest" if buyers == {youngest} and case.expect.get("first_buyer") == "youngest" else min(buyers)
    return told | {
        "start": starts if isinstance(listed, list) else starts[listed],
        "first_buyer": named,
        "dealer": begun[counts[0]].dealer,
    }


def next_round(case: Case) -> dict[str, object]:
    """Lets another round begin."""
    n, previous = case.given["players"], case.given.get("previous_first_buyer", 0)
    state = replace(fresh(n, previous, **options_of(case.given)), round=1)
    if "pawns" in case.given:
        state = replace(state, pawns=tuple(by_seat(case.given["pawns"])))
    begun = after(state, start_round(state))
    return {
        "first_buyer": begun.first_buyer,
        "dealer": begun.dealer,
        "pawns": dict(enumerate(begun.pawns)),
        **dict.fromkeys(("drawn_deck", "deck", "cards"), len(CARDS)),
    }


def deck(case: Case) -> dict[str, object]:
    """Counts the cards, all told and those that leave the deck in a round: the trump, the market, and each purchase."""
    used = 1 + len(PRICES) + HAND_SIZE * int(case.given.get("players", max(RULES.seats)))
    return {
        **dict.fromkeys(("cards", "size", "count"), len(CARDS)),
        "suits": len(Suit),
        "per_suit": len(CARDS) // len(Suit),
        "used": used,
        "left": len(CARDS) - used,
        "enough": used <= len(CARDS),
    }
