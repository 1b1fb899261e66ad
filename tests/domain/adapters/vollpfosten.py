"""Answers the rule cases of Stadt Land Vollpfosten with the real decider; those about action cards stand beside."""

from collections.abc import Sequence
from typing import Any

from domain.games.vollpfosten import events as e
from domain.games.vollpfosten import messages as m
from domain.games.vollpfosten.offers import due
from domain.games.vollpfosten.state import Drawing, Stage
from domain.kernel import Seat
from tests.domain.adapters.reading import Adapter, Answer, answering, first
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
from tests.domain.adapters.vollpfosten_desk import arrival_of, data_of, desk_of, hands_of, is_late, seen
from tests.domain.adapters.vollpfosten_table import judge, letter, match, setup
from tests.domain.case import Case
from tests.domain.vollpfosten.desk import Desk, category_card, filler, in_order_of


def choose(case: Case) -> Answer:
    given = case.given
    reader = given["reader"]
    desk = desk_of(case, [filler(3)] * max(3, reader + 1), reader=reader, cards=[given["card"]])
    desk.must(reader, m.DrawCategory())
    chooser = first(given, "seat", "by", "player", "chooser", default=reader)
    ruling = desk.send(chooser, m.ChooseCategory(first(given, "choice", "category")))
    reading = desk.state.reading
    return {"ok": ruling is None, "category": None if reading is None else reading.category}


def answer(case: Case) -> Answer:
    given = case.given
    hands = hands_of(given)
    line = given.get("category", "C01a")
    timed = any(arrival_of(play, 0) is not None for play in given["plays"])
    options = {"tie_window_ms": window_of(given)} if timed else {}
    card = category_card(line, data_of(case))
    desk = desk_of(case, hands, reader=given.get("reader", 0), cards=[card], options=options)
    desk.open_category(line)
    accepted = _play_all(desk, given["plays"])
    if desk.state.plays or not given["plays"]:
        desk.run()
    return seen(case, desk, accepted=accepted)


def window_of(given: dict[str, Any]) -> int:
    """Give the tie window of a case in which it matters when plays arrive."""
    return int((given | given.get("options", {})).get("tie_window_ms", 150))


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
    desk = desk_of(case, hands, reader=(seat + 1) % len(hands), cards=[category_card(line, data_of(case))])
    desk.open_category(line)
    desk.must(seat, m.AnswerCategory(first["card"], first["term"]))
    desk.judge(first.get("judged", True))
    if is_late(given, *given["extra"]):
        desk.run(Drawing)
        desk.must(desk.on_turn, m.DrawCategory())
    accepted = 0
    for further in given["extra"]:
        play = m.PlayFurther(further["card"], further["term"])
        if desk.send(further.get("seat", seat), play, at=arrival_of(further, desk.at)) is None:
            desk.judge(further.get("judged", True))
            accepted += desk.state.plays[-1].stage.value == "open"
    desk.run()
    hand = in_order_of(desk.hands[seat], case.expect.get("hand"))
    return seen(case, desk, hand=hand, accepted=accepted)


def counter(case: Case) -> Answer:
    """A card is laid and countered, and the counter perhaps countered again, each time the last card on the table."""
    given = case.given
    hit = first(given, "countered", "played", "play", "first")
    counters = [one for name, one in given.items() if "counter" in name and isinstance(one, dict) and one is not hit]
    counters += given.get("counters", [])
    named = {one["seat"]: one["hand_before"] for one in counters if "hand_before" in one}
    named[hit["seat"]] = [*named.get(hit["seat"], hit["hand_after_play"]), hit["card"]]
    for one in counters:
        named.setdefault(one["seat"], ["*", "K"])
    count = max(given.get("players", 0), 3, *[seat + 1 for seat in named])
    reader = given.get("reader", next((seat for seat in range(count) if seat not in named), count))
    hands = [named.get(seat, filler(3, seat)) for seat in range(max(count, reader + 1))]
    line = given.get("category", "C01a")
    desk = desk_of(case, hands, reader=reader, cards=[category_card(line, data_of(case))])
    desk.open_category(line)
    desk.must(hit["seat"], m.AnswerCategory(hit["card"], hit["term"]))
    desk.judge()
    start, laid, oks = desk.at, desk.last.id, []
    if is_late(given, *counters):
        desk.run(Drawing)
        desk.must(desk.on_turn, m.DrawCategory())
    for one in counters:
        play = m.CounterPlay(laid, one["term"])
        ok = one.get("card", "*") == "*" and desk.send(one["seat"], play, at=arrival_of(one, start)) is None
        oks.append(ok)
        if ok:
            laid = desk.last.id
            desk.judge({laid: one.get("judged", True)})
    hits = bool(desk.happened(e.Countered))
    elapsed = first(given, "elapsed_s", "after_s", "seconds")
    if elapsed is None:
        desk.run()
    else:
        desk.wait(start + elapsed * 1000 - desk.at)
    open_ = any(play.stage is Stage.OPEN for play in desk.state.plays)
    return seen(case, desk, ok=all(oks), accepted=sum(oks), counters=hits, countered=hits, window_open=open_)


def joker(case: Case) -> Answer:
    given = case.given
    seat = given.get("seat", 1)
    hands = [filler(3, i) for i in range(max(3, seat + 1))]
    hands[seat] = given["hand"]
    line = given.get("category", "C01a")
    desk = desk_of(case, hands, reader=(seat + 1) % len(hands), cards=[category_card(line, data_of(case))])
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
    window = window_of(given)
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
    return {"reshuffled": list(shuffled[0]) if shuffled else [], "draws": draws, "letter_pile": desk.letter_pile}


def no_answer(case: Case) -> Answer:
    reader = case.given["reader"]
    desk = desk_of(case, hands_of(case.given, max(3, reader + 1)), reader=reader)
    desk.open_category()
    if case.given.get("timeout", True):
        desk.run()
    return seen(case, desk)


BY_TYPE: dict[str, Adapter] = {
    "choose": choose,
    "answer": answer,
    "play": answer,
    "extra": extra,
    "further": extra,
    "match": match,
    "vicious_circle": vicious_circle,
    "big_chance": big_chance,
    "next_drawer": next_drawer,
    "next_reader": next_drawer,
    "roundabout": roundabout,
    "election_party": election_party,
    "left_luck": left_luck,
    "agony": agony,
    "agony_of_choice": agony,
    "unlucky": unlucky,
    "unlucky_bird": unlucky,
    "chain": chain,
    "counter": counter,
    "counter_window": counter,
    "joker": joker,
    "tie_break": tie_break,
    "penalty": penalty,
    "reshuffle": penalty,
    "no_answer": no_answer,
    "timeout": no_answer,
    "setup": setup,
    "deal": setup,
    "deck": setup,
    "components": setup,
    "term": letter,
    "letter": letter,
    "first_letter": letter,
    "judge": judge,
    "vote": judge,
}
ADAPTERS = {type_: answering(adapter) for type_, adapter in BY_TYPE.items()}
SHAPES = tuple(
    (keys, answering(adapter))
    for keys, adapter in (
        ({"countered"}, counter),
        ({"plays"}, answer),
        ({"terms"}, vicious_circle),
        ({"tied"}, tie_break),
        ({"drawn"}, chain),
        ({"extra"}, extra),
        ({"more"}, big_chance),
        ({"rounds_won"}, match),
        ({"votes"}, judge),
        ({"objections"}, judge),
        ({"action", "drawer"}, next_drawer),
        ({"hand", "card"}, joker),
        ({"card", "term"}, letter),
        ({"letter", "term"}, letter),
        ({"card", "choice"}, choose),
        ({"letter_pile"}, penalty),
        ({"reader"}, no_answer),
        (set(), setup),
    )
)
