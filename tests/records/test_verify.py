"""Honest tables of every shipped game pass, and say plainly what could not be checked."""

import json
import subprocess
import sys

import msgspec
import pytest

from cli.main import main
from domain.games import SHIPPED, shipped_registry
from domain.kernel import AnyRuleSet, Registry
from domain.record.bundle import read_bundle, write_bundle
from domain.record.receipt import KeyFile, KeySet, public_key, rotation
from domain.record.verify import CHECKS, Report, Status, Verdict, verify, verify_bundle
from tests.support.recorded import SERVER_KEY, Table, bundle_of, edited, play_table
from tests.support.toy import TOY

TRUST = KeySet([public_key(SERVER_KEY)])
GAMES = Registry([*SHIPPED, TOY])
ALL = [pytest.param(rules, id=rules.id) for rules in (*SHIPPED, TOY)]


def examine(table: Table, reader: int | None = None, trust: KeySet | None = TRUST) -> Report:
    return verify(write_bundle(bundle_of(table.rec, reader)), GAMES, trust)


def status(report: Report, check: str) -> Status:
    return next(line.status for line in report.lines if line.check == check)


@pytest.mark.parametrize("rules", ALL)
@pytest.mark.parametrize("seed", range(3))
def test_an_honest_table_is_valid(rules: AnyRuleSet, seed: int) -> None:
    report = examine(
        play_table(rules, seed=seed, seats=rules.seats[-1 - seed % len(rules.seats)], bots=seed % 2, deals=2)
    )

    assert report.verdict is Verdict.VALID, report.sentence
    assert [line.check for line in report.lines] == [*CHECKS, "scope"]
    assert {line.check for line in report.lines if line.status is not Status.PASS} == {"scope"}
    assert {deal.verdict for deal in report.deals} == {Verdict.VALID}


def test_a_match_played_to_its_end_is_valid() -> None:
    table = play_table(TOY, seats=4, tick=0.3)
    report = examine(table)
    assert table.state.reason == "finished"
    assert report.verdict is Verdict.VALID, report.sentence


def test_without_pinned_keys_the_signer_is_not_checked() -> None:
    report = examine(play_table(TOY), trust=None)
    assert report.verdict is Verdict.INCOMPLETE
    assert "signer was not checked" in report.sentence
    assert [line.check for line in report.lines if line.status is Status.NOT_CHECKED and line.weighs] == ["trust"]


@pytest.mark.parametrize("reader", [None, 0, 1])
def test_a_running_deal_is_not_judged_yet_but_the_deals_before_it_are(reader: int | None) -> None:
    table = Table(TOY)
    table.open(3, {})
    table.sit_all()
    while not (table.state.deal == 2 and table.state.dealing):
        table.move()
    report = examine(table, reader)

    assert report.verdict is Verdict.INCOMPLETE
    assert status(report, "entitled") is Status.PASS
    assert status(report, "legal") is Status.NOT_CHECKED
    assert [deal.verdict for deal in report.deals] == [Verdict.VALID, Verdict.INCOMPLETE]


def test_a_table_cut_short_by_the_house_shows_its_deal_and_is_valid() -> None:
    from domain.table.messages import CloseTable

    table = Table(TOY)
    table.open(3, {})
    table.sit_all()
    while not table.state.dealing:
        table.move()
    table.do(None, "house", CloseTable("maintenance"))
    assert examine(table).verdict is Verdict.VALID


def test_a_table_that_never_started_is_incomplete_until_it_is_closed() -> None:
    table = Table(TOY)
    table.open(3, {})
    assert examine(table).verdict is Verdict.INCOMPLETE


def test_a_verifier_without_the_rules_says_so() -> None:
    file = write_bundle(bundle_of(play_table(TOY).rec))
    report = verify(file, Registry([]), TRUST)
    assert report.verdict is Verdict.UNSUPPORTED
    assert "toy in version 1" in report.sentence
    assert status(report, "chain") is Status.PASS
    assert status(report, "server_signature") is Status.PASS


def test_typed_text_that_was_erased_is_not_decided_again() -> None:
    from tests.support.toy import Say

    table = Table(TOY)
    table.open(3, {})
    table.sit_all()
    while not table.state.dealing:
        table.move()
    table.do(1, "player", Say("Grüß Gott"))
    while table.state.phase != "closed":
        table.move()
    bundle = bundle_of(table.rec)
    assert verify_bundle(bundle, GAMES, TRUST).verdict is Verdict.VALID
    kept = tuple(opening for opening in bundle.openings if opening.value != "Grüß Gott")
    report = verify_bundle(msgspec.structs.replace(bundle, openings=kept), GAMES, TRUST)

    assert len(bundle.openings) - len(kept) == 2, "in the action and in the event"
    assert report.verdict is Verdict.INCOMPLETE
    assert status(report, "chain") is Status.PASS
    assert "erased" in report.sentence
    assert [deal.verdict for deal in report.deals] == [Verdict.INCOMPLETE, Verdict.VALID, Verdict.VALID]


def test_a_rotated_key_is_followed_from_the_pinned_one() -> None:
    from nacl.signing import SigningKey

    old = SigningKey(b"o" * 32)
    bundle = bundle_of(play_table(TOY).rec)
    published = KeyFile((public_key(old), rotation(old, SERVER_KEY)))
    rotated = msgspec.structs.replace(bundle, keys=published)

    assert verify_bundle(rotated, GAMES, KeySet([public_key(old)])).verdict is Verdict.VALID
    assert verify_bundle(bundle, GAMES, KeySet([public_key(old)])).verdict is Verdict.TAMPERED


def test_a_bundle_is_rebuilt_byte_for_byte() -> None:
    file = write_bundle(bundle_of(play_table(TOY).rec, 1))
    assert write_bundle(read_bundle(file)) == file


def test_a_card_changed_in_the_file_is_named_with_its_entry() -> None:
    """Whoever edits the file alone leaves the manifest behind; what he changed, and where, is said all the same."""
    file = write_bundle(bundle_of(play_table(shipped_registry().get("schafkopf")).rec))
    report = verify(edited(file), GAMES, TRUST)
    assert report.verdict is Verdict.TAMPERED
    assert [line.check for line in report.failed] == ["manifest", "chain"]
    assert "entries.jsonl" in report.failed[0].say
    assert report.failed[1].seq is not None
    assert f"chain at entry {report.failed[1].seq}" in report.sentence


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("records")
    rules = shipped_registry().current()[0]
    for seed in range(3):
        table = play_table(rules, seed=seed, seats=rules.seats[0], deals=1)
        (folder / f"{seed}.zip").write_bytes(write_bundle(bundle_of(table.rec)))
    (folder / "keys.json").write_bytes(msgspec.json.encode(KeyFile((public_key(SERVER_KEY),))))
    return folder


def test_the_command_says_it_in_plain_words_and_in_its_exit_code(files, capsys):
    trust = ["--trust", str(files / "keys.json")]
    assert main(["verify", str(files / "0.zip"), *trust]) == 0
    said = capsys.readouterr().out
    assert "The record is valid" in said
    assert "PASS         shuffle" in said
    assert main(["verify", str(files / "0.zip")]) == 2
    assert main(["verify", str(files / "keys.json"), *trust]) == 1
    assert main(["verify", str(files / "missing.zip"), *trust]) == 64


def test_the_command_takes_a_folder_and_speaks_json(files, capsys):
    trust = ["--trust", str(files / "keys.json")]
    assert main(["verify", str(files), *trust]) == 0
    assert capsys.readouterr().out.strip() == "3 valid, 0 tampered, 0 incomplete, 0 unsupported"
    assert main(["verify", str(files), *trust, "--json"]) == 0
    reports = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(report["verdict"], report["exit"]) for report in reports] == [("valid", 0)] * 3


def test_the_command_needs_the_domain_alone():
    code = (
        "import sys, cli.verify; print({m.split('.')[0] for m in sys.modules} & {'store', 'api', 'redis', 'litestar'})"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "set()"
