"""The deal, and who starts a round."""

import msgspec
import pytest

from domain.games.volle_scholle import RULES
from domain.games.volle_scholle.cards import FLOES, LAST_FIVE, PENGUINS, Card, floe_at
from domain.games.volle_scholle.messages import (
    CardsPlayed,
    FloeRevealed,
    FloeSetAside,
    GameScored,
    MeltingFloeRevealed,
    Pass,
    PenguinsDealt,
    PlayCards,
    StartYielded,
    YieldStart,
)
from domain.games.volle_scholle.state import Over, State, Turning
from domain.kernel import Command, Deal, NextDeal, Ruling, Setup, Tick
from tests.domain.volle_scholle.laying import cards, command, go, of, table
from tests.support.chance import SeededChance


def dealt(seats: int = 3, youngest: int = 0, options: object = None) -> State:
    state = RULES.initial(Setup(seats, youngest, options or RULES.Options()))
    answer = RULES.decide(state, Command(None, "clock", NextDeal(), 0), SeededChance(5))
    assert not isinstance(answer, Ruling)
    assert RULES.opens(answer[0])
    for event in answer:
        state = RULES.evolve(state, event)
    return state


@pytest.mark.parametrize(("seats", "each"), [(3, 4), (4, 3)])
def test_twelve_cards_are_dealt(seats: int, each: int) -> None:
    state = dealt(seats)
    assert [len(hand) for hand in state.hands] == [each] * seats
    assert state.deck.left == 60
    assert RULES.deal(state) is Deal.RUNNING


def test_the_penguin_deck_is_the_printed_one() -> None:
    assert len(PENGUINS) == 72
    assert PENGUINS.count(Card.J) == 12
    assert all(PENGUINS.count(face) == 3 for face in Card if face is not Card.J)
    assert Card.J.points == 2


def test_the_floes_are_the_printed_ones() -> None:
    assert [FLOES.count(value) for value in (2, 4, 6, 8, 10)] == [2, 3, 4, 4, 4]


@pytest.mark.parametrize("seed", range(20))
def test_the_melting_floe_is_among_the_last_five(seed: int) -> None:
    stack = [floe_at(SeededChance(seed), place) for place in range(18)]
    assert stack.index(None) >= 13
    assert sorted(floe for floe in stack if floe) == sorted(FLOES)


@pytest.mark.parametrize("place", range(5))
def test_each_place_of_the_last_five_can_melt(place: int) -> None:
    order = [slot for slot in LAST_FIVE if slot != "melting"]
    order.insert(place, "melting")
    chance = SeededChance(1, forced={"melting": order})
    assert floe_at(chance, 13 + place) is None


def test_the_youngest_starts_the_first_round() -> None:
    assert RULES.to_act(dealt(youngest=2)) == (2,)


def test_the_game_is_one_deal() -> None:
    again = RULES.decide(dealt(), Command(None, "clock", NextDeal(), 0), SeededChance())
    assert isinstance(again, Ruling)
    assert again.code == "no_deal_due"


def test_no_deadline_is_ever_pending() -> None:
    state = dealt()
    assert RULES.due(state) == ()
    answer = RULES.decide(state, Command(None, "clock", Tick("x"), 0), SeededChance())
    assert isinstance(answer, Ruling)
    assert answer.code == "no_deadline"


def test_nobody_plays_without_a_seat() -> None:
    answer = RULES.decide(dealt(), Command(None, "house", Pass(), 0), SeededChance())
    assert isinstance(answer, Ruling)
    assert answer.code == "no_seat"


def test_nothing_is_played_before_the_deal() -> None:
    ruling = RULES.check(table(3), 0, Pass())
    assert ruling is not None
    assert ruling.code == "no_round"


# -- VS 1: the open deal ---------------------------------------------------------------------------------------------


def test_everybody_sees_the_first_twelve_cards() -> None:
    state = dealt()
    assert RULES.view(state, None).players[1].hand == state.hands[1]
    assert RULES.secrets(state.options, PenguinsDealt(state.hands, 0)) == ()


def test_drawn_cards_are_null_for_others_and_known_ones_stay() -> None:
    state = table(3, hands=(cards(["B3", "G4"]), (), ()), known=(cards(["B3"]), (), ()))
    assert RULES.view(state, 1).players[0].hand == (Card.B3, None)
    assert RULES.view(state, None).players[0].hand == (Card.B3, None)
    assert RULES.view(state, 0).players[0].hand == (Card.B3, Card.G4)


def test_a_known_card_once_played_is_unknown_even_if_its_twin_stays() -> None:
    state, _ = go(table(3, phase=Turning(0), hands=(cards(["B3", "B3"]), (Card.G1,), ()), known=((Card.B3,), (), ())))
    state, _ = command(state, 0, PlayCards((Card.B3,)))
    assert state.known[0] == ()
    assert RULES.view(state, 1).players[0].hand == (None,)


def test_hidden_start_seals_every_dealt_card_for_its_seat() -> None:
    options = RULES.Options(hidden_start=True)
    state = dealt(options=options)
    assert RULES.view(state, 0).players[1].hand == (None,) * 4
    assert RULES.view(state, 1).players[1].hand == state.hands[1]
    event = PenguinsDealt(state.hands, 0)
    named = RULES.secrets(options, event)
    assert [(secret.path, secret.audience) for secret in named[:5]] == [
        *((("hands", 0, place), (0,)) for place in range(4)),
        (("hands", 1, 0), (1,)),
    ]
    redacted = PenguinsDealt(((None,) * 4,) * 3, 0)
    assert RULES.secrets(options, redacted) == named


# -- VS 2, VS 3: who can start ---------------------------------------------------------------------------------------

JOKERS = cards(["J", "J"])


def test_a_starter_with_a_coloured_card_must_start() -> None:
    state, _ = go(table(3, phase=Turning(0), hands=(cards(["B1", "J"]), JOKERS, JOKERS)))
    for action, code in ((Pass(), "must_start"), (YieldStart(), "can_start")):
        ruling = RULES.check(state, 0, action)
        assert ruling is not None
        assert ruling.code == code
    assert RULES.legal(state, 0) == (PlayCards((Card.B1,)),)


def test_a_starter_with_jokers_only_yields_and_still_answers_in_turn() -> None:
    state, _ = go(table(3, phase=Turning(1), hands=(cards(["B1", "B1"]), JOKERS, cards(["G3"]))))
    assert RULES.legal(state, 1) == (YieldStart(),)
    assert RULES.absent(state, 1) == YieldStart()
    state, _ = command(state, 1, YieldStart())
    assert RULES.to_act(state) == (2,)
    assert RULES.view(state, None).yielded == (1,)
    state, _ = command(state, 2, PlayCards((Card.G3,)))
    state, _ = command(state, 0, Pass())
    assert RULES.to_act(state) == (1,)
    state, events = command(state, 1, PlayCards(JOKERS))
    assert of(events, CardsPlayed)[0].sum == 4


def test_after_the_start_nobody_can_yield_it() -> None:
    state, _ = go(table(3, phase=Turning(0), hands=(cards(["B1"]), JOKERS, JOKERS)))
    state, _ = command(state, 0, PlayCards((Card.B1,)))
    ruling = RULES.check(state, 1, YieldStart())
    assert ruling is not None
    assert ruling.code == "already_started"


def test_an_empty_hand_yields_by_itself() -> None:
    state, told = go(table(3, phase=Turning(0), hands=((), cards(["B1"]), JOKERS)))
    assert [event.seat for event in of(told, StartYielded)] == [0]
    assert RULES.to_act(state) == (1,)


def test_if_nobody_can_start_the_floes_go_by_until_one_melts() -> None:
    state, _ = go(table(3, phase=Turning(1), hands=(JOKERS, JOKERS, ()), turned=11))
    state, _ = command(state, 1, YieldStart())
    assert RULES.to_act(state) == (0,), "the empty hand of seat 2 yields by itself"
    state, told = command(state, 0, YieldStart())
    assert isinstance(state.phase, Over)
    assert len(of(told, FloeSetAside)) == len(state.set_aside) >= 2
    assert {event.starter for event in of(told, FloeSetAside) + of(told, FloeRevealed)} == {1}
    assert len(of(told, MeltingFloeRevealed)) == len(of(told, GameScored)) == 1
    assert RULES.outcome(state) is not None


def test_a_redacted_deal_cannot_be_folded() -> None:
    with pytest.raises(ValueError, match="redacted"):
        RULES.evolve(table(3), PenguinsDealt(((None,) * 4,) * 3, 0))


def test_state_survives_json() -> None:
    state = dealt()
    assert msgspec.json.decode(msgspec.json.encode(state), type=RULES.State) == state
