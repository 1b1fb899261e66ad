"""`stammtisch up`: everything on this machine, and a demo table to play at."""

import argparse
import asyncio
import socket
import sys
from contextlib import suppress

from api.app import create_app
from api.server import Drain, Server, make_server
from api.service import Service, open_service
from api.signing import server_keys
from cli import demo
from cli.components import offered
from cli.house import data_argument
from cli.sealing import open_vault
from cli.serve import address_arguments, api_settings
from cli.work import jobs, work_arguments
from domain.games import shipped_registry
from store.connect import StoreConfig
from store.embedded import Embedded
from store.errors import EmbeddedError, StoreError

LOOK_S = 0.5
"""How often it is looked whether the store still runs."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add this command's flags."""
    data_argument(parser)
    address_arguments(parser)
    parser.add_argument(
        "--durability",
        choices=("always", "everysec"),
        default="always",
        help="an answer means: it is on disk (the default), or it will be within a second",
    )
    work_arguments(parser)
    parser.add_argument(
        "--encrypt", action="store_true", help="encrypt hands in the store, with a key made in data/keys at first"
    )
    parser.add_argument("--no-demo", action="store_true", help="open no demo table")


def run(parsed: argparse.Namespace) -> int:
    """Run until TERM or INT."""
    try:
        with Embedded(parsed.data / "store", durability=parsed.durability) as embedded, suppress(KeyboardInterrupt):
            asyncio.run(_up(parsed, embedded))
    except (StoreError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


async def _up(parsed: argparse.Namespace, embedded: Embedded) -> None:
    settings = api_settings(parsed)
    keys = server_keys(parsed.data / "keys")
    config = StoreConfig(
        url=embedded.url,
        durability=parsed.durability,
        archive=parsed.data / "archive",
        vault=open_vault(parsed.data / "keys", create=parsed.encrypt),
    )
    games = shipped_registry()
    wanted = offered(games, parsed.components)
    async with open_service(config, games, keys, offered=wanted) as service, asyncio.TaskGroup() as group:
        drain = Drain()
        workers = [group.create_task(job) for job in jobs(service, parsed)]

        def ready(address: str) -> None:
            workers.append(group.create_task(_greet(address, service, demo_wanted=not parsed.no_demo)))

        app = create_app(service, settings, drain)
        port = _free_port(parsed.host, parsed.port)
        server = make_server(app, drain, host=parsed.host, port=port, ready=ready)
        workers.append(group.create_task(_end_with(embedded, server)))
        await server.serve()
        for worker in workers:
            worker.cancel()
    if embedded.ended is not None:
        raise EmbeddedError(f"The store has ended; nothing that was acknowledged is lost. It says: {embedded.ended}")


async def _end_with(embedded: Embedded, server: Server) -> None:
    """End when the store has: whatever starts this program again starts the store with it."""
    while embedded.ended is None:  # noqa: ASYNC110 - a process tells nobody of its end
        await asyncio.sleep(LOOK_S)
    server.stop()


async def _greet(address: str, service: Service, *, demo_wanted: bool) -> None:
    print(f"Stammtisch is at {address} (documentation: {address}/docs). Ctrl-C ends it; nothing is lost.", flush=True)
    if demo_wanted:
        table = await demo.open_table(address, service)
        print(demo.lines(address, table), flush=True)


def _free_port(host: str, port: int) -> int:
    """Give `port`, or 0 (any) where something else listens there."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            print(f"Port {port} is taken; any free one will do.", file=sys.stderr)
            return 0
    return port
