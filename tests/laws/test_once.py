"""What is remembered of a table's state is what follows from it, however much has happened since."""

from msgspec import structs

from domain.table import deal_status, due, to_act
from tests.laws.games import GAMES, every_game
from tests.support.recorded import play_table


@every_game
def test_what_is_remembered_of_a_state_is_what_follows_from_it(id: str) -> None:
    played = play_table(GAMES.get(id), deals=2).rec
    assert sum(bool(state.__dict__) for state in played.befores) > len(played.befores) // 2
    for state in (*played.befores, played.state):
        for derived in (deal_status, to_act, due):
            assert derived(played.game, state) == derived(played.game, structs.replace(state))
