"""Where the 32 cards are, for the conservation laws."""

from collections import Counter

from domain.cards import DECK
from domain.games.schafkopf.options import Options
from domain.games.schafkopf.state import Playing, Rest, State
from domain.kernel import Placed


def pieces(options: Options, data: object) -> dict[str, int]:
    """Give every card once, whatever the pack."""
    del options, data
    return {str(card): 1 for card in DECK}


def placed(state: State) -> Placed:
    """Count the cards in hands, in the trick and in finished tricks; none stays undealt."""
    if isinstance(state, Rest):
        return Placed({}, undrawn=0)
    places = list(state.hands)
    if isinstance(state, Playing):
        places += [state.trick, *(trick.cards for trick in state.taken)]
    return Placed(Counter(str(card) for place in places for card in place), undrawn=0)
