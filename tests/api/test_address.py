"""Where a request comes from: the peer, or what trusted proxies say of it."""

from typing import Any

import pytest

from api.address import address_of
from api.settings import HEADER_VARIABLE, PROXIES_VARIABLE, Proxies, proxies


def scope(peer: str | None, *headers: tuple[str, str]) -> Any:
    client = None if peer is None else (peer, 1234)
    return {"client": client, "headers": [(name.encode(), value.encode()) for name, value in headers]}


def trusting(named: str, header: str = "") -> Proxies:
    return proxies({PROXIES_VARIABLE: named, HEADER_VARIABLE: header})


XFF = "x-forwarded-for"

CASES: dict[str, tuple[str | None, Proxies, list[tuple[str, str]], str]] = {
    "the peer": ("192.0.2.1", Proxies(), [], "192.0.2.1"),
    "no proxy is trusted by default": ("192.0.2.1", Proxies(), [(XFF, "198.51.100.1")], "192.0.2.1"),
    "a header from elsewhere": ("192.0.2.1", trusting("10.0.0.1"), [(XFF, "198.51.100.1")], "192.0.2.1"),
    "the proxy's word": ("10.0.0.1", trusting("10.0.0.1"), [(XFF, "198.51.100.1")], "198.51.100.1"),
    "the last hop": ("10.0.0.1", trusting("10.0.0.1"), [(XFF, "203.0.113.9, 198.51.100.1")], "198.51.100.1"),
    "the last line": ("10.0.0.1", trusting("10.0.0.1"), [(XFF, "203.0.113.9"), (XFF, "198.51.100.1")], "198.51.100.1"),
    "proxy before proxy": ("10.0.0.1", trusting("10.0.0.0/8"), [(XFF, "198.51.100.1, 10.1.1.1")], "198.51.100.1"),
    "made up before two proxies": (
        "10.0.0.1",
        trusting("10.0.0.0/8"),
        [(XFF, "203.0.113.9, 198.51.100.1, 10.1.1.1")],
        "198.51.100.1",
    ),
    "a proxy that says nothing": ("10.0.0.1", trusting("10.0.0.1"), [], "10.0.0.1"),
    "a proxy that does not know": ("10.0.0.1", trusting("10.0.0.1"), [(XFF, "198.51.100.1, unknown")], "10.0.0.1"),
    "the other header": ("10.0.0.1", trusting("10.0.0.1"), [("forwarded", "for=198.51.100.1")], "10.0.0.1"),
    "with a port": ("10.0.0.1", trusting("10.0.0.1"), [(XFF, "198.51.100.1:4711")], "198.51.100.1"),
    "Forwarded": (
        "10.0.0.1",
        trusting("10.0.0.1", "Forwarded"),
        [("forwarded", 'for=203.0.113.9, by=x;For="198.51.100.1:80";proto=https')],
        "198.51.100.1",
    ),
    "Forwarded, unbalanced before": (
        "10.0.0.1",
        trusting("10.0.0.1", "forwarded"),
        [("forwarded", 'for="x, for=198.51.100.1')],
        "198.51.100.1",
    ),
    "Forwarded, IPv6": (
        "10.0.0.1",
        trusting("10.0.0.1", "forwarded"),
        [("forwarded", 'for="[2001:db8:1:2:3::4]:80"')],
        "2001:db8:1:2::/64",
    ),
    "Forwarded, hidden": ("10.0.0.1", trusting("10.0.0.1", "forwarded"), [("forwarded", "for=_gate")], "10.0.0.1"),
    "XFF where Forwarded counts": ("10.0.0.1", trusting("10.0.0.1", "forwarded"), [(XFF, "192.0.2.1")], "10.0.0.1"),
    "IPv6, by network": ("2001:db8:1:2:ffff::1", Proxies(), [], "2001:db8:1:2::/64"),
    "IPv6 with a zone": ("fe80::1%eth0", Proxies(), [], "fe80::/64"),
    "IPv4 in IPv6": ("::ffff:192.0.2.1", Proxies(), [], "192.0.2.1"),
    "IPv4 in IPv6 is the proxy": ("::ffff:10.0.0.1", trusting("10.0.0.1"), [(XFF, "192.0.2.1")], "192.0.2.1"),
    "a unix socket": (None, Proxies(), [(XFF, "192.0.2.1")], "unix"),
    "a proxy behind a unix socket": (None, trusting("unix"), [(XFF, "203.0.113.9, 192.0.2.1")], "192.0.2.1"),
    "a proxy before one behind a unix socket": (
        None,
        trusting("unix, 10.0.0.1"),
        [(XFF, "192.0.2.1, 10.0.0.1")],
        "192.0.2.1",
    ),
    "a unix socket, another proxy is trusted": (None, trusting("10.0.0.1"), [(XFF, "192.0.2.1")], "unix"),
}


@pytest.mark.parametrize("case", CASES)
def test_the_address_is_the_nearest_that_can_be_trusted(case: str) -> None:
    peer, trusted, headers, expected = CASES[case]
    assert address_of(scope(peer, *headers), trusted) == expected


@pytest.mark.parametrize(
    ("named", "header"), [("10.0.0.300", ""), ("everyone", ""), ("10.0.0.1/8", ""), ("10.0.0.1", "x-real-ip")]
)
def test_a_proxy_that_is_none_is_refused_at_the_start(named: str, header: str) -> None:
    with pytest.raises(ValueError, match="STAMMTISCH_"):
        trusting(named, header)
