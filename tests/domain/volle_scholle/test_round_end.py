"""Drawing, the reshuffle, keeping and discarding, the end and the score."""

import msgspec
import pytest

from domain.games.volle_scholle import RULES
from domain.games.volle_scholle.cards import PENGUINS, Card, Cards, without
from domain.games.volle_scholle.messages import (
    CardDrawn,
    CardsDiscarded,
    CardsKept,
    DiscardCards,
    DiscardReshuffled,
    FloeRevealed,
    FloeWon,
    KeepCards,
    Pass,
)
from domain.games.volle_scholle.options import Options
from domain.games.volle_scholle.scoring import result
from domain.games.volle_scholle.state import Deck, Over, Sorting, State, Turning
from tests.domain.volle_scholle.laying import before_last_pass, cards, command, deck_of, go, of, table
from tests.support.chance import SeededChance

ROWS = (cards(["B3", "B4"]), cards(["B1"]), cards(["B5", "B1", "J"]), ())
EMPTY = Deck(drawn=len(PENGUINS))


def won(
    rows: tuple[Cards, ...] = ROWS, winner: int = 2, starter: int = 0, options: Options | None = None, **changes: object
) -> tuple[State, tuple[object, ...]]:
    state, last = before_last_pass(rows, winner, starter, options)
    return command(msgspec.structs.replace(state, **changes), last, Pass())


# -- drawing ---------------------------------------------------------------------------------------------------------


def test_draws_go_by_cards_played_two_at_the_most_starter_first() -> None:
    _, events = won(starter=1)
    assert [event.seat for event in of(events, CardDrawn)] == [1, 2, 2, 0, 0]


def test_a_drawn_card_is_sealed_for_its_seat() -> None:
    _, events = won()
    for event in of(events, CardDrawn):
        (secret,) = RULES.secrets(Options(), event)
        assert (secret.path, secret.audience) == (("card",), (event.seat,))
        assert RULES.secrets(Options(), CardDrawn(event.seat, None)) == (secret,)


def test_the_empty_deck_is_not_reshuffled_before_a_card_is_due() -> None:
    state, events = won(rows=((), (), cards(["B5"])), deck=deck_of(1), discard=cards(["G1", "G2"]))
    assert of(events, DiscardReshuffled) == []
    assert state.deck.left == 0


def test_the_discard_pile_is_reshuffled_when_a_card_is_due_under_a_new_label() -> None:
    pile = cards(["R5", "G1", "Y2", "G3"])
    state, events = won(deck=deck_of(1), discard=pile)
    (shuffled,) = of(events, DiscardReshuffled)
    assert (shuffled.shuffle, shuffled.count) == (2, 4)
    assert state.deck.cards == tuple(sorted(pile))
    assert state.deck.label == "penguins/2"
    drawn = [event.card for event in of(events, CardDrawn)]
    assert tuple(drawn[1:]) == SeededChance(1).deck("penguins/2", tuple(sorted(pile)))[:4]
    assert events.index(shuffled) == events.index(of(events, CardDrawn)[0]) + 1


def test_cards_of_this_round_are_not_reshuffled_in_it() -> None:
    state, events = won(deck=EMPTY, discard=cards(["G1"]))
    assert len(of(events, CardDrawn)) == 1
    assert state.discard == ROWS[2]


def test_no_card_is_drawn_when_deck_and_pile_are_empty() -> None:
    state, events = won(deck=EMPTY, discard=())
    assert of(events, CardDrawn) == of(events, DiscardReshuffled) == []
    assert [len(hand) for hand in state.hands] == [1, 1, 1, 1]


def test_a_second_reshuffle_has_a_label_of_its_own() -> None:
    state, _ = won(deck=Deck(2, cards(["G1"]), 1), discard=cards(["R1", "R2", "R3", "R4", "R5"]))
    assert state.deck.label == "penguins/3"


@pytest.mark.parametrize("seed", range(5))
def test_seventy_two_cards_survive_a_forced_reshuffle(seed: int) -> None:
    """A table late in the game: most cards discarded, the deck all but empty."""
    hands = (cards(["B1", "G2"]), cards(["B2", "J"]), cards(["B3", "Y1"]))
    pile = without(PENGUINS, [card for hand in hands for card in hand])
    state = table(3, phase=Turning(seed % 3), hands=hands, discard=pile, deck=EMPTY)
    chance = SeededChance(seed)
    state, _ = go(state, chance)
    reshuffles = 0
    while RULES.to_act(state):
        seat = RULES.to_act(state)[0]
        before = [len(hand) for hand in state.hands]
        state, events = command(state, seat, RULES.legal(state, seat)[-1], chance)
        reshuffles += len(of(events, DiscardReshuffled))
        placed = RULES.placed(state)
        penguins = sum(n for face, n in placed.faces.items() if face in set(Card)) + state.deck.left
        assert penguins == 72
        assert all(after <= size + 2 for after, size in zip([len(hand) for hand in state.hands], before, strict=True))
    assert reshuffles >= 1
    assert isinstance(state.phase, Over)


# -- keep or discard -------------------------------------------------------------------------------------------------


def test_the_winner_discards_without_being_asked() -> None:
    state, events = won()
    assert of(events, CardsDiscarded) == [CardsDiscarded(2, ROWS[2])]
    for action in (KeepCards(ROWS[2]), DiscardCards()):
        ruling = RULES.check(state, 2, action)
        assert ruling is not None
        assert ruling.code == "winner_must_discard"


def test_the_others_decide_clockwise_from_the_winners_left() -> None:
    state, _ = won(rows=(cards(["B3"]), cards(["B1"]), cards(["B5"]), cards(["B4"])))
    assert RULES.to_act(state) == (3,)
    ruling = RULES.check(state, 0, DiscardCards())
    assert ruling is not None
    assert ruling.code == "not_your_turn"
    for seat in (3, 0, 1):
        assert RULES.to_act(state) == (seat,)
        state, _ = command(state, seat, DiscardCards())
    assert not isinstance(state.phase, Sorting)


def test_who_played_nothing_has_nothing_to_decide() -> None:
    state, _ = won()
    for seat in (3, 7):
        ruling = RULES.check(state, seat, DiscardCards())
        assert ruling is not None
        assert ruling.code == "nothing_played"


def test_no_bid_is_made_while_cards_are_sorted() -> None:
    state, _ = won()
    ruling = RULES.check(state, 0, Pass())
    assert ruling is not None
    assert ruling.code == "no_round"


@pytest.mark.parametrize(
    ("faces", "code"),
    [("", "no_cards"), ("B5", "card_not_played"), ("B3 B3", "card_not_played"), ("B3", "all_or_nothing")],
)
def test_what_cannot_be_kept(faces: str, code: str) -> None:
    state, _ = won()
    ruling = RULES.check(state, 0, KeepCards(cards(faces.split())))
    assert ruling is not None
    assert ruling.code == code


def test_kept_cards_are_shown_as_a_count_only() -> None:
    state, _ = won()
    state, events = command(state, 0, KeepCards(cards(["B4", "B3"])))
    assert of(events, CardsKept)[0].cards == cards(["B4", "B3"])
    for viewer in (0, 1, None):
        shown = RULES.view(state, viewer).players[0]
        assert (shown.kept, shown.kept_cards) == (2, None)
    assert RULES.standing(state) == (0, 0, 0, 0)


def test_peek_own_shows_owners_their_kept_cards() -> None:
    state, _ = won(options=Options(peek_own=True))
    state, _ = command(state, 0, KeepCards(ROWS[0]))
    assert RULES.view(state, 0).players[0].kept_cards == ROWS[0]
    assert RULES.view(state, 1).players[0].kept_cards is None
    assert RULES.view(state, None).players[0].kept_cards is None


def test_keep_per_card_splits_the_row() -> None:
    state, _ = won(options=Options(keep_per_card=True))
    assert RULES.legal(state, 0) == (
        DiscardCards(),
        *(KeepCards(cards(faces.split())) for faces in ("B3", "B4", "B3 B4")),
    )
    state, events = command(state, 0, KeepCards((Card.B4,)))
    assert of(events, CardsKept) == [CardsKept(0, (Card.B4,))]
    assert of(events, CardsDiscarded) == [CardsDiscarded(0, (Card.B3,))]
    assert state.kept[0] == (Card.B4,)


def test_the_winners_left_starts_the_next_round() -> None:
    state, _ = won(rows=((), (), cards(["B5"]), cards(["B4"])))
    _, events = command(state, 3, DiscardCards())
    assert of(events, FloeRevealed)[0].starter == 3


def test_a_won_floe_lies_open() -> None:
    state, events = won()
    (event,) = of(events, FloeWon)
    assert RULES.view(state, None).players[2].floes == (event.floe,) == (6,)


# -- the end ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("penguins", "floes", "points"),
    [
        pytest.param(25, 25, 25, id="equal"),
        pytest.param(20, 24, 20, id="room_left"),
        pytest.param(25, 24, 23, id="one_too_many"),
        pytest.param(27, 24, 21, id="three_too_many"),
        pytest.param(30, 10, -10, id="below_nothing"),
        pytest.param(10, 0, -10, id="no_floe_at_all"),
        pytest.param(0, 12, 0, id="no_penguin"),
    ],
)
def test_each_penguin_point_too_many_costs_two(penguins: int, floes: int, points: int) -> None:
    assert result(penguins, floes) == points


def ended(results: tuple[int, ...], floes: tuple[tuple[int, ...], ...]) -> State:
    return table(len(results), phase=Over((0,) * len(results), (0,) * len(results), results), won=floes)


@pytest.mark.parametrize(
    ("results", "floes", "ranks"),
    [
        pytest.param((5, 9, 7), ((), (), ()), (3, 1, 2), id="most_points"),
        pytest.param((9, 9, 7), ((2, 2), (10,), ()), (1, 2, 3), id="number_of_floes_breaks_a_tie"),
        pytest.param((9, 9, 9), ((2,), (10,), ()), (1, 1, 3), id="still_equal_is_shared"),
        pytest.param((9, 7, 9, 9), ((2,), (4, 4, 4), (8,), (2, 2)), (2, 4, 2, 1), id="floes_help_only_in_a_tie"),
        pytest.param((-4, -2, -4), ((), (), ()), (2, 1, 2), id="below_nothing"),
    ],
)
def test_who_wins(results: tuple[int, ...], floes: tuple[tuple[int, ...], ...], ranks: tuple[int, ...]) -> None:
    outcome = RULES.outcome(ended(results, floes))
    assert outcome is not None
    assert outcome.ranks == ranks
    assert outcome.scores == results


def test_cards_in_hand_do_not_count_and_kept_ones_are_turned_up() -> None:
    melting = ("melting", "floe_1", "floe_2", "floe_3", "floe_4")
    state = table(
        3,
        phase=Turning(0),
        hands=(cards(["B5"]), (), (Card.J,)),
        kept=(cards(["B3"]), (), ()),
        won=((2,), (), ()),
        turned=13,
    )
    state, events = go(state, SeededChance(1, forced={"melting": melting}))
    assert RULES.closes(events[-1])
    assert RULES.standing(state) == (1, 0, 0)
    shown = RULES.view(state, None)
    assert shown.players[0].kept_cards == (Card.B3,)
    assert shown.results == (1, 0, 0)
    assert all(not player.hand for player in shown.players)
    assert shown.discard == 2
