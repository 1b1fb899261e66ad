"""Partial proofs: the second verifier finds in them what the first does."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from msgspec import structs
from nacl.signing import SigningKey

from domain.games import shipped_registry
from domain.record.bundle import write_bundle
from domain.record.proof import Claim, Proof, prove, write_proof
from domain.record.receipt import KeyFile, KeySet, public_key, rotation
from domain.record.verify import Verdict, verify_proof
from tests.records.test_proof import STRANGERS, claiming, long_hand, with_entry, with_value
from tests.support.forge import Forge
from tests.support.recorded import SERVER_KEY, Table, bundle_of, play_table
from tests.web.node import Node, needs_node

pytestmark = needs_node

GAMES = shipped_registry()
TRUST = KeySet([public_key(SERVER_KEY)])
PINNED = msgspec.json.encode(KeyFile((public_key(SERVER_KEY),))).decode()


@pytest.fixture(scope="module")
def node() -> Iterator[Node]:
    with Node() as running:
        yield running


@pytest.fixture(scope="module")
def table() -> Table:
    return play_table(GAMES.get("schafkopf", 1), seed=6, bots=1, deals=2, tick=0)


def failed(report: Any) -> list[tuple[str, int | None]]:
    return [(line["check"], line["seq"]) for line in report["lines"] if line["status"] == "FAIL"]


@pytest.mark.parametrize("claim", [Claim(1, seat=2), Claim(1, trick=2), Claim(2, seat=0)], ids=str)
@pytest.mark.parametrize("deck", [False, True])
def test_both_say_what_is_proven_in_the_same_words(node: Node, table: Table, claim: Claim, deck: bool) -> None:
    file = write_proof(prove(bundle_of(table.rec), GAMES, structs.replace(claim, deck=deck)))

    theirs, ours = verify_proof(file, GAMES, TRUST), node.verify(file, PINNED)

    assert theirs.verdict is Verdict.VALID
    assert (ours["exit"], ours["sentence"]) == (0, theirs.sentence)
    checked = {line["check"] for line in ours["lines"]} - {"scope"}
    assert checked == {line.check for line in theirs.lines} - {"scope"}


def test_hands_of_other_games(node: Node) -> None:
    for name in ("volle_scholle", "vollpfosten", "volle_huette"):
        played = play_table(GAMES.get(name, 1), seed=2, deals=1)
        for deck in (False, True):
            file = write_proof(prove(bundle_of(played.rec), GAMES, Claim(1, seat=1, deck=deck)))
            assert node.verify(file, PINNED)["sentence"] == verify_proof(file, GAMES, TRUST).sentence


TAMPERINGS: dict[str, Callable[[Proof], Proof]] = {
    "card": lambda p: with_value(p, "EO"),
    "no opening": lambda p: structs.replace(p, openings=()),
    "time": lambda p: with_entry(p, 0, b'"at":1', b'"at":2'),
    "last time": lambda p: with_entry(p, -1, b'"at":1', b'"at":2'),
    "cut": lambda p: structs.replace(p, entries=p.entries[:-1]),
    "gap": lambda p: structs.replace(p, entries=p.entries[:3] + p.entries[4:]),
    "empty": lambda p: structs.replace(p, entries=()),
    "spelling": lambda p: with_entry(p, -1, b'"v":1', b'"v": 1'),
    "signature": lambda p: structs.replace(p, anchor=p.anchor[:-4] + "AAAA"),
    "table": lambda p: structs.replace(p, table="x" * 26),
    "keys": lambda p: structs.replace(p, keys=STRANGERS),
    "another seat": lambda p: claiming(p, seat=1),
    "another deal": lambda p: claiming(p, deal=2),
    "nothing": lambda p: claiming(p, seat=None),
    "a trick that is not there": lambda p: claiming(p, trick=99),
    "deal not opened": lambda p: structs.replace(p, entries=p.entries[1:]),
    "part of a hand": lambda p: structs.replace(p, openings=p.openings[1:]),
    "twice": lambda p: structs.replace(p, openings=(p.openings[0], *p.openings)),
}


@pytest.mark.parametrize("name", TAMPERINGS)
def test_both_agree_on_a_changed_proof(node: Node, table: Table, name: str) -> None:
    file = write_proof(TAMPERINGS[name](long_hand(table)))

    theirs, ours = verify_proof(file, GAMES, TRUST), node.verify(file, PINNED)

    assert ours["exit"] == theirs.verdict
    assert failed(ours)[:1] == [(line.check, line.seq) for line in theirs.failed][:1]


def test_a_hand_that_is_not_the_decks(node: Node, table: Table) -> None:
    forge = Forge(table)
    (seq, *_) = forge.seqs("hands_dealt")
    hands = forge.event(seq, "hands_dealt")["hands"]
    hands[2][0], hands[3][0] = hands[3][0], hands[2][0]
    bundle = forge.bundle()

    alone = node.verify(write_proof(prove(bundle, GAMES, Claim(1, seat=2))), PINNED)
    both = node.verify(write_proof(prove(bundle, GAMES, Claim(1, seat=2, deck=True))), PINNED)

    assert alone["exit"] == 0
    assert [check for check, _ in failed(both)] == ["deck"]


def test_keys_that_are_not_pinned_and_keys_that_were_rotated(node: Node, table: Table) -> None:
    old = SigningKey(b"o" * 32)
    pinned = msgspec.json.encode(KeyFile((public_key(old),))).decode()
    proof = long_hand(table)
    rotated = structs.replace(proof, keys=KeyFile((rotation(old, SERVER_KEY),)))

    assert node.verify(write_proof(proof))["exit"] == 2
    assert node.verify(write_proof(proof), pinned)["exit"] == 1
    assert node.verify(write_proof(rotated), pinned)["exit"] == 0


def test_a_record_follows_rotated_keys_too(node: Node, table: Table) -> None:
    old, older = SigningKey(b"o" * 32), SigningKey(b"p" * 32)
    chain = KeyFile((public_key(older), rotation(older, old), rotation(old, SERVER_KEY)))
    file = write_bundle(structs.replace(bundle_of(table.rec), keys=chain))

    for pinned in (older, old):
        trust = msgspec.json.encode(KeyFile((public_key(pinned),))).decode()
        assert node.verify(file, trust)["exit"] == 0
    stranger = msgspec.json.encode(STRANGERS).decode()
    assert ("trust", 1) in failed(node.verify(file, stranger))
