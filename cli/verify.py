"""`stammtisch verify FILE...`: examine records and partial proofs, offline, trusting nobody.

Exit code: 0 valid, 1 tampered, 2 incomplete, 3 unsupported; of several files the worst, in the order 1, 3, 2, 0.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

from domain.games import shipped_registry
from domain.kernel import Registry
from domain.record.container import MAX_FILE
from domain.record.proof import kind_of
from domain.record.receipt import BadToken, KeyFile, KeySet
from domain.record.verify import Report, Status, Verdict, verify, verify_proof

_WORST: Final = (Verdict.TAMPERED, Verdict.UNSUPPORTED, Verdict.INCOMPLETE, Verdict.VALID)
_USAGE: Final = 64
"""The exit code for a file that is not there, or a wrong option: it says nothing about any record."""
_BAR: Final = 30


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a record, or a folder of records (*.zip)")
    parser.add_argument("--trust", type=Path, metavar="KEYS", help="the server keys you pinned before play")
    parser.add_argument("--receipts", type=Path, help="receipts of your own, one a line: each must be in the record")
    parser.add_argument("--json", action="store_true", help="one JSON object a record, for machines")


def run(options: argparse.Namespace) -> int:
    """Examine the files and give the exit code."""
    try:
        trust = None if options.trust is None else _read_trust(options.trust)
        receipts = () if options.receipts is None else tuple(options.receipts.read_text("ascii").split())
        files = list(_records(options.files))
        if not files:
            raise ValueError(f"no record (*.zip) in {', '.join(map(str, options.files))}")
    except (OSError, ValueError) as error:
        print(f"stammtisch verify: {error}", file=sys.stderr)
        return _USAGE
    registry = shipped_registry()
    tally: Counter[Verdict] = Counter()
    many = len(files) > 1
    for number, path in enumerate(files, 1):
        if many:
            _progress(number, len(files))
        try:
            report = _examine(path, registry, trust, receipts)
        except OSError as error:
            print(f"stammtisch verify: {error}", file=sys.stderr)
            return _USAGE
        tally[report.verdict] += 1
        _print(path, report, as_json=options.json, short=many)
    if many and not options.json:
        print(", ".join(f"{tally[verdict]} {verdict.name.lower()}" for verdict in Verdict))
    return next((int(verdict) for verdict in _WORST if tally[verdict]), _USAGE)


def _examine(path: Path, registry: Registry, trust: KeySet | None, receipts: tuple[str, ...]) -> Report:
    with path.open("rb") as file:
        data = file.read(MAX_FILE + 1)
    if kind_of(data) == "proof":
        return verify_proof(data, registry, trust)
    return verify(data, registry, trust, receipts)


def _read_trust(path: Path) -> KeySet:
    try:
        return KeySet(msgspec.json.decode(path.read_bytes(), type=KeyFile).keys)
    except (msgspec.DecodeError, BadToken) as error:
        raise ValueError(f"{path} holds no usable keys: {error}") from error


def _records(paths: list[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            yield from sorted(path.glob("*.zip"))
        else:
            yield path


def _print(path: Path, report: Report, *, as_json: bool, short: bool) -> None:
    if as_json:
        value: dict[str, Any] = {"file": str(path), **msgspec.to_builtins(report)}
        value["exit"] = value.pop("verdict")
        value["verdict"] = report.verdict.name.lower()
        print(msgspec.json.encode(value).decode())
        return
    if short:
        if report.verdict is not Verdict.VALID:
            print(f"{path}: {report.sentence}")
        return
    for line in report.lines:
        where = "" if line.seq is None or line.status is Status.PASS else f" at entry {line.seq}"
        print(f"{line.status:<12} {line.check}{where}: {line.say}")
    for deal in report.deals:
        end = "..." if deal.last is None else str(deal.last)
        print(f"deal {deal.deal}, entries {deal.first}-{end}: {deal.verdict.name.lower()}")
    print(report.sentence)


def _progress(done: int, total: int) -> None:
    if sys.stderr.isatty():
        filled = _BAR * done // total
        end = "\n" if done == total else ""
        print(f"\r[{'#' * filled}{'.' * (_BAR - filled)}] {done}/{total}", end=end, file=sys.stderr, flush=True)
