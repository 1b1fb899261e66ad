"""The left neighbour of the smallest sum may ask to see that hand."""

import msgspec
import pytest

from domain.games.volltreffer import RULES
from domain.games.volltreffer.messages import CheckHand, HandShown, PlayCard
from domain.games.volltreffer.options import Options
from domain.games.volltreffer.state import Playing, Smallest, State
from domain.kernel import Secret
from tests.domain.volltreffer.table import after, cards, code, do, in_round

LOW = "R1 B1 G2 Y3 V4 R5 B6 G7"
HANDS = [LOW, "R2 B2 G1 Y4 V5 R6 B7 G8", "R10 B10 Y10 V10 V8 Y8 R8 B8"]


def playing(holders: tuple[int, ...] = (0,), leader: int = 0, **options: object) -> State:
    state = in_round(phase=Playing(leader), hands=HANDS, **options)
    return msgspec.structs.replace(state, smallest=Smallest(holders, 29))


def test_the_hand_is_sealed_card_by_card_for_the_left_neighbour_alone() -> None:
    (shown,) = do(playing(), 1, CheckHand(0))
    assert shown == HandShown(0, 1, cards(LOW))
    assert RULES.secrets(Options(), shown) == tuple(Secret(("cards", place), (1,)) for place in range(8))


def test_secrets_answer_alike_for_the_redacted_event() -> None:
    assert RULES.secrets(Options(), HandShown(0, 1, (None,) * 8)) == RULES.secrets(
        Options(), HandShown(0, 1, cards(LOW))
    )


def test_only_the_neighbour_sees_the_hand_afterwards() -> None:
    state = playing()
    after_check = after(state, do(state, 1, CheckHand(0)))
    assert RULES.view(state, 1).hands[0] is None
    assert RULES.view(after_check, 1).hands[0] == cards(LOW)
    assert RULES.view(after_check, 2).hands[0] is None
    assert RULES.view(after_check, None).hands == (None, None, None)


def test_the_check_holds_nobody_up() -> None:
    state = playing()
    assert RULES.to_act(state) == (0, 1)
    assert RULES.absent(state, 1) is None
    assert not isinstance(RULES.absent(state, 0), CheckHand)
    later = after(state, do(state, 0, PlayCard(cards("R1")[0])))
    assert RULES.to_act(later) == (1,)
    assert code(do(later, 1, CheckHand(0))) == "check_too_late"


def test_each_holder_shows_to_his_own_neighbour_once() -> None:
    state = playing(holders=(0, 2), leader=0)
    assert RULES.to_act(state) == (0, 1)
    state = after(state, do(state, 0, CheckHand(2)))
    assert code(do(state, 0, CheckHand(2))) == "already_shown"
    state = after(state, do(state, 1, CheckHand(0)))
    assert RULES.to_act(state) == (0,)


@pytest.mark.parametrize(
    ("seat", "holder", "wrong"),
    [(2, 0, "not_the_neighbour"), (0, 0, "not_the_neighbour"), (2, 1, "not_the_holder"), (1, 7, "not_the_holder")],
)
def test_refused_checks(seat: int, holder: int, wrong: str) -> None:
    assert code(do(playing(), seat, CheckHand(holder))) == wrong


def test_no_check_while_cards_are_bought() -> None:
    assert code(do(in_round(market="R9 G7 Y4 B2"), 1, CheckHand(0))) == "wrong_phase"


def test_option_neighbour_check_off() -> None:
    state = playing(neighbour_check=False)
    assert RULES.to_act(state) == (0,)
    assert code(do(state, 1, CheckHand(0))) == "no_check_here"
