"""Waiting for a condition, never for a time."""

import asyncio
import time
from collections.abc import Awaitable, Callable


async def until(condition: Callable[[], Awaitable[object]], within_s: float = 20) -> None:
    """Return once `condition` holds; raise TimeoutError when it does not within `within_s`."""
    async with asyncio.timeout(within_s):
        while not await condition():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


def until_sync(condition: Callable[[], object], within_s: float = 20) -> None:
    """The same without an event loop."""
    end = time.monotonic() + within_s
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(f"it did not come within {within_s} s")
        time.sleep(0.01)
