"""A player as a client: token, requests, the usual way through a table."""

import secrets
from typing import Any

import httpx


class Player:
    def __init__(self, client: httpx.Client) -> None:
        self.client = client
        guest = client.post("/v1/auth/guest").json()
        self.id: str = guest["player"]
        self.token: str = guest["token"]
        self.headers = {"Authorization": f"Bearer {self.token}"}

    def get(self, path: str, **headers: str) -> httpx.Response:
        return self.client.get(path, headers=self.headers | _names(headers))

    def post(self, path: str, body: object = None, **headers: str) -> httpx.Response:
        return self.request("POST", path, body, **headers)

    def request(self, method: str, path: str, body: object = None, **headers: str) -> httpx.Response:
        sent = self.headers | _names(headers)
        if body is None:
            return self.client.request(method, path, headers=sent)
        return self.client.request(method, path, headers=sent, json=body)

    def open(self, **wish: object) -> str:
        answer = self.post("/v1/tables", {"rules": "toy"} | wish, idempotency_key=secrets.token_hex(8))
        assert answer.status_code == 201, answer.text
        table: str = answer.json()["table"]["table"]
        assert answer.headers["location"] == f"/v1/tables/{table}"
        return table

    def sit(self, table: str, seat: int, **wish: object) -> dict[str, Any]:
        answer = self.request("PUT", f"/v1/tables/{table}/seats/{seat}", wish or None)
        assert answer.status_code == 201, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def ready(self, table: str, **wish: object) -> dict[str, Any]:
        answer = self.post(f"/v1/tables/{table}/ready", wish or None)
        assert answer.status_code == 201, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def look(self, table: str) -> dict[str, Any]:
        answer = self.get(f"/v1/tables/{table}")
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        assert answer.headers["etag"].startswith(f'"{found["seq"]}-')
        return found

    def act(self, table: str, action: object, seq: int | None = None, key: str | None = None) -> httpx.Response:
        headers = {"idempotency_key": key or secrets.token_hex(8)}
        if seq is not None:
            headers["if_match"] = str(seq)
        return self.post(f"/v1/tables/{table}/actions", action, **headers)

    def play(self, table: str) -> dict[str, Any]:
        """Do the first legal thing."""
        view = self.look(table)
        answer = self.act(table, view["legal"][0], view["seq"])
        assert answer.status_code == 201, answer.text
        found: dict[str, Any] = answer.json()
        return found


def _names(headers: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


def play_deal(table: str, players: list[Player]) -> None:
    """Play the running deal to its end."""
    while True:
        view = players[0].look(table)
        if not view["running"]:
            return
        players[view["to_act"][0]].play(table)
