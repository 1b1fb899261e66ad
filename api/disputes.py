"""Disputes: what is filed, disclosed and judged goes into the table's audit chain, and is folded from it."""

import asyncio
import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from api import problems
from api.bundles import bundle_for
from api.problems import Problem
from api.service import Service
from domain.record.audit import (
    AuditEntry,
    Disclosed,
    Dispute,
    Filed,
    Judged,
    Verdict,
    What,
    complaint,
    disputes,
    read_audit,
    write_audit,
)
from domain.record.bundle import Bundle
from domain.record.canonical import b64
from domain.record.entry import hash_of
from domain.record.receipt import AUDIT_TYPE, DISPUTE_TYPE, AuditHead, BadToken, KeySet, Receipt, Refusal, sign
from domain.record.verify import Report, verify
from store.errors import StoreUnavailable
from store.live import LiveTable

ATTEMPTS = 16


@dataclass(frozen=True)
class Chain:
    """A table's audit chain as it was found."""

    table: str
    lines: tuple[bytes, ...]

    @property
    def entries(self) -> tuple[AuditEntry, ...]:
        """The entries, typed."""
        return read_audit(self.table, self.lines)

    @property
    def disputes(self) -> tuple[Dispute, ...]:
        """The disputes as they stand."""
        return disputes(self.entries)

    def dispute(self, number: int) -> Dispute:
        """Give one dispute; raise `Problem` (404)."""
        found = self.disputes
        if not 1 <= number <= len(found):
            raise Problem(problems.NOT_FOUND, "There is no such dispute.", right="GET .../disputes lists them.")
        return found[number - 1]


async def read_chain(service: Service, table: str) -> Chain:
    """Read a table's audit chain."""
    return Chain(table, await service.audit.read(table))


async def extend(
    service: Service, table: str, build: Callable[[Chain], What | None]
) -> tuple[Chain, AuditEntry | None]:
    """Append what `build` makes of the chain, again whenever somebody else was faster; None: nothing to append."""
    for _ in range(ATTEMPTS):
        chain = await read_chain(service, table)
        what = build(chain)
        if what is None:
            return chain, None
        at = max(service.handler.clock(), chain.entries[-1].at if chain.lines else 0)
        line = write_audit(table, chain.lines, at, what)
        grown = Chain(table, (*chain.lines, line))
        pending = any(dispute.judged is None for dispute in grown.disputes)
        if await service.audit.append(table, len(grown.lines), line, pending=pending):
            return grown, grown.entries[-1]
    raise StoreUnavailable("too many writers at this audit chain; repeat the request with the same key")


def acknowledge(service: Service, chain: Chain, filed: AuditEntry) -> str:
    """Sign that a dispute is filed. A repeat gets the same bytes."""
    assert isinstance(filed.what, Filed)
    head = AuditHead(filed.what.dispute, hash_of(chain.lines[filed.seq - 1]), filed.seq, chain.table)
    return sign(head, DISPUTE_TYPE, service.keys.current)


def signed_head(service: Service, chain: Chain) -> str | None:
    """Sign the head of an audit chain; None while nothing stands in it."""
    if not chain.lines:
        return None
    head = AuditHead(None, hash_of(chain.lines[-1]), len(chain.lines), chain.table)
    return sign(head, AUDIT_TYPE, service.keys.current)


def check_subject(live: LiveTable, deal: int | None, entry: int | None) -> None:
    """A dispute is about one deal or one entry that is there; raise `Problem` (422)."""
    if (deal is None) == (entry is None):
        raise _no("deal", "A dispute is about a deal or about an entry.", "Name one of the two.")
    if deal is not None and not 1 <= deal <= live.state.deal:
        raise _no("deal", "There was no such deal.", f"Deals are numbered from 1 to {live.state.deal}.")
    if entry is not None and not 1 <= entry <= live.state.seq:
        raise _no("entry", "There is no such entry.", f"Entries are numbered from 1 to {live.state.seq}.")


def check_tokens(service: Service, live: LiveTable, tokens: Sequence[str]) -> None:
    """What a player brings along was signed by this server, for this table; raise `Problem` (422).

    The whole table reads it, and a refusal tells what he tried: so one of a deal that still runs has to wait (409).
    """
    keys = KeySet(service.keys.published.keys)
    running = next((span for span in live.deals.spans if span.last is None), None)
    for token in tokens:
        found = _signed(keys, token)
        if found is None or found.table != live.state.table:
            right = "Send receipts and signed refusals as you got them."
            raise _no("tokens", "This was not signed by this server for this table.", right)
        if isinstance(found, Refusal) and running is not None and found.seq >= running.first:
            raise Problem(
                problems.CONFLICT,
                "A refusal tells what you tried, and the deal still runs.",
                code="deal_running",
                right="File it without that refusal, or when the deal is over; it stays good.",
                field="tokens",
            )


def _signed(keys: KeySet, token: str) -> Receipt | Refusal | None:
    for read in (keys.read_receipt, keys.read_refusal):
        try:
            return read(token)
        except BadToken:
            continue
    return None


async def record_for(service: Service, live: LiveTable, dispute: Dispute) -> Bundle:
    """Make the record of a dispute: nothing that still runs is in it, for nobody; receipts and complaint are."""
    keys = KeySet(service.keys.published.keys)
    receipts = []
    for token in dispute.what.tokens:
        try:
            keys.read_receipt(token)
        except BadToken:
            continue
        receipts.append(token)
    about = dict(complaint(dispute))
    return await bundle_for(service, live, live.state.seq, None, about, tuple(receipts))


async def examine(service: Service, file: bytes) -> Report:
    """Run the verifier over a record, with this server's keys as the pinned ones."""
    trust = KeySet(service.keys.published.keys)
    return await asyncio.to_thread(verify, file, service.registry, trust)


def still_runs(live: LiveTable, dispute: Dispute) -> bool:
    """Is the disputed deal, or the deal of the disputed entry, still running? Then nobody can judge it yet."""
    what = dispute.what
    if what.deal is not None:
        return any(span.deal == what.deal and span.last is None for span in live.deals.spans)
    span = live.deals.span_of(what.entry or 0)
    return span is not None and span.last is None


def disclosed(dispute: Dispute, auditor: str, bundle: Bundle, file: bytes) -> Disclosed:
    """Say what an auditor is given: the `file` of a bundle."""
    return Disclosed(
        dispute=dispute.what.dispute,
        auditor=auditor,
        head=len(bundle.entries),
        hash=hash_of(bundle.entries[-1]),
        openings=len(bundle.openings),
        file=b64(hashlib.sha256(file).digest()),
    )


def judged(dispute: Dispute, auditor: str, verdict: Verdict, say: str, bundle: Bundle, report: Report) -> Judged:
    """Say what an auditor decided, and what the verifier found."""
    return Judged(
        dispute=dispute.what.dispute,
        auditor=auditor,
        verdict=verdict,
        say=say,
        head=len(bundle.entries),
        hash=hash_of(bundle.entries[-1]),
        report={
            "deals": [{"deal": deal.deal, "verdict": deal.verdict.name.lower()} for deal in report.deals],
            "lines": [
                {"check": line.check, "say": line.say, "seq": line.seq, "status": str(line.status)}
                for line in report.lines
            ],
            "sentence": report.sentence,
            "verdict": report.verdict.name.lower(),
        },
    )


def _no(field: str, detail: str, right: str) -> Problem:
    return Problem(problems.INVALID, detail, right=right, field=field)
