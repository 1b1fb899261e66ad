"""One hand or one trick is proven, and nothing else is shown."""

import msgspec
import pytest
from msgspec import structs
from nacl.signing import SigningKey

from cli.main import main
from domain.games import schafkopf, shipped_registry
from domain.record.bundle import write_bundle
from domain.record.proof import Claim, NothingToProve, Proof, kind_of, prove, read_proof, write_proof
from domain.record.receipt import KeyFile, KeySet, public_key, rotation
from domain.record.verify import Verdict, verify_proof
from tests.support.forge import Forge
from tests.support.recorded import SERVER_KEY, Table, bundle_of, play_table

GAMES = shipped_registry()
TRUST = KeySet([public_key(SERVER_KEY)])


@pytest.fixture(scope="module")
def table() -> Table:
    return play_table(schafkopf.RULES, seed=6, bots=1, deals=2, tick=0)


def hand(table: Table, seat: int = 2) -> Proof:
    return prove(bundle_of(table.rec), GAMES, Claim(1, seat=seat))


def long_hand(table: Table) -> Proof:
    """The same without receipts: it runs up to the head."""
    return prove(structs.replace(bundle_of(table.rec), receipts=()), GAMES, Claim(1, seat=2))


def cards_of(table: Table, seat: int) -> list[str]:
    return [
        opening.value
        for written in table.rec.entries[:12]
        for opening in written.openings
        if f"/hands/{seat}/" in opening.pointer and written.public["seq"] < 12
    ]


def test_a_hand_is_proven_and_the_others_stay_sealed(table: Table) -> None:
    file = write_proof(hand(table))
    report = verify_proof(file, GAMES, TRUST)

    assert report.verdict is Verdict.VALID, report.sentence
    assert " ".join(cards_of(table, 2)) in report.sentence
    assert len(read_proof(file).openings) == 8
    assert not any(
        opening.pointer.encode() in file for opening in bundle_of(table.rec).openings if "/hands/1/" in opening.pointer
    )
    assert kind_of(file) == "proof"
    assert len(file) < len(write_bundle(bundle_of(table.rec))) / 4


def test_the_deals_key_is_not_shown_with_a_hand(table: Table) -> None:
    key = table.house.reveal(1)[0].encode()
    assert key not in write_proof(hand(table))


def test_a_trick_is_proven(table: Table) -> None:
    proof = prove(bundle_of(table.rec), GAMES, Claim(1, trick=2))
    report = verify_proof(write_proof(proof), GAMES, TRUST)
    assert report.verdict is Verdict.VALID
    assert report.sentence.count("trick 2 of deal 1 was") == 1
    assert proof.openings == ()


def with_value(proof: Proof, value: object) -> Proof:
    return structs.replace(proof, openings=(structs.replace(proof.openings[0], value=value), *proof.openings[1:]))


def with_entry(proof: Proof, at: int, old: bytes, new: bytes) -> Proof:
    entries = list(proof.entries)
    entries[at] = entries[at].replace(old, new)
    return structs.replace(proof, entries=tuple(entries))


def claiming(proof: Proof, **changes: int | None) -> Proof:
    return structs.replace(proof, claim=structs.replace(proof.claim, **changes))


STRANGERS = KeyFile((public_key(SigningKey(b"x" * 32)),))


def test_with_the_deck_the_whole_deal_is_shown_and_proven(table: Table) -> None:
    proof = prove(bundle_of(table.rec), GAMES, Claim(1, seat=2, deck=True))
    report = verify_proof(write_proof(proof), GAMES, TRUST)
    assert report.verdict is Verdict.VALID, report.sentence
    assert "came from the promised deck" in report.sentence
    assert len(proof.openings) == 32

    swapped = with_value(proof, proof.openings[9].value)
    assert verify_proof(write_proof(swapped), GAMES, TRUST).verdict is Verdict.TAMPERED
    short = structs.replace(proof, openings=proof.openings[:8])
    assert [line.check for line in verify_proof(write_proof(short), GAMES, TRUST).failed] == ["claim", "deck"]


def test_the_deck_of_a_running_deal_is_not_proven() -> None:
    running = Table(schafkopf.RULES)
    running.open(4, {})
    running.sit_all()
    while not running.state.dealing:
        running.move()
    with pytest.raises(NothingToProve, match="still runs"):
        prove(bundle_of(running.rec, 1), GAMES, Claim(1, seat=1, deck=True))
    report = verify_proof(write_proof(prove(bundle_of(running.rec, 1), GAMES, Claim(1, seat=1))), GAMES, TRUST)
    assert report.verdict is Verdict.VALID


@pytest.mark.parametrize(
    ("tamper", "check"),
    [
        (lambda p: with_value(p, "EO"), "openings"),
        (lambda p: structs.replace(p, openings=()), "openings"),
        (lambda p: with_entry(p, 0, b'"at":1', b'"at":2'), "chain"),
        (lambda p: with_entry(p, -1, b'"at":1', b'"at":2'), "server_signature"),
        (lambda p: structs.replace(p, entries=p.entries[:-1]), "server_signature"),
        (lambda p: structs.replace(p, entries=p.entries[:3] + p.entries[4:]), "chain"),
        (lambda p: structs.replace(p, entries=()), "canonical"),
        (lambda p: with_entry(p, -1, b'"v":1', b'"v": 1'), "canonical"),
        (lambda p: structs.replace(p, anchor=p.anchor[:-4] + "AAAA"), "server_signature"),
        (lambda p: structs.replace(p, table="x" * 26), "chain"),
        (lambda p: structs.replace(p, keys=STRANGERS), None),
        (lambda p: claiming(p, seat=1), "claim"),
        (lambda p: claiming(p, deal=2), "claim"),
        (lambda p: claiming(p, seat=None), "claim"),
        (lambda p: structs.replace(p, entries=p.entries[1:]), "openings"),
        (lambda p: structs.replace(p, openings=p.openings[1:]), "claim"),
    ],
    ids=[
        "card",
        "no opening",
        "time",
        "last time",
        "cut",
        "gap",
        "empty",
        "spelling",
        "signature",
        "table",
        "keys",
        "another seat",
        "another deal",
        "nothing",
        "deal not opened",
        "part of a hand",
    ],
)
def test_a_changed_proof_is_refused(table: Table, tamper, check) -> None:
    report = verify_proof(write_proof(tamper(long_hand(table))), GAMES, TRUST)
    assert [line.check for line in report.failed][:1] == ([check] if check else [])


def test_without_pinned_keys_it_is_incomplete(table: Table) -> None:
    assert verify_proof(write_proof(hand(table)), GAMES).verdict is Verdict.INCOMPLETE


def test_under_another_pinned_key_it_is_refused_unless_that_key_was_rotated(table: Table) -> None:
    old = SigningKey(b"o" * 32)
    proof = hand(table)
    assert verify_proof(write_proof(proof), GAMES, KeySet([public_key(old)])).verdict is Verdict.TAMPERED
    rotated = structs.replace(proof, keys=KeyFile((rotation(old, SERVER_KEY),)))
    assert verify_proof(write_proof(rotated), GAMES, KeySet([public_key(old)])).verdict is Verdict.VALID


def test_what_the_record_does_not_hold_cannot_be_proven(table: Table) -> None:
    for claim in (Claim(9, seat=1), Claim(1, trick=9), Claim(1, seat=7), Claim(1)):
        with pytest.raises(NothingToProve):
            prove(bundle_of(table.rec), GAMES, claim)


def test_the_command(table: Table, tmp_path, capsys) -> None:
    (tmp_path / "record.zip").write_bytes(write_bundle(bundle_of(table.rec)))
    (tmp_path / "keys.json").write_bytes(msgspec.json.encode(KeyFile((public_key(SERVER_KEY),))))
    out = tmp_path / "hand.zip"
    assert main(["prove", str(tmp_path / "record.zip"), "--deal", "1", "--seat", "0", "-o", str(out)]) == 0
    assert main(["verify", str(out), "--trust", str(tmp_path / "keys.json")]) == 0
    assert "seat 0 was dealt in deal 1" in capsys.readouterr().out
    assert main(["prove", str(tmp_path / "record.zip"), "--deal", "7", "--seat", "0", "-o", str(out)]) == 1


# -- claims -----------------------------------------------------------------------------------------------------------


def test_a_trick_is_counted_from_the_opening_of_its_deal(table: Table) -> None:
    second = prove(bundle_of(table.rec), GAMES, Claim(1, trick=2))
    renamed = verify_proof(write_proof(claiming(second, trick=1)), GAMES, TRUST)
    honest = verify_proof(write_proof(second), GAMES, TRUST)
    assert renamed.verdict is honest.verdict is Verdict.VALID
    cards = [sentence.split(" was ")[1].split(",")[0] for sentence in (renamed.sentence, honest.sentence)]
    assert cards[0] != cards[1]
    assert verify_proof(write_proof(claiming(second, trick=9)), GAMES, TRUST).failed[0].check == "claim"
    late = structs.replace(second, entries=second.entries[1:])
    assert verify_proof(write_proof(late), GAMES, TRUST).failed[0].check == "claim"


@pytest.mark.parametrize("claim", [Claim(2, seat=0, deck=True), Claim(1, trick=2, deck=True)], ids=str)
def test_with_the_deck_the_sentence_names_the_cards(table: Table, claim: Claim) -> None:
    alone = prove(bundle_of(table.rec), GAMES, structs.replace(claim, deck=False))
    proof = prove(bundle_of(table.rec), GAMES, claim)
    sentences = [verify_proof(write_proof(each), GAMES, TRUST).sentence for each in (alone, proof)]
    cut = [sentence.partition(", up to")[0].partition(", played")[0] for sentence in sentences]
    assert cut[0] == cut[1]
    assert sentences[1].endswith("The deal came from the promised deck.")
    assert verify_proof(write_proof(claiming(proof, deal=7)), GAMES, TRUST).verdict is Verdict.TAMPERED


def test_hands_of_other_games_are_proven_too() -> None:
    for name in ("volle_scholle", "vollpfosten"):
        played = play_table(GAMES.get(name), seed=2, deals=1)
        for deck in (False, True):
            proof = prove(bundle_of(played.rec), GAMES, Claim(1, seat=1, deck=deck))
            report = verify_proof(write_proof(proof), GAMES, TRUST)
            assert report.verdict is Verdict.VALID, (name, report.lines)


def test_a_hand_that_is_not_the_decks_is_proven_alone_but_not_with_the_deck(table: Table) -> None:
    """A house that gives two seats each other's first card, and seals, chains and signs all of it again."""
    forge = Forge(table)
    (seq, *_) = forge.seqs("hands_dealt")
    hands = forge.event(seq, "hands_dealt")["hands"]
    hands[2][0], hands[3][0] = hands[3][0], hands[2][0]
    bundle = forge.bundle()
    alone = verify_proof(write_proof(prove(bundle, GAMES, Claim(1, seat=2))), GAMES, TRUST)
    assert alone.verdict is Verdict.VALID
    both = verify_proof(write_proof(prove(bundle, GAMES, Claim(1, seat=2, deck=True))), GAMES, TRUST)
    assert both.verdict is Verdict.TAMPERED
    assert [line.check for line in both.failed] == ["deck"]
