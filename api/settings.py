"""What an operator may set about the API. Everything has a default that is safe to play with."""

import contextlib
import os
import secrets
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

SECRET_VARIABLE = "STAMMTISCH_TOKEN_SECRET"
"""Environment variable that holds the secret for signing tokens, shared by all API processes."""


class Settings(Struct, frozen=True, kw_only=True):
    """How the API behaves. Times in seconds, sizes in bytes."""

    token_secret: bytes
    """Signs the tokens (HS256), at least 32 bytes; see `token_secret`."""
    token_s: int = 30 * 24 * 3600
    """How long a guest's token lives; it can be renewed as long as it does."""
    leeway_s: int = 30
    """By how much clocks may differ."""
    ticket_s: int = 60
    """How long a ticket for a stream lives."""
    body_limit: int = 64 * 1024
    """The longest body of a request."""
    depth_limit: int = 32
    """How deeply the JSON of a body may be nested."""
    heartbeat_s: float = 15.0
    """A stream on which nothing happens says so this often."""
    page_limit: int = 100
    """The most items on one page."""
    version: str = "0.1.0"
    """The release that the contract names."""
    fast_path: bool = True
    """Actions are answered before the framework; off, its typed route answers them."""
    cors_origins: tuple[str, ...] = ()
    """Origins whose pages may call the API; `("*",)` for all. Empty: none but its own."""


def token_secret(directory: Path) -> bytes:
    """Give the secret for signing tokens: from the environment, else from `directory`, made there on first use.

    All API processes of one store must share it, or a token from one is refused by the others.
    Raise ValueError when it is shorter than 32 bytes.
    """
    given = os.environ.get(SECRET_VARIABLE)
    secret = given.encode() if given else kept_secret(directory / "token.secret")
    if len(secret) < 32:
        raise ValueError(f"the secret for tokens ({SECRET_VARIABLE}) needs at least 32 bytes")
    return secret


def _random() -> str:
    return secrets.token_urlsafe(32)


def kept_secret(path: Path, make: Callable[[], str] = _random) -> bytes:
    """Read a secret (by default base64url text of 32 random bytes), or `make` it, readable by its owner alone.

    Two processes starting at once agree on one.
    """
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    if not path.exists():
        draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(make())
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileExistsError):
            os.link(draft, path)
        draft.unlink()
    return path.read_bytes().strip()
