"""`stammtisch serve`: one API process on a store. Any number of them may serve the same tables."""

import argparse
import asyncio
import sys
from pathlib import Path

from api.app import create_app
from api.server import Drain, make_server
from api.service import open_service
from api.settings import Settings, limits, proxies, token_secret
from api.signing import server_keys
from cli.components import offered
from cli.house import data_argument, store_arguments, store_config
from domain.games import shipped_registry
from store.errors import StoreError


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add this command's flags."""
    store_arguments(parser)
    data_argument(parser)
    address_arguments(parser)


def address_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the flags that say where to listen and whose pages may call."""
    parser.add_argument("--host", default="127.0.0.1", help="address to listen at (default: 127.0.0.1)")
    parser.add_argument("--port", type=port, default=8000, help="port to listen at, 0 for any (default: 8000)")
    parser.add_argument("--cors", action="append", default=[], metavar="ORIGIN", help="a web origin that may call")
    parser.add_argument("--components", type=Path, metavar="DIR", help="component data of your own: DIR/GAME/NAME.json")


def port(text: str) -> int:
    """Read a port; raise ValueError unless it is from 0 to 65535."""
    value = int(text)
    if not 0 <= value <= 65_535:
        raise ValueError(text)
    return value


def api_settings(parsed: argparse.Namespace) -> Settings:
    """Read the flags and the environment; raise ValueError, with a sentence, for what cannot be."""
    return Settings(
        token_secret=token_secret(parsed.data),
        cors_origins=tuple(parsed.cors),
        limits=limits(),
        proxies=proxies(),
    )


def run(parsed: argparse.Namespace) -> int:
    """Serve until TERM or INT."""
    try:
        asyncio.run(_serve(parsed))
    except (StoreError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


async def _serve(parsed: argparse.Namespace) -> None:
    settings = api_settings(parsed)
    keys = server_keys(parsed.data / "keys")
    games = shipped_registry()
    async with open_service(store_config(parsed), games, keys, offered=offered(games, parsed.components)) as service:
        drain = Drain()
        app = create_app(service, settings, drain)
        server = make_server(
            app, drain, host=parsed.host, port=parsed.port, ready=lambda address: print(address, flush=True)
        )
        await server.serve()
