"""Answers the rule cases about the action cards of Stadt Land Vollpfosten."""

from collections.abc import Sequence
from typing import Any

from domain.games.vollpfosten import action_events as a
from domain.games.vollpfosten import messages as m
from domain.games.vollpfosten.kinds import Purpose, Special
from domain.games.vollpfosten.state import Choosing, Circle, Drawing, Resting, Targeting
from domain.kernel import Seat
from tests.domain.adapters.reading import Answer, first
from tests.domain.adapters.vollpfosten_desk import Hands, arrival_of, data_of, desk_of, hands_of, seen
from tests.domain.case import Case
from tests.domain.vollpfosten.desk import Desk, category_card, filler


def vicious_circle(case: Case) -> Answer:
    given = case.given
    sizes = given.get("hand_sizes") or [4] * given["players"]
    hands = hands_of(given) if "hands" in given else [filler(size, i) for i, size in enumerate(sizes)]
    line = given.get("category", "C01a")
    cards = [Special.VICIOUS_CIRCLE.value, category_card(line, data_of(case))]
    desk = desk_of(case, hands, reader=given["drawer"], cards=cards)
    desk.open_category(line)
    accepted = []
    for said in given["terms"]:
        if not isinstance(desk.state.phase, Circle):
            break
        term = said.get("term")
        action = m.GiveUp() if term is None else m.SayTerm(term)
        if desk.send(said["seat"], action, at=arrival_of(said, desk.at)) is None:
            accepted.append(said["seat"])
            if term is not None:
                desk.judge({desk.last.id: said.get("judged", True)})
    if accepted and any(isinstance(event, a.CircleFailed) for event in desk.log):
        desk.run()
    losers = [event.seat for event in desk.happened(a.CircleEnded)]
    return seen(case, desk, accepted=accepted, loser=losers[0] if losers else None)


def big_chance(case: Case) -> Answer:
    given = case.given
    line = given.get("category", "C01a")
    desk = desk_of(
        case,
        hands_of(given),
        reader=given["drawer"],
        cards=[Special.BIG_CHANCE.value, category_card(line, data_of(case))],
    )
    desk.open_category(line)
    first = given.get("first")
    accepted = 0
    if first is not None and desk.send(first["seat"], m.AnswerCategory(first["card"], first["term"])) is None:
        desk.judge(first.get("judged", True))
        start = desk.at
        for more in given.get("more", []):
            seat = more.get("seat", first["seat"])
            if desk.send(seat, m.PlayFurther(more["card"], more["term"]), at=arrival_of(more, start)) is None:
                desk.judge(more.get("judged", True))
                accepted += desk.state.plays[-1].stage.value == "open"
    fastest = None if desk.state.reading is None else desk.state.reading.fastest
    desk.run(Drawing, Resting)
    return seen(case, desk, accepted=accepted, winner=fastest)


def next_drawer(case: Case) -> Answer:
    given = case.given
    drawer, fastest = given["drawer"], given.get("fastest")
    action = _action_named(given.get("action"))
    players = given.get("players") or max(drawer, fastest or 0, 2) + 1
    hands = [filler(4 - (seat == drawer), seat) for seat in range(players)]
    desk = desk_of(case, hands, reader=drawer, cards=([action] if action else []) + ["C01", "C02"])
    desk.must(drawer, m.DrawCategory())
    _carry_out(desk, {"choice": given.get("target")}, fastest)
    if action is None and fastest is not None:
        desk.read()
        _answer_fast(desk, fastest)
        desk.run()
    return seen(case, desk)


def _action_named(written: str | None) -> str | None:
    """Read an action card's printed name, also in English."""
    if written is None or written in list(Special):
        return written
    plain = written.lower().replace(" ", "_").replace("-", "_").replace("ü", "ue")
    return next(one.value for one in Special if plain in (one.name.lower(), one.name.lower().split("_")[0]))


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
    desk = desk_of(case, hands_of(given), reader=drawer, cards=[action.value, "C07"], picks=picks)
    desk.must(drawer, m.DrawCategory())
    phase = desk.state.phase
    choices = list(phase.candidates) if isinstance(phase, Targeting) else []
    target = given.get("target", given.get("choice", given.get("chosen")))
    ok = True
    if isinstance(phase, Targeting) and target is not None:
        ok = desk.send(drawer, m.ChooseTarget(target)) is None
    swapped = [event.other for event in desk.happened(a.HandsSwapped)]
    if target is not None and not choices:
        ok = target in swapped
    return seen(
        case,
        desk,
        ok=ok,
        choices=choices or swapped,
        effect=not desk.happened(a.ActionLapsed),
        swapped=swapped,
        swapped_with=swapped[0] if swapped else None,
    )


def _pick(given: dict[str, Any], *names: str) -> int:
    """Read which card of the hand, as it is listed, a blind draw takes."""
    index = first(given, *names, "pick_index", "pick", "index", default=0)
    return int(index[0] if isinstance(index, list) else index)


def roundabout(case: Case) -> Answer:
    return _action(case, Special.ROUNDABOUT)


def election_party(case: Case) -> Answer:
    hands = hands_of(case.given)
    indices = first(case.given, "pick_index", "pick", "picks") or [0] * len(hands)
    picks = {f"blind/1/{i}": _blind(hands[(i + 1) % len(hands)], index) for i, index in enumerate(indices)}
    return _action(case, Special.ELECTION_PARTY, picks)


def left_luck(case: Case) -> Answer:
    hands, drawer = hands_of(case.given), case.given.get("drawer", 0)
    source = hands[(drawer + 1) % len(hands)]
    return _action(case, Special.LEFT_LUCK, {"blind/1": _blind(source, _pick(case.given))})


def agony(case: Case) -> Answer:
    hands, target = hands_of(case.given), case.given.get("target")
    picks = {}
    if target is not None and 0 <= target < len(hands) and hands[target]:
        picks = {"blind/1": _blind(hands[target], _pick(case.given))}
    return _action(case, Special.AGONY_OF_CHOICE, picks)


def unlucky(case: Case) -> Answer:
    return _action(case, Special.UNLUCKY_BIRD)


def chain(case: Case) -> Answer:
    given = _with_picks(case.given)
    drawer = given["drawer"]
    hands = hands_of(given, max(3, drawer + 1))
    desk = desk_of(case, hands, reader=drawer, cards=given["drawn"], picks=_chain_picks(given, hands))
    desk.must(drawer, m.DrawCategory())
    used, refused = _carry_out(desk, given)
    phase = desk.state.phase
    held = desk.state.turn.card if desk.state.turn is not None else None
    card = held if isinstance(phase, Choosing) else next(iter(used.values()), None)
    then = "drawer draws a new Category card" if isinstance(phase, Drawing) else "drawer reads the Category card"
    order = [event.action.value for event in desk.happened(a.ActionBegun)]
    reader = phase.seat if isinstance(phase, Choosing | Drawing) else None
    return seen(
        case, desk, ok=refused is None, order=order, category_card=card, category_for=used, then=then, reader=reader
    )


def _with_picks(given: dict[str, Any]) -> dict[str, Any]:
    """Spread picks that are written by action card over the names that they have else."""
    by_card = first(given, "pick_index", "picks", "pick_indices")
    if not isinstance(by_card, dict):
        return given
    names = {
        Special.LEFT_LUCK: "left_luck_pick_index",
        Special.AGONY_OF_CHOICE: "agony_pick_index",
        Special.ELECTION_PARTY: "election_pick_index",
    }
    return given | {names[Special(card)]: index for card, index in by_card.items() if card in names}


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
                index = _pick(given, "left_luck_pick_index")
                sources = {f"blind/{draws + 1}": ((drawer + 1) % count, index, drawer)}
            case Special.AGONY_OF_CHOICE:
                target = given.get("agony_target", given.get("target", (drawer + 1) % count))
                sources = {f"blind/{draws + 1}": (target, _pick(given, "agony_pick_index"), drawer)}
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
