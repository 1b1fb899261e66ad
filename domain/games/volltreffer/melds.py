"""Phase 2: which melds a hand allows."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product

from domain.games.volltreffer.cards import Card, Suit, by_suit
from domain.games.volltreffer.messages import Meld, MeldKind
from domain.games.volltreffer.options import Options
from domain.kernel import Ruling

SIZES = {MeldKind.TRIPLET: 3, MeldKind.QUADRUPLET: 4, MeldKind.QUINTUPLET: 5, MeldKind.FIVE_SUITS: 5}


def refusal(hand: Sequence[Card], melds: Sequence[Meld], options: Options) -> Ruling | None:
    """Say why a hand does not allow these melds, or None."""
    for meld in melds:
        if wrong := _shape(meld, options) or _held(hand, meld):
            return wrong
    if sum(meld.kind is MeldKind.FIVE_SUITS for meld in melds) > 1:
        return Ruling("five_suits_once", "VT 22", "The five suits can be melded once only.")
    return _twice(card for meld in melds if _uses_up(meld, options) for card in meld.cards)


def _shape(meld: Meld, options: Options) -> Ruling | None:
    """Judge one meld by itself."""
    if twice := _twice(meld.cards):
        return twice
    if meld.kind is MeldKind.FIVE_SUITS:
        if not meld.cards and options.five_suits == "hand":
            return None
        if len(meld.cards) != 5 or len({card.suit for card in meld.cards}) != 5:
            return Ruling("not_five_suits", "VT §2", "The five-suit meld needs five cards, one of each suit.")
        return None
    size = SIZES[meld.kind]
    if len(meld.cards) != size:
        return Ruling("wrong_number_of_cards", "VT §2", f"A {meld.kind} needs exactly {size} cards of one rank.")
    if len({card.rank for card in meld.cards}) != 1:
        return Ruling("ranks_differ", "VT §2", f"The cards of a {meld.kind} must all have one rank.")
    return None


def _held(hand: Sequence[Card], meld: Meld) -> Ruling | None:
    """Judge whether the hand holds what the meld shows."""
    for card in meld.cards:
        if card not in hand:
            return Ruling(
                "card_not_held", "VT §2", f"{card} is not in your hand; only cards of the hand can be melded."
            )
    if meld.kind is MeldKind.FIVE_SUITS and len({card.suit for card in hand}) < 5:
        return Ruling("not_five_suits", "VT §2", "Your hand does not hold all five suits.")
    return None


def _twice(cards: Sequence[Card] | Iterator[Card]) -> Ruling | None:
    """Refuse a card that is counted twice."""
    for card, count in Counter(cards).items():
        if count > 1:
            return Ruling("card_melded_twice", "VT §2", f"{card} is melded twice; each card counts for one meld only.")
    return None


def _uses_up(meld: Meld, options: Options) -> bool:
    """Whether a meld's cards are lost to other melds: the five suits as property of the hand use none (VT 7)."""
    return meld.kind is not MeldKind.FIVE_SUITS or options.five_suits == "cards"


def shown(hand: Sequence[Card], melds: Sequence[Meld]) -> tuple[Meld, ...]:
    """Give melds as they are laid open: each sorted, the five suits with the lowest card of each unless named."""
    return tuple(Meld(meld.kind, by_suit(meld.cards or lowest_of_each_suit(hand))) for meld in melds)


def lowest_of_each_suit(hand: Sequence[Card]) -> tuple[Card, ...]:
    """Give the lowest card of every suit in the hand."""
    return tuple(min((c for c in hand if c.suit is suit), key=lambda c: c.rank) for suit in Suit if _has(hand, suit))


def _has(hand: Sequence[Card], suit: Suit) -> bool:
    return any(card.suit is suit for card in hand)


def possible(hand: Sequence[Card], options: Options) -> tuple[tuple[Meld, ...], ...]:
    """Give every list of melds that a hand allows, nothing first; each set of melds once.

    Two fours of a kind allow the most; no hand allows 200.
    """
    found: list[tuple[Meld, ...]] = [()]
    for meld in _single_melds(hand, options):
        found.extend([(*melds, meld) for melds in found if refusal(hand, (*melds, meld), options) is None])
    return tuple(sorted(found, key=len))


def _single_melds(hand: Sequence[Card], options: Options) -> Iterator[Meld]:
    """Give every single meld of a hand."""
    for rank in range(1, 11):
        same = [card for card in by_suit(hand) if card.rank == rank]
        for kind in (MeldKind.TRIPLET, MeldKind.QUADRUPLET, MeldKind.QUINTUPLET):
            yield from (Meld(kind, cards) for cards in combinations(same, SIZES[kind]))
    if options.five_suits == "hand":
        if len({card.suit for card in hand}) == 5:
            yield Meld(MeldKind.FIVE_SUITS)
        return
    for cards in product(*([card for card in hand if card.suit is suit] for suit in Suit)):
        yield Meld(MeldKind.FIVE_SUITS, cards)
