"""Money: who is paid what, and who is Kneipenkönig."""

from domain.games.volle_huette.state import Over, State
from domain.kernel import Outcome, Seat, rank


def takings(state: State, collector: Seat | None = None) -> tuple[int, ...]:
    """Give what each landlord collects from his customers, in marks; the collector also gets the tip (§8)."""
    tip = state.tip or 0
    return tuple(state.data.value(pub.group) + (tip if seat == collector else 0) for seat, pub in enumerate(state.pubs))


def standing(state: State) -> tuple[int, ...]:
    """Give the money by seat; zeros while it is hidden (VH 3)."""
    if state.options.money == "hidden" and not isinstance(state.phase, Over):
        return (0,) * state.seats
    return state.money


def outcome(state: State) -> Outcome | None:
    """Give the end: most money first, ties shared (VH 23)."""
    return Outcome(rank(state.money), state.money) if isinstance(state.phase, Over) else None
