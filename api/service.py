"""What the routes work with, in one place."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, cast
from weakref import WeakValueDictionary

from litestar import Request

from api.auth import Caller, Tokens
from api.seats import Seats
from api.server import Drain
from api.settings import Settings
from api.signing import ServerKeys
from api.stream import Followed, Frames
from domain.kernel import Registry
from domain.record.receipt import Durability
from projections.read_models import ReadModels
from store.audit import AuditLog
from store.connect import Store, StoreConfig, open_store
from store.feed import Followers
from store.handler import Handler, now_ms
from store.limiter import Limiter
from store.log import EventLog

Call = Request[Caller | None, None, Any]
"""A request; `user` is who calls, None on an open route."""


@dataclass(frozen=True, kw_only=True)
class Service:
    """What a server is made of below its routes. `durability` is what its receipts promise."""

    registry: Registry
    keys: ServerKeys
    store: Store
    handler: Handler
    followers: Followers
    models: ReadModels
    seats: Seats
    durability: Durability
    limiter: Limiter
    frames: Frames = field(default_factory=Frames)

    @property
    def audit(self) -> AuditLog:
        """The audit chains."""
        return AuditLog(self.store)

    def forget(self, table: str | None) -> None:
        """Keep nothing of a table (None: of any) in memory: something at it was erased, here or elsewhere."""
        self.handler.forget(table)
        self.seats.forget(table)
        self.frames.forget(table)


@asynccontextmanager
async def open_service(
    config: StoreConfig,
    registry: Registry,
    keys: ServerKeys,
    clock: Callable[[], int] = now_ms,
    *,
    offered: Registry | None = None,
    limiter_clock: Callable[[], int] | None = None,
) -> AsyncIterator[Service]:
    """Connect to the store and follow it until the block ends; raise `StoreRefused` where it must not be used.

    `offered` has the same games with an operator's component data for new tables; tables keep what they began with.
    Limits are counted by the clock of the store, or by `limiter_clock` (ms).
    """
    store = await open_store(config)
    followers = Followers(store)
    try:
        log = EventLog(store)
        service = Service(
            registry=offered or registry,
            keys=keys,
            store=store,
            handler=Handler(log, registry, clock),
            followers=followers,
            models=ReadModels(store),
            seats=Seats(log),
            durability=promised(config),
            limiter=Limiter(store, limiter_clock),
        )
        followers.on_erasure(service.forget)
        await followers.start()
        yield service
    finally:
        await followers.aclose()
        await store.aclose()


def promised(config: StoreConfig) -> Durability:
    """Say in a receipt's words what an acknowledgement of this store stands for."""
    if config.durability == "everysec":
        return "everysec"
    return "fsync+replicas" if config.replicas else "fsync"


@dataclass(frozen=True, kw_only=True)
class Parts:
    """The service, and what the API adds for itself."""

    service: Service
    settings: Settings
    tokens: Tokens
    drain: Drain = field(default_factory=Drain)
    followed: Followed = field(default_factory=Followed)
    making: WeakValueDictionary[str, asyncio.Lock] = field(default_factory=WeakValueDictionary)
    """The accounts for which a long answer is being made."""


def parts(request: Call) -> Parts:
    """Give what the application was made of."""
    return cast(Parts, request.app.state.parts)


def caller(request: Call) -> Caller:
    """Give who calls; on a route that is not open there is always somebody."""
    assert request.user is not None, "this route is not open"
    return request.user
