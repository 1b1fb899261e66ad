"""Which account sits where. The mapping lives beside the log, so that the log names no person."""

import hashlib
import hmac
from collections import OrderedDict
from collections.abc import Mapping

from domain.kernel import Seat
from domain.record.canonical import b64
from domain.table import TableState
from store.log import EventLog

REMEMBERED = 20_000


class Seats:
    """Reads the mapping; remembers it once a table has started, since from then on nobody sits down any more."""

    def __init__(self, log: EventLog) -> None:
        """Read from `log`."""
        self._log = log
        self._settled: OrderedDict[str, Mapping[str, Seat]] = OrderedDict()

    async def of(self, state: TableState) -> Mapping[str, Seat]:
        """Give account -> seat of a table."""
        settled = self._settled.get(state.table)
        if settled is not None:
            return settled
        found = {account: seat for seat, account in (await self._log.accounts(state.table)).items()}
        if state.phase not in ("new", "gathering"):
            self._settled[state.table] = found
            if len(self._settled) > REMEMBERED:
                self._settled.popitem(last=False)
        return found

    def forget(self, table: str | None) -> None:
        """Read the mapping of a table (None: of any) anew: an account was erased."""
        if table is None:
            self._settled.clear()
        else:
            self._settled.pop(table, None)

    async def opener(self, table: str, player: str) -> bool:
        """Did this account open the table?"""
        return await self._log.find_key(table, opener_key(player)) is not None


def opener_key(player: str) -> str:
    """The idempotency key of entry 1. The table's id comes from the client's key; this one tells who opened it."""
    return b64(hashlib.sha256(f"stammtisch/opener/1 {player}".encode()).digest())


def bound_key(player: str, key: str) -> str:
    """Bind a client's idempotency key to its account, so that nobody finds another's entry by guessing."""
    return b64(hashlib.sha256(f"stammtisch/idempotency/1 {player} {key}".encode()).digest())


def invitation_code(secret: bytes, table: str) -> str:
    """Give a private table's code: it follows from the table and the server's secret, so it needs no keeping."""
    return b64(hmac.digest(secret, f"stammtisch/invitation/1 {table}".encode(), "sha256"))[:20]


def invitation_digest(code: str) -> str:
    """Give the digest of a code, as it stands in the log."""
    return b64(hashlib.sha256(code.encode()).digest())
