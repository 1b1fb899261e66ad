"""A player whose seat signs everything, as a careful client does it: from the log alone."""

import hashlib
import secrets
from base64 import urlsafe_b64encode
from typing import Any

import httpx
import rfc8785
from nacl.signing import SigningKey

from tests.api.players import Player


def b64(raw: bytes) -> str:
    return urlsafe_b64encode(raw).decode().rstrip("=")


class Signer(Player):
    def __init__(self, client: httpx.Client) -> None:
        super().__init__(client)
        self.signing = SigningKey.generate()
        self.seed = secrets.token_bytes(32)
        self.seat = -1

    @property
    def public(self) -> str:
        return b64(bytes(self.signing.verify_key))

    def sit_down(self, table: str, seat: int) -> None:
        self.seat = seat
        self.sit(table, seat, key=self.public, commitment=b64(hashlib.sha256(self.seed).digest()))

    def head(self, table: str, seq: int | None = None) -> tuple[int, str]:
        """Number and hash of the newest entry, or of entry `seq`, the hash worked out here."""
        if seq is None:
            seq = self.look(table)["seq"]
        (entry,) = self.get(f"/v1/tables/{table}/entries?after={seq - 1}&limit=1").json()["items"]
        found = b64(hashlib.sha256(rfc8785.dumps(entry["entry"])).digest())
        assert found == entry["hash"]
        return seq, found

    def header(self, table: str, action: Any, key: str, head: tuple[int, str] | None = None) -> str:
        seq, found = head or self.head(table)
        message = rfc8785.dumps(["stammtisch/seat/1", table, self.seat, seq, found, key, action])
        return f"{seq}.{b64(self.signing.sign(message).signature)}"

    def signed(
        self, method: str, path: str, action: Any, body: object = None, head: tuple[int, str] | None = None, **more: str
    ) -> httpx.Response:
        """Send a request with its signature over `action`."""
        table, key = path.split("/")[3], more.pop("key", secrets.token_hex(8))
        headers = {"idempotency_key": key, "seat_signature": self.header(table, action, key, head), **more}
        return self.request(method, path, body, **headers)

    def ready_up(self, table: str) -> httpx.Response:
        seed = b64(self.seed)
        return self.signed("POST", f"/v1/tables/{table}/ready", {"type": "seat.ready", "seed": seed}, {"seed": seed})

    def move(self, table: str, action: Any, seq: int | None = None, **more: Any) -> httpx.Response:
        if seq is not None:
            more["if_match"] = str(seq)
        return self.signed("POST", f"/v1/tables/{table}/actions", action, action, **more)

    def play(self, table: str) -> dict[str, Any]:
        view = self.look(table)
        answer = self.move(table, view["legal"][0], view["seq"])
        assert answer.status_code == 201, answer.text
        found: dict[str, Any] = answer.json()
        return found
