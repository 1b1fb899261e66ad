"""Which keys encrypt the store: from the environment, or from a folder; none by default."""

import os
from pathlib import Path

from api.settings import kept_secret
from domain.record.canonical import unb64
from store.vault import KEY_BYTES, PLAIN, Vault

SEAL_VARIABLE = "STAMMTISCH_SEAL_KEY"
"""Environment variable: keys of 32 bytes in base64url, the oldest first, separated by commas."""


def open_vault(folder: Path | None, *, create: bool = False) -> Vault:
    """Give the vault: keys of the environment, else `*.seal` of `folder` in the order of their names.

    `create`: make the first key where there is none. Raise ValueError for what is no key.
    """
    given = os.environ.get(SEAL_VARIABLE)
    if given:
        return Vault(_read(text.strip(), SEAL_VARIABLE) for text in given.split(","))
    if folder is None:
        return PLAIN
    files = sorted(folder.glob("*.seal")) or ([folder / "0001.seal"] if create else [])
    return Vault(_read(kept_secret(file).decode(), str(file)) for file in files)


def add_key(folder: Path) -> Vault:
    """Make a new key, which encrypts from the next start on; the old ones stay, to decrypt what is there."""
    last = max((int(file.stem) for file in folder.glob("*.seal")), default=0)
    kept_secret(folder / f"{last + 1:04}.seal")
    return open_vault(folder)


def _read(text: str, where: str) -> bytes:
    try:
        return unb64(text, KEY_BYTES)
    except ValueError as error:
        raise ValueError(f"{where} holds no key of {KEY_BYTES} bytes in base64url: {error}") from error
