"""An example client that wants fairness: its own seed, a signature on every move, receipts kept, the chain checked.

    python docs/examples/fair_seat.py http://127.0.0.1:8000 record.zip

It pins the server's keys, opens a table of Schafkopf with three bots, plays one deal (the first legal thing each time)
and leaves `record.zip`, `record.keys.json` and `record.receipts.txt` for

    stammtisch verify record.zip --trust record.keys.json --receipts record.receipts.txt
"""

import hashlib
import json
import secrets
import sys
import time
from base64 import urlsafe_b64encode
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from nacl.signing import SigningKey


def b64(raw: bytes) -> str:
    """Write bytes as base64url without padding."""
    return urlsafe_b64encode(raw).decode().rstrip("=")


def canonical(value: object) -> bytes:
    """Write JSON in the one form that is hashed and signed (RFC 8785; keys are ASCII, numbers are integers)."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()


class FairSeat:
    """One seat at one table."""

    def __init__(self, server: str) -> None:
        self.server = server
        self.keys = self.ask("GET", "/v1/keys", raw=True)  # pinned before anything else happens
        self.token = self.ask("POST", "/v1/auth/guest")["token"]
        self.signing, self.seed = SigningKey.generate(), secrets.token_bytes(32)
        self.table, self.seat = "", 0
        self.receipts: list[str] = []
        self.seq = 0
        self.head: str | None = None

    def ask(
        self, method: str, path: str, body: object = None, headers: dict[str, str] | None = None, raw: bool = False
    ) -> Any:
        """Send a request; keep the receipt that comes with an accepted one."""
        sent = {"Content-Type": "application/json", **(headers or {})}
        if hasattr(self, "token"):
            sent["Authorization"] = f"Bearer {self.token}"
        data = None if body is None else json.dumps(body).encode()
        with urlopen(Request(self.server + path, data, sent, method=method), timeout=30) as answer:
            content = answer.read()
        if raw:
            return content
        found = json.loads(content)
        if isinstance(found, dict) and found.get("receipt"):
            self.receipts.append(found["receipt"])
        return found

    def follow(self) -> None:
        """Read what is new, and check that each entry names the hash of the one before."""
        for item in self.ask("GET", f"/v1/tables/{self.table}/entries?after={self.seq}&limit=200")["items"]:
            assert item["entry"]["prev"] == self.head, "the chain is broken"
            self.seq, self.head = item["seq"], b64(hashlib.sha256(canonical(item["entry"])).digest())

    def say(self, path: str, action: object, body: object) -> Any:
        """Ask for something in the seat's name, signed over the history seen so far."""
        self.follow()
        key = secrets.token_hex(16)
        signed = canonical(["stammtisch/seat/1", self.table, self.seat, self.seq, self.head, key, action])
        signature = b64(self.signing.sign(signed).signature)
        headers = {"Idempotency-Key": key, "If-Match": f'"{self.seq}"', "Seat-Signature": f"{self.seq}.{signature}"}
        return self.ask("POST", f"/v1/tables/{self.table}{path}", body, headers)

    def play(self) -> None:
        """Open a table, sit with a commitment and a key, show the seed when all are seated, and play one deal."""
        wish = {
            "rules": "schafkopf",
            "options": {"max_deals": 1},
            "clock": {"rest_s": 0},
            "bots": [{"seat": seat, "level": "solid"} for seat in (1, 2, 3)],
        }
        opened = self.ask("POST", "/v1/tables", wish, {"Idempotency-Key": secrets.token_hex(16)})
        self.table = opened["table"]["table"]
        commitment = b64(hashlib.sha256(self.seed).digest())
        key = b64(bytes(self.signing.verify_key))
        self.ask("PUT", f"/v1/tables/{self.table}/seats/0", {"commitment": commitment, "key": key})
        seed = b64(self.seed)
        self.say("/ready", {"seed": seed, "type": "seat.ready"}, {"seed": seed})
        while (view := self.ask("GET", f"/v1/tables/{self.table}"))["phase"] != "closed":
            if self.seat in view["to_act"]:
                self.say("/actions", view["legal"][0], view["legal"][0])
            else:
                time.sleep(0.05)
        self.follow()


def main(server: str, output: Path) -> None:
    """Play, and leave everything that an auditor needs."""
    me = FairSeat(server)
    me.play()
    output.write_bytes(me.ask("GET", f"/v1/tables/{me.table}/record", raw=True))
    output.with_suffix(".keys.json").write_bytes(me.keys)
    output.with_suffix(".receipts.txt").write_text("\n".join(me.receipts))
    print(f"{me.seq} entries, {len(me.receipts)} receipts, seed and signatures of my own: {output}")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
