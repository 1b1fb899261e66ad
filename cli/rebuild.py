"""`stammtisch rebuild`: throw the read models away and make them anew from the streams."""

import argparse
import asyncio
import sys

from cli.house import house, store_arguments, store_config
from store.errors import StoreError
from workers.projector import Projector


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add this command's flags."""
    store_arguments(parser)


def run(parsed: argparse.Namespace) -> int:
    """Rebuild, and say how many tables there were."""
    try:
        tables = asyncio.run(_rebuild(parsed))
    except (StoreError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{tables} tables projected.")
    return 0


async def _rebuild(parsed: argparse.Namespace) -> int:
    async with house(store_config(parsed)) as made:
        return await Projector(made.handler, made.models).rebuild()
