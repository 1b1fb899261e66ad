"""What every adapter of Stadt Land Vollpfosten needs: a desk as a case describes it, and what can be seen there."""

from collections.abc import Sequence
from typing import Any

from domain.games.vollpfosten.options import Options
from domain.games.vollpfosten.state import Choosing, Drawing
from tests.domain.case import Case
from tests.domain.vollpfosten.desk import Desk, filler, in_order_of

Answer = dict[str, object]
Hands = list[list[str]]


def hands_of(given: dict[str, Any], players: int | None = None) -> Hands:
    """Read the hands of a case, in seat order; seats that it leaves out hold cards that do not matter."""
    hands = given.get("hands", {})
    if isinstance(hands, list):
        return [list(hand) for hand in hands]
    named = {int(seat): list(hand) for seat, hand in hands.items()}
    count = given.get("players") or players or max([2, *named]) + 1
    return [named.get(seat, filler(3, seat)) for seat in range(count)]


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
    return Desk(hands, options=options | more.pop("options", {}), **more)


def arrival_of(play: dict[str, Any], start: int) -> int | None:
    """Say when a play arrives, in ms of server time."""
    for name in ("at_ms", "at", "ms", "after_ms"):
        if name in play:
            return start + int(play[name])
    return start + int(play["after_s"] * 1000) if "after_s" in play else None


def seen(case: Case, desk: Desk, **more: object) -> Answer:
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
