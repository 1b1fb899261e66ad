"""Where a request comes from, as far as the server can know it.

That is the peer of the connection. What a header says counts only where that peer is a proxy that the operator trusts,
and then from its right end: what stands further left was written by somebody else.
"""

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

from litestar.types import HTTPScope

from api.settings import Proxies

Address = IPv4Address | IPv6Address

NETWORK_BITS = 64
"""Of an IPv6 address, what one customer has for himself: he could take a fresh address for each request."""

UNIX = "unix"
"""Whoever calls through a unix socket, which has no addresses: all of them are one."""


def address_of(scope: HTTPScope, proxies: Proxies) -> str:
    """Give the client's address: IPv4 as it is, of IPv6 the network of 64 bits, `unix` without any."""
    client = scope["client"]
    found = None if client is None else _read(client[0])
    if _trusted(found, proxies):
        for hop in reversed(_hops(scope, proxies)):
            before = _read(hop)
            if before is None:
                break  # `unknown`, or hidden: the nearest that is known has to do
            found = before
            if not _trusted(found, proxies):
                break
    if isinstance(found, IPv6Address):
        return str(IPv6Network((found, NETWORK_BITS), strict=False))
    return UNIX if found is None else str(found)


def _trusted(address: Address | None, proxies: Proxies) -> bool:
    return proxies.unix if address is None else any(address in network for network in proxies.networks)


def _hops(scope: HTTPScope, proxies: Proxies) -> list[str]:
    """What the proxies' header says, from the client to the nearest."""
    name = proxies.header.encode()
    said = ",".join(value.decode("latin-1") for header, value in scope["headers"] if header == name)
    hops = said.split(",") if said else []
    return hops if proxies.header == "x-forwarded-for" else [_for(hop) for hop in hops]


def _for(element: str) -> str:
    """Give what an element of Forwarded (RFC 7239) says about `for`."""
    pairs = (pair.partition("=") for pair in element.split(";"))
    return next((value for name, _, value in pairs if name.strip().lower() == "for"), "")


def _read(text: str) -> Address | None:
    """Read an address, with or without quotes, brackets, port and zone."""
    text = text.strip().strip('"')
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found
