"""Laws of play, for every registered game."""

import random

import msgspec

from domain.kernel import Command, Deal, NextDeal, Outcome, Ruling, Setup, Tick
from tests.laws.games import GAMES, accepted, every_game, listed, records, running, seats_of
from tests.support.chance import SeededChance
from tests.support.play import fold, play
from tests.support.tables import data_of


@every_game
def test_a_running_deal_waits_for_somebody_or_for_a_deadline(id: str) -> None:
    for record in records(id):
        for state in running(record):
            assert record.rules.to_act(state) or record.rules.due(state)


@every_game
def test_who_has_something_legal_may_act_and_who_may_act_has_something_legal(id: str) -> None:
    """Except in a race against a deadline: who may act is public, whether a seat holds what it takes is not."""
    for record in records(id):
        for state in record.states():
            acting = record.rules.to_act(state)
            assert len(set(acting)) == len(acting)
            for seat in seats_of(record):
                has_legal = bool(record.rules.legal(state, seat))
                assert seat in acting or not has_legal, (seat, state)
                assert has_legal or seat not in acting or record.rules.due(state), (seat, state)


@every_game
def test_nobody_may_act_between_deals(id: str) -> None:
    for record in records(id):
        for state in record.states():
            if record.rules.deal(state) is not Deal.RUNNING:
                assert record.rules.to_act(state) == ()


@every_game
def test_every_listed_action_passes_the_check_and_there_are_at_most_200(id: str) -> None:
    for record in records(id):
        for state in record.states():
            for seat in seats_of(record):
                actions = listed(record.rules, state, seat)
                assert len(actions) <= 200
                for action in actions:
                    assert record.rules.check(state, seat, action) is None, (seat, action)


@every_game
def test_an_action_is_accepted_exactly_when_check_passes(id: str) -> None:
    for record in records(id):
        rules, tries = record.rules, record.actions()[:40]
        for step in record.some(12):
            state = step.before
            for seat in seats_of(record):
                for action in (*tries, *listed(rules, state, seat)):
                    ruling = rules.check(state, seat, action)
                    answer = rules.decide(state, Command(seat, "player", action, step.command.at), step.chance)
                    assert accepted(answer) == (ruling is None), (seat, action, answer)
                    assert accepted(answer) or answer == ruling


@every_game
def test_a_decision_changes_no_state_and_is_the_same_again(id: str) -> None:
    for record in records(id):
        for step in record.some(20):
            before = msgspec.json.encode(step.before)
            chance = SeededChance(step.chance.seed, step.chance.number)
            assert record.rules.decide(step.before, step.command, chance) == step.answer
            fold(record.rules, step.before, step.answer)
            assert msgspec.json.encode(step.before) == before


@every_game
def test_folding_the_events_gives_the_live_state(id: str) -> None:
    for record in records(id):
        assert fold(record.rules, record.rules.initial(record.setup), record.events()) == record.steps[-1].after


@every_game
def test_a_deal_opens_once_closes_once_and_the_next_one_has_its_own_entry(id: str) -> None:
    for record in records(id):
        rules, is_open, deals = record.rules, False, 0
        for step in record.steps:
            closed = False
            for event in step.answer:
                if rules.opens(event):
                    assert not is_open
                    assert not closed, "an entry that closes a deal opens none"
                    is_open, deals = True, deals + 1
                else:
                    assert is_open, f"{event} outside a deal"
                if rules.closes(event):
                    assert is_open
                    is_open, closed = False, True
            assert (rules.deal(step.after) is Deal.RUNNING) == is_open
        assert deals <= rules.max_deals


@every_game
def test_a_deal_cannot_be_begun_while_one_runs_or_after_the_last(id: str) -> None:
    for record in records(id):
        for step in record.some(10):
            answer = record.rules.decide(step.after, Command(None, "clock", NextDeal(), step.command.at), step.chance)
            assert accepted(answer) == (record.rules.deal(step.after) is Deal.REST)


@every_game
def test_a_deadline_does_nothing_before_its_time(id: str) -> None:
    for record in records(id):
        for step in record.some(10):
            for due in record.rules.due(step.after):
                early = Command(due.seat, "clock", Tick(due.id), due.at_ms - 1)
                assert isinstance(record.rules.decide(step.after, early, step.chance), Ruling)
            unknown = Command(None, "clock", Tick("no such deadline"), step.command.at)
            assert isinstance(record.rules.decide(step.after, unknown, step.chance), Ruling)


@every_game
def test_pieces_are_conserved(id: str) -> None:
    for record in records(id):
        pieces = record.rules.pieces(record.setup.options, record.setup.data)
        for state in running(record):
            placed = record.rules.placed(state)
            for face, count in placed.faces.items():
                assert count <= pieces[face], face
            assert sum(placed.faces.values()) + placed.undrawn == sum(pieces.values())


@every_game
def test_a_seat_without_player_plays_legally(id: str) -> None:
    for record in records(id):
        for state in record.states():
            for seat in seats_of(record):
                action = record.rules.absent(state, seat)
                assert action is None or record.rules.check(state, seat, action) is None, (seat, action)


@every_game
def test_the_outcome_comes_with_the_end_and_agrees_with_the_standing(id: str) -> None:
    for record in records(id):
        for state in record.states():
            outcome = record.rules.outcome(state)
            assert (outcome is not None) == (record.rules.deal(state) is Deal.OVER)
            assert len(record.rules.standing(state)) == record.setup.seats
            if isinstance(outcome, Outcome):
                assert outcome.scores == record.rules.standing(state)
                assert sorted(outcome.ranks)[0] == 1
                assert len(outcome.ranks) == record.setup.seats


@every_game
def test_bots_play_legally_from_the_view_alone(id: str) -> None:
    for record in records(id):
        rules, rng = record.rules, random.Random(1)
        for step in record.some(40):
            for seat in rules.to_act(step.after):
                for level, policy in rules.bots.items():
                    move = policy(rules.view(step.after, seat), rules.legal(step.after, seat), rng)
                    if move is not None:
                        assert move.after_ms >= 0
                        assert rules.check(step.after, seat, move.action) is None, (level, seat, move)


@every_game
def test_every_deal_comes_to_an_end(id: str) -> None:
    """There is no endless circle: random play closes a deal in a few thousand steps at the most."""
    rules = GAMES.get(id)
    for seats in rules.seats:
        for seed in range(3):
            setup = Setup(seats, 0, rules.Options(), data_of(rules))
            *_, last = play(rules, setup, seed, max_deals=1, max_steps=4_000)
            assert rules.deal(last.after) is not Deal.RUNNING
