"""Seals and openings: what is sealed, what fits, and whether the reader has what he is due and nothing more."""

from collections.abc import Iterator

from domain.record.deals import may_open
from domain.record.seal import Opening, SealError, check_opening
from domain.record.verify.evidence import Evidence
from domain.record.verify.report import Finding, Gap, Result


def seals(evidence: Evidence) -> Iterator[Result]:
    """Is sealed exactly what the rules call secret, each under a digest of its own?"""
    seen: set[str] = set()
    for entry in evidence.entries:
        due = {pointer for pointer, _ in evidence.audiences[entry["seq"]]}
        for pointer, _, digest in evidence.seals[entry["seq"]]:
            if pointer not in due:
                yield Finding(f"{pointer} is sealed, but the rules make it public", entry["seq"])
                return
            due.discard(pointer)
            if digest in seen:
                yield Finding(f"the digest at {pointer} was used before: a salt was not fresh", entry["seq"])
                return
            seen.add(digest)
        if due:
            yield Finding(f"{min(due)} stands open, but the rules make it secret", entry["seq"])
            return


def openings(evidence: Evidence) -> Iterator[Result]:
    """Does every opening give the digest of the seal at its place?"""
    placed = {(seq, found.pointer): found.digest for seq, seals in evidence.seals.items() for found in seals}
    for seq, given in evidence.openings.items():
        for opening in given:
            digest = placed.pop((seq, opening.pointer), None)
            if digest is None:
                yield Finding(f"an opening for {opening.pointer}, where no seal is left to open", seq)
                return
            try:
                check_opening(opening, evidence.bundle.table, seq, digest)
            except SealError as error:
                yield Finding(str(error), seq)
                return


def entitled(evidence: Evidence) -> Iterator[Result]:
    """Are all openings there that this reader is due, and none that he is not?"""
    reader, erased = evidence.bundle.reader, 0
    for entry in evidence.entries:
        seq = entry["seq"]
        is_closed = evidence.deals.closed(seq)
        given = {opening.pointer for opening in evidence.openings.get(seq, ())}
        for pointer, audience in evidence.audiences[seq]:
            due = may_open(Opening(seq, pointer, "", None, audience), reader, is_closed)
            if due and pointer not in given:
                if audience == "all":
                    erased += 1
                    continue
                yield Finding(f"the opening of {pointer} is due and missing", seq)
                return
            if pointer in given and not due:
                yield Finding(f"the opening of {pointer} is not for this reader", seq)
                return
    if erased:
        yield Gap(f"{erased} typed texts were erased; what depends on them cannot be decided again")
