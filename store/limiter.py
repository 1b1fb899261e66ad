"""Allowances: how often somebody may do something costly, counted in the store, so that all processes share a count."""

from collections.abc import Callable
from importlib import resources

from store import keys
from store.coalescer import InDoubt, Script
from store.connect import Store

TAKE = Script((resources.files("store") / "limit.lua").read_text())


class Limiter:
    """Takes from allowances. One that nobody takes from is whole again after a while, and then leaves no trace."""

    def __init__(self, store: Store, clock: Callable[[], int] | None = None) -> None:
        """Count in `store`, by the clock (ms) of its server, or by `clock`."""
        self._store = store
        self._clock = clock

    async def take(self, limit: str, caller: str, *, allowance: int, interval_ms: int) -> int:
        """Take one from the caller's allowance; give 0, or the ms to wait where none is left, which changes nothing.

        `allowance` are there at once, and each that was taken comes back `interval_ms` after the one before. Raise
        `StoreUnavailable`. One in doubt is taken again: at worst it counts twice.
        """
        names = (keys.limit(limit, caller),)
        arguments = (allowance, interval_ms, "" if self._clock is None else self._clock())
        try:
            return int(await self._store.run(TAKE, names, arguments))
        except InDoubt:
            return int(await self._store.run(TAKE, names, arguments, after_doubt=True))
