"""The audit chain of a table: disputes, what was disclosed to whom, and verdicts. Beside the log, hash-chained like it.

An entry is the canonical bytes of

    {"at":1764449999123,"prev":"<hash>","seq":2,"table":"<id>","v":1,"what":{"type":"dispute.disclosed",...}}

`hash` is SHA-256 over exactly these bytes, `prev` that of the entry before, null in entry 1. What the chain says of the
table's log names the log's own head (`head`, `hash`), so both histories hang together.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from domain.record.canonical import decode, encode
from domain.record.entry import hash_of

VERSION: Final = 1

Claim = Literal["deal", "ruling", "score", "missing_action", "absence", "history", "other"]
"""What a player says is wrong: the cards, a ruling, the score, an action of his that is missing, that he was called
absent, that he was shown another history, or something else."""

Verdict = Literal["upheld", "dismissed"]


class Filed(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="dispute.filed"):
    """A seat disputes a deal or an entry, at the log's head.

    `tokens` are receipts and refusals that the server signed, brought by the seat. `key` is its idempotency key, bound
    to the account; `digest` is that of the request.
    """

    dispute: int
    seat: int
    deal: int | None
    entry: int | None
    claim: Claim
    head: int
    hash: str
    tokens: tuple[str, ...]
    key: str
    digest: str


class Disclosed(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="dispute.disclosed"):
    """An auditor got a record: up to which head, with how many openings, and the digest of the file."""

    dispute: int
    auditor: str
    head: int
    hash: str
    openings: int
    file: str


class Judged(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="dispute.judged"):
    """An auditor decided. `report` is what the verifier said of the record up to `head`."""

    dispute: int
    auditor: str
    verdict: Verdict
    say: str
    head: int
    hash: str
    report: dict[str, Any]


What = Filed | Disclosed | Judged


class AuditEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """One line of the chain."""

    at: int
    prev: str | None
    seq: int
    table: str
    what: What
    v: int = VERSION


class BrokenAudit(ValueError):
    """An audit chain that does not hold together."""


class Dispute(Struct, frozen=True):
    """A dispute as it stands: `open`, `in_review` once an auditor has the record, or `decided`."""

    filed: AuditEntry
    disclosed: tuple[AuditEntry, ...] = ()
    judged: AuditEntry | None = None

    @property
    def what(self) -> Filed:
        """What was filed."""
        assert isinstance(self.filed.what, Filed)
        return self.filed.what

    @property
    def status(self) -> Literal["open", "in_review", "decided"]:
        """Say how far it is."""
        if self.judged is not None:
            return "decided"
        return "in_review" if self.disclosed else "open"


def write_audit(table: str, chain: Sequence[bytes], at: int, what: What) -> bytes:
    """Write the entry that follows `chain`; `at` is the server's clock in ms."""
    prev = hash_of(chain[-1]) if chain else None
    return encode(msgspec.to_builtins(AuditEntry(at, prev, len(chain) + 1, table, what)))


def read_audit(table: str, chain: Iterable[bytes]) -> tuple[AuditEntry, ...]:
    """Read a whole chain; raise `BrokenAudit` at the first entry that does not follow."""
    found: list[AuditEntry] = []
    prev: str | None = None
    for seq, data in enumerate(chain, 1):
        try:
            entry = msgspec.convert(decode(data), AuditEntry)
        except (ValueError, msgspec.ValidationError) as error:
            raise BrokenAudit(f"audit entry {seq} is malformed: {error}") from error
        if (entry.table, entry.seq, entry.prev, entry.v) != (table, seq, prev, VERSION):
            raise BrokenAudit(f"audit entry {seq} does not follow the one before")
        found.append(entry)
        prev = hash_of(data)
    return tuple(found)


def disputes(entries: Iterable[AuditEntry]) -> tuple[Dispute, ...]:
    """Fold a chain to its disputes; dispute `n` is at `n - 1`. Raise `BrokenAudit` where one is not there."""
    found: list[Dispute] = []
    for entry in entries:
        what = entry.what
        if isinstance(what, Filed):
            if what.dispute != len(found) + 1:
                raise BrokenAudit(f"dispute {what.dispute} does not follow {len(found)}")
            found.append(Dispute(entry))
            continue
        if not 1 <= what.dispute <= len(found):
            raise BrokenAudit(f"there is no dispute {what.dispute}")
        known = found[what.dispute - 1]
        if isinstance(what, Disclosed):
            known = Dispute(known.filed, (*known.disclosed, entry), known.judged)
        elif known.judged is None:
            known = Dispute(known.filed, known.disclosed, entry)
        else:
            raise BrokenAudit(f"dispute {what.dispute} is decided twice")
        found[what.dispute - 1] = known
    return tuple(found)


def complaint(dispute: Dispute) -> Mapping[str, Any]:
    """Give what a record says about the dispute that it was made for."""
    what = dispute.what
    members = ("claim", "deal", "dispute", "entry", "head", "seat", "tokens")
    return {name: msgspec.to_builtins(getattr(what, name)) for name in members}
