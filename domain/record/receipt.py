"""What the server signs: receipts and heads, as JWS compact with Ed25519, and the public keys to check them with.

The protected header is exactly `{"alg":"Ed25519","kid":...,"typ":...}` in canonical bytes and the payload is canonical
too, so there is one spelling of each statement. Everything else is refused: other algorithms, further header members
(`jwk`, `crit`), keys of small order, keys that nobody pinned.
"""

import hashlib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Final, Literal, TypeVar

import msgspec
from msgspec import Struct
from nacl.bindings import crypto_core_ed25519_is_valid_point, crypto_sign
from nacl.exceptions import BadSignatureError
from nacl.signing import SigningKey, VerifyKey

from domain.record.canonical import b64, decode, encode, encode_part, encode_typed, unb64

RECEIPT_TYPE: Final = "stammtisch-receipt+jws"
HEAD_TYPE: Final = "stammtisch-head+jws"
REFUSAL_TYPE: Final = "stammtisch-refusal+jws"
DISPUTE_TYPE: Final = "stammtisch-dispute+jws"
AUDIT_TYPE: Final = "stammtisch-audit+jws"
ROTATION_TYPE: Final = "stammtisch-rotation+jws"
_ALG: Final = "Ed25519"

StatementT = TypeVar("StatementT", bound=Struct)

Durability = Literal["fsync", "fsync+replicas", "everysec", "memory"]
"""What an acknowledgement stands for: on disk, on disk and on replicas, on disk within a second, or nothing."""


class BadToken(ValueError):
    """A signed statement that proves nothing; `fault` names why."""

    def __init__(self, fault: Literal["form", "header", "alg", "typ", "kid", "key", "signature", "payload"], say: str):
        """Name the fault and say it in a sentence."""
        super().__init__(say)
        self.fault = fault


class PublicKey(Struct, frozen=True, forbid_unknown_fields=True):
    """A server's public key as JWK (RFC 8037); `kid` is its RFC 7638 thumbprint.

    `since` holds the cross-signatures of a rotation: the same statement signed by the key before and by this one.
    """

    x: str
    kid: str
    kty: Literal["OKP"] = "OKP"
    crv: Literal["Ed25519"] = "Ed25519"
    alg: Literal["Ed25519"] = "Ed25519"
    use: Literal["sig"] = "sig"
    since: tuple[str, str] | None = None


class KeyFile(Struct, frozen=True, forbid_unknown_fields=True):
    """What `GET /v1/keys` answers and `--trust FILE` reads."""

    keys: tuple[PublicKey, ...]


class Receipt(Struct, frozen=True, forbid_unknown_fields=True):
    """What the server vouches for: this action, under this idempotency key, is entry `seq` with this hash."""

    action: str
    durability: Durability
    hash: str
    key: str
    seq: int
    table: str


class Head(Struct, frozen=True, forbid_unknown_fields=True):
    """What the server vouches for: at `seq` the table's log has this hash."""

    hash: str
    seq: int
    table: str


class Refusal(Struct, frozen=True, forbid_unknown_fields=True):
    """What the server vouches for: at `at` (ms) it refused this action of `seat`, with this code, at this head.

    `action` is the digest of the action in the clear, as it was sent; `key` the idempotency key, "" without one.
    """

    action: str
    at: int
    code: str
    hash: str
    key: str
    seat: int | None
    seq: int
    table: str


class Rotation(Struct, frozen=True, forbid_unknown_fields=True):
    """The key `new` follows the key `old` (both base64url)."""

    new: str
    old: str


class AuditHead(Struct, frozen=True, forbid_unknown_fields=True):
    """What the server vouches for: at `seq` the table's audit chain has this hash.

    With the type `stammtisch-dispute+jws` it acknowledges `dispute`, which that entry files; with the type
    `stammtisch-audit+jws` it is the chain's head, and `dispute` is null.
    """

    dispute: int | None
    hash: str
    seq: int
    table: str


def thumbprint(x: str) -> str:
    """Give the RFC 7638 thumbprint of an Ed25519 public key (base64url)."""
    return b64(hashlib.sha256(encode({"crv": "Ed25519", "kty": "OKP", "x": x})).digest())


def public_key(key: SigningKey, since: tuple[str, str] | None = None) -> PublicKey:
    """Give the public half as it is published."""
    x = b64(bytes(key.verify_key))
    return PublicKey(x=x, kid=thumbprint(x), since=since)


def rotation(old: SigningKey, new: SigningKey) -> PublicKey:
    """Publish `new` as the successor of `old`, the statement signed by both."""
    statement = Rotation(new=b64(bytes(new.verify_key)), old=b64(bytes(old.verify_key)))
    return public_key(new, (sign(statement, ROTATION_TYPE, old), sign(statement, ROTATION_TYPE, new)))


def action_digest(action: Mapping[str, Any]) -> str:
    """Give the digest of an action as it stands in its public entry: SHA-256 over its canonical bytes."""
    return b64(hashlib.sha256(encode_part(action)).digest())


def sign(statement: Struct, typ: str, key: SigningKey) -> str:
    """Sign a statement as JWS compact. Ed25519 is deterministic: the same statement gives the same bytes."""
    header, secret = _signer(key, typ)
    signing_input = f"{header}.{b64(encode_typed(statement))}"
    return f"{signing_input}.{b64(crypto_sign(signing_input.encode('ascii'), secret)[:64])}"


@lru_cache(maxsize=64)
def _signer(key: SigningKey, typ: str) -> tuple[str, bytes]:
    """Give the protected header of all statements of one kind by one key, and the key as libsodium has it."""
    public = bytes(key.verify_key)
    return b64(encode({"alg": _ALG, "kid": thumbprint(b64(public)), "typ": typ})), bytes(key) + public


def sign_receipt(receipt: Receipt, key: SigningKey) -> str:
    """Sign a receipt."""
    return sign(receipt, RECEIPT_TYPE, key)


def sign_refusal(refusal: Refusal, key: SigningKey) -> str:
    """Sign a refusal."""
    return sign(refusal, REFUSAL_TYPE, key)


def sign_head(head: Head, key: SigningKey) -> str:
    """Sign a head."""
    return sign(head, HEAD_TYPE, key)


class KeySet:
    """Public keys that a reader trusts, by kid."""

    def __init__(self, keys: Iterable[PublicKey]) -> None:
        """Take keys as given; raise `BadToken` for a wrong thumbprint, a malformed key or one of small order."""
        self._keys: dict[str, VerifyKey] = {}
        for key in keys:
            self._add(key)

    @property
    def kids(self) -> frozenset[str]:
        """The ids of the keys in the set."""
        return frozenset(self._keys)

    def with_successors(self, published: Iterable[PublicKey]) -> "KeySet":
        """Give the set with every published key that follows a trusted one, cross-signed by both; ignore the others."""
        grown = KeySet(())
        grown._keys = dict(self._keys)
        waiting = [key for key in published if key.since is not None]
        while any(grown._admit(key) for key in waiting if key.kid not in grown._keys):
            pass
        return grown

    def read(self, token: str, typ: str) -> dict[str, Any]:
        """Give the payload of a token signed by one of the keys; raise `BadToken`."""
        parts = token.split(".")
        if len(parts) != 3:
            raise BadToken("form", "a token has three parts")
        header, payload, signature = parts
        kid = _read_header(header, typ)
        try:
            signature_bytes, body = unb64(signature, 64), unb64(payload)
        except ValueError as error:
            raise BadToken("form", f"the token is malformed: {error}") from error
        key = self._keys.get(kid)
        if key is None:
            raise BadToken("kid", f"the key {kid} is not among the trusted ones")
        try:
            key.verify(f"{header}.{payload}".encode("ascii"), signature_bytes)
        except (BadSignatureError, UnicodeEncodeError) as error:
            raise BadToken("signature", "the signature is wrong") from error
        try:
            value = decode(body)
        except ValueError as error:
            raise BadToken("payload", f"the payload is not canonical: {error}") from error
        if not isinstance(value, dict):
            raise BadToken("payload", "the payload is an object")
        return value

    def read_receipt(self, token: str) -> Receipt:
        """Give the receipt in a token; raise `BadToken`."""
        return _typed(self.read(token, RECEIPT_TYPE), Receipt)

    def read_head(self, token: str) -> Head:
        """Give the head in a token; raise `BadToken`."""
        return _typed(self.read(token, HEAD_TYPE), Head)

    def read_refusal(self, token: str) -> Refusal:
        """Give the refusal in a token; raise `BadToken`."""
        return _typed(self.read(token, REFUSAL_TYPE), Refusal)

    def read_audit(self, token: str, typ: Literal["dispute", "audit"]) -> AuditHead:
        """Give what a token says of an audit chain; raise `BadToken`."""
        return _typed(self.read(token, DISPUTE_TYPE if typ == "dispute" else AUDIT_TYPE), AuditHead)

    def _add(self, key: PublicKey) -> None:
        try:
            raw = unb64(key.x, 32)
        except ValueError as error:
            raise BadToken("key", f"the key is malformed: {error}") from error
        if not crypto_core_ed25519_is_valid_point(raw):
            raise BadToken("key", "the key is no point of the large group (small order, or not canonical)")
        if key.kid != thumbprint(key.x):
            raise BadToken("kid", "the kid is not the key's thumbprint")
        self._keys[key.kid] = VerifyKey(raw)

    def _admit(self, key: PublicKey) -> bool:
        """Add a key if one of the set and the key itself both signed the same rotation to it."""
        if key.since is None:
            return False
        try:
            itself = KeySet((key,))
            by_old = _typed(self.read(key.since[0], ROTATION_TYPE), Rotation)
            by_new = _typed(itself.read(key.since[1], ROTATION_TYPE), Rotation)
        except BadToken:
            return False
        signer = _read_header(key.since[0].split(".")[0], ROTATION_TYPE)
        if by_old != by_new or by_old.new != key.x or thumbprint(by_old.old) != signer:
            return False
        self._add(key)
        return True


def _read_header(part: str, typ: str) -> str:
    """Check a protected header and give its kid; raise `BadToken`."""
    try:
        header = decode(unb64(part))
    except ValueError as error:
        raise BadToken("header", f"the header is malformed: {error}") from error
    if not isinstance(header, dict) or header.get("alg") != _ALG:
        raise BadToken("alg", f"only {_ALG} is accepted")
    if header.get("typ") != typ:
        raise BadToken("typ", f"this is no {typ}")
    if header.keys() != {"alg", "kid", "typ"} or not isinstance(header["kid"], str):
        raise BadToken("header", "the header has exactly the members alg, kid and typ")
    return header["kid"]


def _typed(value: Mapping[str, Any], kind: type[StatementT]) -> StatementT:
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise BadToken("payload", f"the payload is no {kind.__name__}: {error}") from error
