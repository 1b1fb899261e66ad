"""`stammtisch up`: the store and everything on it, in one process that ends when the store does."""

import os
import signal
import subprocess
import sys
from pathlib import Path

from store.embedded import Embedded


def test_it_ends_with_its_store_and_says_why(tmp_path: Path) -> None:
    """It went on for ever, and answered 503 to everything, when the disk was full for a moment."""
    words = [sys.executable, "-m", "cli.main", "up", "--data", str(tmp_path), "--port", "0", "--no-demo"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as up:
        assert up.stdout is not None
        assert "Stammtisch is at" in up.stdout.readline()
        os.kill(Embedded(tmp_path / "store").pid, signal.SIGKILL)
        _, said = up.communicate(timeout=30)
    assert up.returncode == 1
    assert "The store has ended" in said
    with Embedded(tmp_path / "store") as again:
        assert again.ended is None
