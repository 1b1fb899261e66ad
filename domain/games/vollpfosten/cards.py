"""Sorted bundles of cards: hands and discard piles. A missing card is a corrupt record, never worked round."""

Cards = tuple[str, ...]


class CorruptRecord(ValueError):
    """The record tells of something that cannot have happened."""


def known(card: str | None) -> str:
    """Give a card of a clear event."""
    if card is None:
        raise CorruptRecord("a redacted event cannot be applied")
    return card


def without(cards: Cards, card: str) -> Cards:
    """Give `cards` less one `card`."""
    if card not in cards:
        raise CorruptRecord(f"no {card} among {cards}")
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def added(cards: Cards, *more: str) -> Cards:
    """Give `cards` and `more`, sorted."""
    return tuple(sorted(cards + more))
