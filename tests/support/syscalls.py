"""A trace of a server's system calls, and the one question that we ask it: was it on disk before the answer left?"""

import re
import shutil
import subprocess
from pathlib import Path

from msgspec import Struct

_LINE = re.compile(r"^(?P<pid>\d+)\s+(?P<name>\w+)\((?P<rest>.*)$")
_RESUMED = re.compile(r"^(?P<pid>\d+)\s+<\.\.\. (?P<name>\w+) resumed>(?P<rest>.*)$")
_UNFINISHED = "<unfinished ...>"


class Call(Struct, frozen=True):
    """One finished system call, in the order in which they finished; `begun` is where it began."""

    begun: int
    done: int
    name: str
    text: str

    @property
    def fd(self) -> str:
        return re.split(r"[,)]", self.text, maxsplit=1)[0].strip()


def cannot_trace() -> str | None:
    """Say why this machine cannot trace system calls, or None when it can."""
    if shutil.which("strace") is None:
        return "strace"
    tried = subprocess.run(["strace", "-o", "/dev/null", "/bin/true"], capture_output=True, text=True, check=False)
    return None if tried.returncode == 0 else f"the right to trace system calls: {tried.stderr.strip()[:100]}"


def traced_binary(directory: Path, binary: Path, trace: Path) -> Path:
    """Write a command that runs `binary` as the same process, traced from beside it."""
    command = directory / "traced-server"
    wanted = "trace=write,writev,sendto,sendmsg,fdatasync,fsync"
    command.write_text(f'#!/bin/sh\nexec strace -D -f -s 4096 -e {wanted} -o "{trace}" "{binary}" "$@"\n')
    command.chmod(0o755)
    return command


def read_trace(trace: Path) -> list[Call]:
    """Read a trace file; calls that another thread interrupted are put together again."""
    calls: list[Call] = []
    begun: dict[tuple[str, str], tuple[int, str]] = {}
    for number, line in enumerate(trace.read_text(errors="replace").splitlines()):
        if found := _RESUMED.match(line):
            start, text = begun.pop((found["pid"], found["name"]), (number, ""))
            calls.append(Call(start, number, found["name"], text + found["rest"]))
        elif found := _LINE.match(line):
            if found["rest"].endswith(_UNFINISHED):
                begun[found["pid"], found["name"]] = (number, found["rest"].removesuffix(_UNFINISHED))
            else:
                calls.append(Call(number, number, found["name"], found["rest"]))
    return calls


def synced_before_answer(calls: list[Call], marker: str, answer: str) -> bool:
    """Was the write that holds `marker` followed by a finished fsync of that file before `answer` was sent?

    AssertionError when the trace shows no such write or no such answer: then it shows nothing.
    """
    written = [call for call in calls if call.name.startswith("write") and marker in call.text]
    assert written, f"the trace shows no write of {marker}"
    log = written[0]
    answers = [call for call in calls if call.begun > log.done and answer in call.text and call.fd != log.fd]
    assert answers, f"the trace shows no answer {answer} after the write"
    return any(
        call.name in ("fdatasync", "fsync")
        and call.fd == log.fd
        and log.done < call.begun
        and call.done < answers[0].begun
        for call in calls
    )
