"""Killed at any moment, the house keeps every promise: and this test has been seen to fail where it does not."""

from pathlib import Path

import pytest

from tests.faults.api_process import STRUCK
from tests.faults.crash import Crash

pytestmark = pytest.mark.anyio


async def test_every_receipts_entry_is_there_once_in_order_with_its_hash(tmp_path: Path) -> None:
    report = await Crash(tmp_path).run(seconds=8)
    assert report.broken == []
    assert report.unanswered == 0
    assert report.promises >= 100
    assert min(report.killed.values()) >= 3


@pytest.mark.parametrize("nature", ["honest", "mortal"])
async def test_a_kill_at_the_worst_moment_breaks_no_promise(tmp_path: Path, nature: str) -> None:
    """Right after the receipt, and between the script's reply and the answer."""
    report = await Crash(tmp_path).strike(nature)
    assert report.killed == {"api": 1}
    assert report.entries == STRUCK
    assert report.broken == []


async def test_a_receipt_sent_before_the_scripts_reply_is_noticed(tmp_path: Path) -> None:
    report = await Crash(tmp_path).strike("hasty")
    assert [sentence.partition(": ")[2] for sentence in report.broken] == [
        f"entry {STRUCK} was promised and is not there"
    ]


async def test_a_repeat_under_a_fresh_key_is_noticed(tmp_path: Path) -> None:
    report = await Crash(tmp_path, fresh_keys=True).strike("mortal")
    assert [sentence.partition(": ")[2] for sentence in report.broken] == [
        f"entry {STRUCK} was made for a player who was never told"
    ]
