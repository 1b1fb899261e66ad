"""What players may ask for, and what happens."""

from typing import Literal

from domain.cards import Card, Suit
from domain.games.schafkopf.contracts import Kind
from domain.games.schafkopf.options import Options
from domain.games.schafkopf.scoring import Settlement
from domain.kernel import Action, Event, Seat, Secret

Hand = tuple[Card, ...]


class Pass(Action, frozen=True, tag="pass"):
    """Let the others play."""


class Bid(Action, frozen=True, tag="bid"):
    """Offer to play a contract, named in full (SK 1).

    `ace` only with a Rufer, `suit` only with a Solo or Solo Tout.
    """

    kind: Kind
    ace: Card | None = None
    suit: Suit | None = None


class PlayCard(Action, frozen=True, tag="play_card"):
    """Play a card to the trick, or lead it."""

    card: Card


SchafkopfAction = Pass | Bid | PlayCard


class DealStarted(Event, frozen=True, tag="deal_started"):
    """A deal begins. `drawn`: the first dealer was drawn from the deal's chance (SK 25)."""

    dealer: Seat
    drawn: bool


class HandsDealt(Event, frozen=True, tag="hands_dealt"):
    """Two rounds of four cards: `hands` are 4 hands x 8 in seat order, each card known to its seat alone.

    `shuffle` is the label under which the pack was shuffled.
    """

    shuffle: str
    hands: tuple[tuple[Card | None, ...], ...]


class Passed(Event, frozen=True, tag="passed"):
    """A seat passed."""

    seat: Seat


class BidMade(Event, frozen=True, tag="bid_made"):
    """A seat bid a contract."""

    seat: Seat
    kind: Kind
    ace: Card | None = None
    suit: Suit | None = None


class AuctionWon(Event, frozen=True, tag="auction_won"):
    """The highest bid stands; `leader` leads to the first trick."""

    declarer: Seat
    kind: Kind
    leader: Seat
    ace: Card | None = None
    suit: Suit | None = None


class AllPassed(Event, frozen=True, tag="all_passed"):
    """Four passes: the deal is over without a score, and the hands are shown (SK 20)."""


class CardPlayed(Event, frozen=True, tag="card_played"):
    """A card was led or played to the trick."""

    seat: Seat
    card: Card


class PartnerRevealed(Event, frozen=True, tag="partner_revealed"):
    """Everybody now knows the declarer's partner: he played the called ace, or ran away from it (SK 15)."""

    seat: Seat
    by: Literal["called_ace", "running_away"]


class TrickWon(Event, frozen=True, tag="trick_won"):
    """The trick is full; `points` are its card points."""

    seat: Seat
    points: int


class DealScored(Event, frozen=True, tag="deal_scored"):
    """The deal is over and settled; the hands are shown."""

    result: Settlement


SchafkopfEvent = (
    DealStarted
    | HandsDealt
    | Passed
    | BidMade
    | AuctionWon
    | AllPassed
    | CardPlayed
    | PartnerRevealed
    | TrickWon
    | DealScored
)


def opens(event: SchafkopfEvent) -> bool:
    """Say whether a deal begins with this event."""
    return isinstance(event, DealStarted)


def closes(event: SchafkopfEvent) -> bool:
    """Say whether a deal ends with this event."""
    return isinstance(event, (AllPassed, DealScored))


def secrets(options: Options, message: object) -> tuple[Secret, ...]:
    """Each dealt card is known to its seat alone; all else is public."""
    del options
    if not isinstance(message, HandsDealt):
        return ()
    return tuple(
        Secret(("hands", seat, place), (seat,)) for seat, hand in enumerate(message.hands) for place in range(len(hand))
    )
