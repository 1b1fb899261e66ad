"""Where the keys that encrypt the store come from."""

import secrets
import stat
from pathlib import Path

import pytest

from cli.sealing import SEAL_VARIABLE, add_key, open_vault
from domain.record.canonical import b64
from store.vault import Vault


def test_nothing_is_encrypted_unless_somebody_says_so(tmp_path: Path) -> None:
    assert open_vault(None).current is None
    assert open_vault(tmp_path).current is None
    assert not list(tmp_path.iterdir())


def test_a_key_is_made_once_for_its_owner_alone_and_found_again(tmp_path: Path) -> None:
    made = open_vault(tmp_path / "keys", create=True)
    (file,) = (tmp_path / "keys").iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert open_vault(tmp_path / "keys").current == made.current is not None


def test_a_new_key_encrypts_and_the_old_one_still_opens(tmp_path: Path) -> None:
    old = open_vault(tmp_path, create=True)
    new = add_key(tmp_path)
    assert new.current != old.current
    assert new.open(old.seal(b"E7", "t/1"), "t/1") == b"E7"


def test_the_environment_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old, new = secrets.token_bytes(32), secrets.token_bytes(32)
    monkeypatch.setenv(SEAL_VARIABLE, f"{b64(old)}, {b64(new)}")
    vault = open_vault(tmp_path, create=True)
    assert vault.current == Vault([new]).current
    assert vault.known == Vault([old, new]).known
    assert not list(tmp_path.iterdir())
    monkeypatch.setenv(SEAL_VARIABLE, "short")
    with pytest.raises(ValueError, match=SEAL_VARIABLE):
        open_vault(None)
