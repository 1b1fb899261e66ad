"""Every command decided again, with the cards that the shown keys deal and the openings filled in.

This is the heart of the verifier: it runs the same `decide` as the house did, on what the log says was known, and
compares. The first thing that differs in a deal is named; what follows in that deal follows from it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from domain.kernel import Command, Event, Ruling, Tick
from domain.record.entry import MalformedEntry
from domain.record.house import KeyNotShown, ShownHouse
from domain.record.log import read_back
from domain.record.seal import SealError, fill
from domain.record.verify.evidence import Evidence
from domain.record.verify.report import Finding, Gap, Result
from domain.table import Game, TableState, decide, due, fold_entry, new_table, secrets, to_act, write
from domain.table.messages import TableClosed, TableStarted

CHECKS = ("deadlines", "legal", "shuffle", "pieces", "result", "events", "seat_heads")
"""What a finding of the replay can be about, by name of the check that reports it."""


@dataclass
class Replayed:
    """What came of it: findings by check, and where the replay had to stop or skip."""

    findings: list[tuple[str, Finding]] = field(default_factory=list)
    gaps: list[Gap] = field(default_factory=list)

    def of(self, check: str) -> Iterator[Result]:
        """Give what one check has to say."""
        yield from (finding for name, finding in self.findings if name == check)
        yield from self.gaps


class _Stop(Exception):
    """The state after this entry cannot be known."""


def replay(evidence: Evidence, known: frozenset[int], skip: frozenset[str] = frozenset()) -> Replayed:
    """Decide everything again that can be.

    `known` are entries that another check already found wrong: they are not reported twice. `skip` leaves checks out.
    """
    run = _Replay(evidence, known, skip)
    try:
        for entry in evidence.entries:
            run.step(entry)
    except _Stop:
        pass
    return run.result


class _Replay:
    def __init__(self, evidence: Evidence, known: frozenset[int], skip: frozenset[str]) -> None:
        self.evidence, self.known, self.skip = evidence, known, skip
        self.game: Game = evidence.game
        self.result = Replayed()
        self.state: TableState = new_table(evidence.bundle.table)
        shown = {
            event["deal"]: (event["key"], tuple(event["proof"]))
            for _, event in evidence.events("deal.closed", "deal.void")
        }
        started = next(iter(evidence.events("table.started")), None)
        self.house = ShownHouse(evidence.bundle.table, shown, started[1]["beacon"] if started else None)
        self.pieces = self.game.rules.pieces(evidence.options, self.game.data)
        self.spoilt: set[int] = set()
        self.hazy: set[int] = set()
        self.last_by_other: dict[int, int] = {}

    def step(self, entry: Mapping[str, Any]) -> None:
        """Decide one entry again, compare, and apply what was recorded."""
        seq = entry["seq"]
        span = self.evidence.deals.span_of(seq)
        if span is not None and span.last is None:
            self.result.gaps.append(Gap(f"deal {span.deal} still runs: its entries are decided when it is over", seq))
            raise _Stop
        clear = self._open(entry, in_deal=span is not None)
        missing = span is not None and len(self.evidence.openings.get(seq, ())) < len(self.evidence.seals[seq])
        try:
            command, events = read_back(self.game, clear)
        except (msgspec.ValidationError, MalformedEntry) as error:
            self._find("events", seq, f"an opened value does not fit: {error}")
            raise _Stop from error
        if missing:
            self._haze(seq, "an opening is missing, so this entry and what depends on it are not decided again")
        else:
            self._compare(seq, command, events, signed=entry.get("sig"))
        self._apply(seq, command.at, events)
        if self.state.dealing:
            self._count(seq)

    def _open(self, entry: Mapping[str, Any], *, in_deal: bool) -> dict[str, Any]:
        """Fill the openings in; what is sealed outside any deal is never opened, and stands as a mark."""
        seq = entry["seq"]
        try:
            return fill(entry, self.evidence.openings.get(seq, ()), hidden="null" if in_deal else "mark")
        except SealError as error:
            self.result.gaps.append(Gap(f"what is sealed cannot be opened: {error}", seq))
            raise _Stop from error

    def _compare(self, seq: int, command: Command, events: tuple[Event, ...], signed: object) -> None:
        if not self._on_time(seq, command):
            return
        self._fresh(seq, command, signed)
        try:
            answer = decide(self.game, self.state, command, self.house)
        except KeyNotShown as error:
            self.result.gaps.append(Gap(str(error), seq))
            return
        except Exception as error:
            self._find("legal", seq, f"the rules cannot make sense of this command here: {error!r}")
            return
        if isinstance(answer, Ruling):
            check = "deadlines" if isinstance(command.action, Tick) else "legal"
            self._find(check, seq, f"{answer.say.rstrip('.')} ({answer.code}, {answer.rule})")
        elif answer != events:
            self._find(*self._difference(seq, answer, events))

    def _on_time(self, seq: int, command: Command) -> bool:
        """Deadlines that have passed come first, one a tick, the earliest first."""
        pending = due(self.game, self.state)
        first = pending[0] if pending else None
        if isinstance(command.action, Tick):
            if first is not None and first.at_ms <= command.at and first.id != command.action.deadline:
                return self._find("deadlines", seq, f"the deadline {first.id} came first")
        elif first is not None and first.at_ms <= command.at:
            return self._find("deadlines", seq, f"too late: the deadline {first.id} had passed at {first.at_ms}")
        return True

    def _fresh(self, seq: int, command: Command, signed: Any) -> None:
        """Where one seat alone may act, it signs on the last thing that another seat did."""
        seat = command.seat
        if seat is None or command.via == "clock":
            return
        last = max((at for other, at in self.last_by_other.items() if other != seat), default=0)
        self.last_by_other[seat] = seq
        if signed is not None and to_act(self.game, self.state) == (seat,) and signed["head"] < last:
            say = f"seat {seat} signed on entry {signed['head']}, before entry {last} by another seat"
            self._find("seat_heads", seq, say)

    def _difference(self, seq: int, right: tuple[Event, ...], recorded: tuple[Event, ...]) -> tuple[str, int, str]:
        """Name what differs: the cards alone, the final result, or what else happened."""
        for ours, theirs in zip(right, recorded, strict=False):
            if ours == theirs:
                continue
            kind = write(theirs)["type"]
            if type(ours) is not type(theirs):
                return "events", seq, f"recorded is {kind}, by the rules it is {write(ours)['type']}"
            if self._redacted(ours) == self._redacted(theirs):
                return "shuffle", seq, f"{kind}: the cards are not those of the promised deck"
            if isinstance(ours, TableClosed) and isinstance(theirs, TableClosed) and ours.result != theirs.result:
                return "result", seq, f"the result is {_say(theirs.result)}, by the rules it is {_say(ours.result)}"
            if isinstance(theirs, TableStarted):
                return "events", seq, "roster or youngest player at the start are not those who sat down"
            fields = [name for name in ours.__struct_fields__ if getattr(ours, name) != getattr(theirs, name)]
            name = fields[0]
            here, there = _say(getattr(theirs, name)), _say(getattr(ours, name))
            return "events", seq, f"{kind}.{name} is {here}, by the rules it is {there}"
        return "events", seq, f"{len(recorded)} events are recorded, by the rules there are {len(right)}"

    def _redacted(self, event: Event) -> Any:
        value = write(event)
        for secret in secrets(self.game, self.evidence.options, event):
            inner = value
            for step in secret.path[:-1]:
                inner = inner[step]
            inner[secret.path[-1]] = None
        return value

    def _apply(self, seq: int, at: int, events: tuple[Event, ...]) -> None:
        try:
            self.state = fold_entry(self.game, self.state, seq, at, events)
        except Exception as error:
            self._find("events", seq, f"what is recorded cannot have happened: {error!r}")
            raise _Stop from error

    def _count(self, seq: int) -> None:
        """No card twice, none lost."""
        try:
            placed = self.game.rules.placed(self.state.game)
        except Exception as error:
            self._find("pieces", seq, f"the pieces cannot be counted: {error!r}")
            return
        for face, count in placed.faces.items():
            if count > self.pieces.get(face, 0):
                self._find("pieces", seq, f"{face} is there {count} times, the game has {self.pieces.get(face, 0)}")
                return
        total = sum(placed.faces.values()) + placed.undrawn
        if total != sum(self.pieces.values()):
            self._find("pieces", seq, f"there are {total} pieces, the game has {sum(self.pieces.values())}")

    def _find(self, check: str, seq: int, say: str) -> bool:
        """Report a finding, the first of its deal only; give False, for use in conditions."""
        span = self.evidence.deals.span_of(seq)
        deal = span.deal if span is not None else 0
        if check in self.skip:
            return True
        if deal in self.hazy:
            self._haze(seq, say)
            return False
        if seq not in self.known and deal not in self.spoilt:
            self.result.findings.append((check, Finding(say, seq)))
        if deal:
            self.spoilt.add(deal)
        return False

    def _haze(self, seq: int, say: str) -> None:
        """From here on this deal is not judged: something that it depends on is not open."""
        span = self.evidence.deals.span_of(seq)
        deal = span.deal if span is not None else 0
        if deal not in self.hazy:
            self.hazy.add(deal)
            self.result.gaps.append(Gap(say, seq))


def _say(value: object) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= 120 else text[:117] + "..."
