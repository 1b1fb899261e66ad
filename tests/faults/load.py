"""Players who keep every receipt, and repeat a request under its key until they get an answer."""

import asyncio
import random
import secrets
import time
from collections.abc import Callable
from typing import Any

import httpx
import msgspec
from msgspec import Struct

from domain.record.canonical import unb64
from domain.record.receipt import Receipt

SEATS = 2
_RECEIPT = msgspec.json.Decoder(Receipt)


class Promise(Struct, frozen=True):
    """What a receipt promised, and the key that the player had sent."""

    receipt: Receipt
    sent: str


class Load:
    """Tables of the toy game, played by whoever asks for work.

    `address` gives an API process that is up. A request that gets no answer for `PATIENCE_S` is given up, and counted
    as unanswered. With `fresh_keys` a request is repeated under a new key: a fault that the check must notice.
    `told` is called with every promise before anything else happens.
    """

    PATIENCE_S = 30

    def __init__(
        self,
        address: Callable[[], str],
        *,
        fresh_keys: bool = False,
        told: Callable[[Promise], None] = lambda promise: None,
    ) -> None:
        self._address = address
        self._fresh_keys = fresh_keys
        self._told = told
        self._stop = asyncio.Event()
        self.promises: list[Promise] = []
        self.tables: list[str] = []
        self.repeats = 0
        self.unanswered = 0

    def stop(self) -> None:
        self._stop.set()

    async def run(self, tables: int) -> None:
        """Play at so many tables at once until `stop`."""
        async with httpx.AsyncClient(timeout=5) as client:
            await asyncio.gather(*(self._play_on(client) for _ in range(tables)))

    async def _play_on(self, client: httpx.AsyncClient) -> None:
        while not self._stop.is_set():
            try:
                await self._table(client)
            except TimeoutError:
                self.unanswered += 1

    async def _table(self, client: httpx.AsyncClient) -> None:
        tokens = [(await self._ask(client, "POST", "/v1/auth/guest"))["token"] for _ in range(SEATS)]
        opened = await self._ask(client, "POST", "/v1/tables", tokens[0], {"rules": "toy", "options": {"deals": 20}})
        table: str = opened["table"]["table"]
        self.tables.append(table)
        path = f"/v1/tables/{table}"
        for seat, token in enumerate(tokens):
            await self._ask(client, "PUT", f"{path}/seats/{seat}", token)
        for token in tokens:
            await self._ask(client, "POST", f"{path}/ready", token)
        while not self._stop.is_set():
            view = await self._ask(client, "GET", path, tokens[0])
            if view.get("phase", "closed") == "closed":
                return  # or gone with its promises, which the log is held against afterwards
            if not view["running"]:
                await self._ask(client, "POST", f"{path}/next-deal", tokens[0])
                continue
            token = tokens[view["to_act"][0]]
            view = await self._ask(client, "GET", path, token)
            if view.get("legal"):
                action = random.choice(view["legal"])
                await self._ask(client, "POST", f"{path}/actions", token, action, seq=view["seq"])

    async def _ask(
        self,
        client: httpx.AsyncClient,
        method: str,
        path: str,
        token: str | None = None,
        body: Any = None,
        seq: int | None = None,
    ) -> dict[str, Any]:
        """Ask until there is an answer that says yes or no; TimeoutError when patience ends."""
        key = secrets.token_hex(16)
        until = time.monotonic() + self.PATIENCE_S
        while True:
            if time.monotonic() > until:
                raise TimeoutError
            headers = {"Authorization": f"Bearer {token}"} if token else {}
            if method != "GET" and token:
                headers["Idempotency-Key"] = key
            if seq is not None:
                headers["If-Match"] = f'"{seq}"'
            try:
                answer = await client.request(method, self._address() + path, headers=headers, json=body)
            except httpx.TransportError:
                answer = None
            if answer is not None and answer.status_code < 500:
                found: dict[str, Any] = answer.json()
                if answer.status_code < 300 and isinstance(found.get("receipt"), str):
                    payload = found["receipt"].split(".")[1]
                    self.promises.append(Promise(_RECEIPT.decode(unb64(payload)), key))
                    self._told(self.promises[-1])
                return found
            self.repeats += 1
            if self._fresh_keys:
                key = secrets.token_hex(16)
            await asyncio.sleep(0.02)


def broken(table: str, entries: list[dict[str, Any]], hashes: list[str], promises: list[Promise]) -> list[str]:
    """Compare a table's log with what its players were promised; give every difference as a sentence."""
    found: list[str] = []
    for number, entry in enumerate(entries, 1):
        if entry["seq"] != number or entry["table"] != table:
            found.append(f"{table}: entry {number} says that it is {entry['seq']} of {entry['table']}")
        if entry["prev"] != (hashes[number - 2] if number > 1 else None):
            found.append(f"{table}: entry {number} does not follow the one before")
    answered: dict[int, Promise] = {}
    for promise in promises:
        receipt = promise.receipt
        if receipt.key != promise.sent:
            found.append(f"{table}: the receipt of entry {receipt.seq} names a key that was not sent")
        if not 1 <= receipt.seq <= len(entries):
            found.append(f"{table}: entry {receipt.seq} was promised and is not there")
        elif hashes[receipt.seq - 1] != receipt.hash:
            found.append(f"{table}: entry {receipt.seq} is not the one that was promised")
        if receipt.seq in answered:
            found.append(f"{table}: entry {receipt.seq} was promised twice")
        answered[receipt.seq] = promise
    for entry in entries:
        if entry["by"].get("via") == "player" and entry["seq"] not in answered:
            found.append(f"{table}: entry {entry['seq']} was made for a player who was never told")
    return found
