"""The published vectors: read from their files, held against the product and against a second implementation."""

import hashlib
import hmac
import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from nacl.exceptions import BadSignatureError
from nacl.signing import SigningKey, VerifyKey

from domain.games import shipped_registry
from domain.record import merkle
from domain.record.canonical import NotCanonical, b64, decode, encode, unb64
from domain.record.keys import DealKeys, verify_key
from domain.record.receipt import KeyFile, KeySet, PublicKey
from domain.record.seal import digest_of
from domain.record.seat import signature_fits
from domain.record.seeds import commitment
from domain.record.shuffle import below, permutation, words
from domain.record.verify import CHECKS, Verdict, verify
from tests.records import by_hand

DOCS = Path(__file__).parents[2] / "docs"
FOLDER = DOCS / "vectors"


def vectors(name: str) -> Any:
    return json.loads((FOLDER / f"{name}.json").read_text("utf-8"))


@pytest.mark.parametrize("case", vectors("canonical")["values"], ids=lambda case: case["bytes"][:20])
def test_canonical_bytes(case: dict[str, Any]) -> None:
    data = case["bytes"].encode()
    assert encode(case["value"]) == by_hand.jcs(case["value"]) == data
    assert decode(data) == case["value"]
    assert by_hand.sha(data) == case["sha256"]


@pytest.mark.parametrize("case", vectors("canonical")["refused"], ids=lambda case: case["why"])
def test_bytes_that_must_be_refused(case: dict[str, Any]) -> None:
    with pytest.raises(NotCanonical):
        decode(bytes.fromhex(case["hex"]))


def test_base64url() -> None:
    for case in vectors("canonical")["base64url"]:
        assert b64(bytes.fromhex(case["hex"])) == case["text"]
        assert unb64(case["text"]).hex() == case["hex"]
    for text in vectors("canonical")["base64url_refused"]:
        with pytest.raises(ValueError):
            unb64(text)


@pytest.mark.parametrize("case", vectors("sealed"), ids=lambda case: case["pointer"])
def test_sealed_values(case: dict[str, Any]) -> None:
    parts = case["table"], case["seq"], case["pointer"], case["salt"], case["value"]
    assert digest_of(*parts) == by_hand.seal_digest(*parts) == by_hand.sha(case["bytes"].encode()) == case["digest"]


def test_merkle_roots_and_proofs() -> None:
    given = vectors("merkle")
    leaves = [bytes.fromhex(leaf) for leaf in given["leaves"]]
    for size, root in enumerate(given["roots"]):
        assert merkle.root(leaves[:size]).hex() == by_hand.tree_root(leaves[:size]).hex() == root
    for case in given["proofs"]:
        proof = [bytes.fromhex(step) for step in case["proof"]]
        root = bytes.fromhex(given["roots"][case["size"]])
        leaf = leaves[case["index"]]
        assert merkle.verify(leaf, case["index"], case["size"], proof, root)
        assert by_hand.root_from_proof(leaf, case["index"], case["size"], proof) == root


def test_merkle_roots_are_those_of_certificate_transparency() -> None:
    roots = vectors("merkle")["roots"]
    assert roots[1] == "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"
    assert roots[8] == "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"


def test_deal_keys() -> None:
    given = vectors("keys")
    secret = by_hand.unb64(given["secret"])
    for case in given["sets"]:
        leaves = [by_hand.deal_key(secret, given["table"], deal + 1) for deal in range(case["max_deals"])]
        root = DealKeys(secret, given["table"], case["max_deals"]).root
        assert root == b64(by_hand.tree_root(leaves)) == case["root"]
        for shown in case["deals"]:
            assert by_hand.b64(leaves[shown["index"]]) == shown["key"]
            assert verify_key(shown["key"], shown["deal"], case["max_deals"], shown["proof"], root)


def test_shuffles() -> None:
    given = vectors("shuffle")
    key, table, seeds = unb64(given["key"]), given["table"], given["seeds"]
    stream = words(key, table, 1, "deck", seeds)
    assert [next(stream) for _ in range(16)] == given["first_words"]
    assert {case["n"] for case in given["shuffles"]} >= {32, 50, 60, 72}
    for case in given["shuffles"]:
        args = key, table, 1, case["label"], tuple(seeds), case["beacon"], case["n"]
        assert list(permutation(*args)) == case["order"]
        assert by_hand.shuffle(key, table, 1, case["label"], seeds, case["beacon"], case["n"]) == case["order"]


def test_words_that_are_thrown_away() -> None:
    given = vectors("shuffle")
    for case in given["rejected"]:
        assert below(case["range"], iter([case["word"], 0])) == 0
    for case in given["accepted"]:
        assert below(case["range"], iter([case["word"]])) == case["index"]


def test_signatures_of_the_server() -> None:
    given = vectors("signatures")
    public = msgspec.convert(given["server"]["public"], PublicKey)
    trusted = KeySet([public])
    assert msgspec.to_builtins(trusted.read_receipt(given["receipt"]["token"])) == given["receipt"]["payload"]
    assert msgspec.to_builtins(trusted.read_head(given["head"]["token"])) == given["head"]["payload"]
    assert by_hand.jws(given["receipt"]["token"], public.x, "stammtisch-receipt+jws") == given["receipt"]["payload"]


def test_a_seats_signature_and_seed() -> None:
    given = vectors("signatures")
    seat = given["seat"]
    assert signature_fits(seat["public"], seat["bytes"].encode(), seat["sig"]["sig"])
    assert not signature_fits(seat["public"], seat["bytes"].encode() + b" ", seat["sig"]["sig"])
    assert commitment(given["seed"]["seed"]) == given["seed"]["commitment"]


def test_the_whole_deal_by_hand() -> None:
    given = vectors("deal")
    known = by_hand.check_log(given["entries"], given["openings"], given["max_deals"])
    head = by_hand.jws(given["head"], given["server_key"], "stammtisch-head+jws")
    assert head == {"hash": known["head"], "seq": len(given["entries"]), "table": known["table"]}
    assert [pointer for _, pointer in known["unopened"]] == [
        "/action/secret",
        "/events/0/secret",
        "/action/seed",
        "/events/0/seed",
    ]

    pack = sorted(suit + rank for suit in "EGHS" for rank in ("10", "7", "8", "9", "A", "K", "O", "U"))
    order = by_hand.shuffle(known["keys"][1], known["table"], 1, "cards", known["seeds"], None, 32)
    deck = [pack[index] for index in order]
    dealer = json.loads(given["entries"][8])["events"][1]["dealer"]
    hands: list[list[str]] = [[], [], [], []]
    for packet in range(8):
        hands[(dealer + 1 + packet) % 4] += deck[4 * packet : 4 * packet + 4]
    opened = [[known["cards"][9, f"/events/2/hands/{seat}/{card}"] for card in range(8)] for seat in range(4)]
    assert opened == hands


def test_the_record_of_the_page_is_valid() -> None:
    keys = msgspec.json.decode((FOLDER / "deal-keys.json").read_bytes(), type=KeyFile)
    report = verify((FOLDER / "deal.zip").read_bytes(), shipped_registry(), KeySet(keys.keys))
    assert report.verdict is Verdict.VALID, report.sentence


def test_every_number_on_the_page_stands_in_the_vectors() -> None:
    page = (DOCS / "ledger.md").read_text("utf-8")
    known = "".join(path.read_text("utf-8") for path in sorted(FOLDER.glob("*.json")))
    known += by_hand.sha(vectors("deal")["entries"][-1].encode())
    quoted = re.findall(r"(?<![\w-])[\w-]{43}(?![\w-])", page)
    assert len(quoted) > 10
    assert [text for text in quoted if text not in known] == []

    (message,) = re.findall(r"^    (\[\"stammtisch/shuffle/1\".*,0\])$", page, re.M)
    block = hmac.digest(by_hand.unb64(shown_key()), message.encode(), "sha256")
    stream = [str(int.from_bytes(block[i : i + 4], "big")) for i in range(0, 32, 4)]
    assert ", ".join(stream) in " ".join(page.split())


def shown_key() -> str:
    events = json.loads(vectors("deal")["entries"][44])["events"]
    key: str = next(event["key"] for event in events if event["type"] == "deal.closed")
    return key


def test_every_check_is_explained() -> None:
    page = (DOCS / "verify.md").read_text("utf-8")
    assert re.findall(r"^\| `(\w+)` \|", page, re.M) == [*CHECKS, "scope"]


@pytest.mark.parametrize(
    ("key", "data", "mac"),
    [
        (b"\x0b" * 20, b"Hi There", "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
        (
            b"Jefe",
            b"what do ya want for nothing?",
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
        ),
    ],
    ids=["RFC 4231 1", "RFC 4231 2"],
)
def test_hmac_is_that_of_rfc_4231(key: bytes, data: bytes, mac: str) -> None:
    assert hmac.new(key, data, hashlib.sha256).hexdigest() == mac


@pytest.mark.parametrize(
    ("private", "public", "message", "signature"),
    [
        (
            "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
            "",
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595"
            "bbe24655141438e7a100b",
        ),
        (
            "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
            "72",
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb43"
            "02aeeb00d291612bb0c00",
        ),
    ],
    ids=["RFC 8032 1", "RFC 8032 2"],
)
def test_ed25519_is_that_of_rfc_8032(private: str, public: str, message: str, signature: str) -> None:
    data, sig = bytes.fromhex(message), bytes.fromhex(signature)
    key = SigningKey(bytes.fromhex(private))
    assert bytes(key.verify_key).hex() == public
    assert key.sign(data).signature == sig
    order = 2**252 + 27742317777372353535851937790883648493
    doubled = sig[:32] + (int.from_bytes(sig[32:], "little") + order).to_bytes(32, "little")
    with pytest.raises(BadSignatureError):
        VerifyKey(bytes.fromhex(public)).verify(data, doubled)
