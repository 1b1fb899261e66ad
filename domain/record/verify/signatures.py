"""Who vouches for the log: the server's keys, its signed head, receipts, and the seats' own signatures."""

from collections.abc import Iterator
from typing import Any

from domain.record.receipt import BadToken, action_digest
from domain.record.seal import SealError, fill
from domain.record.seat import signature_fits, signed_bytes
from domain.record.verify.evidence import Evidence
from domain.record.verify.report import Finding, Gap, Result


def trust(evidence: Evidence) -> Iterator[Result]:
    """Is the key that entry 1 names one of those that the reader pinned before play (or a signed successor)?"""
    if evidence.trust is None:
        yield Gap("no pinned keys were given, so the signer was not checked")
    elif evidence.opened.get("server_key") not in evidence.keys.kids:
        yield Finding("entry 1 names a server key that is not among the pinned ones", 1)


def server_signature(evidence: Evidence) -> Iterator[Result]:
    """Did the server sign the last entry's hash, and with it the whole chain?"""
    token = evidence.bundle.head
    if token is None:
        yield Gap("the file brings no signed head")
        return
    try:
        head = evidence.keys.read_head(token)
    except BadToken as error:
        yield Finding(f"the signed head proves nothing ({error.fault}): {error}", len(evidence.entries))
        return
    if head.table != evidence.bundle.table:
        yield Finding(f"the signed head is of another table, {head.table}", head.seq)
    elif head.seq != len(evidence.hashes):
        yield Finding(f"the server signed {head.seq} entries, the file has {len(evidence.hashes)}", head.seq)
    elif head.hash != evidence.hashes[-1]:
        yield Finding("the server signed another history than this one", head.seq)


def receipts(evidence: Evidence) -> Iterator[Result]:
    """Is what each receipt promises in the log, under that number and hash?"""
    tokens = (*evidence.bundle.receipts, *evidence.own_receipts)
    if not tokens:
        yield Gap("no receipts were given", weighs=False)
    for token in tokens:
        try:
            receipt = evidence.keys.read_receipt(token)
        except BadToken as error:
            yield Finding(f"a receipt proves nothing ({error.fault}): {error}")
            continue
        if receipt.table != evidence.bundle.table:
            yield Finding(f"a receipt is of another table, {receipt.table}", receipt.seq)
        elif not 1 <= receipt.seq <= len(evidence.hashes):
            yield Finding("a receipt's entry is missing from the log", receipt.seq)
        elif receipt.hash != evidence.hashes[receipt.seq - 1]:
            yield Finding("a receipt was given for another entry: the log was forked or rewritten", receipt.seq)
        elif receipt.action != action_digest(evidence.entries[receipt.seq - 1]["action"]):
            yield Finding("a receipt was given for another action", receipt.seq)


def seat_signatures(evidence: Evidence) -> Iterator[Result]:
    """Did each seat that registered a key sign each of its actions, on what it had last seen?"""
    keys: dict[int, str | None] = {}
    last: dict[int, int] = {}
    stand_ins: set[int] = set()
    for entry in evidence.entries:
        by, seq = entry["by"], entry["seq"]
        seat = by.get("seat")
        if keys.get(seat) is not None and not _by_another(entry, stand_ins):
            yield from _one_signature(evidence, entry, seat, str(keys[seat]), last.get(seat, 0))
        elif "sig" in entry:
            yield Finding("a signature by somebody who registered no key", seq)
        if seat is not None:
            last[seat] = seq
        for event in entry["events"]:
            if event.get("type") == "seat.taken":
                keys[event["seat"]] = event["key"]
            elif event.get("type") == "seat.left":
                keys.pop(event["seat"], None)
            elif event.get("type") == "seat.controlled":
                (stand_ins.add if event["by"] == "bot" else stand_ins.discard)(event["seat"])


def _by_another(entry: dict[str, Any], stand_ins: set[int]) -> bool:
    """Does somebody speak for the seat who signs nothing: the clock with a deadline, or a bot that was let in?"""
    by = entry["by"]
    if by["via"] == "clock":
        return bool(entry["action"]["type"] == "tick")
    return by["via"] == "bot" and by["seat"] in stand_ins


def _one_signature(evidence: Evidence, entry: dict[str, Any], seat: int, key: str, last: int) -> Iterator[Result]:
    seq, sig = entry["seq"], entry.get("sig")
    if sig is None:
        yield Finding(f"seat {seat} registered a key, but this action of it is not signed", seq)
        return
    if not last <= sig["head"] < seq:
        yield Finding(f"seat {seat} signed on entry {sig['head']}, before its own last action: a stale signature", seq)
        return
    mine = [o for o in evidence.openings.get(seq, ()) if o.pointer.startswith("/action/")]
    try:
        action = fill({"action": entry["action"], "table": entry["table"], "seq": seq}, mine)["action"]
    except SealError as error:
        if error.fault == "missing":
            yield Gap(f"what seat {seat} signed is not open", seq)
        return
    seen = evidence.hashes[sig["head"] - 1]
    if not signature_fits(key, signed_bytes(entry["table"], seat, sig["head"], seen, sig["key"], action), sig["sig"]):
        yield Finding(f"the signature is not by seat {seat} on this action and history", seq)
