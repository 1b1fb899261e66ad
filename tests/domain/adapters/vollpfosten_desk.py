"""What every adapter of Stadt Land Vollpfosten needs: a desk as a case describes it, and what can be seen there."""

from collections.abc import Sequence
from typing import Any

import msgspec

from domain.games.vollpfosten.components import STANDARD, Data
from domain.games.vollpfosten.options import Options
from domain.games.vollpfosten.state import Choosing, Drawing
from tests.domain.adapters.reading import Answer, by_seat, in_form_of
from tests.domain.case import Case
from tests.domain.vollpfosten.desk import Desk, filler, in_order_of

Hands = list[list[str]]


def hands_of(given: dict[str, Any], players: int | None = None) -> Hands:
    """Read the hands of a case, in seat order; seats that it leaves out hold cards that do not matter."""
    hands = given.get("hands", {})
    if isinstance(hands, list):
        return [list(hand) for hand in hands]
    count = max([given.get("players") or players or 3, *(int(seat) + 1 for seat in hands)])
    return [filler(3, seat) if hand is None else list(hand) for seat, hand in enumerate(by_seat(hands, count, None))]


def desk_of(case: Case, hands: Sequence[Sequence[str]], **more: Any) -> Desk:
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
    data = data_of(case)
    return Desk(hands, options=options | more.pop("options", {}), custom=None if data is STANDARD else data, **more)


def data_of(case: Case) -> Data:
    """Give the component set of a case: the file that lies beside it, in our form or in that of the cases."""
    file = case.components()
    if file is None:
        return STANDARD
    if "letter_cards" in file:
        letters, matching = file["letter_cards"], file.get("letter_matching", {})
        file = {
            "hand": file.get("deal", {}).get("hand", STANDARD.hand),
            "letters": letters["letters"],
            "letters_multi": letters["letters"],
            "vollpfosten": letters.get("vollpfosten", STANDARD.vollpfosten),
            "actions": [{"kind": kind["kind"], "count": kind["count"]} for kind in file["action_cards"]["kinds"]],
            "fold": list(matching.get("fold", dict(STANDARD.fold)).items()),
            "articles": [word for words in matching.get("articles", {}).values() for word in words]
            or STANDARD.articles,
            "cards": file["category_cards"]["cards"],
        }
    return msgspec.convert(file, Data)


def arrival_of(play: dict[str, Any], start: int) -> int | None:
    """Say when a play arrives, in ms of server time."""
    for name in ("at_ms", "at", "ms", "after_ms", "arrives_ms"):
        if name in play:
            return start + int(play[name])
    return next((start + int(play[name] * 1000) for name in ("after_s", "at_s") if name in play), None)


def is_late(*told: dict[str, Any]) -> bool:
    """Does a case say that something comes when the next category card has been drawn, or simply too late?"""
    words = ("next_cat", "next_card", "next_draw", "drawn", "late")
    return any(value is True and any(word in name for word in words) for one in told for name, value in one.items())


def seen(case: Case, desk: Desk, **more: object) -> Answer:
    """Tell what every case may ask: hands, who is on turn, who has won. Only the hands that it lists are told."""
    expected = case.expect.get("hands")
    keys = [str(seat) for seat in expected] if isinstance(expected, dict) else list(map(str, range(desk.state.seats)))
    listed = expected if isinstance(expected, dict) else dict(zip(keys, expected or [None] * len(keys), strict=False))
    hands = {key: in_order_of(desk.hands[int(key)], listed.get(key)) for key in keys}
    phase = desk.state.phase
    on_turn = phase.seat if isinstance(phase, Drawing | Choosing) else None
    reading = desk.state.reading
    winners = desk.winners
    tied = [] if reading is None else [play.seat for play in reading.tied]
    told = {
        "ok": True,
        "hands": list(hands.values()) if isinstance(expected, list) else hands,
        "hand_sizes": [len(hand) for hand in desk.hands],
        "next_reader": on_turn,
        "next_drawer": on_turn,
        "reader": on_turn,
        "winner": None if reading is None else reading.fastest,
        "round_winner": None if winners is None else winners[0] if len(winners) == 1 else list(winners),
        "round_winners": list(winners or ()),
        "round_over": winners is not None,
        "letter_pile": desk.letter_pile,
        "tied": tied,
        "tie": tied,
        "tie_break": tied,
    } | more
    return {key: in_form_of(value, case.expect[key]) if key in case.expect else value for key, value in told.items()}
