"""The server's signing keys: Ed25519, published at `/v1/keys`, pinned by auditors before play.

They lie in a folder of the data directory, one file each, in the order in which they were made. The last one signs;
each is cross-signed by the one before, so whoever pinned an old key can follow. All API processes share the folder.
With a passphrase in the environment the files are encrypted; or the keys stand in the environment themselves.
"""

import os
import secrets
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path

from nacl.exceptions import CryptoError
from nacl.pwhash import argon2id
from nacl.secret import SecretBox
from nacl.signing import SigningKey

from api.settings import kept_secret
from domain.record.canonical import b64, unb64
from domain.record.receipt import KeyFile, PublicKey, public_key, rotation

SIGNING_VARIABLE = "STAMMTISCH_SIGNING_KEY"
"""Environment variable: private keys (32 bytes, base64url), the oldest first, separated by commas; no files then."""
PASSPHRASE_VARIABLE = "STAMMTISCH_KEY_PASSPHRASE"
"""Environment variable: encrypts the key files."""

_PROTECTED = "argon2id"


@dataclass(frozen=True)
class ServerKeys:
    """The key that signs now, and all that were ever published."""

    current: SigningKey
    published: KeyFile

    @property
    def kid(self) -> str:
        """The id of the key that signs now."""
        return self.published.keys[-1].kid


def server_keys(folder: Path) -> ServerKeys:
    """Give the keys of the environment, else of `folder`, where the first one is made when there is none.

    Raise ValueError for what is no key, and where the passphrase is missing or wrong.
    """
    given = os.environ.get(SIGNING_VARIABLE)
    if given:
        return _published([_read(text.strip(), SIGNING_VARIABLE) for text in given.split(",")])
    files = key_files(folder) or [folder / "0001.key"]
    return _published([_read(kept_secret(file, _make).decode(), str(file)) for file in files])


def key_files(folder: Path) -> list[Path]:
    """Give the key files of a folder, the oldest first."""
    return sorted(folder.glob("*.key"))


def is_protected(file: Path) -> bool:
    """Is this key file encrypted?"""
    return file.read_text("ascii").startswith(_PROTECTED)


def rotate(folder: Path) -> ServerKeys:
    """Make a new key that signs from the next start on. Raise ValueError where the keys stand in the environment."""
    _in_files()
    server_keys(folder)
    last = max(int(file.stem) for file in key_files(folder))
    kept_secret(folder / f"{last + 1:04}.key", _make)
    return server_keys(folder)


def protect(folder: Path) -> int:
    """Encrypt every key file that lies in the clear with the passphrase; give how many. Raise ValueError."""
    _in_files()
    if not os.environ.get(PASSPHRASE_VARIABLE):
        raise ValueError(f"set the passphrase in {PASSPHRASE_VARIABLE}")
    open_files = [file for file in key_files(folder) if not is_protected(file)]
    for file in open_files:
        draft = file.with_name(f"{file.name}.{secrets.token_hex(8)}")
        text = _protected(bytes(_read(file.read_text("ascii"), str(file))))
        kept_secret(draft, partial(str, text))
        draft.replace(file)
    return len(open_files)


def _in_files() -> None:
    if os.environ.get(SIGNING_VARIABLE):
        raise ValueError(f"the keys stand in {SIGNING_VARIABLE}: append the new one there, after a comma")


def _published(signing: list[SigningKey]) -> ServerKeys:
    published: list[PublicKey] = [public_key(signing[0])]
    published += [rotation(old, new) for old, new in pairwise(signing)]
    return ServerKeys(signing[-1], KeyFile(tuple(published)))


def _make() -> str:
    raw = secrets.token_bytes(32)
    return _protected(raw) if os.environ.get(PASSPHRASE_VARIABLE) else b64(raw)


def _protected(raw: bytes) -> str:
    salt = secrets.token_bytes(argon2id.SALTBYTES)
    return f"{_PROTECTED}.{b64(salt)}.{b64(bytes(_box(salt).encrypt(raw)))}"


def _box(salt: bytes) -> SecretBox:
    passphrase = os.environ.get(PASSPHRASE_VARIABLE, "").encode()
    return SecretBox(
        argon2id.kdf(
            SecretBox.KEY_SIZE,
            passphrase,
            salt,
            opslimit=argon2id.OPSLIMIT_INTERACTIVE,
            memlimit=argon2id.MEMLIMIT_INTERACTIVE,
        )
    )


def _read(text: str, where: str) -> SigningKey:
    """Read a private key, encrypted or not."""
    try:
        if not text.startswith(_PROTECTED):
            return SigningKey(unb64(text, 32))
        _, salt, box = text.split(".")
        if not os.environ.get(PASSPHRASE_VARIABLE):
            raise ValueError(f"it is encrypted: set the passphrase in {PASSPHRASE_VARIABLE}")
        return SigningKey(_box(unb64(salt, argon2id.SALTBYTES)).decrypt(unb64(box)))
    except CryptoError as error:
        raise ValueError(f"{where}: the passphrase in {PASSPHRASE_VARIABLE} does not open it") from error
    except ValueError as error:
        raise ValueError(f"{where} holds no signing key: {error}") from error
