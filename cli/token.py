"""`stammtisch token --role auditor`: a token for one of the house's own people."""

import argparse
import sys
from typing import get_args

from api.auth import Role, Tokens, new_player
from api.settings import Settings, token_secret
from cli.house import data_argument


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add this command's flags."""
    data_argument(parser)
    parser.add_argument("--role", choices=get_args(Role), required=True, help="what its bearer may do")
    parser.add_argument("--player", metavar="ID", help="whose it is (default: a fresh account)")
    parser.add_argument("--hours", type=int, default=24, help="how long it is good (default: 24)")


def run(parsed: argparse.Namespace) -> int:
    """Print the token."""
    try:
        settings = Settings(token_secret=token_secret(parsed.data), token_s=parsed.hours * 3600)
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    token, _ = Tokens(settings).issue(parsed.player or new_player(), parsed.role)
    print(token)
    return 0
