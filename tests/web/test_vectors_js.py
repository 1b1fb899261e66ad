"""The published vectors hold for the second verifier too, and so do the standards that it writes out itself."""

import base64
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from nacl.signing import SigningKey

from tests.web.node import Fault, Node, needs_node

pytestmark = needs_node

VECTORS = Path(__file__).parent.parent.parent / "docs" / "vectors"


def read(name: str) -> Any:
    return json.loads((VECTORS / f"{name}.json").read_text())


def coded(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


@pytest.fixture(scope="module")
def node() -> Iterator[Node]:
    with Node() as running:
        yield running


def test_canonical_bytes(node: Node) -> None:
    for row in read("canonical")["values"]:
        assert node.ask("encode", value=row["value"]) == row["bytes"]
        assert node.ask("decode", data=coded(row["bytes"])) == row["value"]
        assert node.ask("hash", data=coded(row["bytes"])) == row["sha256"]


def test_bytes_that_must_be_refused(node: Node) -> None:
    for row in read("canonical")["refused"]:
        with pytest.raises(Fault):
            node.ask("decode", data=base64.b64encode(bytes.fromhex(row["hex"])).decode())


def test_base64url(node: Node) -> None:
    vectors = read("canonical")
    for row in vectors["base64url"]:
        assert node.ask("b64", data=row["hex"]) == row["text"]
        assert node.ask("unb64", text=row["text"]) == row["hex"]
    for text in vectors["base64url_refused"]:
        with pytest.raises(Fault):
            node.ask("unb64", text=text)


def test_sealed_values(node: Node) -> None:
    for row in read("sealed"):
        place = {name: row[name] for name in ("table", "seq", "pointer", "salt", "value")}
        assert node.ask("seal", **place) == row["digest"]


def test_merkle_trees(node: Node) -> None:
    vectors = read("merkle")
    for size, root in enumerate(vectors["roots"]):
        assert node.ask("root", leaves=vectors["leaves"][:size]) == root
    for row in vectors["proofs"]:
        index, root = row["index"], vectors["roots"][row["size"]]
        proof = {"leaf": vectors["leaves"][index], "size": row["size"], "proof": row["proof"], "root": root}
        assert node.ask("proof", index=index, **proof)
        assert not node.ask("proof", index=index + 1, **proof)
        assert not node.ask("proof", index=index, **proof | {"proof": [*row["proof"], root]})


def test_deal_keys(node: Node) -> None:
    for promised in read("keys")["sets"]:
        for row in promised["deals"]:
            shown = {"key": row["key"], "max": promised["max_deals"], "proof": row["proof"], "root": promised["root"]}
            assert node.ask("promised", deal=row["deal"], **shown)
            assert not node.ask("promised", deal=row["deal"] + 1, **shown)


def test_shuffles(node: Node) -> None:
    vectors = read("shuffle")
    bound = {name: vectors[name] for name in ("key", "table", "deal", "seeds")}
    words = node.ask("words", label="deck", count=len(vectors["first_words"]), **bound)
    assert words == vectors["first_words"]
    sizes = set()
    for row in vectors["shuffles"]:
        sizes.add(row["n"])
        request = {"label": row["label"], "beacon": row["beacon"], "size": row["n"]}
        assert node.ask("shuffle", **bound, **request) == row["order"]
    assert sizes >= {32, 50, 60, 72}


def test_receipts_and_heads(node: Node) -> None:
    vectors = read("signatures")
    keys = [vectors["server"]["public"]]
    for name in ("receipt", "head"):
        token, typ = vectors[name]["token"], f"stammtisch-{name}+jws"
        assert node.ask("token", keys=keys, token=token, typ=typ) == vectors[name]["payload"]
        with pytest.raises(Fault, match="typ"):
            node.ask("token", keys=keys, token=token, typ="stammtisch-rotation+jws")
        with pytest.raises(Fault, match="kid"):
            node.ask("token", keys=[], token=token, typ=typ)


def test_the_worked_deal(node: Node) -> None:
    file = (VECTORS / "deal.zip").read_bytes()

    assert node.verify(file, (VECTORS / "deal-keys.json").read_text())["verdict"] == "consistent"


def test_hmac_of_rfc_4231(node: Node) -> None:
    cases = [
        ("0b" * 20, b"Hi There", "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
        (
            b"Jefe".hex(),
            b"what do ya want for nothing?",
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
        ),
        (
            "aa" * 131,
            b"Test Using Larger Than Block-Size Key - Hash Key First",
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
        ),
    ]
    for key, data, digest in cases:
        assert node.ask("hmac", key=key, data=data.hex()) == digest


def test_ed25519_of_rfc_8032(node: Node) -> None:
    """The first three vectors of section 7.1, by the platform and written out."""
    for seed, message in [
        ("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60", ""),
        ("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb", "72"),
        ("c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7", "af82"),
    ]:
        signing = SigningKey(bytes.fromhex(seed))
        signature = signing.sign(bytes.fromhex(message)).signature
        key = bytes(signing.verify_key).hex()

        assert node.ask("publicKey", key=key)
        assert node.ask("signed", key=key, message=message, signature=signature.hex()) == [True, True]
        for wrong in (message + "00", "ff" + message):
            assert node.ask("signed", key=key, message=wrong, signature=signature.hex()) == [False, False]


ORDER = 2**252 + 27742317777372353535851937790883648493


def test_a_signature_has_one_spelling(node: Node) -> None:
    """S + L satisfies the equation too, and is refused."""
    signing = SigningKey(bytes(range(32)))
    signature = signing.sign(b"x").signature
    shifted = (int.from_bytes(signature[32:], "little") + ORDER).to_bytes(32, "little")
    key = bytes(signing.verify_key).hex()

    assert node.ask("signed", key=key, message="78", signature=(signature[:32] + shifted).hex())[0] is False


SMALL = [
    "0100000000000000000000000000000000000000000000000000000000000000",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0000000000000000000000000000000000000000000000000000000000000080",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
]


@pytest.mark.parametrize("key", SMALL)
def test_keys_of_small_order_are_refused(node: Node, key: str) -> None:
    assert not node.ask("publicKey", key=key)


@pytest.mark.parametrize("nonce", SMALL)
def test_signatures_with_a_nonce_of_small_order_are_refused(node: Node, nonce: str) -> None:
    key = bytes(SigningKey(bytes(range(32))).verify_key).hex()

    assert node.ask("signed", key=key, message="78", signature=nonce + "00" * 32)[0] is False


@pytest.mark.parametrize(
    "key",
    [
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "0200000000000000000000000000000000000000000000000000000000000000",
        "00" * 31,
        "00" * 33,
    ],
)
def test_keys_that_are_no_points_or_misspelt_are_refused(node: Node, key: str) -> None:
    assert not node.ask("publicKey", key=key)


def test_a_point_outside_the_large_group_is_refused(node: Node) -> None:
    """The sum of an honest key and a point of order 2: WebCrypto would take it."""
    key = bytearray(bytes(SigningKey(bytes(range(32))).verify_key))
    y = (2**255 - 19 - int.from_bytes(key, "little") % 2**255) % (2**255 - 19)
    negated = bytearray(y.to_bytes(32, "little"))
    negated[31] |= ~key[31] & 0x80
    assert not node.ask("publicKey", key=bytes(negated).hex())
