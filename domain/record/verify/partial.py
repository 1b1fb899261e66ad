"""Checking a partial proof: a few entries, the signature over the last of them, and the openings of one hand."""

from collections.abc import Iterator
from typing import Any

from domain.kernel import Registry
from domain.record.bundle import Bundle
from domain.record.container import BundleError
from domain.record.entry import hash_of, read_entry
from domain.record.proof import NothingToProve, Proof, hand_of, read_proof, span_of, trick_of
from domain.record.receipt import BadToken, Head, KeySet, Receipt, action_digest
from domain.record.seal import SealError, check_opening, find
from domain.record.verify.checks import verify_bundle
from domain.record.verify.report import Line, Report, Status, Verdict, sentence_of, verdict_of


def verify_proof(file: bytes, registry: Registry, trust: KeySet | None = None) -> Report:
    """Examine a proof file. `trust`: the pinned server keys, if any."""
    try:
        proof = read_proof(file)
    except BundleError as error:
        unsupported = error.fault == "version"
        status = Status.NOT_CHECKED if unsupported else Status.FAIL
        lines = [Line("manifest", status, f"{error} ({error.fault})", unsupported=unsupported)]
        verdict = verdict_of(lines)
        return Report("", 0, tuple(lines), (), verdict, sentence_of(verdict, lines, 0))
    lines = list(_lines(proof, registry, trust))
    verdict = verdict_of(lines)
    sentence = sentence_of(verdict, lines, 0)
    if verdict is Verdict.VALID:
        sentence = statement(proof, registry)
    return Report(proof.table, len(proof.entries), tuple(lines), (), verdict, sentence)


def statement(proof: Proof, registry: Registry) -> str:
    """Say what a valid proof proves."""
    claim, entries = proof.claim, [read_entry(line) for line in proof.entries]
    span = span_of(entries, claim.deal)
    rest = "The deal came from the promised deck." if claim.deck else "All else stays sealed."
    if claim.trick is not None:
        trick = trick_of(entries, span, claim.trick)
        cards = [event["card"] for entry in trick for event in entry["events"] if isinstance(event.get("card"), str)]
        return (
            f"Proven: at table {proof.table} trick {claim.trick} of deal {claim.deal} was {' '.join(cards)}, "
            f"played up to entry {trick[-1]['seq']} of the signed log. {rest}"
        )
    shown = hand_of(entries, proof.openings, registry, span, claim.seat or 0)
    return (
        f"Proven: at table {proof.table} seat {claim.seat} was dealt in deal {claim.deal}, up to entry "
        f"{entries[-1]['seq']}: {' '.join(str(opening.value) for opening in shown)} (sealed in the signed log from "
        f"entry {shown[0].seq} on). {rest}"
    )


def _lines(proof: Proof, registry: Registry, trust: KeySet | None) -> Iterator[Line]:
    yield Line("manifest", Status.PASS, "the file is whole and in its one form")
    entries = []
    for number, data in enumerate(proof.entries, 1):
        try:
            entries.append(read_entry(data))
        except ValueError as error:
            yield Line("canonical", Status.FAIL, f"line {number} of the entries: {error}")
            return
    if not entries:
        yield Line("canonical", Status.FAIL, "there are no entries")
        return
    yield Line("canonical", Status.PASS, "every entry is in its one canonical spelling")
    first = entries[0]["seq"]
    for number, (entry, prev) in enumerate(zip(entries[1:], proof.entries, strict=False), first + 1):
        if entry["seq"] != number or entry["table"] != proof.table or entry["prev"] != hash_of(prev):
            yield Line("chain", Status.FAIL, "this entry does not follow the one before", number)
            return
    yield Line("chain", Status.PASS, "every entry names the hash of the one before")
    yield from _anchored(proof, entries[-1], trust)
    yield _opened(proof, entries)
    yield _claimed(proof, registry, entries)
    if proof.claim.deck:
        yield _from_the_deck(proof, registry)
        return
    say = "that the cards came from the promised deck needs the whole record"
    yield Line("scope", Status.NOT_CHECKED, say, weighs=False)


def _anchored(proof: Proof, last: dict[str, Any], trust: KeySet | None) -> Iterator[Line]:
    try:
        keys = KeySet(proof.keys.keys) if trust is None else trust.with_successors(proof.keys.keys)
        signed = _signed(keys, proof.anchor)
    except BadToken as error:
        yield Line("server_signature", Status.FAIL, f"the signature proves nothing ({error.fault}): {error}")
        return
    if trust is None:
        yield Line("trust", Status.NOT_CHECKED, "no pinned keys were given, so the signer was not checked")
    else:
        yield Line("trust", Status.PASS, "the server key is one that was pinned")
    fits = (signed.table, signed.seq, signed.hash) == (proof.table, last["seq"], hash_of(proof.entries[-1]))
    if fits and isinstance(signed, Receipt):
        fits = signed.action == action_digest(last["action"])
    if fits:
        yield Line("server_signature", Status.PASS, "the server signed this log")
    else:
        say = "the server signed another entry than the last one here"
        yield Line("server_signature", Status.FAIL, say, last["seq"])


def _from_the_deck(proof: Proof, registry: Registry) -> Line:
    """Let the full verifier judge the run of the log; all that counts is its verdict on this deal."""
    bundle = Bundle(proof.table, None, proof.entries, proof.openings, keys=proof.keys, data=proof.data)
    report = verify_bundle(bundle, registry)
    if report.failed:
        bad = report.failed[0]
        return Line("deck", Status.FAIL, f"{bad.check}: {bad.say}", bad.seq)
    if Verdict.VALID not in {deal.verdict for deal in report.deals if deal.deal == proof.claim.deal}:
        return Line("deck", Status.NOT_CHECKED, f"deal {proof.claim.deal} could not be judged")
    return Line("deck", Status.PASS, "the deal came from the promised deck and was played by the rules")


def _claimed(proof: Proof, registry: Registry, entries: list[dict[str, Any]]) -> Line:
    """Is what is shown what the claim says: this deal, this seat's whole hand or this trick, and no more?"""
    claim = proof.claim
    try:
        span = span_of(entries, claim.deal)
        if claim.trick is not None:
            trick_of(entries, span, claim.trick)
            shown = 0
        elif claim.seat is not None:
            shown = len(hand_of(entries, proof.openings, registry, span, claim.seat))
        else:
            return Line("claim", Status.FAIL, "neither a seat nor a trick is named")
    except NothingToProve as error:
        return Line("claim", Status.FAIL, str(error))
    if not claim.deck and shown != len(proof.openings):
        return Line("claim", Status.FAIL, "more is opened than the claim is about")
    return Line("claim", Status.PASS, "what is shown is what is claimed, all of it and no more")


def _signed(keys: KeySet, token: str) -> Receipt | Head:
    try:
        return keys.read_receipt(token)
    except BadToken as error:
        if error.fault != "typ":
            raise
    return keys.read_head(token)


def _opened(proof: Proof, entries: list[dict[str, Any]]) -> Line:
    seals = {(entry["seq"], found.pointer): found.digest for entry in entries for found in find(entry)}
    if proof.claim.trick is None and not proof.openings:
        return Line("openings", Status.FAIL, "no hand is opened")
    for opening in proof.openings:
        digest = seals.pop((opening.seq, opening.pointer), None)
        if digest is None:
            return Line("openings", Status.FAIL, f"an opening for {opening.pointer}, where no seal is", opening.seq)
        try:
            check_opening(opening, proof.table, opening.seq, digest)
        except SealError as error:
            return Line("openings", Status.FAIL, str(error), opening.seq)
    return Line("openings", Status.PASS, f"every opening fits its seal; {len(seals)} other values stay sealed")
