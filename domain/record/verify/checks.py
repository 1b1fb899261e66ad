"""The list of checks, in the order of the report, and what each needs to have passed before it makes sense."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final

from domain.kernel import Registry
from domain.record.bundle import Altered, Bundle, read_bundle
from domain.record.container import BundleError
from domain.record.receipt import KeySet
from domain.record.verify import form, openings, promises, replay, signatures
from domain.record.verify.evidence import Evidence
from domain.record.verify.report import (
    DealReport,
    Finding,
    Gap,
    Line,
    Report,
    Result,
    Status,
    Verdict,
    sentence_of,
    verdict_of,
)

Run = Callable[[Evidence], Iterator[Result]]


@dataclass(frozen=True)
class Check:
    """A check: its name, what a pass means in a few words, what must have passed before, and how it is done."""

    name: str
    means: str
    needs: tuple[str, ...]
    run: Run


DIRECT: Final = (
    Check("canonical", "every entry is in its one canonical spelling", (), form.canonical),
    Check("sequence", "the entries are numbered without gap", ("canonical",), form.sequence),
    Check("chain", "every entry names the hash of the one before", ("sequence",), form.chain),
    Check("clock", "the server's clock never went back", ("chain",), form.clock),
    Check("closed", "the table is closed, and no entry is missing at the end", ("sequence",), form.closed),
    Check("trust", "the server key is one that was pinned", ("canonical",), signatures.trust),
    Check("server_signature", "the server signed this log", ("chain", "trust"), signatures.server_signature),
    Check("receipts", "every receipt is kept", ("chain", "trust"), signatures.receipts),
    Check("rules", "rules and component data are the named ones", ("canonical",), promises.rules),
    Check("schema", "every action and event is one of these rules", ("rules", "sequence"), form.schema),
    Check("seals", "secrets are sealed, and nothing else", ("schema",), openings.seals),
    Check("openings", "every opening fits its seal", ("seals",), openings.openings),
    Check("entitled", "the reader has the openings he is due", ("openings",), openings.entitled),
    Check("seat_signatures", "seats signed what they did", ("chain", "openings"), signatures.seat_signatures),
    Check("key_root", "the deal keys were promised before anybody sat down", ("schema",), promises.key_root),
    Check("seeds", "the seats' seeds were promised and fixed before the cards", ("key_root",), promises.seeds),
    Check("deals", "the deals follow each other, each shown at its end", ("key_root",), promises.deals),
    Check("deal_keys", "every deal used the key promised for it", ("deals",), promises.deal_keys),
)
_REPLAY_NEEDS: Final = ("clock", "entitled", "seeds", "deal_keys")
REPLAYED: Final = {
    "deadlines": "deadlines were kept, and none fired early",
    "legal": "every action was legal when decided again",
    "pieces": "no card is there twice and none is lost",
    "shuffle": "shuffle recomputed: hands and draws are the promised deck's",
    "events": "what followed from each action is what the rules say",
    "result": "the result is right",
    "seat_heads": "seats signed on what they had seen last",
}
CHECKS: Final = ("manifest", *(check.name for check in DIRECT), *REPLAYED)
"""The names of all checks, in the order of the report."""

_SCOPE: Final = Line(
    "scope",
    Status.NOT_CHECKED,
    "never provable: a dealing server sees the deck and can claim that a player was absent; bots and players who "
    "talk to each other leave no trace",
    weighs=False,
)


def verify(
    file: bytes,
    registry: Registry,
    trust: KeySet | None = None,
    receipts: Iterable[str] = (),
    skip: Iterable[str] = (),
) -> Report:
    """Examine a record file. `trust`: the pinned server keys, if any; `receipts`: the reader's own, from elsewhere.

    `skip` leaves checks out, so that tests can show what each is good for.
    """
    try:
        bundle = read_bundle(file)
    except Altered as error:
        return verify_bundle(error.bundle, registry, trust, receipts, skip, altered=str(error))
    except BundleError as error:
        unsupported = error.fault == "version"
        status = Status.NOT_CHECKED if unsupported or "manifest" in skip else Status.FAIL
        lines = [Line("manifest", status, f"{error} ({error.fault})", unsupported=unsupported)]
        lines += [Line(name, Status.NOT_CHECKED, "the file cannot be read") for name in CHECKS[1:]]
        verdict = verdict_of(lines)
        return Report("", 0, (*lines, _SCOPE), (), verdict, sentence_of(verdict, lines, 0))
    return verify_bundle(bundle, registry, trust, receipts, skip)


def verify_bundle(
    bundle: Bundle,
    registry: Registry,
    trust: KeySet | None = None,
    receipts: Iterable[str] = (),
    skip: Iterable[str] = (),
    *,
    altered: str | None = None,
) -> Report:
    """Examine a bundle that has been read. `altered` says what of its file is not as the manifest lists it."""
    evidence = Evidence(bundle, registry, trust, tuple(receipts))
    board = _Board(frozenset(skip))
    board.note("manifest", "the file is whole and in its one form", lambda: [Finding(altered)] if altered else [])
    for check in DIRECT:
        if not board.blocked(check.name, check.needs):
            board.note(check.name, check.means, partial(check.run, evidence))
    blocked = [board.blocked(name, _REPLAY_NEEDS) for name in REPLAYED]
    if not any(blocked):
        replayed = replay.replay(evidence, frozenset(board.known), board.skip)
        for name, means in REPLAYED.items():
            board.note(name, means, partial(replayed.of, name))
    deals = () if "schema" in board.unsure else tuple(board.deals(evidence))
    verdict = verdict_of(board.lines)
    over = sum(deal.last is not None for deal in deals)
    return Report(
        bundle.table,
        len(bundle.entries),
        (*board.lines, _SCOPE),
        deals,
        verdict,
        sentence_of(verdict, board.lines, over),
    )


class _Board:
    """The lines so far, every finding behind them, and which checks may not be built upon."""

    def __init__(self, skip: frozenset[str]) -> None:
        self.skip = skip
        self.lines: list[Line] = []
        self.findings: list[Finding] = []
        self.gaps: list[Gap] = []
        self.unsure: set[str] = set()
        self.known: set[int] = set()
        """Entries found wrong by themselves. That the server signed another log says nothing of its last entry."""

    def blocked(self, name: str, needs: tuple[str, ...]) -> bool:
        """Say that a check makes no sense, if one that it needs did not pass."""
        missing = next((need for need in needs if need in self.unsure), None)
        if missing is None:
            return False
        self.unsure.add(name)
        self.lines.append(Line(name, Status.NOT_CHECKED, f"cannot be judged while `{missing}` does not pass"))
        return True

    def note(self, name: str, means: str, run: Callable[[], Iterable[Result]]) -> None:
        """Run a check and write its line; a check that a hostile file breaks has found something."""
        try:
            results = list(run())
        except Exception as error:
            results = [Finding(f"malformed beyond what the checks before caught: {error!r}")]
        if name in self.skip:
            self.lines.append(Line(name, Status.NOT_CHECKED, "left out", weighs=False))
            return
        findings = [result for result in results if isinstance(result, Finding)]
        gaps = [result for result in results if isinstance(result, Gap)]
        self.findings += findings
        if name != "server_signature":
            self.known.update(finding.seq for finding in findings if finding.seq is not None)
        self.gaps += gaps
        if findings:
            first, more = findings[0], len(findings) - 1
            self.unsure.add(name)
            say = f"{first.say} (and {more} more)" if more else first.say
            self.lines.append(Line(name, Status.FAIL, say, first.seq))
        elif gaps:
            gap = max(gaps, key=lambda gap: (gap.unsupported, gap.weighs))
            if gap.unsupported:
                self.unsure.add(name)
            self.lines.append(Line(name, Status.NOT_CHECKED, gap.say, gap.seq, gap.weighs, gap.unsupported))
        else:
            self.lines.append(Line(name, Status.PASS, means))

    def deals(self, evidence: Evidence) -> Iterator[DealReport]:
        """Give each deal its own verdict: what is wrong outside all deals is held against every one."""
        wrong = {self._deal(evidence, finding.seq) for finding in self.findings}
        open_ = {self._deal(evidence, gap.seq) for gap in self.gaps if gap.seq is not None}
        replayed = not self.unsure & {"legal"}
        for span in evidence.deals.spans:
            if None in wrong or span.deal in wrong:
                verdict = Verdict.TAMPERED
            elif span.last is None or span.deal in open_ or not replayed:
                verdict = Verdict.INCOMPLETE
            else:
                verdict = Verdict.VALID
            yield DealReport(span.deal, span.first, span.last, verdict)

    @staticmethod
    def _deal(evidence: Evidence, seq: int | None) -> int | None:
        span = None if seq is None else evidence.deals.span_of(seq)
        return None if span is None else span.deal
