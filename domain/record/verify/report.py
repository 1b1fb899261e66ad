"""What a verifier says: one line per check, a verdict per deal and for the table, one plain sentence at the end."""

from enum import IntEnum, StrEnum

from msgspec import Struct


class Status(StrEnum):
    """How a check ended."""

    PASS = "PASS"
    FAIL = "FAIL"
    NOT_CHECKED = "NOT CHECKED"


class Verdict(IntEnum):
    """What the whole comes to; the value is the exit code."""

    VALID = 0
    TAMPERED = 1
    INCOMPLETE = 2
    UNSUPPORTED = 3


class Finding(Struct, frozen=True):
    """One thing that is wrong: at which entry, in one sentence."""

    say: str
    seq: int | None = None


class Gap(Struct, frozen=True):
    """One thing that could not be checked. `weighs`: without it the verdict is no more than "incomplete"."""

    say: str
    seq: int | None = None
    weighs: bool = True
    unsupported: bool = False


Result = Finding | Gap


class Line(Struct, frozen=True):
    """One check and how it ended; `seq` is the entry that it is about. `weighs` as in `Gap`."""

    check: str
    status: Status
    say: str
    seq: int | None = None
    weighs: bool = True
    unsupported: bool = False


class DealReport(Struct, frozen=True):
    """One deal, its entries and what is to be said of it."""

    deal: int
    first: int
    last: int | None
    verdict: Verdict


class Report(Struct, frozen=True):
    """Everything that a verifier found out about one file."""

    table: str
    entries: int
    lines: tuple[Line, ...]
    deals: tuple[DealReport, ...]
    verdict: Verdict
    sentence: str

    @property
    def failed(self) -> tuple[Line, ...]:
        """The lines of the checks that failed."""
        return tuple(line for line in self.lines if line.status is Status.FAIL)


def verdict_of(lines: list[Line]) -> Verdict:
    """Sum up: anything wrong is tampered, then what is not supported, then what could not be checked."""
    if any(line.status is Status.FAIL for line in lines):
        return Verdict.TAMPERED
    gaps = [line for line in lines if line.status is Status.NOT_CHECKED and line.weighs]
    if any(line.unsupported for line in gaps):
        return Verdict.UNSUPPORTED
    return Verdict.INCOMPLETE if gaps else Verdict.VALID


def sentence_of(verdict: Verdict, lines: list[Line], deals: int) -> str:
    """Say the verdict to somebody who reads nothing else."""
    if verdict is Verdict.TAMPERED:
        failed = [line for line in lines if line.status is Status.FAIL]
        bad = next((line for line in failed if line.seq is not None), failed[0])
        where = "" if bad.seq is None else f" at entry {bad.seq}"
        return f"This record has been tampered with or was not played by the rules: {bad.check}{where}: {bad.say}."
    gaps = [line for line in lines if line.status is Status.NOT_CHECKED and line.weighs]
    if verdict is Verdict.UNSUPPORTED:
        missing = next(line for line in gaps if line.unsupported)
        return f"This verifier cannot judge the record: {missing.say}."
    if verdict is Verdict.INCOMPLETE:
        if [line.check for line in gaps] == ["trust"]:
            return "The record is consistent, but the signer was not checked: name the pinned keys with --trust."
        return f"Nothing is wrong as far as it could be checked, but that is not everything: {gaps[0].say}."
    played = "one deal" if deals == 1 else f"{deals} deals"
    return f"The record is valid: {played}, dealt from the promised cards, played by the rules and scored right."
