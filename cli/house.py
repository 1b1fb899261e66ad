"""The composition root: everything below the routes and workers, on one store."""

import argparse
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from cli.sealing import SEAL_VARIABLE, open_vault
from domain.games import shipped_registry
from projections.read_models import ReadModels
from store.connect import Store, StoreConfig, open_store
from store.feed import Followers
from store.handler import Handler
from store.log import EventLog


class Parts(Protocol):
    """What workers are made of; the API's `Service` has it too."""

    @property
    def store(self) -> Store:
        """The store."""
        ...

    @property
    def handler(self) -> Handler:
        """The one command handler."""
        ...

    @property
    def followers(self) -> Followers:
        """Who hears of changes."""
        ...

    @property
    def models(self) -> ReadModels:
        """The read models."""
        ...


@dataclass(frozen=True)
class House:
    """A process without an API, on a store."""

    store: Store
    handler: Handler
    followers: Followers
    models: ReadModels


@asynccontextmanager
async def house(config: StoreConfig) -> AsyncIterator[House]:
    """Open a store and put the handler and the read models on it; raise `StoreRefused` where it must not be used."""
    store = await open_store(config)
    followers = Followers(store)
    try:
        handler = Handler(EventLog(store), shipped_registry())
        followers.on_erasure(handler.forget)
        await followers.start()
        yield House(store, handler, followers, ReadModels(store))
    finally:
        await followers.aclose()
        await store.aclose()


def store_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the flags that name a store."""
    parser.add_argument(
        "--store", required=True, metavar="URL", help="redis://, rediss://, unix:// or redis-cluster://"
    )
    parser.add_argument(
        "--durability",
        choices=("always", "everysec"),
        default="always",
        help="an answer means: it is on disk (the default), or it will be within a second",
    )
    parser.add_argument("--replicas", type=int, default=0, metavar="N", help="replicas that must have an entry")
    parser.add_argument("--archive", type=Path, metavar="DIR", help="directory of archived tables, the same for all")
    parser.add_argument(
        "--seal-keys",
        type=Path,
        metavar="DIR",
        help=f"keys that encrypt the store (or {SEAL_VARIABLE}); none by default",
    )


def data_argument(parser: argparse.ArgumentParser) -> None:
    """Add the flag that names the data directory."""
    parser.add_argument("--data", type=Path, default=Path("data"), metavar="DIR", help="data directory (default: data)")


def store_config(parsed: argparse.Namespace) -> StoreConfig:
    """Read the flags that name a store."""
    return StoreConfig(
        url=parsed.store,
        durability=parsed.durability,
        replicas=parsed.replicas,
        archive=parsed.archive,
        vault=open_vault(parsed.seal_keys),
    )
