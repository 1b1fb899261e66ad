"""How a hidden card travels: `{"sealed": digest}` in the public entry, its opening kept beside it.

digest = SHA-256 over JCS(["stammtisch/sealed/1", table, seq, pointer, salt, value]), base64url; one seal per card,
a fresh salt of 16 bytes each. An opening moved to another place, entry or table no longer fits.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple

from msgspec import Struct

from domain.record.canonical import b64, encode, unb64

SALT_BYTES: Final = 16
MARK: Final = "(sealed)"
"""Stands for a text that is never opened, where null would change what is decided."""
SEALED: Final = b'{"sealed":"'
"""How every seal begins in the bytes of an entry; in a text the quotes would be escaped."""
_LABEL: Final = "stammtisch/sealed/1"

Audience = list[int] | Literal["all"]
Path = tuple[str | int, ...]


class Opening(Struct, frozen=True):
    """What opens one seal: where (entry and JSON pointer from the entry object), salt and value.

    `audience` is the house's own note of who learns it at once: seats, `[]` for nobody, "all" for everybody. It is no
    part of the digest.
    """

    seq: int
    pointer: str
    salt: str
    value: Any
    audience: Audience = []


class SealError(ValueError):
    """A seal that does not fit; `pointer` says where, `fault` why."""

    def __init__(
        self, fault: Literal["digest", "missing", "extra", "repeated", "place"], pointer: str, say: str
    ) -> None:
        """Name the fault and the place."""
        super().__init__(f"{pointer}: {say}")
        self.fault: Literal["digest", "missing", "extra", "repeated", "place"] = fault
        self.pointer = pointer


class Found(NamedTuple):
    """One seal found in a public entry."""

    pointer: str
    path: Path
    digest: str


@lru_cache(maxsize=4096)
def pointer_of(path: Path) -> str:
    """Write a path as JSON pointer (RFC 6901)."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)


def digest_of(table: str, seq: int, pointer: str, salt: str, value: object) -> str:
    """Give the digest of one sealed value."""
    return b64(hashlib.sha256(encode([_LABEL, table, seq, pointer, salt, value])).digest())


def seal(
    entry: Mapping[str, Any], secrets: Sequence[tuple[Path, Iterable[int] | Literal["all"]]], salts: Sequence[bytes]
) -> tuple[dict[str, Any], tuple[Opening, ...]]:
    """Replace each secret of a clear entry by its seal; give the public entry and the openings, in order of secrets.

    `secrets` names paths from the entry object and who learns each at once; `salts` brings at least as many salts of
    16 bytes. The clear entry stays as it is. Raise `SealError` where a path leads nowhere, `ValueError` for bad salts.
    """
    if len(salts) < len(secrets) or len(set(salts)) != len(salts):
        raise ValueError(f"{len(secrets)} secrets need as many different salts")
    if any(len(salt) != SALT_BYTES for salt in salts):
        raise ValueError(f"a salt has {SALT_BYTES} bytes")
    if not secrets:
        return dict(entry), ()
    if next(find(entry), None) is not None:
        raise SealError("place", "", "the clear entry already holds a seal")
    public: dict[str, Any] = _copy(entry)
    openings = []
    for (path, audience), raw in zip(secrets, salts, strict=False):
        pointer, salt = pointer_of(path), b64(raw)
        value = _take(public, path)
        digest = digest_of(entry["table"], entry["seq"], pointer, salt, value)
        put(public, path, {"sealed": digest})
        seats: Audience = "all" if audience == "all" else [int(seat) for seat in audience]
        openings.append(Opening(entry["seq"], pointer, salt, value, seats))
    return public, tuple(openings)


def find(value: object, path: Path = ()) -> Iterator[Found]:
    """Find every seal in a public entry (or a part of it that stands at `path`), in document order."""
    return iter(_find(value, path, []))


Hidden = Literal["refuse", "null", "mark"]
"""What becomes of a seal without opening: an error, null, or the string MARK."""


def fill(public: Mapping[str, Any], openings: Iterable[Opening], *, hidden: Hidden = "refuse") -> dict[str, Any]:
    """Give the entry with its openings filled in, every digest checked.

    Raise `SealError` for a wrong digest, an opening without a seal, two openings of one seal, a digest that occurs
    twice, and a seal without opening unless it is to be `hidden` otherwise.
    """
    by_pointer: dict[str, Opening] = {}
    for opening in openings:
        if opening.pointer in by_pointer:
            raise SealError("repeated", opening.pointer, "opened twice")
        by_pointer[opening.pointer] = opening
    seals = list(find(public))
    seen: set[str] = set()
    for pointer, _, digest in seals:
        if digest in seen:
            raise SealError("repeated", pointer, "this digest stands twice in the entry")
        seen.add(digest)
        if pointer in by_pointer:
            check_opening(by_pointer[pointer], public["table"], public["seq"], digest)
    extra = by_pointer.keys() - {found.pointer for found in seals}
    if extra:
        raise SealError("extra", min(extra), "an opening without a seal")
    return unseal(public, seals, by_pointer, hidden)


def unseal(
    public: Mapping[str, Any], seals: Sequence[Found], openings: Mapping[str, Opening], hidden: Hidden
) -> dict[str, Any]:
    """Put openings (by pointer) that were checked before into the places of their seals; `fill` without the checks."""
    clear: dict[str, Any] = _copy(public)
    for pointer, path, _ in seals:
        opening = openings.get(pointer)
        if opening is not None:
            put(clear, path, opening.value)
        elif hidden == "refuse":
            raise SealError("missing", pointer, "no opening")
        else:
            put(clear, path, None if hidden == "null" else MARK)
    return clear


def check_opening(opening: Opening, table: str, seq: int, digest: str) -> None:
    """Raise `SealError` unless the opening belongs to this entry and gives this digest."""
    try:
        unb64(opening.salt, SALT_BYTES)
        fits = opening.seq == seq and digest_of(table, seq, opening.pointer, opening.salt, opening.value) == digest
    except ValueError as error:
        raise SealError("digest", opening.pointer, f"the opening is malformed: {error}") from error
    if not fits:
        raise SealError("digest", opening.pointer, "the opening does not give the digest")


def put(value: Any, path: Path, new: object) -> None:
    """Replace what stands at `path` in a mutable value."""
    for step in path[:-1]:
        value = value[step]
    value[path[-1]] = new


def _find(value: object, path: Path, found: list[Found]) -> list[Found]:
    if isinstance(value, dict):
        if len(value) == 1 and isinstance(value.get("sealed"), str):
            found.append(Found(pointer_of(path), path, value["sealed"]))
            return found
        for key, inner in value.items():
            _find(inner, (*path, key), found)
    elif isinstance(value, list | tuple):
        for index, inner in enumerate(value):
            _find(inner, (*path, index), found)
    return found


def _copy(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _copy(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_copy(inner) for inner in value]
    return value


def _take(value: Any, path: Path) -> Any:
    try:
        for step in path:
            value = value[step]
    except (KeyError, IndexError, TypeError) as error:
        raise SealError("place", pointer_of(path), "nothing stands here") from error
    return value
