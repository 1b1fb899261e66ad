"""Tokens: who gets one, who is let in."""

import base64
from pathlib import Path

import httpx
import jwt
import pytest

from api.auth import Tokens
from api.problems import Problem
from api.settings import SECRET_VARIABLE, token_secret
from api.signing import rotate, server_keys
from domain.record.receipt import KeySet
from tests.api.serving import SETTINGS
from tests.api.test_edge import problem


class Clock:
    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def seconds() -> Clock:
    return Clock()


@pytest.fixture
def tokens(seconds: Clock) -> Tokens:
    return Tokens(SETTINGS, seconds)


def code_of(call: object, *arguments: object) -> str:
    with pytest.raises(Problem) as raised:
        call(*arguments)  # type: ignore[operator]
    assert raised.value.kind.status == 401
    assert raised.value.headers["WWW-Authenticate"].startswith("Bearer")
    return raised.value.code


def test_a_token_names_its_player_and_role(tokens: Tokens) -> None:
    token, until = tokens.issue("anna", "auditor")
    for _ in range(2):
        assert tokens.verify(token).player == "anna"
        assert tokens.verify(token).role == "auditor"
        assert tokens.verify(token).until == until


def test_a_token_expires_after_the_leeway_remembered_or_not(tokens: Tokens, seconds: Clock) -> None:
    token, until = tokens.issue("anna")
    tokens.verify(token)
    seconds.now = until + SETTINGS.leeway_s - 1
    assert tokens.verify(token).player == "anna"
    seconds.now = until + SETTINGS.leeway_s
    assert code_of(tokens.verify, token) == "token_expired"
    assert code_of(Tokens(SETTINGS, seconds).verify, token) == "token_expired"


def claims(**over: object) -> dict[str, object]:
    return {"iss": "stammtisch", "aud": "api", "sub": "x", "role": "player", "exp": 2_000_000_000, **over}


FORGED = {
    "another secret": jwt.encode(claims(), "another secret, also long enough for it", "HS256"),
    "another algorithm": jwt.encode(claims(), SETTINGS.token_secret + b"x" * 40, "HS512"),
    "no algorithm": jwt.encode(claims(), None, "none"),
    "another issuer": jwt.encode(claims(iss="else"), SETTINGS.token_secret, "HS256"),
    "a ticket as token": jwt.encode(claims(aud="stream"), SETTINGS.token_secret, "HS256"),
    "no expiry": jwt.encode({k: v for k, v in claims().items() if k != "exp"}, SETTINGS.token_secret, "HS256"),
    "a role that does not exist": jwt.encode(claims(role="god"), SETTINGS.token_secret, "HS256"),
    "garbage": "a.b.c",
    "empty": "",
}


@pytest.mark.parametrize("case", FORGED)
def test_a_forged_token_is_refused(tokens: Tokens, case: str) -> None:
    assert code_of(tokens.verify, FORGED[case]) == "token_invalid"


def test_a_ticket_opens_one_stream_for_a_short_time(tokens: Tokens, seconds: Clock) -> None:
    token, _ = tokens.issue("anna")
    ticket, until = tokens.ticket(tokens.verify(token), "table")
    assert until - seconds.now == SETTINGS.ticket_s
    assert tokens.admit(ticket, "table").player == "anna"
    assert code_of(tokens.admit, ticket, "another") == "token_invalid"
    assert code_of(tokens.admit, token, "table") == "token_invalid"
    seconds.now = until
    assert code_of(tokens.admit, ticket, "table") == "token_expired"


def test_a_guest_gets_a_fresh_player_and_can_renew(client: httpx.Client) -> None:
    first, second = client.post("/v1/auth/guest").json(), client.post("/v1/auth/guest").json()
    assert first["player"] != second["player"]
    again = client.post("/v1/auth/guest", headers={"Authorization": f"Bearer {first['token']}"})
    assert again.status_code == 201
    assert again.json()["player"] == first["player"]


def test_it_is_told_in_ms_until_when_a_token_is_good(client: httpx.Client) -> None:
    guest = client.post("/v1/auth/guest").json()
    claims = jwt.decode(guest["token"], options={"verify_signature": False})
    assert guest["expires_at"] == claims["exp"] * 1000


def test_a_bad_token_is_refused_on_open_routes_too(client: httpx.Client) -> None:
    answer = client.get("/v1/keys", headers={"Authorization": "Bearer a.b.c"})
    problem(answer, 401, "token_invalid")
    assert answer.headers["www-authenticate"].startswith("Bearer")


def test_another_scheme_is_refused(client: httpx.Client) -> None:
    credentials = base64.b64encode(b"a:b").decode()
    problem(client.get("/v1/keys", headers={"Authorization": f"Basic {credentials}"}), 401, "unauthenticated")


def test_two_processes_agree_on_one_secret(tmp_path: Path) -> None:
    first = token_secret(tmp_path / "new")
    assert token_secret(tmp_path / "new") == first
    assert (tmp_path / "new" / "token.secret").stat().st_mode & 0o077 == 0
    assert [file.name for file in (tmp_path / "new").iterdir()] == ["token.secret"]


def test_a_short_secret_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SECRET_VARIABLE, "short")
    with pytest.raises(ValueError, match="32 bytes"):
        token_secret(tmp_path)


def test_whoever_pinned_an_old_signing_key_can_follow_to_the_new_one(tmp_path: Path) -> None:
    old = server_keys(tmp_path)
    new = rotate(tmp_path)
    assert new.kid != old.kid
    assert server_keys(tmp_path).kid == new.kid
    assert new.kid in KeySet(old.published.keys).with_successors(new.published.keys).kids
