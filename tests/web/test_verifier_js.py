"""The second verifier agrees with the first on every record and every tampering that both can judge.

The two share no code. `tests/records` makes the tamperings; here both look at the same bytes.
"""

import copy
import json
import random
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.games import SHIPPED, shipped_registry
from domain.record.bundle import write_bundle
from domain.record.receipt import KeyFile, KeySet, public_key
from domain.record.seal import SealError
from domain.record.verify import CHECKS, Report, Status, Verdict, verify
from tests.records.tamperings import ROWS, Row
from tests.records.test_tamperings import mutated, scene_of, tampered
from tests.support.forge import Forge
from tests.support.recorded import SERVER_KEY, Table, bundle_of, edited, play_table
from tests.web.node import NODE, PAGES, Node, needs_node

pytestmark = needs_node

GAMES = shipped_registry()
PINNED = msgspec.json.encode(KeyFile((public_key(SERVER_KEY),))).decode()
TRUST = KeySet([public_key(SERVER_KEY)])
IDS = [rules.id for rules in SHIPPED]

BY_THE_RULES = {"deadlines", "legal", "events", "result", "seat_heads"}
"""Checks that decide again, which only the first verifier does."""
IN_PART = {"rules", "schema", "pieces"}
"""Checks that the second does as far as it goes without rules, and never calls passed."""


@pytest.fixture(scope="module")
def node() -> Iterator[Node]:
    with Node() as running:
        yield running


def by_name(report: Any) -> dict[str, Any]:
    return {line["check"]: line for line in report["lines"]}


def failed(report: Any) -> dict[str, int | None]:
    return {line["check"]: line["seq"] for line in report["lines"] if line["status"] == "FAIL"}


def failed_first(report: Report) -> dict[str, int | None]:
    return {line.check: line.seq for line in report.failed}


def test_the_lines_are_the_same_and_in_the_same_order(node: Node) -> None:
    report = node.verify(b"")

    assert [line["check"] for line in report["lines"]] == [*CHECKS, "scope"]


@pytest.mark.parametrize("game", IDS)
@pytest.mark.parametrize(("reader", "kind"), [(None, "table"), (1, "signed")])
def test_both_find_an_honest_record_in_order(node: Node, game: str, reader: int | None, kind: str) -> None:
    table = getattr(scene_of(game), kind)
    file = write_bundle(bundle_of(table.rec, reader))

    theirs, ours = verify(file, GAMES, TRUST), node.verify(file, PINNED)

    assert (ours["exit"], ours["verdict"], ours["table"]) == (theirs.verdict, "consistent", theirs.table)
    assert [(deal["deal"], deal["first"], deal["last"]) for deal in ours["deals"]] == [
        (deal.deal, deal.first, deal.last) for deal in theirs.deals
    ]
    assert {deal["verdict"] for deal in ours["deals"]} == {"consistent"}
    lines = by_name(ours)
    for name in set(CHECKS) - BY_THE_RULES - IN_PART:
        followed = name != "shuffle" or game != "vollpfosten"  # blind draws from hands need the rules
        assert lines[name]["status"] == "PASS" or not followed, lines[name]
    for name in BY_THE_RULES | IN_PART:
        assert lines[name]["status"] == "NOT CHECKED"
        assert not lines[name]["weighs"]
    assert "not judged here" in ours["sentence"]


OPTIONS: list[tuple[str, dict[str, Any]]] = [
    ("schafkopf", {}),
    ("volltreffer", {"variant": True}),
    ("volltreffer", {"ties": "auto"}),
    ("volle_scholle", {"hidden_start": True}),
    ("volle_scholle", {"hidden_start": False}),
    ("vollpfosten", {"letters": "multi"}),
    ("volle_huette", {}),
]
"""What changes how cards are dealt or what is secret."""


@pytest.mark.parametrize(("game", "options"), OPTIONS, ids=str)
def test_options_are_followed(node: Node, game: str, options: dict[str, Any]) -> None:
    rules = GAMES.get(game, 1)
    table = play_table(rules, seed=8, seats=rules.seats[-1], options=options, deals=1)

    assert node.verify(write_bundle(bundle_of(table.rec)), PINNED)["verdict"] == "consistent"


CARDS = {"pieces", "shuffle"}
SOME = {"an off by one shuffle", "an opening missing", "a hand published", "a card dealt anew"}
"""What is tried in other games; `tests.web.soak` tries every row in each."""


def agree(row: Row, theirs: dict[str, int | None], report: Any) -> None:
    """Fail unless both found the same, as far as the second verifier can see it, at the same entry."""
    ours = failed(report)
    if row.check in CARDS:  # one sees a card twice where the other sees that it is not the deck's
        assert ours
        assert set(ours) <= CARDS
        assert set(ours.values()) == set(theirs.values()) or set(theirs) == {row.otherwise}
    elif set(theirs) <= BY_THE_RULES | IN_PART:
        assert set(ours) <= {*theirs, "shuffle"}  # what the rules forbid may show in the cards
        assert ours or all(by_name(report)[check]["status"] == "NOT CHECKED" for check in theirs)
    else:
        assert ours == theirs, report["sentence"]
    assert report["exit"] == (1 if ours else 0)


@pytest.mark.parametrize(
    ("game", "row"),
    [
        (game, row)
        for game in IDS
        for row in ROWS
        if game not in row.never and (game == "schafkopf" or (row.name in SOME and game != "vollpfosten"))
    ],
    ids=lambda value: value.name if isinstance(value, Row) else value,
)
def test_both_agree_on_a_tampering(node: Node, game: str, row: Row) -> None:
    made = tampered(game, row)
    assert made is not None
    file, receipts = made

    agree(row, failed_first(verify(file, GAMES, TRUST, receipts)), node.verify(file, PINNED, receipts))


@pytest.mark.parametrize("game", ["schafkopf"])
def test_no_changed_record_is_in_order_and_none_breaks_the_verifier(node: Node, game: str) -> None:
    rng = random.Random(6)
    honest = bundle_of(scene_of(game).table.rec)
    file = write_bundle(honest)
    for _ in range(30):
        changed = bytearray(file)
        changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
        assert node.verify(bytes(changed), PINNED)["exit"] == 1
        packed = write_bundle(mutated(honest, rng))
        assert packed == file or failed(node.verify(packed, PINNED)) != {}


ODD = [None, 0, -1, True, "x", [], {}, [[]], {"sealed": "x"}, 2**53 - 1, "constructor", "__proto__"]


def bend(value: Any, rng: random.Random) -> None:
    """Drop, double or replace something somewhere in a JSON value."""
    places = list(value) if isinstance(value, dict) else list(range(len(value))) if isinstance(value, list) else []
    if not places:
        return
    place, how = rng.choice(places), rng.random()
    if how < 0.2:
        del value[place]
    elif how < 0.5:
        value[place] = rng.choice(ODD)
    elif how < 0.6 and isinstance(value, list):
        value.append(copy.deepcopy(value[place]))
    else:
        bend(value[place], rng)


def bent(game: str, rng: random.Random) -> bytes:
    """A record with one entry bent, sealed, chained and signed again."""
    while True:
        forge = Forge(scene_of(game).table)
        bend(rng.choice(forge.entries).clear, rng)
        try:
            return write_bundle(forge.bundle())
        except (SealError, ValueError, KeyError, TypeError, AttributeError, IndexError):
            continue  # not even the forger's own tools can write that


def agree_on_bent(theirs: dict[str, int | None], ours: dict[str, int | None]) -> None:
    """Fail unless the same checks fail at the same entries, as far as the second verifier has them."""
    beyond = BY_THE_RULES | IN_PART | CARDS
    assert {k: v for k, v in ours.items() if k not in beyond} == {k: v for k, v in theirs.items() if k not in beyond}
    assert theirs or not ours


def test_both_agree_where_a_server_bends_an_entry_and_signs_it(node: Node) -> None:
    rng = random.Random(8)
    for _ in range(12):
        file = bent("schafkopf", rng)
        agree_on_bent(failed_first(verify(file, GAMES, TRUST)), failed(node.verify(file, PINNED)))


def test_both_say_what_was_changed_in_a_file_and_where(node: Node) -> None:
    file = edited(write_bundle(bundle_of(play_table(GAMES.get("schafkopf")).rec)))
    theirs = node.verify(file, PINNED)
    ours = verify(file, GAMES, TRUST)
    assert failed(theirs) == {name: seq for name, seq in failed_first(ours).items() if name not in BY_THE_RULES}
    assert "entries.jsonl" in by_name(theirs)["manifest"]["say"]
    assert f"entry {failed(theirs)['chain']}" in theirs["sentence"]


def test_without_pinned_keys_it_says_that_the_signer_was_not_checked(node: Node) -> None:
    file = write_bundle(bundle_of(scene_of("schafkopf").table.rec))

    report = node.verify(file)

    assert (report["exit"], report["verdict"]) == (2, "incomplete")
    assert by_name(report)["trust"]["status"] == "NOT CHECKED"
    assert "who signed it was not checked" in report["sentence"]


def test_a_table_that_still_runs_is_incomplete(node: Node) -> None:
    table = Table(GAMES.get("schafkopf", 1), seed=1)
    table.open(4, {})
    table.sit_all()
    while table.state.deal < 2 or len(table.rec.entries) < 30:
        table.move(tick=0)
    for reader in (None, 1):
        file = write_bundle(bundle_of(table.rec, reader))
        theirs, ours = verify(file, GAMES, TRUST), node.verify(file, PINNED)

        assert table.state.dealing
        assert ours["exit"] == theirs.verdict == 2, ours["sentence"]
        assert [deal["verdict"] for deal in ours["deals"]] == [
            {Verdict.VALID: "consistent", Verdict.INCOMPLETE: "incomplete"}[deal.verdict] for deal in theirs.deals
        ]


def test_a_game_that_it_does_not_know_is_unsupported(node: Node) -> None:
    file = write_bundle(bundle_of(scene_of("toy").table.rec))

    report = node.verify(file, PINNED)

    assert (report["exit"], report["verdict"]) == (3, "unsupported")
    assert "toy" in report["sentence"]


def test_what_comes_from_the_file_cannot_steer_a_terminal(node: Node) -> None:
    bundle = bundle_of(scene_of("schafkopf").table.rec)
    line = bundle.entries[5].replace(bundle.table.encode(), b"\\u001b[2J\xe2\x80\xae" + b"x" * 500)
    entries = (*bundle.entries[:5], line, *bundle.entries[6:])

    report = node.verify(write_bundle(msgspec.structs.replace(bundle, entries=entries)), PINNED)

    assert failed(report) == {"sequence": 6}
    assert report["sentence"].isprintable()
    assert len(report["sentence"]) < 600


def test_it_speaks_german(node: Node) -> None:
    file = write_bundle(bundle_of(scene_of("schafkopf").table.rec))

    assert "wird hier nicht beurteilt" in node.verify(file, PINNED, language="de")["sentence"]


def test_the_languages_have_the_same_sentences() -> None:
    english, german = (
        re.findall(r'^  "?([\w.]+)"?:', (PAGES / f"words_{name}.js").read_text(), re.MULTILINE) for name in ("en", "de")
    )

    assert english == german
    assert len(english) > 80


def run_cli(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(NODE), str(PAGES / "cli.mjs"), *arguments], capture_output=True, text=True, timeout=60, check=False
    )


def test_the_command_prints_a_line_a_check_and_a_sentence(tmp_path: Path) -> None:
    record, keys = tmp_path / "record.zip", tmp_path / "keys.json"
    record.write_bytes(write_bundle(bundle_of(scene_of("schafkopf").table.rec)))
    keys.write_text(PINNED)

    plain = run_cli(str(record), "--trust", str(keys))
    machine = run_cli(str(record), "--trust", str(keys), "--json")

    assert plain.returncode == machine.returncode == 0
    assert plain.stdout.splitlines()[0] == "PASS         manifest: the file is whole and in its one form"
    assert json.loads(machine.stdout)["verdict"] == "consistent"
    assert json.loads(machine.stdout)["file"] == str(record)


def test_the_exit_code_says_how_it_went(tmp_path: Path) -> None:
    record = tmp_path / "record.zip"
    file = write_bundle(bundle_of(scene_of("schafkopf").table.rec))
    record.write_bytes(file)
    broken = tmp_path / "broken.zip"
    broken.write_bytes(file[:-1])

    assert run_cli(str(record)).returncode == 2
    assert run_cli(str(broken)).returncode == 1
    assert run_cli(str(tmp_path / "none.zip")).returncode == 64
    assert run_cli(str(record), "--trust", str(record)).returncode == 64
    assert run_cli().returncode == 64


def test_the_first_verifier_calls_nothing_passed_that_the_second_finds_wrong(node: Node) -> None:
    """The same lines, where both look at the same honest file."""
    file = write_bundle(bundle_of(scene_of("volltreffer").table.rec))
    theirs = {line.check for line in verify(file, GAMES, TRUST).lines if line.status is Status.PASS}

    assert failed(node.verify(file, PINNED)).keys().isdisjoint(theirs)
