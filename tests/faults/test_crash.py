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


RUNS = 6
"""A kill must fall into the faulty moment to show the fault; a run that missed it is followed by another."""


async def test_a_receipt_sent_before_the_scripts_reply_is_noticed(tmp_path: Path) -> None:
    for number in range(RUNS):
        report = await Crash(tmp_path / str(number), fault="early").run(seconds=4)
        if any("was promised and is not there" in sentence for sentence in report.broken):
            return
    raise AssertionError("the fault was never noticed")


async def test_a_repeat_under_a_fresh_key_is_noticed(tmp_path: Path) -> None:
    for number in range(RUNS):
        report = await Crash(tmp_path / str(number), fresh_keys=True, linger_s=0.5).run(seconds=4, kills=6)
        if any("was made for a player who was never told" in sentence for sentence in report.broken):
            return
    raise AssertionError("the fault was never noticed")
