"""Canonical bytes: RFC 8785 (JCS) JSON over a small set of values, and binary as base64url.

Values are strings, integers within 2^53-1, booleans, null, arrays, and objects with ASCII keys. Within that set the
sorted encoding of msgspec *is* JCS, and about fifty times as fast as a general library; a property test holds the two
together. Everything that is hashed or signed in this product passes through `encode`.
"""

import base64
import binascii
from typing import Any, Final, Literal

import msgspec

MAX_INT: Final = 2**53 - 1
MAX_DEPTH: Final = 32
"""Arrays and objects within each other, at the most."""
MAX_BYTES: Final = 1 << 20
"""Bytes of one canonical text, at the most."""

Fault = Literal["too_large", "too_deep", "not_json", "float", "integer", "key", "type", "surrogate", "form"]

_encoder = msgspec.json.Encoder(order="sorted")
_decoder = msgspec.json.Decoder()


class NotCanonical(ValueError):
    """A value that has no canonical bytes, or bytes that are not canonical; `fault` names why."""

    def __init__(self, fault: Fault, say: str) -> None:
        """Name the fault and say it in a sentence."""
        super().__init__(say)
        self.fault: Fault = fault


def encode(value: object) -> bytes:
    """Give the canonical bytes of builtins; raise `NotCanonical` for anything that has none."""
    inspect(value)
    try:
        return _encoder.encode(value)
    except UnicodeEncodeError as error:
        raise NotCanonical("surrogate", "a string holds a lone surrogate") from error


def encode_part(value: object) -> bytes:
    """Give the canonical bytes of a part of builtins that have been encoded or read as a whole before."""
    return _encoder.encode(value)


def encode_typed(value: msgspec.Struct) -> bytes:
    """Give the canonical bytes of a statement: a Struct of ASCII texts and small numbers, which cannot lack them."""
    return _encoder.encode(value)


def encode_known(value: object) -> bytes:
    """Give the canonical bytes of builtins made from typed values: as `encode`, but looks at the bytes first.

    Only where these leave a doubt (other than ASCII, nested, large or broken numbers) is the value walked through.
    """
    try:
        data = _encoder.encode(value)
    except UnicodeEncodeError as error:
        raise NotCanonical("surrogate", "a string holds a lone surrogate") from error
    except OverflowError as error:
        raise NotCanonical("integer", "an integer is beyond 2^53-1") from error
    if not _plain(data):
        inspect(value)
    return data


def decode(data: bytes, *, max_bytes: int = MAX_BYTES) -> Any:
    """Read canonical bytes into builtins; raise `NotCanonical` unless `encode` would give the very same bytes.

    So whitespace, another key order, duplicate keys, needless escapes, `-0`, floats and lone surrogates are refused.
    """
    if len(data) > max_bytes:
        raise NotCanonical("too_large", f"{len(data)} bytes are more than {max_bytes}")
    try:
        value = _decoder.decode(data)
    except RecursionError as error:
        raise NotCanonical("too_deep", f"nested deeper than {MAX_DEPTH}") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise NotCanonical("not_json", f"not JSON: {error}") from error
    if _plain(data):
        again = _encoder.encode(value)
    else:
        again = encode(value)
    if again != data:
        raise NotCanonical("form", "not in canonical form: whitespace, key order, a duplicate key or another spelling")
    return value


def b64(data: bytes) -> str:
    """Write binary as base64url without padding."""
    return binascii.b2a_base64(data, newline=False).translate(_URL_SAFE, b"=").decode("ascii")


_URL_SAFE: Final = bytes.maketrans(b"+/", b"-_")


def unb64(text: str, size: int | None = None) -> bytes:
    """Read base64url without padding, `size` bytes if named; raise ValueError unless `b64` would write the same."""
    try:
        data = base64.b64decode(text.encode("ascii") + b"=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (UnicodeEncodeError, binascii.Error) as error:
        raise ValueError("not base64url") from error
    if b64(data) != text:
        raise ValueError("not base64url in its one spelling without padding")
    if size is not None and len(data) != size:
        raise ValueError(f"{len(data)} bytes where {size} belong")
    return data


_DIGITS: Final = b"0123456789"
_NUMBERS: Final = bytes.maketrans(b"123456789,[eE", b"000000000::..")
"""Every digit as 0, whatever a number can follow as a colon, whatever makes it no integer as a point."""


def _plain(data: bytes) -> bool:
    """Can these bytes, if they are JSON at all, hold nothing that `inspect` would refuse? A quick and safe guess."""
    if not data.isascii() or data[:1] not in (b"{", b"[") or data.count(b"[") + data.count(b"{") > MAX_DEPTH:
        return False
    if b"0" * 16 in data.translate(_NUMBERS):
        return False
    bare = data.translate(_NUMBERS, _DIGITS)
    return b":." not in bare and b":-." not in bare


def inspect(value: object) -> None:
    """Walk the whole value, level by level; raise `NotCanonical` at the first that has no place here."""
    level: list[object] = [value]
    depth = 0
    while level:
        if depth >= MAX_DEPTH and any(isinstance(item, dict | list | tuple) for item in level):
            raise NotCanonical("too_deep", f"nested deeper than {MAX_DEPTH}")
        below: list[object] = []
        for item in level:
            if isinstance(item, str) or item is None or isinstance(item, bool):
                continue
            if isinstance(item, int):
                if not -MAX_INT <= item <= MAX_INT:
                    raise NotCanonical("integer", f"{item} is beyond 2^53-1")
            elif isinstance(item, dict):
                for key in item:
                    if not (isinstance(key, str) and key.isascii()):
                        raise NotCanonical("key", f"{key!r} is no ASCII key")
                below.extend(item.values())
            elif isinstance(item, list | tuple):
                below.extend(item)
            elif isinstance(item, float):
                raise NotCanonical("float", f"{item} is no integer")
            else:
                raise NotCanonical("type", f"{type(item).__name__} has no canonical form")
        level = below
        depth += 1
