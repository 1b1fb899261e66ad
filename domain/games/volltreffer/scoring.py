"""The track: what is worth how many points, where pawns go, and who has won."""

from collections.abc import Mapping, Sequence

from domain.games.volltreffer.cards import Card
from domain.games.volltreffer.messages import Meld, MeldKind
from domain.games.volltreffer.options import Options
from domain.games.volltreffer.state import Over, State
from domain.kernel import Outcome, Seat, rank

TARGET = 66
LAST_SPACE = 80
WRAP_TO = 41
TRICK_POINTS = 5
SMALLEST_SUM_POINTS = 5
MELD_POINTS: Mapping[MeldKind, int] = {
    MeldKind.TRIPLET: 5,
    MeldKind.QUADRUPLET: 10,
    MeldKind.QUINTUPLET: 25,
    MeldKind.FIVE_SUITS: 5,
}


def advanced(pawn: int, points: int) -> int:
    """Give the space after scoring: past 80 a pawn goes on from 41 (VT §Additional, VT 14)."""
    space = pawn + points
    return space if space <= LAST_SPACE else WRAP_TO + (space - WRAP_TO) % (LAST_SPACE - WRAP_TO + 1)


def points_of(melds: Sequence[Meld]) -> int:
    """Give the points of melds (VT §2)."""
    return sum(MELD_POINTS[meld.kind] for meld in melds)


def sum_of(hand: Sequence[Card]) -> int:
    """Add up the ranks of a hand."""
    return sum(card.rank for card in hand)


def smallest_holders(hands: Sequence[Sequence[Card]]) -> tuple[Seat, ...]:
    """Give who holds the smallest sum: a tie goes to more cards of rank 1, then of rank 2, and so on (VT §Additional).

    Seats still tied after rank 10 all hold it (VT 10).
    """

    def key(hand: Sequence[Card]) -> tuple[int, ...]:
        return sum_of(hand), *(-sum(card.rank == rank for card in hand) for rank in range(1, 11))

    smallest = min(key(hand) for hand in hands)
    return tuple(seat for seat, hand in enumerate(hands) if key(hand) == smallest)


def first_clockwise(seats: Sequence[Seat], start: Seat, players: int) -> Seat:
    """Give the first of `seats`, going clockwise from `start` itself (VT 10)."""
    return min(seats, key=lambda seat: (seat - start) % players)


def goal(options: Options) -> tuple[int, int]:
    """Give the first and the last space of the goal area (VT §End, VT §Variant)."""
    return (63, 69) if options.variant else (61, 70)


def in_goal(pawn: int, options: Options) -> bool:
    """Whether a space lies in the goal area."""
    first, last = goal(options)
    return first <= pawn <= last


def _rating(pawn: int, options: Options) -> tuple[bool, int, bool]:
    """Order pawns, best first: in the goal area, near to 66, and with over_first beyond 66 (VT 12)."""
    return not in_goal(pawn, options), abs(pawn - TARGET), options.over_first and pawn < TARGET


def winners(pawns: Sequence[int], options: Options, round: int) -> tuple[Seat, ...]:
    """Give who wins with these pawns after a whole round, or nobody (VT §End).

    The pawn in the goal area nearest to 66 wins, equals share (VT 12). After the last of max_rounds the nearest
    pawn wins wherever it stands (VT 25).
    """
    last_round = options.max_rounds is not None and round >= options.max_rounds
    if not last_round and not any(in_goal(pawn, options) for pawn in pawns):
        return ()
    ratings = [_rating(pawn, options) for pawn in pawns]
    return tuple(seat for seat, rating in enumerate(ratings) if rating == min(ratings))


def outcome(state: State) -> Outcome | None:
    """Rank the pawns of a finished game as the winner was found; scores are spaces."""
    if not isinstance(state.phase, Over):
        return None
    return Outcome(rank([_rating(pawn, state.options) for pawn in state.pawns], reverse=False), state.pawns)
