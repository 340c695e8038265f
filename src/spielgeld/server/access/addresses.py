"""Addresses: whose a request is, which are this machine's own."""

import ipaddress
import socket
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cache
from typing import Any

UNKNOWN = "unknown"
"""The address of a client that has none, such as one on a Unix socket."""

# Connecting a UDP socket sends nothing: it only asks which own address would be used on the way.
# Two of these are kept for examples, the others are private.
_ON_THE_WAY_TO = {
    socket.AF_INET: ("192.0.2.1", "192.168.255.254", "10.255.255.254", "172.31.255.254"),
    socket.AF_INET6: ("2001:db8::1", "fd00::1"),
}


def client_address(scope: Mapping[str, Any], trusted_proxies: int) -> str:
    """The address of the client; what it claims itself counts only past the trusted proxies.

    Each proxy appends whom it heard from, so with n of them the n-th from the right is true.
    """
    client = scope.get("client")
    peer = _canonical(client[0]) if client else None
    if trusted_proxies:
        claimed = _forwarded_for(scope["headers"])
        trusted = claimed[-trusted_proxies:]
        peer = (_canonical(trusted[0]) if trusted else None) or peer
    return peer or UNKNOWN


def is_address(host: str) -> bool:
    """Whether the host is an IP address, not a name."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def is_loopback(address: str) -> bool:
    """Whether the address is of this machine and no other can have it."""
    with suppress(ValueError):
        return ipaddress.ip_address(address).is_loopback
    return False


def own_addresses() -> list[str]:
    """This machine's addresses on its networks, IPv4 first; none if there is no network."""
    own: dict[str, None] = {}
    for family, goals in _ON_THE_WAY_TO.items():
        for goal in goals:
            # Raises where there is no way there, or no such family at all.
            with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asking:
                asking.connect((goal, 9))
                address = ipaddress.ip_address(asking.getsockname()[0].partition("%")[0])
                # A link-local address means nothing without the name of the link.
                if not (address.is_loopback or address.is_unspecified or _of_a_link(address)):
                    own[str(address)] = None
    return list(own)


@cache
def own_names() -> frozenset[str]:
    """What this machine is called on its own network: its name, alone and with `.local`."""
    name = socket.gethostname().lower()
    first = name.partition(".")[0]
    return frozenset({name, first, f"{first}.local"} - {"", ".local"})


def in_url(host: str) -> str:
    """The host as it stands in a URL: IPv6 in brackets."""
    return f"[{host}]" if ":" in host else host


def _of_a_link(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    return address.version == 6 and address.is_link_local


def _forwarded_for(headers: Iterable[tuple[bytes, bytes]]) -> list[str]:
    lines = [value.decode("latin-1") for name, value in headers if name == b"x-forwarded-for"]
    return [each.strip() for line in lines for each in line.split(",")]


def _canonical(text: str) -> str | None:
    """The one way to write this address; None if it is none."""
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = getattr(address, "ipv4_mapped", None)
    return str(mapped or address)
