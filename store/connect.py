"""Which server a key lives on, and whether that server is good enough to begin.

A store is one server or a Redis Cluster. Per primary there is one coalescer for writes and one for reads, so that a
read never waits for an fsync. Replies are read raw, in the second version of the protocol: one shape on every server.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Any, cast

from msgspec import Struct
from redis.asyncio.connection import AbstractConnection, Connection, parse_url
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.crc import key_slot

from store import keys
from store.coalescer import Argument, Coalescer, InDoubt, Moved, Script, Unreached
from store.embedded import Durability
from store.errors import StoreRefused, StoreUnavailable
from store.vault import PLAIN, Vault

OLDEST_SERVER = (7, 0)
_SLOTS = 16384


class StoreConfig(Struct, frozen=True, kw_only=True):
    """Where the store is and what it must promise.

    `url`: `redis://host:port/db`, `rediss://...`, `unix:///path`, or `redis-cluster://host:port` (any node).
    """

    url: str
    durability: Durability = "always"
    """What "acknowledged" means: on disk before the answer, or (an explicit choice) within about a second."""
    replicas: int = 0
    """How many replicas must have an entry before it is acknowledged."""
    timeout_ms: int = 5_000
    """How long the answers of a batch may take."""
    vault: Vault = PLAIN
    """Encrypts openings on their way into the store."""
    archive: Path | None = None
    """The directory of cold files, where finished tables go; every process that reads tables must reach it."""


class Primary:
    """One server that takes writes."""

    def __init__(self, dial: Callable[[], AbstractConnection], config: StoreConfig, name: str) -> None:
        """Make connections with `dial`; none is made yet. `name` is for messages."""
        self.name = name
        self.dial = dial
        self.writes = Coalescer(dial, timeout_ms=config.timeout_ms, replicas=config.replicas)
        self.reads = Coalescer(dial, timeout_ms=config.timeout_ms)

    async def aclose(self) -> None:
        """Close both connections, after what is under way."""
        await self.writes.aclose()
        await self.reads.aclose()


class Store:
    """One server or a cluster, by key. Made by `open_store`.

    Every method raises `StoreUnavailable` when the server does not answer or refuses.
    """

    def __init__(self, config: StoreConfig) -> None:
        """Prepare the connections; nothing is sent yet."""
        self.config = config
        self.clustered = config.url.startswith(("redis-cluster://", "rediss-cluster://"))
        self._address = parse_url(config.url.replace("-cluster://", "://", 1))
        self._seed = Primary(self._dialler({}), config, config.url.rpartition("@")[2])
        self._primaries: dict[tuple[str, int], Primary] = {}
        self._owner: list[Primary] = [self._seed] * _SLOTS
        self._mapping = asyncio.Lock()

    async def run(
        self, script: Script, names: Sequence[str], arguments: Sequence[Argument], *, after_doubt: bool = False
    ) -> Any:
        """Run a script on keys of one slot, once. `after_doubt`: the primary may have changed, ask for it first."""
        if after_doubt and self.clustered:
            await self.find_primaries()
        try:
            return await self.primary(names[0]).writes.run(script, names, arguments)
        except (Moved, Unreached):
            if not self.clustered:
                raise
            await self.find_primaries()
        return await self.primary(names[0]).writes.run(script, names, arguments)

    async def write(self, command: str, key: str, *arguments: Argument) -> Any:
        """Do one command that writes, and that may safely be done twice."""
        return await self._twice(lambda: self.primary(key).writes.call(command, key, *arguments))

    async def ask(self, command: str, key: str, *arguments: Argument) -> Any:
        """Do one command that reads."""
        return await self._twice(lambda: self.primary(key).reads.call(command, key, *arguments))

    async def ask_script(self, script: Script, names: Sequence[str], arguments: Sequence[Argument]) -> Any:
        """Run a script that only reads."""
        return await self._twice(lambda: self.primary(names[0]).reads.run(script, names, arguments))

    async def scan(self, pattern: str, kind: str) -> AsyncIterator[str]:
        """Iterate over the keys of a type that match a pattern, on every primary. A key may come twice."""
        for primary in self.primaries():
            cursor = b"0"
            while True:
                cursor, found = await primary.reads.call("SCAN", cursor, "MATCH", pattern, "COUNT", 1000, "TYPE", kind)
                for name in found:
                    yield name.decode()
                if cursor == b"0":
                    break

    def primary(self, key: str) -> Primary:
        """Give the primary that holds a key."""
        return self._owner[key_slot(key.encode())] if self.clustered else self._seed

    def primaries(self) -> tuple[Primary, ...]:
        """Give every primary."""
        return tuple(self._primaries.values()) if self.clustered else (self._seed,)

    async def find_primaries(self) -> None:
        """Ask the cluster which primary holds which slot."""
        async with self._mapping:
            for known in (*self.primaries(), self._seed):
                try:
                    ranges = await known.reads.call("CLUSTER", "SLOTS")
                    break
                except StoreUnavailable:
                    continue
            else:
                raise StoreUnavailable("No node of the cluster can be reached.")
            for first, last, (host, port, *_), *_ in ranges:
                address = ((host or b"").decode() or str(self._address.get("host", "localhost")), int(port))
                if address not in self._primaries:
                    dial = self._dialler({"host": address[0], "port": address[1]})
                    self._primaries[address] = Primary(dial, self.config, f"{address[0]}:{address[1]}")
                self._owner[first : last + 1] = [self._primaries[address]] * (last - first + 1)

    async def aclose(self) -> None:
        """Send what waits and close every connection."""
        for primary in {self._seed, *self._primaries.values()}:
            await primary.aclose()

    async def _twice(self, attempt: Callable[[], Any]) -> Any:
        try:
            return await attempt()
        except (InDoubt, Moved, Unreached) as error:
            if self.clustered:
                await self.find_primaries()
            elif isinstance(error, Unreached):
                raise
        return await attempt()

    def _dialler(self, over: dict[str, Any]) -> Callable[[], AbstractConnection]:
        """Give a function that makes a connection: no retries of its own, no timers of its own, raw replies."""
        wanted = {**self._address, "retry": Retry(NoBackoff(), 0), "socket_timeout": None, "protocol": 2, **over}
        kind = cast("type[AbstractConnection]", wanted.pop("connection_class", Connection))
        wanted.setdefault("socket_connect_timeout", self.config.timeout_ms / 1000)
        return lambda: kind(**wanted)


async def open_store(config: StoreConfig) -> Store:
    """Connect and check; raise `StoreRefused` with a clear sentence where the store must not be used."""
    store = Store(config)
    try:
        if store.clustered:
            await store.find_primaries()
        for primary in store.primaries():
            await _check_server(primary, config)
        await _check_layout(store)
    except BaseException:
        await store.aclose()
        raise
    return store


async def _check_server(primary: Primary, config: StoreConfig) -> None:
    """Refuse a server that is too old, a replica, or keeps less than it should."""
    info = await _info(primary)
    if "valkey_version" not in info:
        version = tuple(int(part) for part in info["redis_version"].split(".")[:2])
        if version < OLDEST_SERVER:
            raise StoreRefused(
                f"The server {primary.name} is Redis {info['redis_version']}. Redis 7.0 or later, or Valkey, is needed."
            )
    if info["role"] != "master":
        raise StoreRefused(f"The server {primary.name} is a replica: name the primary's address.")
    if int(info["maxmemory"]) > 0 and info["maxmemory_policy"] != "noeviction":
        raise StoreRefused(
            f"The server {primary.name} throws data away when its memory is full (maxmemory-policy "
            f"{info['maxmemory_policy']}). Set maxmemory-policy noeviction."
        )
    if int(info["aof_enabled"]) == 0:
        raise StoreRefused(f"The server {primary.name} keeps no append-only file. Set appendonly yes.")
    if config.durability == "always":
        await _check_every_write(primary)


async def _check_every_write(primary: Primary) -> None:
    """Refuse a server that does not write to disk before it answers, or does not say."""
    remedy = "Set appendfsync always, or configure durability everysec and accept that a crash costs about a second."
    try:
        reply = await primary.reads.call("CONFIG", "GET", "*append*fsync*")
        pairs = dict(zip(reply[::2], reply[1::2], strict=True))
        policy, paused = pairs[b"appendfsync"].decode(), pairs.get(b"no-appendfsync-on-rewrite", b"no") == b"yes"
    except (StoreUnavailable, KeyError):
        raise StoreRefused(
            f"The server {primary.name} does not say when it writes to disk (CONFIG GET is not allowed), so durability "
            f"always cannot be promised. Allow CONFIG GET, or configure durability everysec."
        ) from None
    if policy != "always":
        raise StoreRefused(
            f"The server {primary.name} writes to disk later than it answers (appendfsync {policy}), but durability "
            f"always is configured. {remedy}"
        )
    if paused:
        raise StoreRefused(
            f"The server {primary.name} stops writing to disk while it rewrites its log. "
            "Set no-appendfsync-on-rewrite no."
        )


async def _check_layout(store: Store) -> None:
    """Write down what this store is at its first use; refuse one with other partitions or a newer format."""
    for name, value in (("format", keys.FORMAT), ("partitions", keys.PARTITIONS)):
        await store.write("HSETNX", keys.STORE, name, value)
    found = [int(value) for value in await store.ask("HMGET", keys.STORE, "format", "partitions")]
    if found[0] > keys.FORMAT:
        raise StoreRefused(
            f"The store was written by a newer version of this program (format {found[0]}, this one knows "
            f"{keys.FORMAT}). Start the newer version."
        )
    if found[1] != keys.PARTITIONS:
        raise StoreRefused(
            f"The store has {found[1]} partitions and this program {keys.PARTITIONS}: tables would not be found. The "
            "number is fixed when a store is first used."
        )
    await _check_vault(store)


async def _check_vault(store: Store) -> None:
    """Refuse to go on in the clear, or with other keys, where a store is encrypted; note the key that encrypts."""
    vault, sealed = store.config.vault, await store.ask("HGET", keys.STORE, "sealed")
    if sealed is not None and sealed.decode() not in vault.known:
        raise StoreRefused(
            f"The store is encrypted with the key {sealed.decode()}, which is not configured here. Name it in "
            "STAMMTISCH_SEAL_KEY or with --seal-keys."
        )
    if vault.current is not None and (sealed is None or sealed.decode() != vault.current):
        await store.write("HSET", keys.STORE, "sealed", vault.current)


async def _info(primary: Primary) -> dict[str, str]:
    """Ask the server about itself."""
    lines = (await primary.reads.call("INFO")).decode().splitlines()
    return dict(line.split(":", 1) for line in lines if ":" in line)
