"""What players ask for, and what then has happened."""

from enum import StrEnum

from msgspec import Struct

from domain.games.volltreffer.cards import Card
from domain.kernel import Action, Event, Seat

Market = tuple[Card, Card, Card, Card]
"""The four cards under the prices 4, 2, 1, 0."""


class MeldKind(StrEnum):
    """The melds that a player may declare. The smallest sum is found by the house (VT 8)."""

    TRIPLET = "triplet"
    QUADRUPLET = "quadruplet"
    QUINTUPLET = "quintuplet"
    FIVE_SUITS = "five_suits"


class Meld(Struct, frozen=True, forbid_unknown_fields=True):
    """One meld and the cards shown for it, in any order.

    With the option five_suits=hand that meld may name no cards: then the house shows the lowest of each suit.
    """

    kind: MeldKind
    cards: tuple[Card, ...] = ()


class ArrangeMarket(Action, frozen=True, tag="arrange_market"):
    """The dealer lays out the first four cards, ranking equal ones as he likes (VT 1)."""

    market: Market


class BuyCard(Action, frozen=True, tag="buy_card"):
    """Take one of the four laid-out cards and pay the price above it."""

    card: Card


class SwapHand(Action, frozen=True, tag="swap_hand"):
    """The printed variant: let two cards of the own hand change places (VT 16). Places count from 0."""

    places: tuple[int, int]


class SwapMarket(Action, frozen=True, tag="swap_market"):
    """The variant with variant_swap=market: let two laid-out cards change places. Places count from 0 (VT 23)."""

    places: tuple[int, int]


class DeclareMelds(Action, frozen=True, tag="declare_melds"):
    """Meld, once a round; an empty list melds nothing (VT 20)."""

    melds: tuple[Meld, ...]


class CheckHand(Action, frozen=True, tag="check_hand"):
    """The left neighbour asks to see the hand of `holder`, who has the smallest sum (VT 9)."""

    holder: Seat


class PlayCard(Action, frozen=True, tag="play_card"):
    """Play a card to the trick."""

    card: Card


AnyAction = ArrangeMarket | BuyCard | SwapHand | SwapMarket | DeclareMelds | CheckHand | PlayCard


class RoundStarted(Event, frozen=True, tag="round_started"):
    """A round began: all 50 cards were shuffled under `label`, the top one names the trump (VT 18)."""

    round: int
    first_buyer: Seat
    dealer: Seat
    label: str
    trump: Card


class CardsRevealed(Event, frozen=True, tag="cards_revealed"):
    """The next four cards of the deck were turned up, in this order."""

    cards: Market


class MarketArranged(Event, frozen=True, tag="market_arranged"):
    """The first four cards lie under the prices. `dealer` had a choice; None: there was none to make."""

    dealer: Seat | None
    market: Market
    buyer: Seat


class CardBought(Event, frozen=True, tag="card_bought"):
    """A card went from the market to a hand; `pawn` is the buyer's space afterwards."""

    seat: Seat
    card: Card
    price: int
    pawn: int


class MarketRefilled(Event, frozen=True, tag="market_refilled"):
    """A new card came from the deck and the market lies as shown.

    `swapper` must swap two cards now (variant), else `buyer` buys next; neither: all hands are full.
    """

    card: Card
    market: Market
    swapper: Seat | None
    buyer: Seat | None


class HandSwapped(Event, frozen=True, tag="hand_swapped"):
    """Two cards of a hand changed places; then `buyer` buys, or nobody any more."""

    seat: Seat
    places: tuple[int, int]
    buyer: Seat | None


class MarketSwapped(Event, frozen=True, tag="market_swapped"):
    """Two laid-out cards changed places; then `buyer` buys, or nobody any more."""

    seat: Seat
    places: tuple[int, int]
    market: Market
    buyer: Seat | None


class MeldsDeclared(Event, frozen=True, tag="melds_declared"):
    """A seat has melded: what, for how many points, and where its pawn stands now."""

    seat: Seat
    melds: tuple[Meld, ...]
    points: int
    pawn: int


class SmallestSumFound(Event, frozen=True, tag="smallest_sum_found"):
    """The smallest sum scored: its holders, the sum, all pawns afterwards, and who leads the first trick."""

    holders: tuple[Seat, ...]
    sum: int
    points: int
    pawns: tuple[int, ...]
    leader: Seat


class HandShown(Event, frozen=True, tag="hand_shown"):
    """`holder` showed his hand to the left neighbour `to`, and to nobody else."""

    holder: Seat
    to: Seat
    cards: tuple[Card | None, ...]


class CardPlayed(Event, frozen=True, tag="card_played"):
    """A card was played to the trick."""

    seat: Seat
    card: Card


class TrickWon(Event, frozen=True, tag="trick_won"):
    """A seat took the trick; `pawn` is its space afterwards."""

    seat: Seat
    points: int
    pawn: int


class RoundEnded(Event, frozen=True, tag="round_ended"):
    """The round is over. `winners` have won the game; none: another round follows."""

    round: int
    pawns: tuple[int, ...]
    winners: tuple[Seat, ...]


AnyEvent = (
    RoundStarted
    | CardsRevealed
    | MarketArranged
    | CardBought
    | MarketRefilled
    | HandSwapped
    | MarketSwapped
    | MeldsDeclared
    | SmallestSumFound
    | HandShown
    | CardPlayed
    | TrickWon
    | RoundEnded
)
