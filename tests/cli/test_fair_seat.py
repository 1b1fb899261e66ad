"""The example client that wants fairness plays a deal against a real `stammtisch up`, and its record holds."""

import re
import signal
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_example_client_brings_its_seed_signs_its_moves_and_is_proven_right(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "cli.main", "up", "--data", str(tmp_path / "data"), "--port", "0", "--no-demo"]
    with subprocess.Popen([*words, "--think-ms", "0"], cwd=ROOT, stdout=subprocess.PIPE, text=True) as house:
        assert house.stdout is not None
        try:
            address = re.search(r"http://[0-9.:]+", house.stdout.readline())
            assert address is not None
            record = tmp_path / "record.zip"
            client = [sys.executable, str(ROOT / "docs/examples/fair_seat.py"), address[0], str(record)]
            subprocess.run(client, check=True, timeout=60, stdout=subprocess.DEVNULL)
        finally:
            house.send_signal(signal.SIGTERM)
            house.wait(20)
    checked = subprocess.run(
        [
            *(sys.executable, "-m", "cli.main", "verify", str(record)),
            *("--trust", str(record.with_suffix(".keys.json"))),
            *("--receipts", str(record.with_suffix(".receipts.txt"))),
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout
    for check in ("seat_signatures", "seat_heads", "seeds", "receipts"):
        assert re.search(rf"PASS +{check}:", checked.stdout), checked.stdout
