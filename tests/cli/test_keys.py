"""`stammtisch keys`: listing, rotation with cross-signatures, keys that are encrypted at rest."""

import secrets
import stat
from pathlib import Path

import msgspec
import pytest

from api.signing import PASSPHRASE_VARIABLE, SIGNING_VARIABLE, server_keys
from cli.main import main
from domain.record.canonical import b64
from domain.record.receipt import BadToken, KeyFile, KeySet, Receipt, sign_receipt

Capture = pytest.CaptureFixture[str]


def keys(data: Path, *words: str) -> int:
    return main(["keys", *words, "--data", str(data)])


def test_whoever_pinned_the_first_key_follows_every_rotation(tmp_path: Path, capsys: Capture) -> None:
    assert keys(tmp_path, "list", "--json") == 0
    pinned = KeySet(msgspec.json.decode(capsys.readouterr().out, type=KeyFile).keys)
    first = server_keys(tmp_path / "keys").kid
    assert keys(tmp_path, "rotate") == keys(tmp_path, "rotate") == 0
    lines = [line for line in capsys.readouterr().out.splitlines() if "sign" in line]
    assert lines[-1].split()[1] == "signs"
    assert sum(line.split()[1] == "signed" for line in lines[-3:]) == 2
    now = server_keys(tmp_path / "keys")
    assert now.published.keys[0].kid == first != now.kid
    receipt = Receipt(action="a", durability="fsync", hash="h", key="k", seq=1, table="t")
    token = sign_receipt(receipt, now.current)
    with pytest.raises(BadToken):
        pinned.read_receipt(token)
    assert pinned.with_successors(now.published.keys).read_receipt(token) == receipt


def test_with_a_passphrase_no_private_key_lies_in_the_clear(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    plain = server_keys(tmp_path / "keys")
    assert keys(tmp_path, "protect") == 1
    assert PASSPHRASE_VARIABLE in capsys.readouterr().err
    monkeypatch.setenv(PASSPHRASE_VARIABLE, "Gamsbart und Lederhose")
    assert keys(tmp_path, "protect") == keys(tmp_path, "rotate") == 0
    assert "in the clear" not in capsys.readouterr().out
    now = server_keys(tmp_path / "keys")
    assert [key.kid for key in now.published.keys] == [plain.kid, now.kid]
    for file in (tmp_path / "keys").iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        for private in (plain.current, now.current):
            assert b64(bytes(private)) not in file.read_text()
    for wrong, say in (("Dirndl", "does not open it"), ("", "is encrypted")):
        monkeypatch.setenv(PASSPHRASE_VARIABLE, wrong)
        with pytest.raises(ValueError, match=say):
            server_keys(tmp_path / "keys")


def test_keys_of_the_environment_need_no_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    private = [b64(secrets.token_bytes(32)) for _ in range(2)]
    monkeypatch.setenv(SIGNING_VARIABLE, private[0])
    old = server_keys(tmp_path / "keys")
    monkeypatch.setenv(SIGNING_VARIABLE, ", ".join(private))
    new = server_keys(tmp_path / "keys")
    assert new.kid in KeySet(old.published.keys).with_successors(new.published.keys).kids
    assert not (tmp_path / "keys").exists()
    assert keys(tmp_path, "rotate") == 1
    assert SIGNING_VARIABLE in capsys.readouterr().err


def test_the_key_that_encrypts_the_store_rotates_too(tmp_path: Path, capsys: Capture) -> None:
    keys(tmp_path, "list")
    assert "Nothing encrypts the store." in capsys.readouterr().out
    assert keys(tmp_path, "rotate", "--seal") == keys(tmp_path, "rotate", "--seal") == 0
    out = capsys.readouterr().out
    assert out.count("opens what is older") == 1
    assert "encrypts the store" in out
