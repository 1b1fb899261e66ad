"""Most canonical bytes are judged by a look. Whatever the look lets pass, a walk through the value would too."""

from collections.abc import Callable
from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from domain.record.canonical import MAX_INT, NotCanonical, decode, encode, encode_known

NUMBERS = [0, -1, 10**15, MAX_INT, -MAX_INT - 1, 10**16, 2**63, 2**64, 1.5, -0.0, 1e5, 1e16, 5e-324]
TEXTS = ["", "é", "\x00", "\x7f", "1e5", ":.", ":-.", "[" * 40, '"', "\\", "0" * 20, ",1.5", "\ud800"]
KEYS = st.sampled_from(["a", "1", "é", '"'])
ODD: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.sampled_from(NUMBERS) | st.sampled_from(TEXTS),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=2),
    max_leaves=8,
)
PIECES = (
    *(bytes([byte]) for byte in b'{}[],:"10-.e+ \n\xff'),
    *(b'"a":', b"null", b"1.5", b"[-1.5", b",1e5", b"E9", b"-0", b"NaN", b'{"a":1}', b"[1,2]", b'"1.5"', b'"[[["'),
    *(b"9007199254740991", b"9007199254740992", b"0" * 16, b"\\u0041", b"\\ud800", "é".encode()),
    b"[" * 33 + b"]" * 33,
)


def nested(value: Any, levels: int) -> Any:
    for level in range(levels):
        value = [value] if level % 2 else {"a": value}
    return value


def outcome(work: Callable[[Any], Any], value: Any) -> Any:
    try:
        return work(value)
    except NotCanonical:
        return "refused"


def thoroughly(data: bytes) -> Any:
    """Read canonical bytes without looking at them."""
    try:
        value = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return "refused"
    return value if encode(value) == data else "refused"


@given(ODD | st.builds(nested, ODD, st.integers(28, 36)))
def test_a_value_is_written_as_if_it_were_walked_through(value: Any) -> None:
    assert outcome(encode_known, value) == outcome(encode, value)


@given(st.lists(st.sampled_from(PIECES), max_size=8).map(b"".join) | st.binary(max_size=12))
def test_bytes_are_read_as_if_their_value_were_walked_through(data: bytes) -> None:
    assert repr(outcome(decode, data)) == repr(outcome(thoroughly, data))
