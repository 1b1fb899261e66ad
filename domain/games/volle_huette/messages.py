"""What landlords ask for and what then happened. Cards, tiles and figures are faces (see `components`)."""

from typing import Annotated

from msgspec import Meta, Struct

from domain import kernel
from domain.kernel import Seat

Slot = Annotated[int, Meta(ge=0, le=9)]
"""A place in a display, from 0."""
Places = dict[str, str]
"""Field -> the group that sits down there, e.g. `{"in-10": "RR", "in-11": "B"}`."""


class Origin(Struct, frozen=True, forbid_unknown_fields=True):
    """An installation in a pub: whose pub, which field."""

    pub: Seat
    field: str


class ChoosePub(kernel.Action, frozen=True, tag="choose_pub"):
    """Take one of the free pubs, by name."""

    pub: str


class PlaceTile(kernel.Action, frozen=True, tag="place_tile"):
    """Put one of the installations dealt at the start on a field of one's pub."""

    tile: str
    field: str


class Equip(kernel.Action, frozen=True, tag="equip"):
    """First move: take the installation in `slot` and put it on `field`."""

    slot: Slot
    field: str


class Receive(kernel.Action, frozen=True, tag="receive"):
    """First move: take the customer card in `slot`. Who sits where is asked next if there is a choice."""

    slot: Slot


class Collect(kernel.Action, frozen=True, tag="collect"):
    """First move: take the top collect card; all are paid."""


class Pass(kernel.Action, frozen=True, tag="pass"):
    """First move: none is possible."""


class PlayActionCard(kernel.Action, frozen=True, tag="play_action_card"):
    """Second move: play `card`, moving the customers of `origin` to the announced type `destination`.

    Both are None where the card lapses. Who sits where is asked next if there is a choice.
    """

    card: str
    origin: Origin | None = None
    destination: str | None = None


class SeatGroup(kernel.Action, frozen=True, tag="seat_group"):
    """Seat the waiting group: field -> figures."""

    places: Places


class TakeActionCard(kernel.Action, frozen=True, tag="take_action_card"):
    """End the second move: take the action card in `slot`."""

    slot: Slot


Action = ChoosePub | PlaceTile | Equip | Receive | Collect | Pass | PlayActionCard | SeatGroup | TakeActionCard
"""Everything a landlord may ask for."""


class TableLaid(kernel.Event, frozen=True, tag="table_laid"):
    """The piles are shuffled (label -> cards), the displays lie open, the top collect card shows its tip."""

    piles: dict[str, int]
    installations: tuple[str, ...]
    customers: tuple[str, ...]
    actions: tuple[str, ...]
    tip: int


class PubChosen(kernel.Event, frozen=True, tag="pub_chosen"):
    """A landlord has taken over a pub."""

    seat: Seat
    pub: str


class CardsDealt(kernel.Event, frozen=True, tag="cards_dealt"):
    """Everybody got installations (open) and action cards (each secret to its holder); by seat."""

    tiles: tuple[tuple[str, ...], ...]
    actions: tuple[tuple[str | None, ...], ...]


class TilePlaced(kernel.Event, frozen=True, tag="tile_placed"):
    """An installation of the start stands."""

    seat: Seat
    tile: str
    field: str


class TilesSetAside(kernel.Event, frozen=True, tag="tiles_set_aside"):
    """Installations of the start fit nowhere in this pub and leave the game."""

    seat: Seat
    tiles: tuple[str, ...]


class TurnBegan(kernel.Event, frozen=True, tag="turn_began"):
    """It is this landlord's first move."""

    seat: Seat


class PubEquipped(kernel.Event, frozen=True, tag="pub_equipped"):
    """A landlord took the installation in `slot` and placed it; `refill` is the new open one, or None."""

    seat: Seat
    slot: int
    tile: str
    field: str
    refill: str | None


class CustomersReceived(kernel.Event, frozen=True, tag="customers_received"):
    """A landlord took a customer card; its group stands at the door. `refill` as in `PubEquipped`."""

    seat: Seat
    slot: int
    card: str
    refill: str | None


class Collected(kernel.Event, frozen=True, tag="collected"):
    """All were paid: marks by seat, the tip included for `seat`. `next_tip` shows the next collect card."""

    seat: Seat
    tip: int
    paid: tuple[int, ...]
    next_tip: int | None


class Passed(kernel.Event, frozen=True, tag="passed"):
    """No first move was possible."""

    seat: Seat


class CustomersReplaced(kernel.Event, frozen=True, tag="customers_replaced"):
    """Nobody could move: the open customer cards went away, these lie there now."""

    customers: tuple[str, ...]


class SecondMoveBegan(kernel.Event, frozen=True, tag="second_move_began"):
    """Enough customers are in play: this landlord must play an action card."""

    seat: Seat


class ActionCardPlayed(kernel.Event, frozen=True, tag="action_card_played"):
    """An action card lies open; without `origin` it lapsed."""

    seat: Seat
    card: str
    origin: Origin | None
    destination: str | None


class GroupLeft(kernel.Event, frozen=True, tag="group_left"):
    """A group got up; its landlord got `paid` marks. It found room in pub `to`, or went home (None)."""

    seat: Seat
    origin: Origin
    group: str
    destination: str
    paid: int
    to: Seat | None


class GroupSeated(kernel.Event, frozen=True, tag="group_seated"):
    """The waiting group sat down in `pub`, at installations of type `place`."""

    seat: Seat
    pub: Seat
    place: str
    places: Places


class ActionCardTaken(kernel.Event, frozen=True, tag="action_card_taken"):
    """A landlord took an open action card; `refill` as in `PubEquipped`."""

    seat: Seat
    slot: int
    card: str
    refill: str | None


class LastOrders(kernel.Event, frozen=True, tag="last_orders"):
    """The game is about to end without a collect card: all are paid once more, without tip; marks by seat."""

    paid: tuple[int, ...]


class GameEnded(kernel.Event, frozen=True, tag="game_ended"):
    """The till is counted: marks by seat."""

    money: tuple[int, ...]


Event = (
    TableLaid
    | PubChosen
    | CardsDealt
    | TilePlaced
    | TilesSetAside
    | TurnBegan
    | PubEquipped
    | CustomersReceived
    | Collected
    | Passed
    | CustomersReplaced
    | SecondMoveBegan
    | ActionCardPlayed
    | GroupLeft
    | GroupSeated
    | ActionCardTaken
    | LastOrders
    | GameEnded
)
"""Everything that can happen."""
