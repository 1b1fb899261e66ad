"""Every piece in the box, and where it lies: for the conservation laws."""

from domain.games.volle_scholle.cards import FLOES, MELTING, PENGUINS
from domain.games.volle_scholle.options import Options
from domain.games.volle_scholle.state import Bidding, Sorting, State
from domain.kernel import Placed


def pieces(options: Options, data: object) -> dict[str, int]:
    """Count every face in the box: 72 penguins and 18 floes (VS §2)."""
    del options, data
    return _count([*PENGUINS, *map(floe_face, FLOES), MELTING])


def placed(state: State) -> Placed:
    """Count the faces that lie somewhere, and the cards still in the two decks."""
    phase = state.phase
    faces: list[str] = [card for row in (*state.hands, *state.kept, state.discard) for card in row]
    if isinstance(phase, Bidding | Sorting):
        faces += [card for row in phase.rows for card in row]
    floes = [floe for row in (*state.won, state.set_aside) for floe in row]
    if isinstance(phase, Bidding):
        floes.append(phase.floe)
    faces += map(floe_face, floes)
    if state.melted:
        faces.append(MELTING)
    undrawn = state.deck.left + len(FLOES) + 1 - state.turned
    return Placed(_count(faces), undrawn)


def floe_face(value: int) -> str:
    """Name the face of a floe: `floe 8`."""
    return f"floe {value}"


def _count(faces: list[str]) -> dict[str, int]:
    return {str(face): faces.count(face) for face in sorted(set(faces))}
