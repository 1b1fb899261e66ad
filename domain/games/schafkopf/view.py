"""What a seat, or the public, may know: built from allowed fields only."""

from typing import Any, Literal, assert_never

from msgspec import Struct

from domain.cards import Card, Pack, names
from domain.games.schafkopf.contracts import Contract, Kind, order_of
from domain.games.schafkopf.decider import deal
from domain.games.schafkopf.legal import to_act
from domain.games.schafkopf.messages import Hand
from domain.games.schafkopf.state import (
    SEATS,
    Bidding,
    Call,
    LastDeal,
    Playing,
    Rest,
    State,
    Trick,
    points_won,
    tricks_won,
)
from domain.kernel import Deal, Seat

Phase = Literal["rest", "bidding", "playing", "over"]


class OpenTrick(Struct, frozen=True):
    """The trick on the table: cards in playing order from seat `lead`."""

    lead: Seat
    cards: tuple[Card, ...]


class SchafkopfView(Struct, frozen=True):
    """The table as one viewer sees it.

    `seat` is the viewer, None for the public; `hand` his cards, best first. `partner` stands here only once everybody
    knows him. `tricks` are finished tricks of this deal: the last one, or all by the option (SK 22). `tricks_won`
    and `points_won` (card points), `hand_sizes` and `scores` (totals in score units) are in seat order. `last_deal`
    shows the hands and the result of the deal that has ended, until the next begins. `faces` is what the players
    call each suit letter and rank of the pack on the table.
    """

    phase: Phase
    seat: Seat | None
    deal: int
    dealer: Seat | None
    to_act: tuple[Seat, ...]
    scores: tuple[int, ...]
    pack: Pack
    faces: dict[str, str]
    hand: Hand | None = None
    hand_sizes: tuple[int, ...] = (0,) * SEATS
    calls: tuple[Call, ...] = ()
    contract: Contract | None = None
    partner: Seat | None = None
    trick: OpenTrick | None = None
    tricks: tuple[Trick, ...] = ()
    tricks_won: tuple[int, ...] = (0,) * SEATS
    points_won: tuple[int, ...] = (0,) * SEATS
    last_deal: LastDeal | None = None


def view(state: State, seat: Seat | None) -> SchafkopfView:
    """Show the state to `seat`, or to the public."""
    match state:
        case Rest():
            return _table(state, seat, "over" if deal(state) is Deal.OVER else "rest", last_deal=state.last)
        case Bidding():
            return _table(
                state,
                seat,
                "bidding",
                hand=_own_hand(state, seat),
                hand_sizes=_hand_sizes(state),
                calls=state.calls,
            )
        case Playing():
            show_all = state.match.options.tricks_shown == "all"
            return _table(
                state,
                seat,
                "playing",
                hand=_own_hand(state, seat),
                hand_sizes=_hand_sizes(state),
                calls=state.calls,
                contract=state.contract,
                partner=state.partner,
                trick=OpenTrick(state.lead, state.trick),
                tricks=state.taken if show_all else state.taken[-1:],
                tricks_won=tricks_won(state),
                points_won=points_won(state),
            )
        case _:
            assert_never(state)


def _table(state: State, seat: Seat | None, phase: Phase, **shown: Any) -> SchafkopfView:
    """Fill in what every phase shows."""
    match = state.match
    return SchafkopfView(
        phase=phase,
        seat=seat,
        deal=match.deals,
        dealer=match.dealer,
        to_act=to_act(state),
        scores=match.scores,
        pack=match.options.pack,
        faces=names(match.options.pack),
        **shown,
    )


def _hand_sizes(state: Bidding | Playing) -> tuple[int, ...]:
    return tuple(map(len, state.hands)) or (0,) * SEATS


def _own_hand(state: Bidding | Playing, seat: Seat | None) -> Hand | None:
    if seat is None or not state.hands:
        return None
    order = state.contract.order if isinstance(state, Playing) else order_of(Kind.RUFER)
    return order.sort(state.hands[seat])
