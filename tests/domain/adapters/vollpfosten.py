"""Answers the rule cases of Stadt Land Vollpfosten with the real decider."""

from collections.abc import Callable, Sequence
from typing import Any

from domain.games.vollpfosten import action_events as a
from domain.games.vollpfosten import events as e
from domain.games.vollpfosten import messages as m
from domain.games.vollpfosten.components import STANDARD, letter_faces
from domain.games.vollpfosten.decider import decide
from domain.games.vollpfosten.kinds import Purpose, Special
from domain.games.vollpfosten.offers import due
from domain.games.vollpfosten.options import Options
from domain.games.vollpfosten.scoring import match_is_over, outcome
from domain.games.vollpfosten.state import Choosing, Circle, Drawing, Finished, Resting, State, Targeting, initial
from domain.kernel import Command, NextDeal, Seat, Setup
from tests.domain.case import Case
from tests.domain.vollpfosten.desk import Desk, category_card, filler, in_order_of
from tests.support.chance import SeededChance

Answer = dict[str, object]
Hands = list[list[str]]


def _hands(given: dict[str, Any], players: int | None = None) -> Hands:
    """Read the hands of a case, in seat order; seats that it leaves out hold cards that do not matter."""
    hands = given.get("hands", {})
    if isinstance(hands, list):
        return [list(hand) for hand in hands]
    named = {int(seat): list(hand) for seat, hand in hands.items()}
    count = given.get("players") or players or max([2, *named]) + 1
    return [named.get(seat, filler(3, seat)) for seat in range(count)]


def _desk(case: Case, hands: Sequence[Sequence[str]], **more: Any) -> Desk:
    given = case.given
    options = dict(given.get("options", {}))
    if options.get("judge") == "majority_of_others":
        options["judge"] = "players"
    for name in Options.__struct_fields__:
        if name in given:
            options[name] = given[name]
    if "letter_pile" in given:
        more["letter_pile"] = given["letter_pile"]
    if "played" in given:
        more["played"] = given["played"]
    return Desk(hands, options=options | more.pop("options", {}), **more)


def _arrival(play: dict[str, Any], start: int) -> int | None:
    """Say when a play arrives, in ms of server time."""
    for name in ("at_ms", "at", "ms", "after_ms"):
        if name in play:
            return start + int(play[name])
    return start + int(play["after_s"] * 1000) if "after_s" in play else None


def _seen(case: Case, desk: Desk, **more: object) -> Answer:
    """Tell what every case may ask: hands, who is on turn, who has won."""
    expected = case.expect.get("hands")
    keys = list(expected) if isinstance(expected, dict) else [str(seat) for seat in range(desk.state.seats)]
    listed = expected if isinstance(expected, dict) else dict(zip(keys, expected or [None] * len(keys), strict=False))
    hands = {key: in_order_of(desk.hands[int(key)], listed.get(key)) for key in keys}
    phase = desk.state.phase
    on_turn = phase.seat if isinstance(phase, Drawing | Choosing) else None
    reading = desk.state.reading
    winners = desk.winners
    return {
        "ok": True,
        "hands": list(hands.values()) if isinstance(expected, list) else hands,
        "hand_sizes": [len(hand) for hand in desk.hands],
        "next_reader": on_turn,
        "next_drawer": on_turn,
        "winner": None if reading is None else reading.fastest,
        "round_winner": None if winners is None else winners[0] if len(winners) == 1 else list(winners),
        "round_winners": list(winners or ()),
        "tied": [] if reading is None else [play.seat for play in reading.tied],
    } | more


def choose(case: Case) -> Answer:
    given = case.given
    reader = given["reader"]
    desk = _desk(case, [filler(3)] * max(3, reader + 1), reader=reader, cards=[given["card"]])
    desk.must(reader, m.DrawCategory())
    ruling = desk.send(given.get("seat", reader), m.ChooseCategory(given["choice"]))
    reading = desk.state.reading
    return {"ok": ruling is None, "category": None if reading is None else reading.category}


def _play_all(desk: Desk, plays: Sequence[dict[str, Any]]) -> list[Seat]:
    """Send plays in server order and let them be judged as given; give the seats whose answer was right."""
    sent = []
    verdicts: dict[int, bool] = {}
    start = desk.at
    timed = any(_arrival(play, start) is not None for play in plays)
    for play in plays:
        seat, reading = play["seat"], desk.state.reading
        kind = m.PlayFurther if reading is not None and reading.fastest == seat else m.AnswerCategory
        if desk.send(seat, kind(play["card"], play["term"]), at=_arrival(play, start)) is None:
            sent.append((seat, desk.last.id))
            verdicts[desk.last.id] = play.get("judged", True)
        if not timed:
            desk.judge(verdicts)
    tie = next((wait.at_ms for wait in due(desk.state) if wait.id == "tie"), None)
    desk.wait(0 if tie is None else tie - desk.at)
    desk.judge(verdicts)
    wrong = {event.play for event in desk.happened(e.TermJudged) if not event.fits}
    return [seat for seat, play in sent if play not in wrong]


def answer(case: Case) -> Answer:
    given = case.given
    hands = _hands(given)
    desk = _desk(case, hands, reader=given["reader"], cards=[category_card(given["category"])])
    desk.open_category(given["category"])
    accepted = _play_all(desk, given["plays"])
    if desk.state.plays:
        desk.run()
    return _seen(case, desk, accepted=accepted)


def extra(case: Case) -> Answer:
    given = case.given
    first = given["first"]
    seat = first["seat"]
    hands = [filler(3, i) for i in range(max(3, seat + 1))]
    hands[seat] = given["hand_before"]
    line = given.get("category", "C01a")
    desk = _desk(case, hands, reader=(seat + 1) % len(hands), cards=[category_card(line)])
    desk.open_category(line)
    desk.must(seat, m.AnswerCategory(first["card"], first["term"]))
    desk.judge(first.get("judged", True))
    if given.get("drawn") or given.get("next_category_drawn"):
        desk.run(Drawing)
        desk.must(desk.on_turn, m.DrawCategory())
    accepted = 0
    for further in given["extra"]:
        if desk.send(seat, m.PlayFurther(further["card"], further["term"]), at=_arrival(further, desk.at)) is None:
            desk.judge(further.get("judged", True))
            accepted += desk.state.plays[-1].stage.value == "open"
    hand = in_order_of(desk.hands[seat], case.expect.get("hand"))
    return _seen(case, desk, hand=hand, accepted=accepted)


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


def vicious_circle(case: Case) -> Answer:
    given = case.given
    sizes = given.get("hand_sizes") or [4] * given["players"]
    hands = _hands(given) if "hands" in given else [filler(size, i) for i, size in enumerate(sizes)]
    line = given.get("category", "C01a")
    cards = [Special.VICIOUS_CIRCLE.value, category_card(line)]
    desk = _desk(case, hands, reader=given["drawer"], cards=cards)
    desk.open_category(line)
    accepted = []
    for said in given["terms"]:
        if not isinstance(desk.state.phase, Circle):
            break
        action = m.GiveUp() if said["term"] is None else m.SayTerm(said["term"])
        if desk.send(said["seat"], action, at=_arrival(said, desk.at)) is None:
            accepted.append(said["seat"])
            if said["term"] is not None:
                desk.judge({desk.last.id: said.get("judged", True)})
    if accepted and any(isinstance(event, a.CircleFailed) for event in desk.log):
        desk.run()
    losers = [event.seat for event in desk.happened(a.CircleEnded)]
    return _seen(case, desk, accepted=accepted, loser=losers[0] if losers else None)


def big_chance(case: Case) -> Answer:
    given = case.given
    line = given.get("category", "C01a")
    desk = _desk(case, _hands(given), reader=given["drawer"], cards=[Special.BIG_CHANCE.value, category_card(line)])
    desk.open_category(line)
    first = given.get("first")
    accepted = 0
    if first is not None and desk.send(first["seat"], m.AnswerCategory(first["card"], first["term"])) is None:
        desk.judge(first.get("judged", True))
        start = desk.at
        for more in given.get("more", []):
            seat = more.get("seat", first["seat"])
            if desk.send(seat, m.PlayFurther(more["card"], more["term"]), at=_arrival(more, start)) is None:
                desk.judge(more.get("judged", True))
                accepted += desk.state.plays[-1].stage.value == "open"
    fastest = None if desk.state.reading is None else desk.state.reading.fastest
    desk.run(Drawing, Resting)
    return _seen(case, desk, accepted=accepted, winner=fastest)


def next_drawer(case: Case) -> Answer:
    given = case.given
    drawer, fastest = given["drawer"], given.get("fastest")
    action = given.get("action")
    players = given.get("players") or max(drawer, fastest or 0, 2) + 1
    hands = [filler(4 - (seat == drawer), seat) for seat in range(players)]
    desk = _desk(case, hands, reader=drawer, cards=([action] if action else []) + ["C01", "C02"])
    desk.must(drawer, m.DrawCategory())
    _carry_out(desk, {"choice": given.get("target")}, fastest)
    if action is None and fastest is not None:
        desk.read()
        _answer_fast(desk, fastest)
        desk.run()
    return _seen(case, desk)


def _answer_fast(desk: Desk, seat: Seat) -> None:
    card = next(card for card in desk.hands[seat] if card != "*")
    desk.must(seat, m.AnswerCategory(card, card))
    desk.judge()


def _carry_out(desk: Desk, picks: dict[str, Any], fastest: Seat | None = None) -> tuple[dict[str, str], str | None]:
    """Go through the row of action cards; give which card each used, and a ruling's code if a choice is refused."""
    used: dict[str, str] = {}
    for _ in range(30):
        phase = desk.state.phase
        if isinstance(phase, Targeting):
            name = "agony_target" if phase.action is Special.AGONY_OF_CHOICE else "unlucky_target"
            target = picks.get(name)
            target = picks.get("choice") if target is None else target
            ruling = desk.send(phase.seat, m.ChooseTarget(phase.candidates[0] if target is None else target))
            if ruling is not None:
                return used, ruling.code
        elif isinstance(phase, Choosing) and phase.purpose is not Purpose.TURN:
            circle = phase.purpose is Purpose.VICIOUS_CIRCLE
            used[(Special.VICIOUS_CIRCLE if circle else Special.BIG_CHANCE).value] = desk.state.held
            desk.read()
            if circle:
                desk.must(phase.seat, m.GiveUp())
            elif fastest is not None:
                _answer_fast(desk, fastest)
                desk.run(Drawing, Choosing, Resting, Targeting)
            else:
                desk.run(Drawing, Choosing, Resting, Targeting)
        else:
            break
    return used, None


def _blind(hand: Sequence[str], index: int) -> tuple[int, ...]:
    """Fan a hand so that the card listed at `index` comes first."""
    order = sorted(hand)
    at = order.index(hand[index])
    return (at, *(i for i in range(len(order)) if i != at))


def _action(case: Case, action: Special, picks: dict[str, Sequence[int]] | None = None) -> Answer:
    given = case.given
    drawer = given.get("drawer", 0)
    desk = _desk(case, _hands(given), reader=drawer, cards=[action.value, "C07"], picks=picks)
    desk.must(drawer, m.DrawCategory())
    phase = desk.state.phase
    choices = list(phase.candidates) if isinstance(phase, Targeting) else []
    target = given.get("target", given.get("choice", given.get("chosen")))
    refused = None
    if isinstance(phase, Targeting) and target is not None:
        refused = desk.send(drawer, m.ChooseTarget(target))
    swapped = [event.other for event in desk.happened(a.HandsSwapped)]
    effect = not desk.happened(a.ActionLapsed)
    return _seen(case, desk, ok=refused is None, choices=choices or swapped, effect=effect, swapped=swapped)


def roundabout(case: Case) -> Answer:
    return _action(case, Special.ROUNDABOUT)


def election_party(case: Case) -> Answer:
    hands = _hands(case.given)
    indices = case.given.get("pick_index") or [0] * len(hands)
    picks = {f"blind/1/{i}": _blind(hands[(i + 1) % len(hands)], index) for i, index in enumerate(indices)}
    return _action(case, Special.ELECTION_PARTY, picks)


def left_luck(case: Case) -> Answer:
    hands, drawer = _hands(case.given), case.given.get("drawer", 0)
    source = hands[(drawer + 1) % len(hands)]
    return _action(case, Special.LEFT_LUCK, {"blind/1": _blind(source, case.given.get("pick_index", 0))})


def agony(case: Case) -> Answer:
    hands, target = _hands(case.given), case.given.get("target")
    picks = {}
    if target is not None and 0 <= target < len(hands) and hands[target]:
        picks = {"blind/1": _blind(hands[target], case.given.get("pick_index", 0))}
    return _action(case, Special.AGONY_OF_CHOICE, picks)


def unlucky(case: Case) -> Answer:
    return _action(case, Special.UNLUCKY_BIRD)


def chain(case: Case) -> Answer:
    given = case.given
    drawer = given["drawer"]
    hands = _hands(given, max(3, drawer + 1))
    desk = _desk(case, hands, reader=drawer, cards=given["drawn"], picks=_chain_picks(given, hands))
    desk.must(drawer, m.DrawCategory())
    used, refused = _carry_out(desk, given)
    phase = desk.state.phase
    held = desk.state.turn.card if desk.state.turn is not None else None
    card = held if isinstance(phase, Choosing) else next(iter(used.values()), None)
    then = "drawer draws a new Category card" if isinstance(phase, Drawing) else "drawer reads the Category card"
    order = [event.action.value for event in desk.happened(a.ActionBegun)]
    reader = phase.seat if isinstance(phase, Choosing | Drawing) else None
    return _seen(
        case, desk, ok=refused is None, order=order, category_card=card, category_for=used, then=then, reader=reader
    )


def _chain_picks(given: dict[str, Any], hands: Hands) -> dict[str, Sequence[int]]:
    """Say which back each blind draw of the row takes, following the hands as they are listed."""
    picks: dict[str, Sequence[int]] = {}
    hands = [list(hand) for hand in hands]
    drawer, count, draws = given["drawer"], len(hands), 0
    for drawn in given["drawn"]:
        sources: dict[str, tuple[Seat, int, Seat]] = {}
        match drawn:
            case Special.ROUNDABOUT:
                hands = [hands[i - 1] for i in range(count)]
            case Special.UNLUCKY_BIRD:
                others = [i for i in range(count) if i != drawer]
                most = given.get("unlucky_target", max(others, key=lambda i: len(hands[i])))
                if len(hands[most]) >= len(hands[drawer]):
                    hands[drawer], hands[most] = hands[most], hands[drawer]
            case Special.LEFT_LUCK:
                index = given.get("left_luck_pick_index", given.get("pick_index", 0))
                sources = {f"blind/{draws + 1}": ((drawer + 1) % count, index, drawer)}
            case Special.AGONY_OF_CHOICE:
                target = given.get("agony_target", given.get("target", (drawer + 1) % count))
                sources = {f"blind/{draws + 1}": (target, given.get("agony_pick_index", 0), drawer)}
            case Special.ELECTION_PARTY:
                indices = given.get("election_pick_index", given.get("election_party_pick_index", [0] * count))
                sources = {f"blind/{draws + 1}/{i}": ((i + 1) % count, index, i) for i, index in enumerate(indices)}
        if sources:
            draws += 1
            picks |= {label: _blind(hands[source], index) for label, (source, index, _) in sources.items()}
            taken = [(taker, source, hands[source][index]) for source, index, taker in sources.values()]
            for _, source, face in taken:
                hands[source].remove(face)
            for taker, _, face in taken:
                hands[taker].append(face)
    return picks


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
    desk = _desk(case, hands, reader=reader, cards=[category_card(given.get("category", "C01a"))])
    desk.open_category(given.get("category", "C01a"))
    desk.must(hit["seat"], m.AnswerCategory(hit["card"], hit["term"]))
    desk.judge()
    start, oks = desk.at, []
    for one in counters:
        refused = desk.send(one["seat"], m.CounterPlay(desk.last.id, one["term"]), at=_arrival(one, start))
        oks.append(refused is None)
        if refused is None:
            desk.judge({desk.last.id: one.get("judged", True)})
    hits = bool(desk.happened(e.Countered))
    desk.run()
    return _seen(case, desk, ok=all(oks), counters=hits)


def joker(case: Case) -> Answer:
    given = case.given
    seat = given.get("seat", 1)
    hands = [filler(3, i) for i in range(max(3, seat + 1))]
    hands[seat] = given["hand"]
    line = given.get("category", "C01a")
    desk = _desk(case, hands, reader=(seat + 1) % len(hands), cards=[category_card(line)])
    desk.open_category(line)
    refused = desk.send(seat, m.AnswerCategory(given["card"], given["term"]))
    if refused is None:
        desk.judge(given.get("judged", True))
        desk.run()
    hand = in_order_of(desk.hands[seat], case.expect.get("hand"))
    mine = desk.winners == (seat,)
    return _seen(case, desk, ok=refused is None, hand=hand, round_winner_is_player=mine)


def tie_break(case: Case) -> Answer:
    given = case.given
    tied = {int(seat): card for seat, card in given["tied"].items()}
    hands = _hands(given, max([2, *tied, *(one["seat"] for one in given["answers"])]) + 1)
    reader = given.get("reader", next(seat for seat in range(len(hands)) if seat not in tied))
    window = given.get("options", {}).get("tie_window_ms", 150)
    desk = _desk(case, hands, reader=reader, cards=["C01", "C02"], options={"tie_window_ms": window})
    desk.open_category("C01a")
    for seat, card in sorted(tied.items()):
        desk.must(seat, m.AnswerCategory(card, f"{'A' if card == '*' else card}-{seat}"))
    desk.wait(window)
    desk.judge()
    desk.read()
    accepted, start = [], desk.at
    for number, one in enumerate(given["answers"]):
        at = _arrival(one, start)
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
    return _seen(case, desk, accepted=accepted, tie=tie)


def penalty(case: Case) -> Answer:
    desk = _desk(case, [["A", "B"], ["A", "C"], ["D", "E"]], reader=0)
    desk.open_category("C01a")
    desk.must(1, m.AnswerCategory("A", "Zebra"))
    shuffled = [event.cards for event in desk.happened(e.PileShuffled)]
    draws = len(desk.happened(e.PenaltyDrawn))
    return {"reshuffled": list(shuffled[0]) if shuffled else [], "draws": draws, "letter_pile": desk.state.letters.left}


def no_answer(case: Case) -> Answer:
    reader = case.given["reader"]
    desk = _desk(case, [filler(3)] * (case.given.get("players") or max(3, reader + 1)), reader=reader)
    desk.open_category()
    if case.given.get("timeout", True):
        desk.run()
    return _seen(case, desk)


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
