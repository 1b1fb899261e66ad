"""Bytes, shape, numbers, chain and end: what can be checked without knowing the game or any key."""

from collections.abc import Iterator
from typing import Literal

import msgspec

from domain.record.canonical import NotCanonical
from domain.record.entry import MalformedEntry, read_entry
from domain.record.log import read_back, secret_paths
from domain.record.seal import pointer_of, unseal
from domain.record.verify.evidence import Evidence
from domain.record.verify.report import Finding, Gap, Result


def canonical(evidence: Evidence) -> Iterator[Result]:
    """Is every entry in its one canonical spelling, and of an entry's shape?"""
    if not evidence.bundle.entries:
        yield Finding("there are no entries")
    for number, data in enumerate(evidence.bundle.entries, 1):
        try:
            evidence.entries.append(read_entry(data))
        except NotCanonical as error:
            yield Finding(f"the bytes are not canonical ({error.fault}): {error}", number)
            return
        except MalformedEntry as error:
            yield Finding(str(error), number)
            return


def sequence(evidence: Evidence) -> Iterator[Result]:
    """Are the entries of this table, numbered 1, 2, 3 ... without gap or repetition?"""
    for number, entry in enumerate(evidence.entries, 1):
        if entry["seq"] != number:
            yield Finding(f"entry {entry['seq']} stands where entry {number} belongs", number)
            return
        if entry["table"] != evidence.bundle.table:
            yield Finding(f"this entry is of another table, {entry['table']}", number)
            return


def chain(evidence: Evidence) -> Iterator[Result]:
    """Does every entry name the hash of the one before?"""
    prev = None
    for entry, digest in zip(evidence.entries, evidence.hashes, strict=True):
        if entry["prev"] != prev:
            yield Finding("`prev` is not the hash of the entry before: one of the two was changed", entry["seq"])
            return
        prev = digest


def clock(evidence: Evidence) -> Iterator[Result]:
    """Does the server's clock never run backwards?"""
    at = 0
    for entry in evidence.entries:
        if entry["at"] < at:
            yield Finding(f"the clock went back from {at} to {entry['at']}", entry["seq"])
            return
        at = entry["at"]


def schema(evidence: Evidence) -> Iterator[Result]:
    """Is every action and event one that the rules know?"""
    game = evidence.game
    for entry in evidence.entries:
        try:
            hidden: Literal["null", "mark"] = "mark" if evidence.deals.span_of(entry["seq"]) is None else "null"
            seals = evidence.seals[entry["seq"]]
            command, events = read_back(game, unseal(entry, seals, {}, hidden) if seals else entry)
        except msgspec.ValidationError as error:
            yield Finding(f"the rules know no such message: {error}", entry["seq"])
            return
        evidence.messages[entry["seq"]] = command, events
        secrets = secret_paths(game, evidence.options, command.action, events)
        evidence.audiences[entry["seq"]] = [(pointer_of(path), audience) for path, audience in secrets]


def closed(evidence: Evidence) -> Iterator[Result]:
    """Does the log end with `table.closed`, and does that count every entry?"""
    ends = list(evidence.events("table.closed"))
    if not ends:
        yield Gap("the table is not closed: more may have been played, or the end was cut off")
        return
    seq, event = ends[0]
    if seq != len(evidence.entries) or len(ends) > 1:
        yield Finding("something was written after the table was closed", seq + 1)
    elif event.get("entries") != seq:
        yield Finding(f"the closing entry counts {event.get('entries')} entries, there are {seq}", seq)
