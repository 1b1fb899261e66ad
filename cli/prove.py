"""`stammtisch prove RECORD --deal 3 --seat 2 -o hand.zip`: cut the proof of one hand or one trick from a record.

In place of the file, `--table T --server URL` fetches the record.
"""

import argparse
import sys
from pathlib import Path
from urllib.request import Request, urlopen

import msgspec

from domain.games import shipped_registry
from domain.record.bundle import read_bundle
from domain.record.proof import Claim, prove, write_proof


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("record", type=Path, nargs="?", help="a record file that may open that hand")
    source.add_argument("--table", help="or a table, whose record is fetched from --server")
    parser.add_argument("--server", default="http://127.0.0.1:8000", metavar="URL", help="where the table is played")
    parser.add_argument("--token", help="whose record is fetched (default: a spectator's)")
    parser.add_argument("--deal", type=int, required=True, help="number of the deal, from 1")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--seat", type=int, help="prove what this seat was dealt and drew")
    what.add_argument("--trick", type=int, help="prove this trick, from 1")
    parser.add_argument(
        "--with-deck", action="store_true", help="also that it came from the promised deck: shows the deal"
    )
    parser.add_argument("-o", "--output", type=Path, required=True, help="the proof file to write")


def run(options: argparse.Namespace) -> int:
    """Write the proof and give the exit code."""
    try:
        bundle = read_bundle(options.record.read_bytes() if options.record else _fetch(options))
        claim = Claim(deal=options.deal, seat=options.seat, trick=options.trick, deck=options.with_deck)
        file = write_proof(prove(bundle, shipped_registry(), claim))
        options.output.write_bytes(file)
    except (OSError, ValueError, LookupError) as error:
        print(f"stammtisch prove: {error}", file=sys.stderr)
        return 1
    print(f"{options.output}: {len(file)} bytes; check it with: stammtisch verify {options.output} --trust KEYS")
    return 0


def _fetch(options: argparse.Namespace) -> bytes:
    """Fetch the record of a table; raise OSError."""
    token = options.token
    if token is None:
        with urlopen(Request(f"{options.server}/v1/auth/guest", b"", method="POST"), timeout=30) as answer:
            token = msgspec.json.decode(answer.read())["token"]
    address = f"{options.server}/v1/tables/{options.table}/record"
    with urlopen(Request(address, headers={"Authorization": f"Bearer {token}"}), timeout=30) as answer:
        file: bytes = answer.read()
    return file
