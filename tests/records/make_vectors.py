"""Writes `docs/vectors/`: `python -m tests.records.make_vectors`. Read the diff: a published vector never changes."""

import json
from pathlib import Path
from typing import Any

import msgspec
from nacl.signing import SigningKey

from domain.games import schafkopf
from domain.record import merkle
from domain.record.bundle import write_bundle
from domain.record.canonical import b64, encode
from domain.record.entry import hash_of
from domain.record.keys import DealKeys
from domain.record.receipt import Head, Receipt, public_key, sign_head, sign_receipt
from domain.record.seal import digest_of
from domain.record.seat import sign_action, signed_bytes
from domain.record.seeds import commitment
from domain.record.shuffle import permutation, words
from tests.support.recorded import bundle_of, play_table

FOLDER = Path(__file__).parents[2] / "docs" / "vectors"
TABLE = "abcdefghijklmnopqrstuvwxyz"
SECRET = bytes(range(32))
SEEDS = tuple(b64(bytes([seat]) * 32) for seat in range(4))
SIGNER = SigningKey(bytes(range(32)))
SEAT = SigningKey(bytes(range(32, 64)))


def canonical() -> Any:
    values: list[Any] = [
        {},
        [],
        None,
        True,
        [9007199254740991, -9007199254740991, 0],
        {"b": 1, "a": {"z": None, "A": False}, "": 0, "_": [1, "2", []]},
        '€$\u000f\nA\'B"\\\\"/',
        "\b\t\n\f\r\u0000\u001f\u007f ",
        "Grüß Gott \U0001f0a1 \u2028",
    ]
    refused = [
        ("a blank", b'{"a": 1}'),
        ("keys out of order", b'{"b":1,"a":1}'),
        ("a key twice", b'{"a":1,"a":1}'),
        ("a needless escape", b'"\\u0041"'),
        ("an escaped slash", b'"\\/"'),
        ("minus zero", b"-0"),
        ("a fraction", b"1.0"),
        ("an exponent", b"1e2"),
        ("an integer over 2^53-1", b"9007199254740992"),
        ("a lone surrogate", b'"\\ud800"'),
        ("bytes that are no UTF-8", b'"\xff"'),
        ("a byte order mark", b"\xef\xbb\xbf1"),
        ("a key beyond ASCII", '{"é":1}'.encode()),
        ("nesting deeper than 32", b"[" * 33 + b"]" * 33),
        ("two values", b"1 1"),
        ("nothing", b""),
    ]
    return {
        "values": [{"value": v, "bytes": encode(v).decode(), "sha256": hash_of(encode(v))} for v in values],
        "refused": [{"why": why, "hex": data.hex()} for why, data in refused],
        "base64url": [{"hex": h, "text": b64(bytes.fromhex(h))} for h in ("", "fb", "fbff", "fbffbf", "00" * 32)],
        "base64url_refused": ["YQ==", "YR", "Y", "Y+8", "Y/8", " YQ"],
    }


def sealed() -> Any:
    cases = [
        (9, "/events/1/hands/0/0", b64(bytes(16)), "EO"),
        (9, "/events/1/hands/0/1", b64(bytes(range(16))), "EO"),
        (31, "/action/text", b64(bytes([255] * 16)), "Grüß Gott"),
        (31, "/events/0/a~1b/~0", b64(bytes([7] * 16)), [1, None, {"x": True}]),
    ]
    return [
        {
            "table": TABLE,
            "seq": seq,
            "pointer": pointer,
            "salt": salt,
            "value": value,
            "bytes": encode(["stammtisch/sealed/1", TABLE, seq, pointer, salt, value]).decode(),
            "digest": digest_of(TABLE, seq, pointer, salt, value),
        }
        for seq, pointer, salt, value in cases
    ]


def tree() -> Any:
    leaves = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"]
    data = [bytes.fromhex(leaf) for leaf in leaves]
    return {
        "leaves": leaves,
        "roots": [merkle.root(data[:n]).hex() for n in range(len(data) + 1)],
        "proofs": [
            {"size": size, "index": index, "proof": [step.hex() for step in merkle.proof(data[:size], index)]}
            for size in range(1, len(data) + 1)
            for index in range(size)
        ],
    }


def keys() -> Any:
    sets = []
    for count, deals in ((1, (1,)), (64, (1, 64)), (512, (300,)), (1024, (1, 700, 1024))):
        house = DealKeys(SECRET, TABLE, count)
        shown = []
        for deal in deals:
            key, proof = house.reveal(deal)
            shown.append({"deal": deal, "index": deal - 1, "key": key, "proof": list(proof)})
        sets.append({"max_deals": count, "root": house.root, "deals": shown})
    return {
        "secret": b64(SECRET),
        "table": TABLE,
        "message_of_deal_1": encode(["stammtisch/key/1", TABLE, 1]).decode(),
        "sets": sets,
    }


def shuffles() -> Any:
    key = DealKeys(SECRET, TABLE, 1).key(1)
    cases = [("deck", n, None) for n in (1, 2, 32, 50, 60, 72)]
    cases += [("reshuffle 1", 32, None), ("deck", 32, "round 4711")]
    stream = words(key, TABLE, 1, "deck", SEEDS)
    return {
        "key": b64(key),
        "table": TABLE,
        "deal": 1,
        "seeds": list(SEEDS),
        "first_message": encode(["stammtisch/shuffle/1", TABLE, 1, "deck", list(SEEDS), None, 0]).decode(),
        "first_words": [next(stream) for _ in range(16)],
        "rejected": [{"range": 3, "word": 4294967295}, {"range": 72, "word": 4294967256}],
        "accepted": [{"range": 3, "word": 4294967294, "index": 2}, {"range": 72, "word": 4294967255, "index": 71}],
        "shuffles": [
            {
                "label": label,
                "beacon": beacon,
                "n": n,
                "order": list(permutation(key, TABLE, 1, label, SEEDS, beacon, n)),
            }
            for label, n, beacon in cases
        ],
    }


def signatures() -> Any:
    receipt = Receipt(action="a" * 43, durability="fsync", hash="h" * 43, key="key 1", seq=17, table=TABLE)
    head = Head(hash="h" * 43, seq=17, table=TABLE)
    action = {"card": "EO", "type": "play_card"}
    return {
        "server": {"private": b64(bytes(SIGNER)), "public": msgspec.to_builtins(public_key(SIGNER))},
        "receipt": {"payload": msgspec.to_builtins(receipt), "token": sign_receipt(receipt, SIGNER)},
        "head": {"payload": msgspec.to_builtins(head), "token": sign_head(head, SIGNER)},
        "seat": {
            "private": b64(bytes(SEAT)),
            "public": b64(bytes(SEAT.verify_key)),
            "bytes": signed_bytes(TABLE, 2, 16, "h" * 43, "key 1", action).decode(),
            "sig": sign_action(SEAT, TABLE, 2, 16, "h" * 43, "key 1", action),
        },
        "seed": {"seed": SEEDS[1], "commitment": commitment(SEEDS[1])},
    }


def deal() -> tuple[Any, bytes, bytes]:
    """One whole deal of Schafkopf, as its record."""
    table = play_table(schafkopf.RULES, seed=6, bots=1, deals=1, tick=0)
    bundle = bundle_of(table.rec)
    value = {
        "max_deals": schafkopf.RULES.max_deals,
        "entries": [line.decode() for line in bundle.entries],
        "openings": [{"pointer": o.pointer, "salt": o.salt, "seq": o.seq, "value": o.value} for o in bundle.openings],
        "head": bundle.head,
        "server_key": bundle.keys.keys[0].x,
        "house_alone": {"secret": b64(table.rec.secret)},
    }
    return value, write_bundle(bundle), msgspec.json.encode(bundle.keys)


def main() -> None:
    """Write every file."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    record, file, trusted = deal()
    made = {
        "canonical": canonical(),
        "sealed": sealed(),
        "merkle": tree(),
        "keys": keys(),
        "shuffle": shuffles(),
        "signatures": signatures(),
        "deal": record,
    }
    for name, value in made.items():
        text = json.dumps(value, indent=1, ensure_ascii=False)
        (FOLDER / f"{name}.json").write_text(text + "\n", encoding="utf-8")
    (FOLDER / "deal.zip").write_bytes(file)
    (FOLDER / "deal-keys.json").write_bytes(trusted)


if __name__ == "__main__":
    main()
