"""The embedded server: it keeps what it acknowledged, alone on its directory, and never outlives its owner."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import redis

from store.embedded import Embedded
from store.errors import DirectoryInUse, EmbeddedError


def client(server: Embedded) -> "redis.Redis":
    return redis.Redis.from_url(server.url)


def becomes_true(what: Callable[[], bool], seconds: float = 10.0) -> bool:
    deadline = time.monotonic() + seconds
    while not what():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


def test_it_is_durable_by_default_and_listens_on_its_socket_only(tmp_path: Path) -> None:
    with Embedded(tmp_path / "data") as server, client(server) as asked:
        assert asked.config_get("append*")["appendonly"] == "yes"
        assert asked.config_get("append*")["appendfsync"] == "always"
        assert asked.config_get("port")["port"] == "0"


def test_it_survives_a_restart(tmp_path: Path) -> None:
    with Embedded(tmp_path) as server, client(server) as before:
        before.set("kept", "yes")
    with Embedded(tmp_path) as server, client(server) as after:
        assert after.get("kept") == b"yes"


@pytest.mark.parametrize("name", ["with a space", 'quote " and back\\slash', "ümläut", "long" * 40])
def test_the_directory_may_have_any_name(tmp_path: Path, name: str) -> None:
    with Embedded(tmp_path / name) as server, client(server) as asked:
        asked.set("kept", "yes")
    assert (tmp_path / name / "appendonlydir").is_dir()


def test_a_second_start_on_the_same_directory_is_refused(tmp_path: Path) -> None:
    with (
        Embedded(tmp_path),
        pytest.raises(DirectoryInUse, match="in use by another server"),
    ):
        Embedded(tmp_path).start(patience=0.05)


def test_a_server_that_cannot_start_says_why(tmp_path: Path) -> None:
    with pytest.raises(EmbeddedError, match="did not start"):
        Embedded(tmp_path, binary="/bin/false").start()


OWNER = """
import sys, time
from store.embedded import Embedded
server = Embedded(sys.argv[1]).start()
print(server.pid, flush=True)
time.sleep(600)
"""


def test_it_goes_down_when_its_owner_is_killed(tmp_path: Path) -> None:
    owner = subprocess.Popen([sys.executable, "-c", OWNER, str(tmp_path)], stdout=subprocess.PIPE, text=True)
    assert owner.stdout is not None
    with owner.stdout:
        pid = int(owner.stdout.readline())
    os.kill(owner.pid, signal.SIGKILL)
    owner.wait()
    assert becomes_true(lambda: not Path(f"/proc/{pid}").exists())
    with Embedded(tmp_path) as again:
        assert again.pid != pid


def test_the_lock_holds_where_a_process_has_no_file_open_but_the_first_three(tmp_path: Path) -> None:
    """There the lock was file 3, which the keeper's shell uses itself: it was lost, and a second server could start."""
    script = (
        "import sys; from store.embedded import Embedded; Embedded(sys.argv[1]).start(); print(1, flush=True); input()"
    )
    command = [sys.executable, "-c", script, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stdout.readline() == b"1\n"
        with pytest.raises(DirectoryInUse):
            Embedded(tmp_path).start(patience=0.1)
        process.stdin.write(b"\n")
