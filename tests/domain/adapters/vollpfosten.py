"""Answers the rule cases of Stadt Land Vollpfosten with the real decider; those about action cards stand beside."""

from collections.abc import Callable, Sequence
from typing import Any

from domain.games.vollpfosten import events as e
from domain.games.vollpfosten import messages as m
from domain.games.vollpfosten.components import STANDARD, letter_faces
from domain.games.vollpfosten.decider import decide
from domain.games.vollpfosten.offers import due
from domain.games.vollpfosten.options import Options
from domain.games.vollpfosten.scoring import match_is_over, outcome
from domain.games.vollpfosten.state import Drawing, Finished, State, initial
from domain.kernel import Command, NextDeal, Seat, Setup
from tests.domain.adapters.vollpfosten_cards import (
    agony,
    big_chance,
    chain,
    election_party,
    left_luck,
    next_drawer,
    roundabout,
    unlucky,
    vicious_circle,
)
from tests.domain.adapters.vollpfosten_desk import Answer, arrival_of, desk_of, hands_of, seen
from tests.domain.case import Case
from tests.domain.vollpfosten.desk import Desk, category_card, filler, in_order_of
from tests.support.chance import SeededChance


def choose(case: Case) -> Answer:
    given = case.given
    reader = given["reader"]
    desk = desk_of(case, [filler(3)] * max(3, reader + 1), reader=reader, cards=[given["card"]])
    desk.must(reader, m.DrawCategory())
    ruling = desk.send(given.get("seat", reader), m.ChooseCategory(given["choice"]))
    reading = desk.state.reading
    return {"ok": ruling is None, "category": None if reading is None else reading.category}


def answer(case: Case) -> Answer:
    given = case.given
    hands = hands_of(given)
    desk = desk_of(case, hands, reader=given["reader"], cards=[category_card(given["category"])])
    desk.open_category(given["category"])
    accepted = _play_all(desk, given["plays"])
    if desk.state.plays:
        desk.run()
    return seen(case, desk, accepted=accepted)


def _play_all(desk: Desk, plays: Sequence[dict[str, Any]]) -> list[Seat]:
    """Send plays in server order and let them be judged as given; give the seats whose answer was right."""
    sent = []
    verdicts: dict[int, bool] = {}
    start = desk.at
    timed = any(arrival_of(play, start) is not None for play in plays)
    for play in plays:
        seat, reading = play["seat"], desk.state.reading
        kind = m.PlayFurther if reading is not None and reading.fastest == seat else m.AnswerCategory
        if desk.send(seat, kind(play["card"], play["term"]), at=arrival_of(play, start)) is None:
            sent.append((seat, desk.last.id))
            verdicts[desk.last.id] = play.get("judged", True)
        if not timed:
            desk.judge(verdicts)
    tie = next((wait.at_ms for wait in due(desk.state) if wait.id == "tie"), None)
    desk.wait(0 if tie is None else tie - desk.at)
    desk.judge(verdicts)
    wrong = {event.play for event in desk.happened(e.TermJudged) if not event.fits}
    return [seat for seat, play in sent if play not in wrong]


def extra(case: Case) -> Answer:
    given = case.given
    first = given["first"]
    seat = first["seat"]
    hands = [filler(3, i) for i in range(max(3, seat + 1))]
    hands[seat] = given["hand_before"]
    line = given.get("category", "C01a")
    desk = desk_of(case, hands, reader=(seat + 1) % len(hands), cards=[category_card(line)])
    desk.open_category(line)
    desk.must(seat, m.AnswerCategory(first["card"], first["term"]))
    desk.judge(first.get("judged", True))
    if given.get("drawn") or given.get("next_category_drawn"):
        desk.run(Drawing)
        desk.must(desk.on_turn, m.DrawCategory())
    accepted = 0
    for further in given["extra"]:
        if desk.send(seat, m.PlayFurther(further["card"], further["term"]), at=arrival_of(further, desk.at)) is None:
            desk.judge(further.get("judged", True))
            accepted += desk.state.plays[-1].stage.value == "open"
    hand = in_order_of(desk.hands[seat], case.expect.get("hand"))
    return seen(case, desk, hand=hand, accepted=accepted)


def match(case: Case) -> Answer:
    won = tuple(case.given["rounds_won"])
    options = Options(**case.given.get("options", {}))
    if "rounds_to_win" in case.given:
        options = Options(rounds_to_win=case.given["rounds_to_win"])
    start = initial(Setup(len(won), 0, options))
    over = match_is_over(won, options)
    state = State(len(won), 0, options, None, won, phase=Finished() if over else start.phase)
    result = outcome(state)
    winners = [seat for seat, rank in enumerate(result.ranks) if rank == 1] if result else []
    winner = None if not winners else winners[0] if len(winners) == 1 else winners
    return {"match_winner": winner, "match_winners": winners, "over": over}


def counter(case: Case) -> Answer:
    given = case.given
    hit, back = given["countered"], given["counter"]
    named = {hit["seat"]: [*hit["hand_after_play"], hit["card"]]}
    counters = [back, *(given[name] for name in ("counter_counter", "second_counter") if name in given)]
    counters += given.get("counters", [])
    for one in counters:
        named.setdefault(one["seat"], one.get("hand_before", ["*", "K"]))
    count = max(given.get("players", 0), 3, *[seat + 1 for seat in named])
    reader = given.get("reader", next(seat for seat in range(count) if seat not in named))
    hands = [named.get(seat, filler(3, seat)) for seat in range(count)]
    desk = desk_of(case, hands, reader=reader, cards=[category_card(given.get("category", "C01a"))])
    desk.open_category(given.get("category", "C01a"))
    desk.must(hit["seat"], m.AnswerCategory(hit["card"], hit["term"]))
    desk.judge()
    start, oks = desk.at, []
    for one in counters:
        refused = desk.send(one["seat"], m.CounterPlay(desk.last.id, one["term"]), at=arrival_of(one, start))
        oks.append(refused is None)
        if refused is None:
            desk.judge({desk.last.id: one.get("judged", True)})
    hits = bool(desk.happened(e.Countered))
    desk.run()
    return seen(case, desk, ok=all(oks), counters=hits)


def joker(case: Case) -> Answer:
    given = case.given
    seat = given.get("seat", 1)
    hands = [filler(3, i) for i in range(max(3, seat + 1))]
    hands[seat] = given["hand"]
    line = given.get("category", "C01a")
    desk = desk_of(case, hands, reader=(seat + 1) % len(hands), cards=[category_card(line)])
    desk.open_category(line)
    refused = desk.send(seat, m.AnswerCategory(given["card"], given["term"]))
    if refused is None:
        desk.judge(given.get("judged", True))
        desk.run()
    hand = in_order_of(desk.hands[seat], case.expect.get("hand"))
    mine = desk.winners == (seat,)
    return seen(case, desk, ok=refused is None, hand=hand, round_winner_is_player=mine)


def tie_break(case: Case) -> Answer:
    given = case.given
    tied = {int(seat): card for seat, card in given["tied"].items()}
    hands = hands_of(given, max([2, *tied, *(one["seat"] for one in given["answers"])]) + 1)
    reader = given.get("reader", next(seat for seat in range(len(hands)) if seat not in tied))
    window = given.get("options", {}).get("tie_window_ms", 150)
    desk = desk_of(case, hands, reader=reader, cards=["C01", "C02"], options={"tie_window_ms": window})
    desk.open_category("C01a")
    for seat, card in sorted(tied.items()):
        desk.must(seat, m.AnswerCategory(card, f"{'A' if card == '*' else card}-{seat}"))
    desk.wait(window)
    desk.judge()
    desk.read()
    accepted, start = [], desk.at
    for number, one in enumerate(given["answers"]):
        at = arrival_of(one, start)
        card = one.get("card", tied.get(one["seat"], ""))
        arrival = start + number * (window + 1) if at is None else at
        if desk.send(one["seat"], m.AnswerCategory(card, one["term"]), at=arrival) is None:
            accepted.append(one["seat"])
            verdict = {desk.last.id: one.get("judged", True)}
            if at is None:
                desk.wait(window)
                desk.judge(verdict)
    tie = desk.state.reading is not None and desk.state.reading.nested
    if accepted or given.get("timeout") or not given["answers"]:
        desk.run()
    return seen(case, desk, accepted=accepted, tie=tie)


def penalty(case: Case) -> Answer:
    desk = desk_of(case, [["A", "B"], ["A", "C"], ["D", "E"]], reader=0)
    desk.open_category("C01a")
    desk.must(1, m.AnswerCategory("A", "Zebra"))
    shuffled = [event.cards for event in desk.happened(e.PileShuffled)]
    draws = len(desk.happened(e.PenaltyDrawn))
    return {"reshuffled": list(shuffled[0]) if shuffled else [], "draws": draws, "letter_pile": desk.state.letters.left}


def no_answer(case: Case) -> Answer:
    reader = case.given["reader"]
    desk = desk_of(case, [filler(3)] * (case.given.get("players") or max(3, reader + 1)), reader=reader)
    desk.open_category()
    if case.given.get("timeout", True):
        desk.run()
    return seen(case, desk)


def deal(case: Case) -> Answer:
    state = initial(Setup(case.given["players"], case.given.get("youngest", 0), Options()))
    events = decide(state, Command(None, "clock", NextDeal(), 0), SeededChance(1))
    assert isinstance(events, tuple)
    sizes = [len(event.cards) for event in events if isinstance(event, e.HandDealt)]
    letters = len(letter_faces(Options(), STANDARD)) - sum(sizes)
    reader = next(event.reader for event in events if isinstance(event, e.RoundStarted))
    return {"hand_sizes": sizes, "hand_size": sizes[0], "letter_pile": letters, "category_pile": 60, "reader": reader}


ADAPTERS: dict[str, Callable[[Case], Answer]] = {
    "choose": choose,
    "answer": answer,
    "extra": extra,
    "match": match,
    "vicious_circle": vicious_circle,
    "big_chance": big_chance,
    "next_drawer": next_drawer,
    "roundabout": roundabout,
    "election_party": election_party,
    "left_luck": left_luck,
    "agony": agony,
    "unlucky": unlucky,
    "chain": chain,
    "counter": counter,
    "joker": joker,
    "tie_break": tie_break,
    "penalty": penalty,
    "no_answer": no_answer,
    "deal": deal,
}
