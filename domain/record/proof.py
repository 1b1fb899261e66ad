"""The smallest file that proves one hand or one trick, and nothing else.

    manifest.json    type, table, what is claimed, and the SHA-256 of every other member
    entries.jsonl    a run of the log, exact bytes: from the entry that opens the deal to the signed one
    openings.jsonl   the openings of the hand that is shown; no others
    anchor.txt       the receipt or head (JWS) that signs the last of these entries
    keys.json        the server's published keys; they are believed only through keys pinned elsewhere
    data.json        the component data, if the deck is shown and the game has any

It is cut from a full record by somebody who may open that hand. Other hands stay sealed in it, unless it is also to
show that the hand came from the promised deck: then it holds everything up to the end of the deal.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from domain.kernel import AnyRuleSet, Registry
from domain.record.bundle import MAX_DATA, Bundle, opening_value, place_of, read_opening
from domain.record.canonical import NotCanonical, decode, encode
from domain.record.container import BundleError, digests, join_lines, pack, split_lines, unpack
from domain.record.deals import Deals, Span
from domain.record.entry import read_entry
from domain.record.log import read_back, secret_paths
from domain.record.receipt import BadToken, KeyFile, KeySet
from domain.record.seal import Opening, find, pointer_of, unseal
from domain.table import Game

TYPE: Final = "stammtisch/proof/1"
_MEMBERS: Final = ("manifest.json", "entries.jsonl", "openings.jsonl", "anchor.txt", "keys.json", "data.json")
_REQUIRED: Final = _MEMBERS[:-1]
_TRICK_ENDS: Final = "trick_won"


class Claim(Struct, frozen=True, forbid_unknown_fields=True):
    """What a proof is about: the hand of a `seat` (None: no hand) in a deal, or its trick number `trick` (from 1).

    `deck`: also that the whole deal came from the promised deck and was played by the rules.
    """

    deal: int
    seat: int | None = None
    trick: int | None = None
    deck: bool = False


class Proof(Struct, frozen=True):
    """What a proof file holds."""

    table: str
    claim: Claim
    entries: tuple[bytes, ...]
    openings: tuple[Opening, ...]
    anchor: str
    keys: KeyFile = KeyFile(())
    data: Any = None


class NothingToProve(ValueError):
    """The record does not hold what is to be proven."""


def prove(bundle: Bundle, registry: Registry, claim: Claim) -> Proof:
    """Cut a proof from a full record; raise `NothingToProve`."""
    entries = [read_entry(line) for line in bundle.entries]
    span = span_of(entries, claim.deal)
    if claim.trick is not None:
        last = trick_of(entries, span, claim.trick)[-1]["seq"]
        openings: tuple[Opening, ...] = ()
    elif claim.seat is not None:
        openings = hand_of(entries, bundle.openings, registry, span, claim.seat)
        last = openings[-1].seq
    else:
        raise NothingToProve("name a seat or a trick")
    if not claim.deck:
        end, anchor = _anchor(bundle, last)
        return Proof(bundle.table, claim, bundle.entries[span.first - 1 : end], openings, anchor, bundle.keys)
    if span.last is None:
        raise NothingToProve("the deck of a deal that still runs is not shown")
    end, anchor = _anchor(bundle, span.last)
    deals = Deals(entries[:end])
    shown = tuple(opening for opening in bundle.openings if deals.closed(opening.seq))
    return Proof(bundle.table, claim, bundle.entries[:end], shown, anchor, bundle.keys, bundle.data)


def write_proof(proof: Proof) -> bytes:
    """Write the file; the same proof gives the same bytes."""
    members = {
        "entries.jsonl": join_lines(proof.entries),
        "openings.jsonl": join_lines([encode(opening_value(o)) for o in sorted(proof.openings, key=place_of)]),
        "anchor.txt": proof.anchor.encode("ascii"),
        "keys.json": encode(msgspec.to_builtins(proof.keys)),
    }
    if proof.data is not None:
        members["data.json"] = encode(proof.data)
    claim = msgspec.to_builtins(proof.claim)
    members["manifest.json"] = encode({"claim": claim, "files": digests(members), "table": proof.table, "type": TYPE})
    return pack(members, _MEMBERS)


def read_proof(file: bytes) -> Proof:
    """Read a file that nobody vouches for; raise `BundleError`."""
    members = unpack(file, _MEMBERS, _REQUIRED)
    try:
        manifest = decode(members["manifest.json"])
        if not isinstance(manifest, dict) or manifest.get("type") != TYPE:
            raise BundleError("version", f"the manifest is not of the type {TYPE}")
        if manifest.keys() != {"claim", "files", "table", "type"} or manifest["files"] != digests(members):
            raise BundleError("digest", "the members are not those that the manifest lists")
        proof = Proof(
            table=msgspec.convert(manifest["table"], str),
            claim=msgspec.convert(manifest["claim"], Claim),
            entries=tuple(split_lines(members["entries.jsonl"])),
            openings=tuple(read_opening(line) for line in split_lines(members["openings.jsonl"])),
            anchor=members["anchor.txt"].decode("ascii"),
            keys=msgspec.convert(decode(members["keys.json"]), KeyFile),
            data=decode(members["data.json"], max_bytes=MAX_DATA) if "data.json" in members else None,
        )
    except (NotCanonical, msgspec.ValidationError, UnicodeDecodeError) as error:
        raise BundleError("form", f"a member is malformed: {error}") from error
    if write_proof(proof) != file:
        raise BundleError("form", "the file is not in its one form: something is added, reordered or written otherwise")
    return proof


def kind_of(file: bytes) -> Literal["record", "proof"]:
    """Tell the two kinds of file apart, by their members."""
    return "proof" if b"anchor.txt" in file[-4096:] else "record"


def span_of(entries: Sequence[Mapping[str, Any]], deal: int) -> Span:
    """Find a deal in a run of the log; raise `NothingToProve`."""
    for span in Deals(entries).spans:
        if span.deal == deal:
            return span
    raise NothingToProve(f"the opening of deal {deal} is not in these entries")


def trick_of(entries: Sequence[Mapping[str, Any]], span: Span, number: int) -> list[Mapping[str, Any]]:
    """Give the entries of a trick, counted from the deal's first; raise `NothingToProve`."""
    trick: list[Mapping[str, Any]] = []
    for entry in _within(entries, span):
        trick.append(entry)
        if any(event["type"] == _TRICK_ENDS for event in entry["events"]):
            number -= 1
            if number == 0:
                return trick
            trick = []
    raise NothingToProve("the deal has no such trick")


def hand_of(
    entries: Sequence[Mapping[str, Any]], openings: Iterable[Opening], registry: Registry, span: Span, seat: int
) -> tuple[Opening, ...]:
    """Give the openings of everything that was sealed for this seat alone in the deal; raise `NothingToProve`.

    What is sealed for whom, the rules say. A proof does not bring entry 1, which names them: they are those of the
    registry that can read the entries at all.
    """
    run = list(_within(entries, span))
    readers = {places for rules in registry if (places := _sealed_for(rules, run, seat)) is not None}
    if len(readers) != 1:
        raise NothingToProve("no rules of this release can read these entries, or several read them differently")
    (mine,) = readers
    found = tuple(opening for opening in openings if (opening.seq, opening.pointer) in mine)
    if not found:
        raise NothingToProve(f"nothing of seat {seat} in deal {span.deal} is opened")
    if len(found) < len(mine):
        raise NothingToProve(f"only {len(found)} of {len(mine)} values sealed for seat {seat} are opened")
    return tuple(sorted(found, key=place_of))


def _within(entries: Iterable[Mapping[str, Any]], span: Span) -> Iterator[Mapping[str, Any]]:
    return (
        entry for entry in entries if span.first <= entry["seq"] and (span.last is None or entry["seq"] <= span.last)
    )


def _sealed_for(
    rules: AnyRuleSet, entries: Iterable[Mapping[str, Any]], seat: int
) -> frozenset[tuple[int, str]] | None:
    """Give the places that these rules seal for one seat alone; None where they cannot read the entries."""
    game, mine = Game(rules), set()
    try:
        for entry in entries:
            command, events = read_back(game, unseal(entry, list(find(entry)), {}, "null"))
            for path, audience in secret_paths(game, rules.Options(), command.action, events):
                if audience == [seat]:
                    mine.add((entry["seq"], pointer_of(path)))
    except (ValueError, msgspec.ValidationError):
        return None
    return frozenset(mine)


def _anchor(bundle: Bundle, last: int) -> tuple[int, str]:
    """Give the earliest entry from `last` on that the server signed, and the signature."""
    keys = KeySet(bundle.keys.keys)
    signed: list[tuple[int, str]] = list(_signed(keys, bundle))
    later = [(seq, token) for seq, token in signed if seq >= last]
    if not later:
        raise NothingToProve("the record has no signature of the server over these entries")
    return min(later)


def _signed(keys: KeySet, bundle: Bundle) -> Iterable[tuple[int, str]]:
    for token in bundle.receipts:
        try:
            yield keys.read_receipt(token).seq, token
        except BadToken:
            continue
    if bundle.head is not None:
        yield keys.read_head(bundle.head).seq, bundle.head
