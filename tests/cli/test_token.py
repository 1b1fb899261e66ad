"""`stammtisch token`: tokens for the house's own people."""

from pathlib import Path

import pytest

from api.auth import Tokens
from api.settings import SECRET_VARIABLE, Settings, token_secret
from cli.main import main


def test_a_token_carries_role_and_account(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["token", "--data", str(tmp_path), "--role", "auditor", "--player", "berta", "--hours", "2"]) == 0
    token = capsys.readouterr().out.strip()
    tokens = Tokens(Settings(token_secret=token_secret(tmp_path)))
    caller = tokens.verify(token)
    assert (caller.player, caller.role) == ("berta", "auditor")


def test_no_token_without_a_good_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(SECRET_VARIABLE, "short")
    assert main(["token", "--data", str(tmp_path), "--role", "operator"]) == 1
    assert "32 bytes" in capsys.readouterr().err
