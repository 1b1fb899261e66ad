"""What an operator may set about the API. Everything has a default that is safe to play with."""

import contextlib
import os
import secrets
from collections.abc import Callable, Mapping
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Literal, cast, get_args

from msgspec import Struct

from domain.version import VERSION

SECRET_VARIABLE = "STAMMTISCH_TOKEN_SECRET"
"""Environment variable that holds the secret for signing tokens, shared by all API processes."""

LIMIT_VARIABLE = "STAMMTISCH_LIMIT_"
"""Environment variables that set one limit each begin so: `STAMMTISCH_LIMIT_TABLES`."""

PROXIES_VARIABLE = "STAMMTISCH_TRUSTED_PROXIES"
"""Environment variable that names the proxies whose word on a client's address counts."""

HEADER_VARIABLE = "STAMMTISCH_PROXY_HEADER"
"""Environment variable that names the header in which they give it."""

HIGHEST_LIMIT = 1_000_000

ProxyHeader = Literal["x-forwarded-for", "forwarded"]


class Limits(Struct, frozen=True, kw_only=True):
    """How often somebody may do what is costly. 0 turns a limit off.

    N an hour: N at once, and from then on one every 3600 / N seconds, counted over all API processes of a store.
    """

    guests: int = 120
    """Fresh guest tokens for each client address, an hour; renewals are free."""
    tables: int = 60
    """Tables that an account opens, an hour."""
    tickets: int = 600
    """Tickets for streams that an account fetches, an hour."""
    streams: int = 600
    """Streams that an account opens, an hour."""
    open_streams: int = 32
    """Streams that an account has open at the same time, at each API process."""
    disputes: int = 30
    """Disputes that an account files, an hour."""
    downloads: int = 600
    """Records, pages of replays, and audit chains that an account fetches, an hour."""


UNLIMITED = Limits(**dict.fromkeys(Limits.__struct_fields__, 0))
"""No limit at all."""


class Proxies(Struct, frozen=True, kw_only=True):
    """Who stands before the API and is trusted to say where a request comes from. By default nobody."""

    networks: tuple[IPv4Network | IPv6Network, ...] = ()
    """Where they call from."""
    unix: bool = False
    """Is whoever calls through a unix socket such a proxy?"""
    header: ProxyHeader = "x-forwarded-for"
    """The one header that they write. A header that they pass on unchecked could say anything."""


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
    version: str = VERSION
    """The release that the contract names."""
    fast_path: bool = True
    """Actions are answered before the framework; off, its typed route answers them."""
    cors_origins: tuple[str, ...] = ()
    """Origins whose pages may call the API; `("*",)` for all. Empty: none but its own."""
    limits: Limits = Limits()
    """How often somebody may do what is costly."""
    proxies: Proxies = Proxies()
    """Whose word on a client's address counts."""


def limits(environ: Mapping[str, str] = os.environ) -> Limits:
    """Read the limits that the environment sets; raise ValueError, with a sentence, for a name or number unknown."""
    given = {
        name.removeprefix(LIMIT_VARIABLE).lower(): value.strip()
        for name, value in environ.items()
        if name.startswith(LIMIT_VARIABLE) and value.strip()
    }
    for name, value in given.items():
        if name not in Limits.__struct_fields__:
            known = ", ".join(LIMIT_VARIABLE + field.upper() for field in Limits.__struct_fields__)
            raise ValueError(f"there is no limit {LIMIT_VARIABLE}{name.upper()}; there are {known}")
        if not (value.isascii() and value.isdecimal() and int(value) <= HIGHEST_LIMIT):
            raise ValueError(f"{LIMIT_VARIABLE}{name.upper()} is a number from 0 (no limit) to {HIGHEST_LIMIT}")
    return Limits(**{name: int(value) for name, value in given.items()})


def proxies(environ: Mapping[str, str] = os.environ) -> Proxies:
    """Read which proxies the environment trusts; raise ValueError, with a sentence, for what is no address."""
    named = [part.strip() for part in environ.get(PROXIES_VARIABLE, "").split(",") if part.strip()]
    header = environ.get(HEADER_VARIABLE, "").strip().lower() or "x-forwarded-for"
    if header not in get_args(ProxyHeader):
        raise ValueError(f"{HEADER_VARIABLE} is one of: {', '.join(get_args(ProxyHeader))}")
    try:
        networks = tuple(ip_network(part) for part in named if part != "unix")
    except ValueError as error:
        raise ValueError(f"{PROXIES_VARIABLE} lists addresses, networks, or the word unix: {error}") from None
    return Proxies(networks=networks, unix="unix" in named, header=cast(ProxyHeader, header))


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
