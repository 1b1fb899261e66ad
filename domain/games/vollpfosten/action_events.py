"""What has happened with action cards: the row, blind draws, passed hands, and the Vicious Circle."""

from domain.games.vollpfosten.kinds import CircleFault, Special
from domain.kernel import Event as BaseEvent
from domain.kernel import Seat


class ActionDrawn(BaseEvent, frozen=True, tag="action_drawn"):
    """An action card is drawn and joins the row."""

    seat: Seat
    action: Special


class ActionSetAside(BaseEvent, frozen=True, tag="action_set_aside"):
    """An action card drawn for a tie-break has no effect (VP 30)."""

    seat: Seat
    action: Special


class ActionBegun(BaseEvent, frozen=True, tag="action_begun"):
    """The first action card of the row is carried out."""

    seat: Seat
    action: Special


class ActionLapsed(BaseEvent, frozen=True, tag="action_lapsed"):
    """The action has no effect."""

    seat: Seat
    action: Special


class HandsPassed(BaseEvent, frozen=True, tag="hands_passed"):
    """Roundabout: the new hands in seat order, each card sealed for its new owner."""

    hands: tuple[tuple[str | None, ...], ...]


class HandsSwapped(BaseEvent, frozen=True, tag="hands_swapped"):
    """Unlucky Bird: the new hands of `seat` and `other`, each card sealed for its new owner."""

    seat: Seat
    other: Seat
    hands: tuple[tuple[str | None, ...], tuple[str | None, ...]]


class ElectionHeld(BaseEvent, frozen=True, tag="election_held"):
    """Election Party: `cards[i]` is what seat i drew from seat i+1, sealed for these two."""

    draw: int
    cards: tuple[str | None, ...]


class CardTaken(BaseEvent, frozen=True, tag="card_taken"):
    """A blind draw from the hand of `source`, sealed for these two."""

    draw: int
    seat: Seat
    source: Seat
    card: str | None


class TargetAsked(BaseEvent, frozen=True, tag="target_asked"):
    """`seat` points at one of `candidates`, by rule after `until`."""

    seat: Seat
    action: Special
    candidates: tuple[Seat, ...]
    until: int


class TargetChosen(BaseEvent, frozen=True, tag="target_chosen"):
    """A player is pointed at."""

    seat: Seat
    target: Seat


class BacksAsked(BaseEvent, frozen=True, tag="backs_asked"):
    """Each of `seats` picks a back from the hand of its entry in `sources`, by rule after `until`."""

    action: Special
    seats: tuple[Seat, ...]
    sources: tuple[Seat, ...]
    until: int


class BackTaken(BaseEvent, frozen=True, tag="back_taken"):
    """A seat has picked a back."""

    seat: Seat
    back: int


class TermSaid(BaseEvent, frozen=True, tag="term_said"):
    """A term of a Vicious Circle."""

    play: int
    seat: Seat
    term: str | None
    at: int


class CircleTurn(BaseEvent, frozen=True, tag="circle_turn"):
    """`seat` continues the list until `until`."""

    seat: Seat
    until: int


class CircleFailed(BaseEvent, frozen=True, tag="circle_failed"):
    """A seat could not continue; what was said as number `order` or later no longer counts."""

    seat: Seat
    order: int
    fault: CircleFault


class CircleEnded(BaseEvent, frozen=True, tag="circle_ended"):
    """The Vicious Circle is over; `seat` lost it."""

    seat: Seat
