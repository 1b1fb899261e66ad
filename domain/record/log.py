"""From a decided command to the entry that is stored, and back.

`write_entry` is the one way into a log: it lays out the entry, seals what its messages call secret, and fixes the
bytes. `read_back` types an entry whose openings are filled in.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

import msgspec
from msgspec import Struct

from domain.kernel import Action, AnyRuleSet, Command, Event
from domain.record.canonical import decode, encode, encode_known
from domain.record.entry import BySeat, by_of, hash_of, make_by, public_entry
from domain.record.seal import SEALED, Audience, Opening, Path, SealError, seal
from domain.table import Game, TableState, read_action, read_events, secrets, write


class Written(Struct, frozen=True):
    """An entry ready to be stored: its exact public bytes, their hash, and the openings kept beside them."""

    data: bytes
    hash: str
    public: dict[str, Any]
    openings: tuple[Opening, ...]


def game_with(rules: AnyRuleSet, data: object) -> Game:
    """Give the game that is played with component data (JSON builtins, or None); raise msgspec.ValidationError.

    The data is taken in its canonical order, as a record carries it: a rule that walks through it finds the same order
    at the house and at the verifier's.
    """
    return Game(rules, None if rules.Data is None else msgspec.convert(decode(encode(data)), rules.Data))


def write_entry(
    game: Game,
    state: TableState,
    command: Command,
    events: Sequence[Event],
    *,
    prev: str | None,
    salts: Iterator[bytes],
    sig: Mapping[str, Any] | None = None,
) -> Written:
    """Write the entry that follows `state`: the command and the events decided on it.

    `prev` is the hash of the entry before, `salts` an endless source of fresh 16 random bytes, `sig` the seat's
    signature if it signs.
    """
    clear = public_entry(
        table=state.table,
        seq=state.seq + 1,
        prev=prev,
        at=command.at,
        by=make_by(command.seat, command.via),
        action=write(command.action),
        events=[write(event) for event in events],
        sig=sig,
    )
    hidden = secret_paths(game, state.options, command.action, events)
    public, openings = seal(clear, hidden, tuple(islice(salts, len(hidden))))
    data = encode_known(public)
    if data.count(SEALED) != len(openings):
        raise SealError("place", "", "the clear entry already holds a seal")
    return Written(data, hash_of(data), public, openings)


def secret_paths(game: Game, options: object, action: Action, events: Sequence[Event]) -> list[tuple[Path, Audience]]:
    """Name every secret of an entry, by path from the entry object, with who learns it at once."""
    found = [(("action", *secret.path), secret.audience) for secret in secrets(game, options, action)]
    for index, event in enumerate(events):
        found += [(("events", index, *secret.path), secret.audience) for secret in secrets(game, options, event)]
    return [(path, "all" if audience == "all" else list(audience)) for path, audience in found]


def read_back(game: Game, clear: Mapping[str, Any]) -> tuple[Command, tuple[Event, ...]]:
    """Type a filled entry (None where hidden); raise msgspec.ValidationError or `MalformedEntry`."""
    by = by_of(clear["by"])
    action = read_action(game.rules, clear["action"])
    events = read_events(game.rules, clear["events"])
    if isinstance(by, BySeat):
        return Command(by.seat, by.via, action, clear["at"]), events
    return Command(None, by.server, action, clear["at"]), events
