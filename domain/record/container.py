"""A zip file that has one form (stored, fixed order, fixed dates), and a reader that hostile files cannot hurt."""

import hashlib
import io
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal

from domain.record.canonical import b64

MAX_FILE: Final = 64 << 20
"""Bytes of a whole file, at the most."""
MAX_LINES: Final = 200_000
"""Lines of one member, at the most."""

Fault = Literal["zip", "member", "size", "form", "manifest", "digest", "version"]


class BundleError(ValueError):
    """A file that is no record; `fault` names why."""

    def __init__(self, fault: Fault, say: str) -> None:
        """Name the fault and say it in a sentence."""
        super().__init__(say)
        self.fault: Fault = fault


def pack(members: Mapping[str, bytes], order: Sequence[str]) -> bytes:
    """Write members in the given order; the same members give the same bytes."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name in order:
            if name in members:
                info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
                info.create_system = 3
                info.external_attr = 0o100644 << 16
                archive.writestr(info, members[name])
    return out.getvalue()


def unpack(file: bytes, allowed: Iterable[str], required: Iterable[str]) -> dict[str, bytes]:
    """Read the members of a file that nobody vouches for; raise `BundleError`."""
    if len(file) > MAX_FILE:
        raise BundleError("size", f"the file has more than {MAX_FILE} bytes")
    try:
        with zipfile.ZipFile(io.BytesIO(file)) as archive:
            infos = archive.infolist()
            names = [info.filename for info in infos]
            if not set(names) <= set(allowed) or len(set(names)) != len(names):
                raise BundleError("member", "the file holds members that do not belong into a record, or one twice")
            missing = sorted(set(required) - set(names))
            if missing:
                raise BundleError("member", f"missing: {', '.join(missing)}")
            if any(info.compress_type != zipfile.ZIP_STORED or info.flag_bits & ~0x800 for info in infos):
                raise BundleError("zip", "members are stored as they are, neither compressed nor encrypted")
            total = sum(info.file_size for info in infos)
            if any(info.file_size != info.compress_size for info in infos) or total > len(file):
                raise BundleError("size", "the sizes in the file do not add up")
            return {name: archive.read(name) for name in names}
    except BundleError:
        raise
    except Exception as error:
        raise BundleError("zip", f"not a readable zip file: {error}") from error


def digests(members: Mapping[str, bytes]) -> dict[str, str]:
    """Give the digest of each member but the manifest."""
    return {name: b64(hashlib.sha256(data).digest()) for name, data in members.items() if name != "manifest.json"}


def join_lines(lines: Iterable[bytes]) -> bytes:
    """Write one item a line."""
    return b"".join(line + b"\n" for line in lines)


def split_lines(data: bytes) -> list[bytes]:
    """Read one item a line; raise `BundleError` where the last does not end, or there are too many."""
    if not data:
        return []
    if not data.endswith(b"\n"):
        raise BundleError("form", "a line does not end")
    if data.count(b"\n") > MAX_LINES:
        raise BundleError("size", f"more than {MAX_LINES} lines")
    return data[:-1].split(b"\n")
