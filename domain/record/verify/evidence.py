"""The file under examination, read as far as it can be read; what several checks need is worked out once."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import msgspec

from domain.kernel import Command, Event, Registry, UnknownRuleSet
from domain.record.bundle import Bundle
from domain.record.deals import Deals
from domain.record.entry import hash_of
from domain.record.log import game_with
from domain.record.receipt import BadToken, KeySet
from domain.record.seal import Audience, Found, Opening, find
from domain.table import Game


class Unsupported(LookupError):
    """The rules that this table was played by are not in this verifier."""


@dataclass
class Evidence:
    """A bundle, the rule sets at hand, the keys that the reader pinned (None: none), and receipts of his own."""

    bundle: Bundle
    registry: Registry
    trust: KeySet | None = None
    own_receipts: tuple[str, ...] = ()
    entries: list[dict[str, Any]] = field(default_factory=list)
    """The public entries; filled by the check `canonical`."""
    messages: dict[int, tuple[Command, tuple[Event, ...]]] = field(default_factory=dict)
    """By entry, its command and events, typed, without any opening; filled by the check `schema`."""
    audiences: dict[int, list[tuple[str, Audience]]] = field(default_factory=dict)
    """By entry, the pointers that the rules call secret, and to whom they open; filled by the check `schema`."""

    @cached_property
    def hashes(self) -> list[str]:
        """The hash of each entry's bytes; entry `seq` is at `seq - 1`."""
        return [hash_of(data) for data in self.bundle.entries]

    @cached_property
    def deals(self) -> Deals:
        """Which entries belong to which deal."""
        return Deals(self.entries)

    @cached_property
    def seals(self) -> dict[int, list[Found]]:
        """The seals of each entry."""
        return {
            entry["seq"]: list(find(entry)) if b'{"sealed":' in line else []
            for entry, line in zip(self.entries, self.bundle.entries, strict=False)
        }

    @cached_property
    def openings(self) -> dict[int, list[Opening]]:
        """The openings in the file, by entry."""
        by_seq: dict[int, list[Opening]] = {}
        for opening in self.bundle.openings:
            by_seq.setdefault(opening.seq, []).append(opening)
        return by_seq

    @cached_property
    def keys(self) -> KeySet:
        """The keys to check signatures with: the pinned ones and their successors, else those in the file."""
        published = self.bundle.keys.keys
        if self.trust is not None:
            return self.trust.with_successors(published)
        try:
            return KeySet(published)
        except BadToken:
            return KeySet(())

    @cached_property
    def opened(self) -> Mapping[str, Any]:
        """The event `table.opened`, or an empty mapping."""
        return next((event for _, event in self.events("table.opened")), {})

    @cached_property
    def game(self) -> Game:
        """What was played; raise `Unsupported` or ValueError."""
        id, version = self.opened.get("rules"), self.opened.get("version")
        if not isinstance(id, str) or not isinstance(version, int):
            raise ValueError("entry 1 names no rule set")
        try:
            rules = self.registry.get(id, version)
        except UnknownRuleSet:
            raise Unsupported(
                f"the rules {id} in version {version} are not in this release; use one that has them"
            ) from None
        return game_with(rules, self.bundle.data)

    @cached_property
    def options(self) -> Any:
        """The game's options, typed; raise msgspec.ValidationError."""
        return msgspec.convert(self.opened.get("options"), self.game.rules.Options)

    def events(self, *kinds: str) -> Iterator[tuple[int, dict[str, Any]]]:
        """Give every event of these types with the number of its entry, in order."""
        for entry in self.entries:
            for event in entry["events"]:
                if event.get("type") in kinds:
                    yield entry["seq"], event
