"""Who leads, and who has won the match (VP 25, VP 33)."""

from domain.games.vollpfosten.options import Options
from domain.games.vollpfosten.state import Finished, State
from domain.kernel import Outcome, rank


def match_is_over(rounds_won: tuple[int, ...], options: Options) -> bool:
    """Has somebody won enough rounds?"""
    return max(rounds_won) >= options.rounds_to_win


def standing(state: State) -> tuple[int, ...]:
    """Give the rounds won, in seat order."""
    return state.rounds_won


def outcome(state: State) -> Outcome | None:
    """Give the final ranking by rounds won; several who reach the goal at once share the match (VP 33)."""
    if not isinstance(state.phase, Finished):
        return None
    return Outcome(rank(state.rounds_won), state.rounds_won)
