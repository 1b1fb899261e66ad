"""`stammtisch keys list|rotate|protect`: the keys that sign, and those that encrypt the store."""

import argparse
import sys
from pathlib import Path

import msgspec

from api.signing import SIGNING_VARIABLE, is_protected, key_files, protect, rotate, server_keys
from cli.house import data_argument
from cli.sealing import add_key, open_vault


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add this command's flags."""
    parser.add_argument(
        "what",
        choices=("list", "rotate", "protect"),
        help="show the keys; make a new one, cross-signed by the last; encrypt the key files with the passphrase",
    )
    data_argument(parser)
    parser.add_argument("--seal", action="store_true", help="rotate the key that encrypts the store instead")
    parser.add_argument("--json", action="store_true", help="list: the public keys as GET /v1/keys gives them")


def run(parsed: argparse.Namespace) -> int:
    """Do it, and say what is now."""
    folder = parsed.data / "keys"
    try:
        if parsed.what == "rotate":
            _rotate(folder, seal=parsed.seal)
        elif parsed.what == "protect":
            print(f"{protect(folder)} key files encrypted.")
        if parsed.json:
            print(msgspec.json.encode(server_keys(folder).published).decode())
        else:
            _list(folder)
    except (OSError, ValueError) as error:
        print(f"stammtisch keys: {error}", file=sys.stderr)
        return 1
    return 0


def _rotate(folder: Path, *, seal: bool) -> None:
    if seal:
        add_key(folder)
    else:
        rotate(folder)
    print("A new key. Restart every process; the old keys must stay where they are.")


def _list(folder: Path) -> None:
    published = server_keys(folder).published.keys
    files = key_files(folder)
    for number, key in enumerate(published):
        state = "signs" if key is published[-1] else "signed"
        place = SIGNING_VARIABLE
        if number < len(files) == len(published):
            place = f"{files[number]}, {'encrypted' if is_protected(files[number]) else 'in the clear'}"
        since = "first" if key.since is None else "cross-signed"
        print(f"{key.kid}  {state:6}  {since:12}  {place}")
    vault = open_vault(folder)
    for identity in sorted(vault.known):
        print(f"{identity}  {'encrypts the store' if identity == vault.current else 'opens what is older'}")
    if vault.current is None:
        print("Nothing encrypts the store.")
