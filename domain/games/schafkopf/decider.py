"""What follows from a command."""

from collections.abc import Iterator
from typing import assert_never

from domain.cards import DECK, Card, points, winner
from domain.games.schafkopf.contracts import HIGHEST_BID, Kind
from domain.games.schafkopf.legal import check
from domain.games.schafkopf.messages import (
    AllPassed,
    AuctionWon,
    Bid,
    BidMade,
    CardPlayed,
    DealScored,
    DealStarted,
    Hand,
    HandsDealt,
    PartnerRevealed,
    Pass,
    Passed,
    PlayCard,
    SchafkopfEvent,
    TrickWon,
)
from domain.games.schafkopf.scoring import ALL_POINTS, TRICKS, declarer_side, settle
from domain.games.schafkopf.state import (
    SEATS,
    Bidding,
    Playing,
    Rest,
    State,
    called_suit_led,
    dealt_hands,
    evolve,
    highest_bid,
    left_of,
    points_won,
    tricks_won,
)
from domain.kernel import Answer, Chance, Command, Deal, NextDeal, Outcome, Ruling, Seat, Tick, rank

SHUFFLE = "cards"
DEALER = "dealer"


def decide(state: State, command: Command, chance: Chance) -> Answer:
    """Give the events that a command causes, or the ruling that refuses it."""
    action = command.action
    if isinstance(action, Tick):
        return Ruling("nothing_due", "SK §1", "Schafkopf has no clock of its own.")
    if isinstance(action, NextDeal):
        return _next_deal(state, chance)
    if command.seat is None or not isinstance(action, Pass | Bid | PlayCard):
        return Ruling("not_a_player", "SK §1", "Only a seat at the table can bid and play.")
    ruling = check(state, command.seat, action)
    return ruling if ruling is not None else tuple(_consequences(state, command.seat, action))


def _next_deal(state: State, chance: Chance) -> Answer:
    if not isinstance(state, Rest):
        return Ruling("deal_running", "SK §2", "The running deal has to end first.")
    if deal(state) is Deal.OVER:
        return Ruling("match_over", "SK 26", "The match is over.")
    first = state.match.dealer is None
    dealer = chance.pick(DEALER, tuple(range(SEATS))) if state.match.dealer is None else left_of(state.match.dealer)
    return DealStarted(dealer, drawn=first), HandsDealt(SHUFFLE, deal_hands(chance.deck(SHUFFLE, DECK), dealer))


def deal(state: State) -> Deal:
    """Say whether a deal runs, the next may begin, or the last has been played (SK 21, SK 26)."""
    if not isinstance(state, Rest):
        return Deal.RUNNING
    return Deal.OVER if state.match.deals >= state.match.options.last_deal else Deal.REST


def standing(state: State) -> tuple[int, ...]:
    """Give the running totals in score units."""
    return state.match.scores


def outcome(state: State) -> Outcome | None:
    """Rank by totals once the match is over: the highest wins, ties are shared (SK 26)."""
    return Outcome(rank(state.match.scores), state.match.scores) if deal(state) is Deal.OVER else None


def deal_hands(deck: tuple[Card, ...], dealer: Seat) -> tuple[Hand, ...]:
    """Deal clockwise, four cards and four cards, beginning on the dealer's left (SK §2, SK 19)."""
    hands: list[Hand] = [()] * SEATS
    for packet in range(2 * SEATS):
        hands[left_of(dealer, 1 + packet)] += deck[4 * packet : 4 * packet + 4]
    return tuple(hands)


def _consequences(state: State, seat: Seat, action: Pass | Bid | PlayCard) -> Iterator[SchafkopfEvent]:
    """Give the events of a checked action."""
    match action:
        case Pass():
            yield from _auction(state, Passed(seat))
        case Bid():
            yield from _auction(state, BidMade(seat, action.kind, action.ace, action.suit))
        case PlayCard():
            yield from card_events(state, CardPlayed(seat, action.card))
        case _:
            assert_never(action)


def _auction(state: State, call: Passed | BidMade) -> Iterator[SchafkopfEvent]:
    """End the auction after four calls, or at once with a Sie (SK §3, SK 3)."""
    yield call
    state = evolve(state, call)
    assert isinstance(state, Bidding)
    assert state.match.dealer is not None
    top = highest_bid(state.calls)
    bid = None if top is None else top.bid
    if len(state.calls) < SEATS and (bid is None or bid.kind is not HIGHEST_BID):
        return
    if top is None or bid is None:
        yield AllPassed()
        return
    won = AuctionWon(top.seat, bid.kind, left_of(state.match.dealer), bid.ace, bid.suit)
    yield won
    if bid.kind is Kind.SIE:
        playing = evolve(state, won)
        assert isinstance(playing, Playing)
        yield DealScored(settle(playing.contract, state.hands, ALL_POINTS, TRICKS))


def card_events(state: State, played: CardPlayed) -> Iterator[SchafkopfEvent]:
    """Give what a checked card brings about: a partner shown, a trick won, a deal settled."""
    assert isinstance(state, Playing)
    yield played
    trick = (*state.trick, played.card)
    revealed = _revealed(state, played, trick)
    if revealed is not None:
        yield revealed
    if len(trick) < SEATS:
        return

    seat = left_of(state.lead, winner(state.contract.order, trick))
    won = TrickWon(seat, points(trick))
    yield won
    after = evolve(evolve(state, played), won)
    assert isinstance(after, Playing)
    if len(after.taken) == TRICKS or (after.contract.terms.tout and seat != after.contract.declarer):
        yield _scored(after)


def _revealed(state: Playing, played: CardPlayed, trick: tuple[Card, ...]) -> PartnerRevealed | None:
    """Show the partner with the called ace, or when its suit, led for the first time, goes round without it (SK 15).

    Only its holder can have led the suit then: anybody else's lead would have forced the ace out.
    """
    contract = state.contract
    if contract.ace is None or state.partner is not None:
        return None
    if played.card is contract.ace:
        return PartnerRevealed(played.seat, "called_ace")
    led = contract.order.suit_of[trick[0]]
    if len(trick) == SEATS and led is contract.called_suit and not called_suit_led(state):
        return PartnerRevealed(state.lead, "running_away")
    return None


def _scored(state: Playing) -> DealScored:
    """Settle what was played; a lost Tout stops here (SK 17)."""
    dealt = dealt_hands(state)
    side = declarer_side(state.contract, dealt)
    taken, tricks = points_won(state), tricks_won(state)
    return DealScored(
        settle(state.contract, dealt, sum(taken[seat] for seat in side), sum(tricks[seat] for seat in side))
    )
