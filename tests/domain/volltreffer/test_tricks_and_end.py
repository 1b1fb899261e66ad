"""Phase 3, the track, and the end of the game."""

import pytest
from msgspec.structs import replace

from domain.games.volltreffer import RULES
from domain.games.volltreffer.messages import BuyCard, CardPlayed, PlayCard, RoundEnded, TrickWon
from domain.games.volltreffer.options import Options
from domain.games.volltreffer.scoring import advanced, winners
from domain.games.volltreffer.state import Over, Playing, Resting, State
from domain.kernel import Deal, Outcome
from tests.domain.volltreffer.table import after, cards, code, do, in_round, last


def play(state: State, seat: int, card: str):  # type: ignore[no-untyped-def]
    return do(state, seat, PlayCard(cards(card)[0]))


def playing(hands: list[str], leader: int = 0, **changes: object) -> State:
    return in_round(len(hands), trump="V", phase=Playing(leader), hands=hands, **changes)


def test_suit_must_be_followed() -> None:
    state = playing(["R9 G1", "R2 V7 B3", "Y1 Y2"])
    state = after(state, play(state, 0, "R9"))
    assert code(play(state, 1, "V7")) == "must_follow_suit"
    assert RULES.legal(state, 1) == (PlayCard(cards("R2")[0]),)


def test_a_void_plays_anything_and_need_not_trump() -> None:
    state = playing(["R9 G1", "B2 V7", "Y1 Y2"])
    state = after(state, play(state, 0, "R9"))
    assert RULES.legal(state, 1) == (PlayCard(cards("B2")[0]), PlayCard(cards("V7")[0]))


def test_trump_led_must_be_followed() -> None:
    state = playing(["V9 G1", "B2 V7", "Y1 Y2"])
    state = after(state, play(state, 0, "V9"))
    assert code(play(state, 1, "B2")) == "must_follow_suit"


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        (("R4", "R10", "R6"), 1),
        (("R4", "G10", "B10"), 0),
        (("R10", "V1", "R9"), 1),
        (("R10", "V2", "V9"), 2),
        (("V3", "V1", "R10"), 0),
    ],
    ids=["highest of the suit led", "other suits do not count", "lowest trump", "higher trump", "trump led"],
)
def test_who_wins_a_trick_scores_five_and_leads(trick: tuple[str, ...], winner: int) -> None:
    state = playing([f"{card} {other}" for card, other in zip(trick, ("Y1", "Y2", "Y3"), strict=True)])
    answer: tuple[object, ...] = ()
    for seat, card in enumerate(trick):
        answer = play(state, seat, card)
        state = after(state, answer)
    assert last(answer, TrickWon) == TrickWon(winner, 5, 30)
    assert state.phase == Playing(winner)


def test_refused_plays() -> None:
    state = playing(["R9 G1", "R2 V7", "Y1 Y2"])
    assert code(play(state, 1, "R2")) == "not_your_turn"
    assert code(play(state, 0, "R2")) == "card_not_held"
    assert code(do(state, 0, BuyCard(cards("R2")[0]))) == "wrong_phase"
    assert code(play(in_round(market="R9 G7 Y4 B2"), 0, "R9")) == "wrong_phase"


@pytest.mark.parametrize(
    ("pawn", "points", "space"), [(75, 5, 80), (76, 5, 41), (78, 5, 43), (78, 25, 63), (71, 10, 41), (80, 30, 70)]
)
def test_the_track_goes_on_from_41_after_80(pawn: int, points: int, space: int) -> None:
    assert advanced(pawn, points) == space


def last_trick(pawns: list[int], round: int = 1, **options: object) -> State:
    """Seat 0 wins the last trick."""
    state = replace(playing(["V9", "G1", "Y1"], pawns=pawns, **options), round=round)
    for seat, card in enumerate(("V9", "G1", "Y1")):
        answer = play(state, seat, card)
        state = after(state, answer)
    assert RULES.closes(answer[-1])
    assert isinstance(answer[-1], RoundEnded)
    return state


def test_a_pawn_in_the_goal_after_the_round_wins() -> None:
    state = last_trick([56, 40, 71])
    assert state.phase == Over((0,))
    assert RULES.deal(state) is Deal.OVER
    assert RULES.outcome(state) == Outcome((1, 3, 2), (61, 40, 71))


def test_a_pawn_that_passes_through_the_goal_stays_where_it_is() -> None:
    state = last_trick([68, 40, 50])
    assert (state.phase, state.pawns) == (Resting(), (73, 40, 50))
    assert RULES.deal(state) is Deal.REST
    assert RULES.outcome(state) is None
    assert RULES.standing(state) == (73, 40, 50)


@pytest.mark.parametrize(
    ("pawns", "options", "winning"),
    [
        ((61, 52, 48), {}, (0,)),
        ((70, 60, 71), {}, (0,)),
        ((60, 71, 80), {}, ()),
        ((61, 68, 70), {}, (1,)),
        ((64, 68, 50), {}, (0, 1)),
        ((67, 67, 50), {}, (0, 1)),
        ((64, 68, 50), {"over_first": True}, (1,)),
        ((67, 67, 65), {"over_first": True}, (0, 1)),
        ((62, 70, 50), {"variant": True}, ()),
        ((63, 69, 50), {"variant": True}, (0, 1)),
        ((62, 69, 50), {"variant": True}, (1,)),
    ],
)
def test_who_wins(pawns: tuple[int, ...], options: dict[str, object], winning: tuple[int, ...]) -> None:
    assert winners(pawns, Options(**options), 1) == winning  # type: ignore[arg-type]


def test_option_max_rounds_ends_the_game_with_the_nearest_pawn() -> None:
    assert last_trick([30, 58, 74], round=3, max_rounds=4).phase == Resting()
    assert last_trick([30, 57, 75], round=4, max_rounds=4).phase == Over((1, 2))
    assert last_trick([30, 57, 75], round=4, max_rounds=4, over_first=True).phase == Over((2,))


def test_a_pawn_in_the_goal_wins_the_last_round_over_a_nearer_one_outside() -> None:
    assert last_trick([56, 71, 20], round=4, max_rounds=4).phase == Over((0,))


def test_a_card_leaves_the_hand_when_it_is_played() -> None:
    state = playing(["R9 G1", "R2 V7", "Y1 Y2"])
    answer = play(state, 0, "R9")
    assert answer == (CardPlayed(0, cards("R9")[0]),)
    assert after(state, answer).hands[0] == cards("G1")
