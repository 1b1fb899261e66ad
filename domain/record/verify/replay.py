"""Every command decided again, with the cards that the shown keys deal and the openings filled in.

This is the heart of the verifier: it runs the same `decide` as the house did, on what the log says was known, and
compares. The first thing that differs in a deal is named; what follows in that deal follows from it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from domain.kernel import Command, Event, Ruling, Tick
from domain.record.house import KeyNotShown, ShownHouse
from domain.record.log import read_back
from domain.record.seal import put, unseal
from domain.record.verify.evidence import Evidence
from domain.record.verify.report import Finding, Gap, Result
from domain.table import Game, TableState, decide, due, fold_entry, is_on_turn, new_table, secrets, write
from domain.table.messages import TableClosed, TableStarted

CHECKS = ("deadlines", "legal", "shuffle", "pieces", "result", "events", "seat_heads")
"""What a finding of the replay can be about, by name of the check that reports it."""

Wrong = tuple[str, str]
"""A check and what it has to say."""

_FEW: Final = 8
"""A list up to this length is shown whole: one value for each seat, say."""


@dataclass
class Replayed:
    """What came of it: findings by check, and where the replay had to stop or skip."""

    findings: list[tuple[str, Finding]] = field(default_factory=list)
    gaps: list[Gap] = field(default_factory=list)
    consequent: list[tuple[str, Gap]] = field(default_factory=list)
    """What differs only because of something that was found before."""

    def of(self, check: str) -> Iterator[Result]:
        """Give what one check has to say."""
        yield from (finding for name, finding in self.findings if name == check)
        yield from self.gaps
        yield from (gap for name, gap in self.consequent if name == check)


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
    except Exception as error:
        run.result.findings.append(("legal", Finding(f"the replay breaks: {error!r}", run.state.seq + 1)))
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
        self.last_by_seat: dict[int, int] = {}

    def step(self, entry: Mapping[str, Any]) -> None:
        """Decide one entry again, compare, and apply what was recorded."""
        seq = entry["seq"]
        span = self.evidence.deals.span_of(seq)
        if span is not None and span.last is None:
            self.result.gaps.append(Gap(f"deal {span.deal} still runs: its entries are decided when it is over", seq))
            raise _Stop
        seals, openings = self.evidence.seals[seq], self.evidence.openings.get(seq, ())
        missing = span is not None and len(openings) < len(seals)
        command, events = self.evidence.messages[seq]
        if openings:
            given = {opening.pointer: opening for opening in openings}
            clear = unseal(entry, seals, given, "mark" if span is None else "null")
            try:
                command, events = read_back(self.game, clear)
            except msgspec.ValidationError as error:
                self._report(seq, [("events", f"an opened value does not fit: {error}")])
                raise _Stop from error
        wrong: list[Wrong] = []
        if missing:
            self._haze(seq, "an opening is missing, so this entry and what depends on it are not decided again")
        else:
            wrong += self._compare(seq, command, events, entry.get("sig"))
        try:
            by_player = command.via == "player"
            self.state = fold_entry(self.game, self.state, seq, command.at, events, by_player=by_player)
        except Exception as error:
            wrong.append(("events", f"what is recorded cannot have happened: {error!r}"))
            self._report(seq, wrong)
            raise _Stop from error
        if self.state.dealing:
            wrong = [*self._count(), *wrong]
        self._report(seq, wrong)

    def _compare(self, seq: int, command: Command, events: tuple[Event, ...], signed: Any) -> Iterator[Wrong]:
        yield from self._on_time(command)
        yield from self._fresh(seq, command, signed)
        self.house.asked = False
        try:
            answer = decide(self.game, self.state, command, self.house)
        except KeyNotShown as error:
            self.result.gaps.append(Gap(str(error), seq))
            return
        except Exception as error:
            yield "legal", f"the rules cannot make sense of this command here: {error!r}"
            return
        if isinstance(answer, Ruling):
            check = "deadlines" if isinstance(command.action, Tick) else "legal"
            yield check, f"{answer.say.rstrip('.')} ({answer.code}, {answer.rule})"
        elif answer != events:
            yield self._difference(answer, events)

    def _on_time(self, command: Command) -> Iterator[Wrong]:
        """Deadlines that have passed come first, one a tick, the earliest first."""
        first = next(iter(due(self.game, self.state)), None)
        if first is None or first.at_ms > command.at:
            return
        if not isinstance(command.action, Tick):
            yield "deadlines", f"too late: the deadline {first.id} had passed at {first.at_ms}"
        elif first.id != command.action.deadline:
            yield "deadlines", f"the deadline {first.id} came first"

    def _fresh(self, seq: int, command: Command, signed: Any) -> Iterator[Wrong]:
        """Where one seat alone may act, it signs on the last thing that another seat did."""
        seat = command.seat
        if seat is None or command.via == "clock":
            return
        last = max((at for other, at in self.last_by_seat.items() if other != seat), default=0)
        self.last_by_seat[seat] = seq
        if signed is not None and is_on_turn(self.game, self.state, seat) and signed["head"] < last:
            yield "seat_heads", f"seat {seat} signed on entry {signed['head']}, before entry {last} by another seat"

    def _difference(self, right: tuple[Event, ...], recorded: tuple[Event, ...]) -> Wrong:
        """Name what differs: the cards alone, the final result, or what else happened."""
        for ours, theirs in zip(right, recorded, strict=False):
            if ours == theirs:
                continue
            kind = write(theirs)["type"]
            if type(ours) is not type(theirs):
                return "events", f"recorded is {kind}, by the rules it is {write(ours)['type']}"
            if self._same_but_for_cards(ours, theirs):
                return "shuffle", f"{kind}: the cards are not those of the promised deck"
            if isinstance(ours, TableClosed) and isinstance(theirs, TableClosed) and ours.result != theirs.result:
                return "result", f"the result is {_say(theirs.result)}, by the rules it is {_say(ours.result)}"
            if isinstance(theirs, TableStarted):
                return "events", "roster or youngest player at the start are not those who sat down"
            fields = [name for name in ours.__struct_fields__ if getattr(ours, name) != getattr(theirs, name)]
            name = fields[0]
            where, here, there = _first_difference(getattr(theirs, name), getattr(ours, name))
            return "events", f"{kind}.{name}{where} is {_say(here)}, by the rules it is {_say(there)}"
        return "events", f"{len(recorded)} events are recorded, by the rules there are {len(right)}"

    def _same_but_for_cards(self, ours: Event, theirs: Event) -> bool:
        """Do the two differ in secrets alone, or in nothing but names, where a deck was just drawn from?"""
        right, recorded = self._plain(ours), self._plain(theirs)
        for secret in secrets(self.game, self.evidence.options, theirs):
            for value in (right, recorded):
                try:
                    put(value, secret.path, None)
                except (KeyError, IndexError, TypeError):
                    return False
        return right == recorded or (self.house.asked and self._faces_alone(right, recorded))

    def _faces_alone(self, right: Any, recorded: Any) -> bool:
        if isinstance(right, dict) and isinstance(recorded, dict) and right.keys() == recorded.keys():
            return all(self._faces_alone(right[key], recorded[key]) for key in right)
        if isinstance(right, list) and isinstance(recorded, list) and len(right) == len(recorded):
            return all(map(self._faces_alone, right, recorded))
        return bool(right == recorded) or (isinstance(right, str) and isinstance(recorded, str))

    @staticmethod
    def _plain(event: Event) -> Any:
        return msgspec.json.decode(msgspec.json.encode(event))

    def _count(self) -> Iterator[Wrong]:
        """No card twice, none lost."""
        placed = self.game.rules.placed(self.state.game)
        for face, count in placed.faces.items():
            if count > self.pieces.get(face, 0):
                yield "pieces", f"{face} is there {count} times, the game has {self.pieces.get(face, 0)}"
                return
        total = sum(placed.faces.values()) + placed.undrawn
        if total != sum(self.pieces.values()):
            yield "pieces", f"there are {total} pieces, the game has {sum(self.pieces.values())}"

    def _report(self, seq: int, wrong: list[Wrong]) -> None:
        """Report what is wrong with an entry: one thing, and the first in its deal only; the rest follows from it."""
        check, say = next((found for found in wrong if found[0] not in self.skip), ("", ""))
        span = self.evidence.deals.span_of(seq)
        deal = span.deal if span is not None else 0
        if not check:
            return
        if deal in self.hazy:
            self._haze(seq, say)
        elif check == "result" and self.spoilt:
            self.result.consequent.append((check, Gap("the result depends on what was found wrong before", seq)))
        elif deal not in self.spoilt:
            if seq in self.known:
                self.result.consequent.append((check, Gap("this entry was found wrong before", seq)))
            else:
                self.result.findings.append((check, Finding(say, seq)))
            if deal:
                self.spoilt.add(deal)

    def _haze(self, seq: int, say: str) -> None:
        """From here on this deal is not judged: something that it depends on is not open."""
        span = self.evidence.deals.span_of(seq)
        deal = span.deal if span is not None else 0
        if deal not in self.hazy:
            self.hazy.add(deal)
            self.result.gaps.append(Gap(say, seq))


def _first_difference(here: object, there: object) -> tuple[str, object, object]:
    """Say where two unequal values part, as the end of a path, and what stands there in each."""
    here, there, where = msgspec.to_builtins(here), msgspec.to_builtins(there), ""
    while here != there:
        if isinstance(here, dict) and isinstance(there, dict) and here.keys() == there.keys():
            name = next(name for name in here if here[name] != there[name])
            where, here, there = f"{where}.{name}", here[name], there[name]
        elif isinstance(here, list) and isinstance(there, list) and len(here) == len(there) > _FEW:
            index = next(index for index in range(len(here)) if here[index] != there[index])
            where, here, there = f"{where}.{index}", here[index], there[index]
        else:
            break
    return where, here, there


def _say(value: object) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= 120 else text[:117] + "..."
