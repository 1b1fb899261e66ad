"""The server's signing keys: Ed25519, published at `/v1/keys`, pinned by auditors before play.

They lie in a folder of the data directory, one file each, in the order in which they were made. The last one signs;
each is cross-signed by the one before, so whoever pinned an old key can follow. All API processes share the folder.
"""

from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from nacl.signing import SigningKey

from api.settings import kept_secret
from domain.record.canonical import unb64
from domain.record.receipt import KeyFile, PublicKey, public_key, rotation


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
    """Read the keys of `folder`; make the first one when there is none. Raise ValueError for a file that is no key."""
    files = sorted(folder.glob("*.key")) or [folder / "0001.key"]
    signing = [SigningKey(unb64(kept_secret(file).decode(), 32)) for file in files]
    published: list[PublicKey] = [public_key(signing[0])]
    published += [rotation(old, new) for old, new in pairwise(signing)]
    return ServerKeys(signing[-1], KeyFile(tuple(published)))


def rotate(folder: Path) -> ServerKeys:
    """Make a new key that signs from the next start on."""
    server_keys(folder)
    last = max(int(file.stem) for file in folder.glob("*.key"))
    kept_secret(folder / f"{last + 1:04}.key")
    return server_keys(folder)
