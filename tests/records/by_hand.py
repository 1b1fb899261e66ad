"""A second reading of `docs/ledger.md`: the same steps from the standard library alone, sharing no code.

It is what a third party would write from the page. Only Ed25519 comes from a library.
"""

import base64
import hashlib
import hmac
import json
from typing import Any

from nacl.signing import VerifyKey


def jcs(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def b64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def unb64(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def sha(data: bytes) -> str:
    return b64(hashlib.sha256(data).digest())


def seal_digest(table: str, seq: int, pointer: str, salt: str, value: Any) -> str:
    return sha(jcs(["stammtisch/sealed/1", table, seq, pointer, salt, value]))


def deal_key(secret: bytes, table: str, deal: int) -> bytes:
    return hmac.digest(secret, jcs(["stammtisch/key/1", table, deal]), "sha256")


def tree_root(leaves: list[bytes]) -> bytes:
    """RFC 6962, 2.1, word for word: split at the largest power of two below n."""
    if not leaves:
        return hashlib.sha256(b"").digest()
    if len(leaves) == 1:
        return hashlib.sha256(b"\x00" + leaves[0]).digest()
    k = 1
    while 2 * k < len(leaves):
        k *= 2
    return hashlib.sha256(b"\x01" + tree_root(leaves[:k]) + tree_root(leaves[k:])).digest()


def root_from_proof(leaf: bytes, index: int, size: int, proof: list[bytes]) -> bytes:
    """Climb from a leaf; recursive, as the tree is defined, and so unlike the product's loop."""
    if size == 1:
        assert not proof
        return hashlib.sha256(b"\x00" + leaf).digest()
    k = 1
    while 2 * k < size:
        k *= 2
    if index < k:
        return hashlib.sha256(b"\x01" + root_from_proof(leaf, index, k, proof[:-1]) + proof[-1]).digest()
    return hashlib.sha256(b"\x01" + proof[-1] + root_from_proof(leaf, index - k, size - k, proof[:-1])).digest()


def shuffle(key: bytes, table: str, deal: int, label: str, seeds: list[str], beacon: str | None, n: int) -> list[int]:
    counter, words, order = 0, [], list(range(n))
    for last in reversed(range(1, n)):
        while True:
            if not words:
                message = jcs(["stammtisch/shuffle/1", table, deal, label, seeds, beacon, counter])
                block = hmac.digest(key, message, "sha256")
                words = [int.from_bytes(block[i : i + 4], "big") for i in range(0, 32, 4)]
                counter += 1
            word = words.pop(0)
            if word < 2**32 - 2**32 % (last + 1):
                break
        index = word % (last + 1)
        order[last], order[index] = order[index], order[last]
    return order


def jws(token: str, x: str, typ: str) -> Any:
    header, payload, signature = token.split(".")
    kid = sha(jcs({"crv": "Ed25519", "kty": "OKP", "x": x}))
    assert json.loads(unb64(header)) == {"alg": "Ed25519", "kid": kid, "typ": typ}
    VerifyKey(unb64(x)).verify(f"{header}.{payload}".encode(), unb64(signature))
    return json.loads(unb64(payload))


def check_log(lines: list[str], openings: list[dict[str, Any]], max_deals: int) -> dict[str, Any]:
    """Chain, seals, seeds and keys of a log; give what a reader then knows: root, seeds, keys, cards by place."""
    known: dict[str, Any] = {"keys": {}, "cards": {}, "promised": {}, "shown": {}}
    seals: dict[tuple[int, str], str] = {}
    prev = None
    for number, line in enumerate(lines, 1):
        entry = json.loads(line)
        assert jcs(entry).decode() == line
        assert (entry["seq"], entry["prev"], entry["v"]) == (number, prev, 1)
        prev = sha(line.encode())
        collect(entry, "", number, seals)
        for event in entry["events"]:
            match event["type"]:
                case "table.opened":
                    assert number == 1
                    known["root"], known["table"] = event["root"], entry["table"]
                case "seat.taken":
                    known["promised"][event["seat"]] = event["commitment"]
                case "seat.ready":
                    assert sha(unb64(event["seed"])) == known["promised"][event["seat"]]
                    known["shown"][event["seat"]] = event["seed"]
                case "table.started":
                    assert event["seeds"] == [known["shown"][seat] for seat in sorted(known["shown"])]
                    known["seeds"] = event["seeds"]
                case "deal.closed":
                    key = unb64(event["key"])
                    proof = [unb64(step) for step in event["proof"]]
                    assert b64(root_from_proof(key, event["deal"] - 1, max_deals, proof)) == known["root"]
                    known["keys"][event["deal"]] = key
    for o in openings:
        assert seal_digest(known["table"], o["seq"], o["pointer"], o["salt"], o["value"]) == seals.pop(
            (o["seq"], o["pointer"])
        )
        known["cards"][o["seq"], o["pointer"]] = o["value"]
    known["head"], known["unopened"] = prev, sorted(seals)
    return known


def collect(value: Any, pointer: str, seq: int, seals: dict[tuple[int, str], str]) -> None:
    if isinstance(value, dict) and list(value) == ["sealed"]:
        seals[seq, pointer] = value["sealed"]
    elif isinstance(value, dict):
        for key, inner in value.items():
            collect(inner, f"{pointer}/{key}", seq, seals)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            collect(inner, f"{pointer}/{index}", seq, seals)
