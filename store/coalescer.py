"""Writes in flight share a round trip and an fsync.

One coalescer per process and primary. What arrives while a batch is out goes as the next batch, over one connection,
in order of arrival. Each command has its own result: an error of the server fails that command alone. When the
connection is lost or silent, the unanswered commands are in doubt: they may or may not have been done. The library's
own retries are off, because they would do a command twice; commands are packed by hiredis, six times as fast as there.
"""

import asyncio
from collections.abc import Callable, Sequence
from hashlib import sha1
from typing import Any, cast

from hiredis import pack_command
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import ConnectionError, MovedError, NoScriptError, RedisError, ResponseError

from store.errors import StoreCorrupt, StoreError, StoreUnavailable

Argument = str | bytes | int
_pack = cast("Callable[[tuple[Argument, ...]], bytes]", pack_command)  # hiredis declares a single argument
LARGEST_BATCH = 256
"""Commands per round trip; what is left waits for the next one."""


class InDoubt(StoreUnavailable):
    """The command was sent and not answered: it may have been done."""


class Unreached(StoreUnavailable):
    """There is no connection. The command was not sent."""


class Moved(StoreUnavailable):
    """The cluster keeps this key on another primary by now. The command was not done."""


class Script:
    """A Lua script of the store, and its digest."""

    def __init__(self, source: str) -> None:
        """Hold the source. It begins with `#!lua`, so the server refuses keys that were not declared."""
        self.source = source
        self.sha = sha1(source.encode(), usedforsecurity=False).hexdigest()


class _Item:
    """One command that waits for its result."""

    __slots__ = ("arguments", "packed", "result", "script")

    def __init__(
        self, result: "asyncio.Future[Any]", name: str, script: Script | None, arguments: tuple[Argument, ...]
    ) -> None:
        """Pack the command as it is sent, a script by its digest. What cannot be packed fails here, and alone."""
        self.result = result
        self.script = script
        self.arguments = arguments
        self.packed = _pack((name, *arguments) if script is None else ("EVALSHA", script.sha, *arguments))

    def full(self) -> bytes:
        """The command with its script, for a server that does not know it."""
        return _pack(("EVAL", self.script.source if self.script else "", *self.arguments))

    def succeed(self, reply: Any) -> None:
        if not self.result.done():
            self.result.set_result(reply)

    def fail(self, error: StoreError) -> None:
        if not self.result.done():
            self.result.set_exception(error)


def explain(error: RedisError) -> StoreError:
    """Turn a server's refusal of one command into an error of the store."""
    text = str(error)
    if isinstance(error, MovedError):
        return Moved(f"the key has moved: {text}")
    if text.startswith("WRONGTYPE") or "equal or smaller than the target stream" in text:
        return StoreCorrupt(f"The store holds something that this program did not write: {text}")
    return StoreUnavailable(f"The store refuses to write now: {text}")


class Coalescer:
    """Sends commands of many callers over one connection, batch by batch."""

    def __init__(
        self, connection: Callable[[], AbstractConnection], *, timeout_ms: int = 5_000, replicas: int = 0
    ) -> None:
        """Make connections with `connection`; wait `timeout_ms` for the answers of a batch.

        With `replicas`, a command succeeds only when that many replicas have it (WAIT).
        """
        self._connection_factory = connection
        self._timeout_ms = timeout_ms
        self._replicas = replicas
        self._connection: AbstractConnection | None = None
        self._waiting: list[_Item] = []
        self._sender: asyncio.Task[None] | None = None

    async def run(self, script: Script, keys: Sequence[str], arguments: Sequence[Argument]) -> Any:
        """Run a script; its reply, or a `StoreError`. See `call`."""
        return await self._submit("EVALSHA", script, (len(keys), *keys, *arguments))

    async def call(self, name: str, *arguments: Argument) -> Any:
        """Do one command; its reply, or a `StoreError`: `InDoubt` when it may have been done.

        A caller who is cancelled stops waiting; the command is sent all the same.
        """
        return await self._submit(name, None, arguments)

    async def aclose(self) -> None:
        """Send what waits, then close the connection."""
        while self._sender is not None:
            await self._sender
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.disconnect()

    async def _submit(self, name: str, script: Script | None, arguments: tuple[Argument, ...]) -> Any:
        loop = asyncio.get_running_loop()
        item = _Item(loop.create_future(), name, script, arguments)
        self._waiting.append(item)
        if self._sender is None:
            self._sender = loop.create_task(self._send_all())
        return await item.result

    async def _send_all(self) -> None:
        batch: list[_Item] = []
        try:
            while self._waiting:
                batch, self._waiting = self._waiting[:LARGEST_BATCH], self._waiting[LARGEST_BATCH:]
                await self._exchange(batch)
        finally:
            self._sender = None
            for item in (*batch, *self._waiting):
                item.fail(InDoubt("The process is going down."))
            self._waiting.clear()

    async def _exchange(self, batch: list[_Item]) -> None:
        """Send one batch and give every item its result."""
        try:
            async with asyncio.timeout(self._timeout_ms / 1000):
                connection = await self._connected()
        except (RedisError, OSError) as error:
            await self._drop()
            for item in batch:
                item.fail(Unreached(f"The store cannot be reached: {error or type(error).__name__}"))
            return
        try:
            async with asyncio.timeout(self._timeout_ms / 1000):
                unknown = await self._round(connection, batch, [item.packed for item in batch])
                if unknown:
                    await self._round(connection, unknown, [item.full() for item in unknown])
        except (RedisError, OSError) as error:
            await self._drop()
            for item in batch:
                item.fail(InDoubt(f"The store did not answer: {error or type(error).__name__}"))

    async def _round(self, connection: AbstractConnection, items: list[_Item], commands: list[bytes]) -> list[_Item]:
        """Send the commands, hand out their replies, and return the items whose script the server does not know."""
        if self._replicas:
            commands.append(_pack(("WAIT", self._replicas, self._timeout_ms // 2)))
        await connection.send_packed_command(b"".join(commands), check_health=False)
        unknown: list[_Item] = []
        done: list[tuple[_Item, Any]] = []
        for item in items:
            try:
                reply = await connection.read_response()
            except NoScriptError:
                unknown.append(item)
            except ConnectionError:
                raise
            except ResponseError as error:
                item.fail(explain(error))
            else:
                if self._replicas:
                    done.append((item, reply))
                else:
                    item.succeed(reply)
        if self._replicas:
            reached = int(await connection.read_response())
            for item, reply in done:
                if reached >= self._replicas:
                    item.succeed(reply)
                else:
                    item.fail(
                        StoreUnavailable(f"Only {reached} of {self._replicas} replicas have the entry; it may be lost.")
                    )
        return unknown

    async def _connected(self) -> AbstractConnection:
        if self._connection is None:
            connection: Any = self._connection_factory()
            await connection.connect()
            self._connection = connection
        assert self._connection is not None
        return self._connection

    async def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.disconnect(nowait=True)
