"""Killed at any moment, the house keeps every promise: and this test has been seen to fail where it does not."""

from pathlib import Path

import pytest

from tests.faults.crash import Crash

pytestmark = pytest.mark.anyio


async def test_every_receipts_entry_is_there_once_in_order_with_its_hash(tmp_path: Path) -> None:
    report = await Crash(tmp_path).run(seconds=8)
    assert report.broken == []
    assert report.unanswered == 0
    assert report.promises >= 100
    assert min(report.killed.values()) >= 3


async def test_a_receipt_sent_before_the_scripts_reply_is_noticed(tmp_path: Path) -> None:
    report = await Crash(tmp_path, fault="early").run(seconds=4)
    assert any("was promised and is not there" in sentence for sentence in report.broken)


async def test_a_repeat_under_a_fresh_key_is_noticed(tmp_path: Path) -> None:
    report = await Crash(tmp_path, fresh_keys=True, linger_s=0.5).run(seconds=4, kills=6)
    assert any("was made for a player who was never told" in sentence for sentence in report.broken)
