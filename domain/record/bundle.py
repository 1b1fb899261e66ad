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
import io
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct
from nacl.signing import SigningKey

from domain.record.canonical import NotCanonical, b64, decode, encode
from domain.record.deals import Deals, openings_for
from domain.record.entry import hash_of
from domain.record.receipt import Head, KeyFile, sign_head
from domain.record.seal import Opening

TYPE: Final = "stammtisch/record/1"
MAX_FILE: Final = 64 << 20
"""Bytes of a whole bundle, at the most."""
MAX_LINES: Final = 200_000
"""Entries, or openings, or receipts, at the most."""

_MEMBERS: Final = (
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
_MAX_DATA: Final = 8 << 20

Fault = Literal["zip", "member", "size", "form", "manifest", "digest", "version"]


class BundleError(ValueError):
    """A file that is no bundle; `fault` names why."""

    def __init__(self, fault: Fault, say: str) -> None:
        """Name the fault and say it in a sentence."""
        super().__init__(say)
        self.fault: Fault = fault


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
        "entries.jsonl": _lines(bundle.entries),
        "openings.jsonl": _lines([encode(_opening(o)) for o in sorted(bundle.openings, key=_place)]),
        "receipts.txt": _lines([receipt.encode("ascii") for receipt in bundle.receipts]),
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
            "files": {name: b64(hashlib.sha256(data).digest()) for name, data in members.items()},
            "reader": bundle.reader,
            "table": bundle.table,
            "type": TYPE,
        }
    )
    return _zip(members)


def read_bundle(file: bytes) -> Bundle:
    """Read a file that nobody vouches for; raise `BundleError`. Memory stays within a small multiple of the file."""
    members = _unzip(file)
    try:
        manifest = decode(members["manifest.json"])
        if not isinstance(manifest, dict) or manifest.get("type") != TYPE:
            raise BundleError("version", f"the manifest is not of the type {TYPE}")
        digests = {name: b64(hashlib.sha256(data).digest()) for name, data in members.items() if name != _MEMBERS[0]}
        if manifest.keys() != {"files", "reader", "table", "type"} or manifest["files"].keys() != digests.keys():
            raise BundleError("manifest", "the manifest does not list the members")
        for name, digest in digests.items():
            if manifest["files"][name] != digest:
                raise BundleError("digest", f"{name} is not what the manifest says")
        bundle = Bundle(
            table=msgspec.convert(manifest["table"], str),
            reader=msgspec.convert(manifest["reader"], int | None),
            entries=tuple(_split(members["entries.jsonl"])),
            openings=tuple(_read_opening(line) for line in _split(members["openings.jsonl"])),
            receipts=tuple(line.decode("ascii") for line in _split(members["receipts.txt"])),
            head=members["head.txt"].decode("ascii") if "head.txt" in members else None,
            keys=msgspec.convert(decode(members["keys.json"]), KeyFile),
            data=decode(members["data.json"], max_bytes=_MAX_DATA) if "data.json" in members else None,
            complaint=decode(members["complaint.json"]) if "complaint.json" in members else None,
        )
    except (NotCanonical, msgspec.ValidationError, UnicodeDecodeError, AttributeError, TypeError) as error:
        raise BundleError("form", f"a member is malformed: {error}") from error
    if write_bundle(bundle) != file:
        raise BundleError("form", "the file is not in its one form: something is added, reordered or written otherwise")
    return bundle


def _zip(members: Mapping[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name in _MEMBERS:
            if name in members:
                info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
                info.create_system = 3
                info.external_attr = 0o100644 << 16
                archive.writestr(info, members[name])
    return out.getvalue()


def _unzip(file: bytes) -> dict[str, bytes]:
    if len(file) > MAX_FILE:
        raise BundleError("size", f"the file has more than {MAX_FILE} bytes")
    try:
        with zipfile.ZipFile(io.BytesIO(file)) as archive:
            infos = archive.infolist()
            names = [info.filename for info in infos]
            if not set(names) <= set(_MEMBERS) or len(set(names)) != len(names):
                raise BundleError("member", "the file holds members that do not belong into a record, or one twice")
            if not set(names) >= _REQUIRED:
                raise BundleError("member", f"missing: {', '.join(sorted(_REQUIRED - set(names)))}")
            if any(info.compress_type != zipfile.ZIP_STORED or info.flag_bits & ~0x800 for info in infos):
                raise BundleError("zip", "members are stored as they are, neither compressed nor encrypted")
            if any(info.file_size != info.compress_size for info in infos) or sum(i.file_size for i in infos) > len(
                file
            ):
                raise BundleError("size", "the sizes in the file do not add up")
            return {name: archive.read(name) for name in names}
    except BundleError:
        raise
    except Exception as error:
        raise BundleError("zip", f"not a readable zip file: {error}") from error


def _lines(lines: tuple[bytes, ...] | list[bytes]) -> bytes:
    return b"".join(line + b"\n" for line in lines)


def _split(data: bytes) -> list[bytes]:
    if not data:
        return []
    if not data.endswith(b"\n"):
        raise BundleError("form", "a line does not end")
    if data.count(b"\n") > MAX_LINES:
        raise BundleError("size", f"more than {MAX_LINES} lines")
    return data[:-1].split(b"\n")


def _opening(opening: Opening) -> dict[str, Any]:
    return {"pointer": opening.pointer, "salt": opening.salt, "seq": opening.seq, "value": opening.value}


def _read_opening(line: bytes) -> Opening:
    value = decode(line)
    if not isinstance(value, dict) or value.keys() != {"pointer", "salt", "seq", "value"}:
        raise BundleError("form", "an opening has exactly the members pointer, salt, seq and value")
    return msgspec.convert(value, Opening)


def _place(opening: Opening) -> tuple[int, str, str]:
    return opening.seq, opening.pointer, opening.salt
