"""The record: each reader gets what he may prove, and the verifier says so."""

import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import msgspec
import pytest

import api.bundles
from domain.kernel import Registry
from domain.record.bundle import Bundle, read_bundle, write_bundle
from domain.record.receipt import KeyFile, KeySet
from domain.record.verify import Status, Verdict, verify, verify_proof
from tests.api.players import Player, play_deal
from tests.api.serving import Running
from tests.support.toy import TOY

REGISTRY = Registry([TOY])
MAIN = """
import sys
import cli.prove
from domain.kernel import Registry
from tests.support.toy import TOY
cli.prove.shipped_registry = lambda: Registry([TOY])
from cli.main import main
sys.exit(main(sys.argv[1:]))
"""


def trusted(client: httpx.Client) -> KeySet:
    return KeySet(msgspec.json.decode(client.get("/v1/keys").content, type=KeyFile).keys)


def fetch(player: Player, table: str) -> bytes:
    answer = player.get(f"/v1/tables/{table}/record")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/zip"
    return answer.content


def test_the_record_of_a_finished_table_is_valid_for_everybody(
    table: str, anna: Player, bert: Player, carl: Player, client: httpx.Client
) -> None:
    while anna.look(table)["phase"] != "closed":
        play_deal(table, [anna, bert])
        if anna.look(table)["phase"] != "closed":
            assert anna.post(f"/v1/tables/{table}/next-deal").status_code == 201
    for reader in (anna, bert, carl):
        report = verify(fetch(reader, table), REGISTRY, trusted(client))
        assert report.verdict is Verdict.VALID, [line for line in report.lines if line.status is not Status.PASS]


def test_a_record_of_a_running_deal_holds_the_readers_own_openings_only(
    table: str, anna: Player, bert: Player, carl: Player, client: httpx.Client
) -> None:
    own = {player: read_bundle(fetch(player, table)).openings for player in (anna, bert, carl)}
    assert own[carl] == ()
    assert {opening.pointer for opening in own[anna]}.isdisjoint(opening.pointer for opening in own[bert])
    assert len(own[anna]) == len(own[bert]) == 2
    assert verify(fetch(carl, table), REGISTRY, trusted(client)).verdict is Verdict.INCOMPLETE


def test_a_proof_is_cut_from_a_running_servers_record(
    table: str, anna: Player, bert: Player, client: httpx.Client, api: Running, tmp_path: Path
) -> None:
    play_deal(table, [anna, bert])
    out = tmp_path / "hand.zip"
    wanted = ["prove", "--table", table, "--server", api.url, "--deal", "1", "--seat", "0", "-o", str(out)]
    words = [sys.executable, "-c", MAIN, *wanted]
    made = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert made.returncode == 0, made.stderr
    report = verify_proof(out.read_bytes(), REGISTRY, trusted(client))
    assert report.verdict is Verdict.VALID, report.sentence


def test_while_a_long_record_is_written_others_are_answered_and_its_reader_waits_for_the_next(
    table: str, anna: Player, bert: Player, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A record of 8,000 entries stopped the server for over a second; one account could ask for hundreds at once."""
    go_on, writing = threading.Event(), threading.Semaphore(0)
    at_once: list[str] = []

    def slowly(bundle: Bundle) -> bytes:
        at_once.append(str(bundle.reader))
        writing.release()
        assert go_on.wait(20)
        return write_bundle(bundle)

    monkeypatch.setattr(api.bundles, "write_bundle", slowly)
    with ThreadPoolExecutor(4) as pool:
        files = [pool.submit(fetch, reader, table) for reader in (anna, anna, anna, bert)]
        for _ in range(2):
            assert writing.acquire(timeout=20)
        assert client.get("/health/live").status_code == 200
        assert sorted(at_once) == ["0", "1"]
        go_on.set()
        assert all(file.result(20) for file in files)
    assert sorted(at_once) == ["0", "0", "0", "1"]
