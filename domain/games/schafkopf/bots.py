"""Bots. `solid` plays by the sound basic rules of the pub, from its seat's view alone; `easy` only bids by them.

Bidding: count trumps, Obers and sure plain tricks. Leading: the declarer and his partner draw trumps, in a Tout all
of them; the defence looks for the called ace or leads its own aces. Following: give points to a friend who wins, take
a trick from a foe as cheaply as it can be held (with a low card when no foe plays after), and throw away what is worth
least.
"""

from dataclasses import dataclass

from domain.cards import DECK, POINTS, Card, Order, Rank, Suit, winner
from domain.games.schafkopf.contracts import Contract, Kind, order_of
from domain.games.schafkopf.messages import Bid, Hand, Pass, PlayCard
from domain.games.schafkopf.state import SEATS, left_of
from domain.games.schafkopf.view import SchafkopfView
from domain.kernel import BotMove, Legal, Rng, Seat, random_legal

WORTH_TAKING = 8
"""Card points in a trick from which an early high card is spent on it."""

WORTH_HAVING = 3
"""Card points in a trick from which it is taken when nobody can take it away any more."""


def easy(view: SchafkopfView, legal: Legal, rng: Rng) -> BotMove | None:
    """Bid with sense, so that the deals are worth playing; then play any legal card."""
    bidding = any(isinstance(action, Bid | Pass) for action in legal)
    return solid(view, legal, rng) if bidding else random_legal(view, legal, rng)


def solid(view: SchafkopfView, legal: Legal, rng: Rng) -> BotMove | None:
    """Choose the bid or the card; equally good bids are drawn."""
    calls = [action for action in legal if isinstance(action, Bid | Pass)]
    if calls:
        return BotMove(_bid(view, [call for call in calls if isinstance(call, Bid)], rng))
    cards = [action.card for action in legal if isinstance(action, PlayCard)]
    if not cards or view.hand is None or view.contract is None or view.seat is None or view.trick is None:
        return None
    if len(cards) == 1:
        return BotMove(PlayCard(cards[0]))
    gone = tuple(card for trick in view.tricks for card in trick.cards)
    table = _Table(view.seat, view.hand, view.contract, view.partner, view.trick.lead, view.trick.cards, gone)
    return BotMove(PlayCard(_follow(table, cards) if view.trick.cards else _lead(table, cards)))


def _bid(view: SchafkopfView, bids: list[Bid], rng: Rng) -> Bid | Pass:
    """Make the highest bid that the hand is good for, in the suit with the most sure tricks."""
    hand = view.hand or ()
    good = [bid for bid in bids if _is_good(hand, bid)]
    if not good:
        return Pass()
    kinds = list(Kind)
    best = max((kinds.index(bid.kind), _preference(hand, bid)) for bid in good)
    return rng.choice([bid for bid in good if (kinds.index(bid.kind), _preference(hand, bid)) == best])


def _is_good(hand: Hand, bid: Bid) -> bool:
    order = order_of(bid.kind, bid.suit)
    trumps = [card for card in hand if order.suit_of[card] is None]
    tops = sum(card in hand for card in order.trumps[:3])
    aces = sum(card.rank is Rank.ACE for card in hand if card not in trumps)
    obers = sum(card.rank is Rank.OBER for card in trumps)
    match bid.kind:
        case Kind.RUFER:
            return (len(trumps) >= 5 and obers >= 1) or (len(trumps) == 4 and tops >= 2 and aces >= 1)
        case Kind.WENZ:
            return tops >= 1 and len(trumps) >= 2 and len(trumps) + _plain_tricks(hand, order) >= 6
        case Kind.SOLO:
            sure = len(trumps) + _plain_tricks(hand, order)
            return len(trumps) >= 6 and obers >= 2 and tops >= 1 and sure >= 7
        case Kind.WENZ_TOUT | Kind.SOLO_TOUT:
            return _sure_tricks(hand, order) == 8
        case Kind.SIE:
            return True


def _preference(hand: Hand, bid: Bid) -> int:
    """Prefer the suit with most sure tricks; call the ace whose suit is shortest, best without its ten."""
    if bid.ace is None:
        order = order_of(bid.kind, bid.suit)
        return sum(order.suit_of[card] is None for card in hand) * 10 + _plain_tricks(hand, order)
    own = [card for card in hand if order_of(Kind.RUFER).suit_of[card] is bid.ace.suit]
    return -10 * len(own) - any(card.rank is Rank.TEN for card in own)


def _plain_tricks(hand: Hand, order: Order) -> int:
    """Count the cards at the top of each plain suit that the hand holds without a gap."""
    return sum(_unbroken(hand, order.plain(suit)) for suit in Suit)


def _sure_tricks(hand: Hand, order: Order) -> int:
    """Count tricks that nobody can take: as soon as the top trumps draw all others, every trump and unbroken suit."""
    top = _unbroken(hand, order.trumps)
    own = sum(order.suit_of[card] is None for card in hand)
    draws_all = len(order.trumps) - own <= top
    return own + _plain_tricks(hand, order) if draws_all else top


def _unbroken(hand: Hand, ranking: tuple[Card, ...]) -> int:
    return next((place for place, card in enumerate(ranking) if card not in hand), len(ranking))


@dataclass(frozen=True)
class _Table:
    """What the bot sees when it is to play a card."""

    seat: Seat
    hand: Hand
    contract: Contract
    partner: Seat | None
    lead: Seat
    trick: tuple[Card, ...]
    gone: tuple[Card, ...]
    """The cards of the finished tricks that a player may look at."""

    @property
    def order(self) -> Order:
        return self.contract.order

    @property
    def is_declarer(self) -> bool:
        return self.seat == self.contract.declarer

    @property
    def is_partner(self) -> bool:
        return self.contract.ace in self.hand or self.seat == self.partner

    def is_friend(self, seat: Seat) -> bool | None:
        """Say whether a seat is on this side; None when the bot cannot tell."""
        declarer = self.contract.declarer
        if self.is_partner or self.is_declarer:
            other = declarer if self.is_partner else self.partner
            knows = self.is_partner or self.contract.kind is not Kind.RUFER or self.partner is not None
            return seat == other if knows else None
        if seat == declarer or seat == self.partner:
            return False
        return True if self.contract.kind is not Kind.RUFER or self.partner is not None else None

    def is_decided(self) -> bool:
        """Say whether no foe, nor anybody who may be one, plays to this trick after the bot."""
        after = range(len(self.trick) + 1, SEATS)
        return all(self.is_friend(left_of(self.lead, place)) for place in after)

    def beats(self, card: Card) -> bool:
        """Say whether `card` would win the trick as it lies."""
        return winner(self.order, (*self.trick, card)) == len(self.trick)

    def is_master(self, card: Card) -> bool:
        """Say whether no card that may still be out beats `card` in the suit led (trumps on a plain suit aside)."""
        seen = {*self.hand, *self.trick, *self.gone}
        suit = self.order.suit_of[card]
        return not any(
            self.order.suit_of[other] is suit and self.order.strength[other] > self.order.strength[card]
            for other in DECK
            if other not in seen
        )

    def cost(self, card: Card) -> tuple[int, int]:
        """What a card is worth keeping for: its points, and its power as a trump."""
        power = self.order.strength[card] if self.order.suit_of[card] is None else 0
        return POINTS[card.rank] + power // 3, self.order.strength[card]


def _lead(table: _Table, cards: list[Card]) -> Card:
    order = table.order
    trumps = [card for card in cards if order.suit_of[card] is None]
    plain = [card for card in cards if order.suit_of[card] is not None]
    aces = [card for card in plain if card.rank is Rank.ACE]
    if trumps and table.contract.terms.tout and table.is_declarer:
        return max(trumps, key=order.strength.__getitem__)
    if table.is_declarer or table.is_partner:
        high = [card for card in trumps if table.is_master(card)]
        if high or len(trumps) >= 3:
            return max(high or trumps, key=order.strength.__getitem__)
        return aces[0] if aces else min(plain or trumps, key=table.cost)
    called = [card for card in plain if card.suit is table.contract.called_suit]
    if called and table.partner is None:
        return min(called, key=table.cost)
    if aces:
        return min(aces, key=lambda card: sum(other.suit is card.suit for other in plain))
    return min(plain or trumps, key=table.cost)


def _follow(table: _Table, cards: list[Card]) -> Card:
    order, trick = table.order, table.trick
    holder = left_of(table.lead, winner(order, trick))
    best = trick[winner(order, trick)]
    decided = table.is_decided()
    safe = decided or (table.is_master(best) and (order.suit_of[best] is None or len(trick) == 2))
    friend = table.is_friend(holder)
    if friend and safe:
        return _smear(table, cards)
    beating = [card for card in cards if table.beats(card)]
    value = sum(POINTS[card.rank] for card in trick)
    if not beating or friend:
        return min(cards, key=table.cost)
    if decided:
        worth_it = value >= WORTH_HAVING or (friend is False and len(trick) == SEATS - 1)
        return _take_for_good(table, beating) if worth_it else min(cards, key=table.cost)
    masters = [card for card in beating if table.is_master(card)]
    if masters and (value >= WORTH_TAKING or masters[0].rank is Rank.ACE or table.is_declarer):
        return min(masters, key=table.cost)
    if value >= WORTH_TAKING:
        return max(beating, key=order.strength.__getitem__)
    return min(cards, key=table.cost)


def _smear(table: _Table, cards: list[Card]) -> Card:
    """Give a friend's trick as many points as possible, without spending a high trump on it."""

    def gift(card: Card) -> tuple[int, int]:
        power = table.order.strength[card] if card.rank in (Rank.OBER, Rank.UNTER) else 0
        return POINTS[card.rank] - power // 2, -table.order.strength[card]

    return max(cards, key=gift)


def _take_for_good(table: _Table, beating: list[Card]) -> Card:
    """Take the trick for good: with many points where that costs no high trump, else with the lowest that wins."""
    rich = [card for card in beating if card.rank in (Rank.ACE, Rank.TEN)]
    return max(rich, key=lambda card: POINTS[card.rank]) if rich else min(beating, key=table.cost)
