"""Answers the rule cases of Stadt Land Vollpfosten about the box, the deal, the match, letters and votes."""

from typing import Any

from domain.games.vollpfosten import events as e
from domain.games.vollpfosten import messages as m
from domain.games.vollpfosten.components import VOLLPFOSTEN, category_faces, is_action, letter_faces
from domain.games.vollpfosten.decider import decide
from domain.games.vollpfosten.options import Options
from domain.games.vollpfosten.scoring import match_is_over, outcome
from domain.games.vollpfosten.state import Finished, State, initial
from domain.kernel import Command, NextDeal, Setup
from tests.domain.adapters.reading import Answer, by_seat, first, winners_of
from tests.domain.adapters.vollpfosten_desk import data_of, desk_of
from tests.domain.case import Case
from tests.domain.vollpfosten.desk import category_card, filler
from tests.support.chance import SeededChance


def match(case: Case) -> Answer:
    given = case.given
    rounds = given["rounds_won"]
    won = tuple(by_seat(rounds, len(rounds), 0))
    options = Options(**given.get("options", {}))
    if "rounds_to_win" in given:
        options = Options(rounds_to_win=given["rounds_to_win"])
    start = initial(Setup(len(won), 0, options))
    over = match_is_over(won, options)
    result = outcome(State(len(won), 0, options, None, won, phase=Finished() if over else start.phase))
    told = winners_of(result.ranks) if result else {"winners": [], "winner": None}
    winners, winner = told["winners"], told["winner"]
    if winners and winner is None:
        winner = winners
    return told | {"match_winner": winner, "match_winners": winners, "over": over, "match_over": over}


def setup(case: Case) -> Answer:
    """Deal the first round for every number of players; each key of the case is read by the words in it."""
    given, data = case.given, data_of(case)
    players = first(given, "players", "seats", default=[3, 4, 5, 6])
    youngest = given.get("youngest", 0)
    hands, piles, starts = {}, {}, set()
    for seats in [players] if isinstance(players, int) else players:
        state = initial(Setup(seats, youngest, Options(**given.get("options", {})), data))
        events = decide(state, Command(None, "clock", NextDeal(), 0), SeededChance(seats))
        assert isinstance(events, tuple)
        sizes = [len(event.cards) for event in events if isinstance(event, e.HandDealt)]
        assert sizes == [sizes[0]] * seats, "unequal hands"
        hands[str(seats)] = sizes[0]
        piles[str(seats)] = len(letter_faces(Options(), data)) - sum(sizes)
        starts |= {event.reader for event in events if isinstance(event, e.RoundStarted)}
    start = starts.pop()
    categories = category_faces(data)
    actions = [face for face in categories if is_action(face)]
    meanings: list[tuple[tuple[str, ...], Any]] = [
        (("hand_sizes",), list(hands.values()) * (players if isinstance(players, int) else 1)),
        (("hand", "dealt", "each_gets"), hands),
        (("per_card",), {len(card.categories) for card in data.cards}),
        (("reader", "drawer", "first", "start"), {start, *(["youngest"] if start == youngest else [])}),
        (("action",), len(actions)),
        (("vollpfosten", "joker"), letter_faces(Options(), data).count(VOLLPFOSTEN)),
        (("category_pile",), len(categories)),
        (("categor",), {len(data.cards), len(categories)}),
        (("pile", "left", "remaining", "rest"), piles),
        (("letter",), {len(letter_faces(Options(), data)), len(letter_faces(Options(), data)) - data.vollpfosten}),
    ]
    return {
        name: _one(value, wished)
        for name, wished in case.expect.items()
        for value in [next((value for words, value in meanings if any(word in name for word in words)), None)]
    }


def _one(value: Any, wished: Any) -> Any:
    """Give a number that is the same for all numbers of players, or the one of several countings that is asked for."""
    if isinstance(value, set):
        return wished if wished in value else sorted(value, key=str)
    if isinstance(value, dict) and not isinstance(wished, dict):
        return value if len(set(value.values())) > 1 else next(iter(value.values()))
    return value


def letter(case: Case) -> Answer:
    """Is a term laid with this card refused for its first letter?"""
    given = case.given
    card, line = str(first(given, "card", "letter")), given.get("category", "C01a")
    desk = desk_of(case, [filler(3), [card, "Q"], filler(3)], reader=0, cards=[category_card(line, data_of(case))])
    desk.open_category(line)
    desk.must(1, m.AnswerCategory(card, given["term"]))
    desk.judge(given.get("judged", True))
    fits = not any(isinstance(event, e.TermJudged) and not event.fits for event in desk.log)
    return dict.fromkeys(("ok", "fits", "matches", "valid", "right", "accepted", "match"), fits)


def judge(case: Case) -> Answer:
    """Is a term valid after these votes? Who does not vote does not object."""
    given = case.given
    player, votes = first(given, "player", "seat", default=1), given.get("votes", {})
    against = first(given, "objections", "against", "invalid", default=())
    said = {int(seat): fits for seat, fits in votes.items()} if isinstance(votes, dict) else dict(votes)
    said |= dict.fromkeys(against, False)
    seats = first(given, "players", "seats", default=max([2, player, *said]) + 1)
    reader = given.get("reader", next(seat for seat in range(seats) if seat != player))
    hands = [["A", "Q"] if seat == player else filler(3, seat) for seat in range(seats)]
    desk = desk_of(case, hands, reader=reader, cards=["C01"])
    desk.open_category("C01a")
    desk.must(player, m.AnswerCategory("A", given.get("term", "Affe")))
    for seat, fits in said.items():
        desk.send(seat, m.Judge(1, fits))
    desk.wait(desk.state.options.objection_window_s * 1000)
    fits = next(event.fits for event in desk.happened(e.TermJudged))
    return dict.fromkeys(("valid", "ok", "fits", "right", "judged", "accepted"), fits)
