"""The verifier's modules under Node, one process for many questions."""

import base64
import json
import shutil
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pytest

HERE = Path(__file__).parent
PAGES = HERE.parent.parent / "api" / "web" / "verify"
NODE = shutil.which("node")

needs_node = pytest.mark.skipif(NODE is None, reason="Node is not on the PATH: the second verifier is not tested")


class Fault(Exception):
    """The verifier refused something; `args[0]` is the short name of the fault."""


class Node:
    """A running `examine.mjs`."""

    def __enter__(self) -> Self:
        self.process = subprocess.Popen(
            [str(NODE), str(HERE / "examine.mjs")], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait(10)

    def ask(self, work: str, **request: Any) -> Any:
        """Have one function called; raise `Fault` if it refuses."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps({"work": work, **request}).encode() + b"\n")
        self.process.stdin.flush()
        reply = json.loads(self.process.stdout.readline())
        if "fault" in reply:
            raise Fault(reply["fault"])
        return reply["answer"]

    def verify(
        self, file: bytes, trust: str | None = None, receipts: tuple[str, ...] = (), language: str = "en"
    ) -> Any:
        """Have a record examined and give the report."""
        coded = base64.b64encode(file).decode()
        return self.ask("verify", file=coded, trust=trust, receipts=list(receipts), language=language)
