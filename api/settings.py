"""What an operator may set about the API. Everything has a default that is safe to play with."""

import os
import secrets
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
    cors_origins: tuple[str, ...] = ()
    """Origins whose pages may call the API; `("*",)` for all. Empty: none but its own."""


def token_secret(directory: Path) -> bytes:
    """Give the secret for signing tokens: from the environment, else from `directory`, made there on first use.

    All API processes of one store must share it, or a token from one is refused by the others.
    Raise ValueError when it is shorter than 32 bytes.
    """
    if given := os.environ.get(SECRET_VARIABLE):
        secret = given.encode()
    else:
        secret = _kept(directory / "token.secret")
    if len(secret) < 32:
        raise ValueError(f"the secret for tokens ({SECRET_VARIABLE}) needs at least 32 bytes")
    return secret


def _kept(path: Path) -> bytes:
    """Read the file, or make it so that two processes starting at once agree on one secret."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    draft.touch(mode=0o600)
    draft.write_text(secrets.token_urlsafe(48))
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
    return path.read_bytes()
