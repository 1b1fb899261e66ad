"""What every adapter of Volle Hütte needs: a table in mid-game as a case describes it, and faces for its cards."""

from typing import Any

import msgspec
from msgspec.structs import replace

from domain.games.volle_huette import RULES
from domain.games.volle_huette.components import STANDARD, Data, as_group
from domain.games.volle_huette.options import Options
from domain.games.volle_huette.state import Hand, Pub, State, Tile
from domain.kernel import Command, Ruling, Setup
from tests.domain.case import Case
from tests.support.chance import SeededChance

LETTERS = {"yellow": "Y", "red": "R", "blue": "B", "Y": "Y", "R": "R", "B": "B"}


def data_of(case: Case) -> Data:
    """Give the component set of a case: the file that lies beside it, else the shipped one."""
    file = case.components()
    return STANDARD if file is None else msgspec.convert(file, Data)


def options_of(given: dict[str, Any]) -> Options:
    return Options(**given.get("options", {}))


def group_of(who: Any) -> str:
    return as_group(LETTERS[figure] for figure in who)


def pub_of(row: dict[str, Any]) -> Pub:
    """A pub of a case has no grid: its installations stand on the fields 0, 1, 2 …"""
    tiles = {
        str(index): Tile(inst["type"], group_of(inst.get("who", ()))) for index, inst in enumerate(row.get("inst", ()))
    }
    return Pub(row.get("name", ""), tiles)


def table(case: Case, pubs: tuple[Pub, ...], **fields: Any) -> State:
    """A table in mid-game with these pubs; the box holds what is in no pub."""
    state = RULES.initial(Setup(len(pubs), 0, options_of(case.given), data_of(case)))
    left = {"installations": 20, "customers": 15, "actions": 20, "collect": 4}
    state = replace(
        state,
        pubs=pubs,
        installations=("table", "counter"),
        customers=("table:RB", "counter:RR", "dance_floor:BB"),
        actions=("A:table", "B:table", "A:counter"),
        tip=50,
        left=left,
        hands=(Hand(secret=("A:table", "B:table")),) * len(pubs),
    )
    return replace(state, **fields)


def run(state: State, seat: int, action: Any, chance: SeededChance | None = None) -> tuple[Any, State]:
    """Decide and fold; a refusal leaves the state as it was."""
    answer = RULES.decide(state, Command(seat, "player", action, 1), chance or SeededChance())
    assert (RULES.check(state, seat, action) is None) == (not isinstance(answer, Ruling))
    if not isinstance(answer, Ruling):
        for event in answer:
            state = RULES.evolve(state, event)
    return answer, state


def action_face(card: Any, data: Data = STANDARD) -> str:
    """Give the face of a card that a case writes as an object or as an id of the data."""
    if isinstance(card, str):
        by_id = {known.id: known.face for known in data.action_cards}
        return by_id.get(card, card)
    type_ = card.get("from") if card["kind"] == "A" else card.get("to")
    return f"{card['kind']}:{type_}" + (":dodge" if card.get("bill_dodging") else "")


def customer_face(card: Any, data: Data = STANDARD) -> str:
    """Give the face of a customer card; where only a number of figures is given their colour does not matter."""
    if isinstance(card, str) or "place" not in card:
        id = card if isinstance(card, str) else card["id"]
        return next((known.face for known in data.customer_cards if known.id == id), id)
    group = "".join(LETTERS[colour] * card.get(colour, 0) for colour in ("yellow", "red", "blue"))
    group = group or group_of(card.get("who", ())) or "Y" * int(card.get("figures", 0))
    return f"{card['place']}:{group}"
