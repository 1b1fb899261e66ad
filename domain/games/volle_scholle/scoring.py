"""What penguins and floes are worth in the end."""

from domain.games.volle_scholle.cards import total
from domain.games.volle_scholle.messages import GameScored
from domain.games.volle_scholle.state import Over, State
from domain.kernel import Outcome, rank


def result(penguin_points: int, floe_points: int) -> int:
    """Give the final points: penguins count as far as floes carry them, each point too many costs two (VS §7).

    There is no lower limit (VS 14).
    """
    too_many = max(0, penguin_points - floe_points)
    return penguin_points - 2 * too_many


def score(state: State) -> GameScored:
    """Turn up the kept penguins and count; cards in hand are worth nothing (VS §7)."""
    penguins = tuple(map(total, state.kept))
    floes = tuple(map(sum, state.won))
    results = tuple(map(result, penguins, floes))
    return GameScored(state.kept, penguins, floes, results)


def standing(state: State) -> tuple[int, ...]:
    """Give the results, seat order; all zero until the kept cards are turned up."""
    return state.phase.results if isinstance(state.phase, Over) else (0,) * state.seats


def outcome(state: State) -> Outcome | None:
    """Rank by result, then by the number of floes; still equal is shared (VS §7, VS 15)."""
    if not isinstance(state.phase, Over):
        return None
    results = state.phase.results
    return Outcome(rank(tuple(zip(results, map(len, state.won), strict=True))), results)
