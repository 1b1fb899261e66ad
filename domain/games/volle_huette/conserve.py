"""Where every figure, installation and card is: nothing may vanish or appear."""

from collections import Counter

from domain.games.volle_huette.components import COLOURS, Data
from domain.games.volle_huette.options import Options
from domain.games.volle_huette.state import Furnishing, Seating, State
from domain.kernel import Placed


def pieces(options: Options, data: Data) -> Counter[str]:
    """Give all faces of a set: figures, installations, the three kinds of cards."""
    del options  # they change no piece
    return _count(
        figures="".join(colour * data.figures.of(colour) for colour in COLOURS),
        installations=data.deck("installations"),
        customers=data.deck("customers"),
        actions=data.deck("actions"),
        tips=tuple(map(int, data.deck("collect"))),
    )


def placed(state: State) -> Placed:
    """Give the faces that lie somewhere, and the number of cards still in the piles."""
    phase = state.phase
    waiting = phase.group if isinstance(phase, Seating) else ""
    to_place = phase.tiles if isinstance(phase, Furnishing) else ()
    faces = _count(
        figures=state.supply + state.gone + waiting + "".join(pub.group for pub in state.pubs),
        installations=(
            *state.installations,
            *state.aside,
            *(tile for tiles in to_place for tile in tiles),
            *(tile.type for pub in state.pubs for tile in pub.tiles.values()),
        ),
        customers=state.customers + state.used_customers,
        actions=(*state.actions, *state.used_actions, *(card for hand in state.hands for card in hand.cards)),
        tips=(*state.used_tips, *(() if state.tip is None else (state.tip,))),
    )
    return Placed(faces, sum(state.left.values()))


def _count(
    figures: str,
    installations: tuple[str, ...],
    customers: tuple[str, ...],
    actions: tuple[str, ...],
    tips: tuple[int, ...],
) -> Counter[str]:
    return Counter(
        [
            *(f"figure {figure}" for figure in figures),
            *(f"installation {face}" for face in installations),
            *(f"customers {face}" for face in customers),
            *(f"action {face}" for face in actions),
            *(f"collect {tip}" for tip in tips),
        ]
    )
