"""Which pages may open a socket, and whose requests they are."""

from typing import Any

import pytest

from spielgeld.server.addresses import client_address, in_url, own_addresses
from spielgeld.server.origins import host_allowed, origin_allowed
from spielgeld.server.settings import Settings, read_settings

LOOPBACK = read_settings({}, {})
LAN = read_settings({"host": "0.0.0.0"}, {})  # noqa: S104 - not listened on
PROXIED = read_settings({"public_url": "https://cards.example.org"}, {})


def headers(host: str | None, *origins: str) -> list[tuple[bytes, bytes]]:
    given = [] if host is None else [(b"host", host.encode())]
    return [*given, *[(b"origin", origin.encode()) for origin in origins]]


@pytest.mark.parametrize(
    ("settings", "host", "origin"),
    [
        (LOOPBACK, "127.0.0.1:8420", "http://127.0.0.1:8420"),
        (LOOPBACK, "localhost:8420", "http://localhost:8420"),
        (LOOPBACK, "LocalHost:8420", "http://localhost:8420"),
        (LOOPBACK, "[::1]:8420", "http://[::1]:8420"),
        (LAN, "192.168.1.5:8420", "http://192.168.1.5:8420"),
        (LAN, "laptop.local", "http://laptop.local"),
        (LAN, "laptop.local:80", "http://laptop.local"),
        (LAN, "laptop.local", "https://laptop.local"),
        (LAN, "laptop.local:443", "https://laptop.local"),
        (PROXIED, "cards.example.org", "https://cards.example.org"),
        (PROXIED, "127.0.0.1:8420", "https://cards.example.org"),
        (PROXIED, "spielgeld_nodes", "https://cards.example.org:443"),
        (PROXIED, "127.0.0.1:8420", "http://127.0.0.1:8420"),
    ],
)
def test_the_served_host_is_allowed(settings: Settings, host: str, origin: str) -> None:
    assert origin_allowed(headers(host, origin), settings)


@pytest.mark.parametrize("host", ["127.0.0.1:8420", "localhost"])
@pytest.mark.parametrize("settings", [LOOPBACK, LAN, PROXIED])
def test_programs_send_no_origin_and_are_allowed(settings: Settings, host: str) -> None:
    assert origin_allowed(headers(host), settings)


@pytest.mark.parametrize(
    ("settings", "host", "origin"),
    [
        (LOOPBACK, "127.0.0.1:8420", "http://evil.example"),
        (LOOPBACK, "127.0.0.1:8420", "http://127.0.0.1:9000"),
        (LOOPBACK, "127.0.0.1:8420", "http://127.0.0.1"),
        (LOOPBACK, "127.0.0.1:8420", "http://localhost:8420"),
        (LOOPBACK, "127.0.0.1:8420", "null"),
        (LOOPBACK, "127.0.0.1:8420", ""),
        (LOOPBACK, "127.0.0.1:8420", "file://"),
        (LOOPBACK, "127.0.0.1:8420", "http://127.0.0.1:8420@evil.example"),
        (LOOPBACK, "127.0.0.1:8420", "http://127.0.0.1:8420/path"),
        (LOOPBACK, "127.0.0.1:8420", "http://127.0.0.1:eighty"),
        (LOOPBACK, "127.0.0.1:8420", "http://127.0.0.1:8420.evil.example"),
        (LAN, "laptop.local:80", "https://laptop.local"),
        (LAN, "laptop.local", "chrome-extension://laptop.local"),
        (PROXIED, "cards.example.org", "http://cards.example.org"),
        (PROXIED, "cards.example.org", "https://cards.example.org.evil.example"),
        (PROXIED, "evil.example", "https://evil.example"),
    ],
)
def test_other_pages_are_refused(settings: Settings, host: str, origin: str) -> None:
    assert not origin_allowed(headers(host, origin), settings)


def test_two_origins_or_hosts_are_refused() -> None:
    origin = "http://127.0.0.1:8420"
    assert not origin_allowed(headers("127.0.0.1:8420", origin, origin), LOOPBACK)
    twice = [*headers("127.0.0.1:8420"), *headers("127.0.0.1:8420", origin)]
    assert not origin_allowed(twice, LOOPBACK)


@pytest.mark.parametrize("host", ["evil.example:8420", "192.0.2.77:8420", "", None, "a b", "[::1"])
def test_a_strange_name_leading_to_loopback_is_refused(host: str | None) -> None:
    assert not host_allowed(headers(host), LOOPBACK)
    assert not origin_allowed(headers(host), LOOPBACK)
    assert not origin_allowed(headers(host, f"http://{host}"), LOOPBACK)


def test_own_addresses_are_names_of_this_machine() -> None:
    for address in own_addresses():
        assert host_allowed(headers(f"{in_url(address)}:8420"), LOOPBACK)
        assert not address.startswith("127.")


def scope(peer: str | None, *forwarded: str) -> dict[str, Any]:
    client = None if peer is None else (peer, 5000)
    return {
        "client": client,
        "headers": [(b"x-forwarded-for", each.encode()) for each in forwarded],
    }


@pytest.mark.parametrize(
    ("trusted", "forwarded", "expected"),
    [
        (0, [], "10.0.0.1"),
        (0, ["203.0.113.9"], "10.0.0.1"),
        (1, ["203.0.113.9"], "203.0.113.9"),
        (1, ["6.6.6.6, 203.0.113.9"], "203.0.113.9"),
        (1, ["6.6.6.6", "203.0.113.9"], "203.0.113.9"),
        (2, ["6.6.6.6, 203.0.113.9, 10.0.0.2"], "203.0.113.9"),
        (2, ["203.0.113.9"], "203.0.113.9"),
        (1, [], "10.0.0.1"),
        (1, ["nonsense"], "10.0.0.1"),
        (1, ["203.0.113.9, "], "10.0.0.1"),
        (1, ["203.0.113.9:4711"], "203.0.113.9"),
        (1, ["[2001:db8::7]:4711"], "2001:db8::7"),
        (1, ["2001:DB8:0::7"], "2001:db8::7"),
        (1, ["::ffff:203.0.113.9"], "203.0.113.9"),
    ],
)
def test_the_address_of_a_client_counts_past_the_trusted_proxies(
    trusted: int, forwarded: list[str], expected: str
) -> None:
    assert client_address(scope("10.0.0.1", *forwarded), trusted) == expected


def test_a_client_may_have_no_address() -> None:
    assert client_address(scope(None), 0) == "unknown"
    assert client_address(scope("fe80::1%eth0"), 0) == "fe80::1"
