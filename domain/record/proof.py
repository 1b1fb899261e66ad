"""The smallest file that proves one hand or one trick, and nothing else.

    manifest.json    type, table, what is claimed, and the SHA-256 of every other member
    entries.jsonl    a run of the log, exact bytes: from the first entry that the claim needs to the signed one
    openings.jsonl   the openings of the hand that is shown; no others
    anchor.txt       the receipt or head (JWS) that signs the last of these entries
    keys.json        the server's published keys; they are believed only through keys pinned elsewhere
    data.json        the component data, if the deck is shown and the game has any

It is cut from a full record by somebody who may open that hand. Other hands stay sealed in it, unless it is also to
show that the hand came from the promised deck: then it holds everything up to the end of the deal.
"""

from collections.abc import Iterable
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from domain.kernel import Registry
from domain.record.bundle import MAX_DATA, Bundle, opening_value, place_of, read_opening
from domain.record.canonical import NotCanonical, decode, encode
from domain.record.container import BundleError, digests, join_lines, pack, split_lines, unpack
from domain.record.deals import Deals, Span
from domain.record.entry import read_entry
from domain.record.log import game_with, read_back, secret_paths
from domain.record.receipt import BadToken, KeyFile, KeySet
from domain.record.seal import Opening, find, pointer_of, unseal

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
    span = next((span for span in Deals(entries).spans if span.deal == claim.deal), None)
    if span is None:
        raise NothingToProve(f"the record has no deal {claim.deal}")
    if claim.trick is not None:
        first, last = _trick(entries, span, claim.trick)
        openings: tuple[Opening, ...] = ()
    elif claim.seat is not None:
        openings = _hand(bundle, entries, registry, span, claim.seat)
        first, last = openings[0].seq, openings[-1].seq
    else:
        raise NothingToProve("name a seat or a trick")
    if not claim.deck:
        end, anchor = _anchor(bundle, last)
        return Proof(bundle.table, claim, bundle.entries[first - 1 : end], openings, anchor, bundle.keys)
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


def _trick(entries: list[dict[str, Any]], span: Span, number: int) -> tuple[int, int]:
    """Give the first and last entry of a trick."""
    first = span.first
    for entry in entries[span.first - 1 : span.last]:
        if any(event["type"] == _TRICK_ENDS for event in entry["events"]):
            number -= 1
            if number == 0:
                return first, entry["seq"]
            first = entry["seq"] + 1
    raise NothingToProve("the deal has no such trick")


def _hand(
    bundle: Bundle, entries: list[dict[str, Any]], registry: Registry, span: Span, seat: int
) -> tuple[Opening, ...]:
    """Give the openings of everything that was sealed for this seat alone in the deal."""
    opened = entries[0]["events"][0]
    game = game_with(registry.get(opened["rules"], opened["version"]), bundle.data)
    options = msgspec.convert(opened["options"], game.rules.Options)
    mine: set[tuple[int, str]] = set()
    for entry in entries[span.first - 1 : span.last]:
        command, events = read_back(game, unseal(entry, list(find(entry)), {}, "null"))
        for path, audience in secret_paths(game, options, command.action, events):
            if audience == [seat]:
                mine.add((entry["seq"], pointer_of(path)))
    found = tuple(opening for opening in bundle.openings if (opening.seq, opening.pointer) in mine)
    if not found:
        raise NothingToProve(f"the record opens nothing of seat {seat} in deal {span.deal}")
    return tuple(sorted(found, key=place_of))


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
