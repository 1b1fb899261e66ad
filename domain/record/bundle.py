"""One file that proves a table: a stored, deterministic zip that a reader can rebuild byte for byte.

    manifest.json    type, table, reader, and the SHA-256 of every other member
    entries.jsonl    the exact bytes of each entry, one a line
    openings.jsonl   what the reader is entitled to open, canonical, one a line, by entry and pointer
    receipts.txt     receipts (JWS), one a line
    head.txt         the server's signed head (JWS), if it made the file
    keys.json        the server's published keys; they are believed only through keys pinned elsewhere
    data.json        the component data, if the game has any
    complaint.json   what the dispute is about, if it is one

No compression, no folders, fixed order and time stamps; a file with anything else in it is refused before it is read.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct
from nacl.signing import SigningKey

from domain.record.canonical import NotCanonical, b64, decode, encode
from domain.record.container import BundleError, digests, join_lines, pack, split_lines, unpack
from domain.record.deals import Deals, openings_for
from domain.record.entry import hash_of
from domain.record.receipt import Head, KeyFile, sign_head
from domain.record.seal import Opening

TYPE: Final = "stammtisch/record/1"
MEMBERS: Final = (
    "manifest.json",
    "entries.jsonl",
    "openings.jsonl",
    "receipts.txt",
    "head.txt",
    "keys.json",
    "data.json",
    "complaint.json",
)
_REQUIRED: Final = frozenset({"manifest.json", "entries.jsonl", "openings.jsonl", "receipts.txt", "keys.json"})
MAX_DATA: Final = 8 << 20
"""Bytes of component data, at the most."""


class Bundle(Struct, frozen=True):
    """What a record file holds. `reader` is the seat it was made for, None for the public."""

    table: str
    reader: int | None
    entries: tuple[bytes, ...]
    openings: tuple[Opening, ...]
    receipts: tuple[str, ...] = ()
    head: str | None = None
    keys: KeyFile = KeyFile(())
    data: Any = None
    complaint: Any = None


def data_digest(data: object) -> str:
    """Give the digest of component data, as it stands in entry 1: SHA-256 over its canonical bytes."""
    return b64(hashlib.sha256(encode(data)).digest())


def assemble(
    table: str,
    reader: int | None,
    entries: Sequence[tuple[bytes, Mapping[str, Any], Sequence[Opening]]],
    *,
    keys: KeyFile,
    signing_key: SigningKey | None = None,
    receipts: Iterable[str] = (),
    data: Any = None,
    complaint: Any = None,
) -> Bundle:
    """Put a record together for a reader (a seat, or None): all entries, the openings he may have, a signed head.

    `entries` are (exact bytes, the same as builtins, all openings that the house has), from entry 1 on.
    """
    deals = Deals(public for _, public, _ in entries)
    head = Head(hash=hash_of(entries[-1][0]), seq=len(entries), table=table)
    return Bundle(
        table=table,
        reader=reader,
        entries=tuple(line for line, _, _ in entries),
        openings=tuple(
            opening
            for _, public, kept in entries
            for opening in openings_for(kept, reader, deals.closed(public["seq"]))
        ),
        receipts=tuple(receipts),
        head=None if signing_key is None else sign_head(head, signing_key),
        keys=keys,
        data=data,
        complaint=complaint,
    )


def write_bundle(bundle: Bundle) -> bytes:
    """Write the file; the same bundle gives the same bytes."""
    members: dict[str, bytes] = {
        "entries.jsonl": join_lines(bundle.entries),
        "openings.jsonl": join_lines([encode(opening_value(o)) for o in sorted(bundle.openings, key=place_of)]),
        "receipts.txt": join_lines([receipt.encode("ascii") for receipt in bundle.receipts]),
        "keys.json": encode(msgspec.to_builtins(bundle.keys)),
    }
    if bundle.head is not None:
        members["head.txt"] = bundle.head.encode("ascii")
    if bundle.data is not None:
        members["data.json"] = encode(bundle.data)
    if bundle.complaint is not None:
        members["complaint.json"] = encode(bundle.complaint)
    members["manifest.json"] = encode(
        {
            "files": digests(members),
            "reader": bundle.reader,
            "table": bundle.table,
            "type": TYPE,
        }
    )
    return pack(members, MEMBERS)


class Altered(BundleError):
    """A file that can be read, though some of it is not what its manifest says; `bundle` is what stands in it now."""

    def __init__(self, bundle: Bundle, names: Sequence[str]) -> None:
        """Name the members that were altered."""
        super().__init__("digest", f"not what the manifest says: {', '.join(names)}")
        self.bundle = bundle


def read_bundle(file: bytes) -> Bundle:
    """Read a file that nobody vouches for; raise `BundleError`: `Altered` where it can be read all the same.

    Memory stays within a small multiple of the file.
    """
    members = unpack(file, MEMBERS, _REQUIRED)
    try:
        manifest = decode(members["manifest.json"])
        if not isinstance(manifest, dict) or manifest.get("type") != TYPE:
            raise BundleError("version", f"the manifest is not of the type {TYPE}")
        if manifest.keys() != {"files", "reader", "table", "type"}:
            raise BundleError("manifest", "the manifest has exactly the members files, reader, table and type")
        listed, found = manifest["files"], digests(members)
        if listed.keys() != found.keys():
            raise BundleError("manifest", "the manifest does not list the members")
        altered = [name for name in MEMBERS if name in found and listed[name] != found[name]]
        bundle = Bundle(
            table=msgspec.convert(manifest["table"], str),
            reader=msgspec.convert(manifest["reader"], int | None),
            entries=tuple(split_lines(members["entries.jsonl"])),
            openings=tuple(read_opening(line) for line in split_lines(members["openings.jsonl"])),
            receipts=tuple(line.decode("ascii") for line in split_lines(members["receipts.txt"])),
            head=members["head.txt"].decode("ascii") if "head.txt" in members else None,
            keys=msgspec.convert(decode(members["keys.json"]), KeyFile),
            data=decode(members["data.json"], max_bytes=MAX_DATA) if "data.json" in members else None,
            complaint=decode(members["complaint.json"]) if "complaint.json" in members else None,
        )
    except (NotCanonical, msgspec.ValidationError, UnicodeDecodeError, AttributeError, TypeError) as error:
        raise BundleError("form", f"a member is malformed: {error}") from error
    if altered:
        raise Altered(bundle, altered)
    if write_bundle(bundle) != file:
        raise BundleError("form", "the file is not in its one form: something is added, reordered or written otherwise")
    return bundle


def opening_value(opening: Opening) -> dict[str, Any]:
    """Give an opening as it travels: without the house's note of its audience."""
    return {"pointer": opening.pointer, "salt": opening.salt, "seq": opening.seq, "value": opening.value}


def read_opening(line: bytes) -> Opening:
    """Read an opening as it travels; raise `BundleError` or `NotCanonical`."""
    value = decode(line)
    if not isinstance(value, dict) or value.keys() != {"pointer", "salt", "seq", "value"}:
        raise BundleError("form", "an opening has exactly the members pointer, salt, seq and value")
    return msgspec.convert(value, Opening)


def place_of(opening: Opening) -> tuple[int, str, str]:
    """Give what openings are sorted by."""
    return opening.seq, opening.pointer, opening.salt
