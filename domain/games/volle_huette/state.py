"""Where the game stands."""

from msgspec import Struct

from domain.games.volle_huette.components import Data
from domain.games.volle_huette.options import Options
from domain.kernel import Seat


class Tile(Struct, frozen=True):
    """An installation in a pub and the group at it."""

    type: str
    who: str = ""


Tiles = dict[str, Tile]
"""The installations of one pub by field id."""


class Pub(Struct, frozen=True):
    """A landlord's pub: its name ("" until chosen) and what stands in it."""

    name: str = ""
    tiles: Tiles = {}

    @property
    def group(self) -> str:
        """Give all customers in the pub."""
        return "".join(tile.who for tile in self.tiles.values())


class Hand(Struct, frozen=True):
    """A landlord's action cards: those nobody else has seen, and those taken from the open display."""

    secret: tuple[str, ...] = ()
    known: tuple[str, ...] = ()

    @property
    def cards(self) -> tuple[str, ...]:
        """Give all cards held."""
        return self.secret + self.known


class Waiting(Struct, frozen=True, tag="waiting"):
    """Nothing is dealt yet."""


class ChoosingPub(Struct, frozen=True, tag="choosing_pub"):
    """Landlords choose their pubs, in turn."""

    seat: Seat


class Furnishing(Struct, frozen=True, tag="furnishing"):
    """All place their installations of the start, each at once: the tiles left to place, by seat (VH 4)."""

    tiles: tuple[tuple[str, ...], ...]


class FirstMove(Struct, frozen=True, tag="first_move"):
    """A landlord equips, receives, collects or passes."""

    seat: Seat


class Seating(Struct, frozen=True, tag="seating"):
    """`seat` says where `group` sits down at the installations of type `place` in `pub`.

    `arriving`: new customers of a first move; otherwise a group moved by an action card.
    """

    seat: Seat
    pub: Seat
    place: str
    group: str
    arriving: bool


class SecondMove(Struct, frozen=True, tag="second_move"):
    """A landlord plays an action card."""

    seat: Seat


class TakingCard(Struct, frozen=True, tag="taking_card"):
    """A landlord takes an open action card, which ends the turn."""

    seat: Seat


class Over(Struct, frozen=True, tag="over"):
    """The game is over."""


Phase = Waiting | ChoosingPub | Furnishing | FirstMove | Seating | SecondMove | TakingCard | Over


class State(Struct, frozen=True):
    """The whole table. Pubs, hands and money are in seat order; of the piles only the sizes are known."""

    options: Options
    data: Data
    phase: Phase
    pubs: tuple[Pub, ...]
    hands: tuple[Hand, ...]
    money: tuple[int, ...]
    supply: str
    """Figures in the box, still to come."""
    left: dict[str, int]
    """Pile -> cards still face down in it; which they are is nowhere in the state."""
    installations: tuple[str, ...] = ()
    """The open installations; likewise the two below."""
    customers: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()
    tip: int | None = None
    """Tip of the top collect card; None when there is none left."""
    gone: str = ""
    """Figures that went home."""
    aside: tuple[str, ...] = ()
    used_customers: tuple[str, ...] = ()
    used_actions: tuple[str, ...] = ()
    used_tips: tuple[int, ...] = ()
    second_moves: bool = False
    """A second move has been made: the switch of VH 9."""
    passes: int = 0
    """First moves passed in a row without a second move (VH 25)."""

    @property
    def seats(self) -> int:
        """Give the number of landlords."""
        return len(self.pubs)

    @property
    def in_play(self) -> int:
        """Give the number of customers in all pubs."""
        return sum(len(pub.group) for pub in self.pubs)
