"""The command `stammtisch`: one word for each thing that can be done, each in a module of its own."""

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module

from domain.version import VERSION

USAGE = 64
"""The exit code for a wrong option or a missing word; `verify` has other meanings for small numbers."""

COMMANDS = {
    "up": "run everything on this machine: a durable store, the API, the workers and a demo table",
    "serve": "run an API process on a store",
    "work": "run workers on a store",
    "rebuild": "make the read models anew from the streams",
    "keys": "list, rotate or encrypt the server's keys",
    "token": "print a token for an auditor or operator",
    "prove": "cut the proof of one hand or one trick from a record",
    "show": "print answers of the API for people, from standard input",
    "verify": "check a record: was it dealt and played right?",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; give its exit code."""
    parser = argparse.ArgumentParser(prog="stammtisch", description="Card and board games with hidden hands.")
    parser.add_argument("--version", action="version", version=f"stammtisch {VERSION}", help="print the release")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    words = sys.argv[1:] if arguments is None else list(arguments)
    for name, text in COMMANDS.items():
        command = commands.add_parser(
            name, help=text, description=f"{text[0].upper()}{text[1:]}{'' if text.endswith('?') else '.'}"
        )
        if words[:1] == [name]:
            module = import_module(f"cli.{name}")
            module.arguments(command)
            command.set_defaults(run=module.run)
    try:
        parsed = parser.parse_args(words)
    except SystemExit as end:  # argparse has said what is wrong, or printed what was asked for
        return USAGE if end.code else 0
    code: int = parsed.run(parsed)
    return code


if __name__ == "__main__":
    sys.exit(main())
