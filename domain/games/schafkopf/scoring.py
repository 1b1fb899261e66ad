"""What a deal is worth (SK §5): score units, summing to zero."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from domain.cards import Card
from domain.games.schafkopf.contracts import Contract, Kind
from domain.kernel import Seat

Side = Literal["declarer", "defence"]

TRICKS = 8
ALL_POINTS = 120
TO_WIN = 61
"""Card points that the declarer's side needs; the defence needs 60 (SK 16)."""
SCHNEIDER: dict[Side, int] = {"declarer": 91, "defence": 90}
"""Card points from which the winners' Schneider counts."""


class Settlement(Struct, frozen=True):
    """How a deal ended.

    `side`: the declarer, and his partner in a Rufer. `points` and `tricks` are those of that side. `runners` is the
    run of highest trumps that `runners_owner` held at the deal, `runner_units` what it adds. `value` is what each
    single loser pays, `scores` the change per seat, both in score units.
    """

    winner: Side
    side: tuple[Seat, ...]
    points: int
    tricks: int
    base: int
    schneider: int
    schwarz: int
    runners: int
    runners_owner: Side
    runner_units: int
    value: int
    scores: tuple[int, ...]


def declarer_side(contract: Contract, dealt: Sequence[Sequence[Card]]) -> tuple[Seat, ...]:
    """Give the declarer and, in a Rufer, who was dealt the called ace. Secret until the partner is revealed."""
    partner = [seat for seat, hand in enumerate(dealt) if contract.ace is not None and contract.ace in hand]
    return tuple(sorted([contract.declarer, *partner]))


def runners(contract: Contract, dealt: Sequence[Sequence[Card]]) -> tuple[int, Side]:
    """Count the highest trumps without a gap that one side was dealt, and say which side (SK §5, no cap: SK 7)."""
    mine = {card for seat in declarer_side(contract, dealt) for card in dealt[seat]}
    owned = [card in mine for card in contract.order.trumps]
    length = next((i for i, is_mine in enumerate(owned) if is_mine is not owned[0]), len(owned))
    return length, "declarer" if owned[0] else "defence"


def is_won(contract: Contract, points: int, tricks: int) -> bool:
    """Say whether the declarer's side has won with `points` and `tricks` of its own."""
    if contract.kind is Kind.SIE:
        return True
    return tricks == TRICKS if contract.terms.tout else points >= TO_WIN


def settle(contract: Contract, dealt: Sequence[Sequence[Card]], points: int, tricks: int) -> Settlement:
    """Settle a deal from the hands as dealt and the card points and tricks of the declarer's side."""
    terms, side = contract.terms, declarer_side(contract, dealt)
    won = is_won(contract, points, tricks)
    winner: Side = "declarer" if won else "defence"

    schneider, schwarz = 0, 0
    if not terms.tout and contract.kind is not Kind.SIE:
        winners_points, winners_tricks = (points, tricks) if won else (ALL_POINTS - points, TRICKS - tricks)
        schwarz = 2 if winners_tricks == TRICKS else 0
        schneider = 1 if not schwarz and winners_points >= SCHNEIDER[winner] else 0

    run, owner = runners(contract, dealt)
    units = run * terms.runner_worth if run >= terms.runners_from else 0
    value = terms.base + schneider + schwarz + units
    return Settlement(
        winner=winner,
        side=side,
        points=points,
        tricks=tricks,
        base=terms.base,
        schneider=schneider,
        schwarz=schwarz,
        runners=run,
        runners_owner=owner,
        runner_units=units,
        value=value,
        scores=_shares(side, value if won else -value),
    )


def _shares(side: tuple[Seat, ...], value: int) -> tuple[int, ...]:
    """Let each opponent pay `value` and the side share it: alone three times, with a partner once each."""
    each = value * (4 - len(side)) // len(side)
    return tuple(each if seat in side else -value for seat in range(4))
