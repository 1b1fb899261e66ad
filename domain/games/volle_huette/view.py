"""What a landlord, or the public, may know; and which parts of a message are secret."""

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct

from domain.games.volle_huette import messages as m
from domain.games.volle_huette.check import to_act
from domain.games.volle_huette.components import Field, InstallationType, PerColour
from domain.games.volle_huette.options import Options
from domain.games.volle_huette.state import (
    ChoosingPub,
    FirstMove,
    Furnishing,
    Over,
    Seating,
    SecondMove,
    State,
    TakingCard,
    Tile,
    Waiting,
)
from domain.kernel import Seat, Secret

PhaseName = Literal[
    "waiting", "choosing_pub", "furnishing", "first_move", "seating", "second_move", "taking_card", "over"
]
NAMES: dict[type, PhaseName] = {
    Waiting: "waiting",
    ChoosingPub: "choosing_pub",
    Furnishing: "furnishing",
    FirstMove: "first_move",
    Seating: "seating",
    SecondMove: "second_move",
    TakingCard: "taking_card",
    Over: "over",
}


class WaitingGroup(Struct, frozen=True):
    """A group at the door of `pub`, for whom `seat` chooses places at installations of type `place`."""

    seat: Seat
    pub: Seat
    place: str
    group: str


class LandlordView(Struct, frozen=True):
    """One landlord: pub, grid, installations by field with their guests, money (None: hidden), cards.

    `cards_known` were taken from the open display; `cards_hidden` counts the others. `to_place` are the open
    installations of the start that do not stand yet.
    """

    pub: str
    fields: tuple[Field, ...]
    tiles: dict[str, Tile]
    money: int | None
    cards_known: tuple[str, ...]
    cards_hidden: int
    to_place: tuple[str, ...]


class VolleHuetteView(Struct, frozen=True):
    """The table as one viewer knows it. Faces as in `components`; landlords in seat order."""

    viewer: Seat | None
    phase: PhaseName
    to_act: tuple[Seat, ...]
    landlords: tuple[LandlordView, ...]
    hand: tuple[str, ...]
    """The viewer's own action cards."""
    waiting_group: WaitingGroup | None
    installations: tuple[str, ...]
    customers: tuple[str, ...]
    actions: tuple[str, ...]
    tip: int | None
    piles: dict[str, int]
    """Cards still face down; for `collect` those under the open one."""
    used_customers: tuple[str, ...]
    used_actions: tuple[str, ...]
    used_tips: tuple[int, ...]
    set_aside: tuple[str, ...]
    supply: str
    """Figures still to come."""
    gone_home: str
    customers_in_play: int
    second_moves: bool
    passes: int
    options: Options
    types: Mapping[str, InstallationType]
    values: PerColour
    pubs: tuple[str, ...]
    """All pubs of the set, chosen or not."""
    second_move_from_figures: int
    max_counter: int


def view(state: State, seat: Seat | None) -> VolleHuetteView:
    """Give what a landlord (None: the public) may know."""
    phase = state.phase
    group = None
    if isinstance(phase, Seating):
        group = WaitingGroup(phase.seat, phase.pub, phase.place, phase.group)
    return VolleHuetteView(
        viewer=seat,
        phase=NAMES[type(phase)],
        to_act=to_act(state),
        landlords=tuple(_landlord(state, other, seat) for other in range(state.seats)),
        hand=() if seat is None else tuple(sorted(state.hands[seat].cards)),
        waiting_group=group,
        installations=state.installations,
        customers=state.customers,
        actions=state.actions,
        tip=state.tip,
        piles=state.left,
        used_customers=state.used_customers,
        used_actions=state.used_actions,
        used_tips=state.used_tips,
        set_aside=state.aside,
        supply=state.supply,
        gone_home=state.gone,
        customers_in_play=state.in_play,
        second_moves=state.second_moves,
        passes=state.passes,
        options=state.options,
        types=state.data.installation_types,
        values=state.data.values,
        pubs=tuple(pub.name for pub in state.data.pubs),
        second_move_from_figures=state.data.second_move_from_figures,
        max_counter=state.data.counter_rule.max_group,
    )


def _landlord(state: State, seat: Seat, viewer: Seat | None) -> LandlordView:
    pub, hand, phase = state.pubs[seat], state.hands[seat], state.phase
    board = state.data.board(pub.name)
    hidden = state.options.money == "hidden" and seat != viewer and not isinstance(phase, Over)
    return LandlordView(
        pub=pub.name,
        fields=board.fields if board else (),
        tiles=pub.tiles,
        money=None if hidden else state.money[seat],
        cards_known=hand.known,
        cards_hidden=len(hand.secret),
        to_place=phase.tiles[seat] if isinstance(phase, Furnishing) else (),
    )


def secrets(options: Options, message: Any) -> tuple[Secret, ...]:
    """Name the secrets: of the cards dealt, each action card is its holder's own."""
    del options  # they hide money on screens only, never in the log
    if not isinstance(message, m.CardsDealt):
        return ()
    return tuple(
        Secret(("actions", seat, index), (seat,))
        for seat, cards in enumerate(message.actions)
        for index in range(len(cards))
    )
