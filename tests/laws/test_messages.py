"""Laws of what is written down and shown, for every registered game."""

from typing import Any, get_args

import msgspec
import pytest

from domain.kernel import Secret
from tests.laws.games import GAMES, every_game, records, seats_of
from tests.support.secrecy import at_path, redact, sees


def members(union: Any) -> tuple[Any, ...]:
    return get_args(union) or (union,)


@every_game
def test_tags_are_unique_and_leave_the_tables_names_alone(id: str) -> None:
    rules = GAMES.get(id)
    for union in (rules.Action, rules.Event):
        tags = [member.__struct_config__.tag for member in members(union)]
        assert len(set(tags)) == len(tags)
        assert not {"tick", "next_deal"} & set(tags)
        assert not any("." in tag for tag in tags)


@every_game
def test_actions_events_states_and_views_survive_the_wire(id: str) -> None:
    for record in records(id):
        rules = record.rules
        for event in record.events():
            assert msgspec.json.decode(msgspec.json.encode(event), type=rules.Event) == event
        for action in record.actions():
            assert msgspec.json.decode(msgspec.json.encode(action), type=rules.Action) == action
        for step in record.some(40):
            assert msgspec.json.decode(msgspec.json.encode(step.after), type=rules.State) == step.after
            for seat in (None, *seats_of(record)):
                view = rules.view(step.after, seat)
                assert msgspec.json.decode(msgspec.json.encode(view), type=rules.View) == view


@every_game
def test_messages_hold_no_fractions(id: str) -> None:
    for record in records(id):
        for event in record.events():
            _no_float(msgspec.to_builtins(event))


def _no_float(value: Any) -> None:
    assert not isinstance(value, float)
    if isinstance(value, dict):
        for inner in value.values():
            _no_float(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            _no_float(inner)


@every_game
def test_secrets_name_real_places_and_answer_alike_for_the_redacted_message(id: str) -> None:
    for record in records(id):
        rules, options = record.rules, record.setup.options
        for message, type_ in _messages(record):
            secrets = rules.secrets(options, message)
            assert all(isinstance(secret, Secret) for secret in secrets)
            assert len({secret.path for secret in secrets}) == len(secrets)
            for secret in secrets:
                assert at_path(message, secret.path) is not None, "a clear message hides nothing"
            for seat in (None, *seats_of(record)):
                redacted = redact(rules, options, message, seat, type_)
                assert rules.secrets(options, redacted) == secrets
                for secret in secrets:
                    assert (at_path(redacted, secret.path) is not None) == sees(secret, seat)


def _messages(record: Any) -> list[tuple[Any, Any]]:
    events = [(event, record.rules.Event) for event in record.events()]
    return events[:400] + [(action, record.rules.Action) for action in record.actions()[:100]]


@every_game
def test_actions_hold_no_hidden_card(id: str) -> None:
    for record in records(id):
        for action in record.actions():
            for secret in record.rules.secrets(record.setup.options, action):
                assert secret.audience == "all", "only typed text is sealed in an action"


@every_game
@pytest.mark.parametrize("language", ["de", "en"])
def test_every_event_has_a_sentence_for_everybody(id: str, language: Any) -> None:
    for record in records(id):
        for event in list(record.events())[:400]:
            for seat in (None, *seats_of(record)):
                seen = redact(record.rules, record.setup.options, event, seat, record.rules.Event)
                sentence = record.rules.describe(seen, seat, language)
                assert sentence.strip() == sentence != ""
                assert "None" not in sentence
                assert "\n" not in sentence


@every_game
def test_the_notation_is_one_line_each(id: str) -> None:
    for record in records(id):
        notation = record.rules.notation
        lines = [notation.event(event) for event in record.events()]
        lines += [notation.action(action) for action in record.actions()]
        for line in lines:
            assert line.strip()
            assert "\n" not in line
