"""Which pages may open a socket, and whose requests they are."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from socketserver import StreamRequestHandler, ThreadingTCPServer
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

import pytest

from spielgeld.server.access.addresses import client_address, in_url, own_addresses, own_names
from spielgeld.server.access.origins import host_allowed, origin_allowed
from spielgeld.server.settings.reading import Settings, read_settings
from support.server_process import ServerProcess, serving

pytestmark = pytest.mark.server

LOOPBACK = read_settings({}, {})
LAN = read_settings({"host": "0.0.0.0", "host_names": "laptop.lan, Cards.Home"}, {})  # noqa: S104
LAN_6 = read_settings({"host": "::"}, {})
PROXIED = read_settings({"public_url": "https://cards.example.org"}, {})
NAMED = read_settings({"host": "Laptop.lan"}, {})
EVERYWHERE = [LOOPBACK, LAN, LAN_6, PROXIED, NAMED]


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
        (LAN, "laptop.lan", "http://laptop.lan"),
        (LAN, "laptop.lan:80", "http://laptop.lan"),
        (LAN, "laptop.lan", "https://laptop.lan"),
        (LAN, "laptop.lan:443", "https://laptop.lan"),
        (PROXIED, "cards.example.org", "https://cards.example.org"),
        (PROXIED, "127.0.0.1:8420", "https://cards.example.org"),
        (PROXIED, "cards.example.org:8420", "https://cards.example.org:443"),
        (PROXIED, "127.0.0.1:8420", "http://127.0.0.1:8420"),
        (NAMED, "laptop.lan:8420", "http://laptop.lan:8420"),
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
        (LAN, "laptop.lan:80", "https://laptop.lan"),
        (LAN, "laptop.lan", "chrome-extension://laptop.lan"),
        (PROXIED, "cards.example.org", "http://cards.example.org"),
        (PROXIED, "cards.example.org:8420", "http://cards.example.org:8420"),
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


@pytest.mark.parametrize(
    "host",
    [
        *("evil.example:8420", "evil.example", "localhost.evil.example", "127.0.0.1.evil.example"),
        *("laptop.lan.evil.example", "evil.local:8420", "2130706433", "0x7f.1", "spielgeld_nodes"),
        *("", None, "a b", "[::1", "[evil.example]", "127.0.0.1, evil.example"),
    ],
)
@pytest.mark.parametrize("settings", EVERYWHERE)
def test_a_strange_name_leading_here_is_refused(settings: Settings, host: str | None) -> None:
    assert not host_allowed(headers(host), settings)
    assert not origin_allowed(headers(host), settings)
    assert not origin_allowed(headers(host, f"http://{host}"), settings)


@pytest.mark.parametrize("settings", EVERYWHERE)
def test_an_address_is_fine_wherever_it_listens(settings: Settings) -> None:
    addresses = ["127.0.0.1", "::1", "192.0.2.77", "2001:db8::7", "fe80::1%25wlan0"]
    for address in [*addresses, *own_addresses()]:
        host = f"{in_url(address)}:8420"
        assert host_allowed(headers(host), settings)
        assert origin_allowed(headers(host, f"http://{host}"), settings)


@pytest.mark.parametrize("settings", EVERYWHERE)
def test_this_machine_goes_by_its_own_names(settings: Settings) -> None:
    for name in ("localhost", "LOCALHOST", "localhost.", "spielgeld.localhost", *own_names()):
        assert host_allowed(headers(f"{name}:8420"), settings)
        assert origin_allowed(headers(f"{name}:8420", f"http://{name}:8420"), settings)


@pytest.mark.parametrize(
    ("called", "names"),
    [
        ("Laptop", {"laptop", "laptop.local"}),
        ("laptop.example.org", {"laptop.example.org", "laptop", "laptop.local"}),
        ("", set()),
    ],
)
def test_the_own_names_are_those_of_the_machine(
    called: str, names: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: called)
    assert own_names.__wrapped__() == names


def test_further_names_are_configured() -> None:
    assert LAN.host_names == {"laptop.lan", "cards.home"}
    assert host_allowed(headers("CARDS.home:8420"), LAN)
    assert not host_allowed(headers("cards.home:8420"), LOOPBACK)
    assert host_allowed(headers("cards.example.org"), PROXIED)
    assert not host_allowed(headers("cards.example.org"), LAN)


@pytest.mark.parametrize("flags", [["--lan"], ["--host", "0.0.0.0"]])  # noqa: S104
def test_a_rebound_name_gets_nothing_from_a_server_on_all_addresses(
    flags: list[str], tmp_path: Path
) -> None:
    with serving(tmp_path, *flags) as server:
        port = server.url.rpartition(":")[2]
        for host, status in ((f"evil.example:{port}", 421), (f"192.0.2.77:{port}", 200)):
            assert status_of(server, "/", host) == status
            assert status_of(server, "/metrics", host) == (421 if status == 421 else 403)
            assert status_of(server, "/api/editions", host) == status
            told = status_of(server, f"/ws/{'a' * 20}", host, f"http://{host}")
            assert told == (403 if status == 421 else 101)


def test_metrics_are_not_for_clients_of_a_proxy_that_passes_on_bytes(tmp_path: Path) -> None:
    """It adds no header: only the Host says that somebody elsewhere asks."""
    flags = ("--host-names", "cards.example.org")
    with serving(tmp_path, *flags) as server, passing_on_bytes(server) as outside:
        assert status_of(server, "/metrics", "localhost") == 200
        assert status_at(outside, "/healthz", {"Host": "cards.example.org"}) == 200
        assert status_at(outside, "/metrics", {"Host": "cards.example.org"}) == 403
        assert status_at(outside, "/metrics", {"Host": "192.0.2.77"}) == 403
    with serving(tmp_path, *flags, "--metrics-public") as server:
        assert status_of(server, "/metrics", "cards.example.org") == 200


@contextmanager
def passing_on_bytes(server: ServerProcess) -> Iterator[str]:
    """A TCP proxy in front of the server: its address."""

    class Passing(StreamRequestHandler):
        def handle(self) -> None:
            with socket.create_connection(("127.0.0.1", urlsplit(server.url).port or 0)) as there:
                there.sendall(self.connection.recv(65536))
                while data := there.recv(65536):
                    self.connection.sendall(data)

    with ThreadingTCPServer(("127.0.0.1", 0), Passing) as proxy:
        serving_it = Thread(target=proxy.serve_forever)
        serving_it.start()
        try:
            yield f"http://127.0.0.1:{proxy.server_address[1]}"
        finally:
            proxy.shutdown()
            serving_it.join()


def status_of(server: ServerProcess, path: str, host: str, origin: str = "") -> int:
    """The status of the answer to a request with that Host; with an Origin, for a socket."""
    asking = {"Host": host}
    if origin:
        asking |= {"Origin": origin, "Connection": "Upgrade", "Upgrade": "websocket"}
        asking |= {"Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "c3BpZWxnZWxkLXNwaWVsZw=="}
    return status_at(server.url, path, asking)


def status_at(url: str, path: str, headers: dict[str, str]) -> int:
    address = urlsplit(url)
    connection = HTTPConnection(address.hostname or "", address.port, timeout=30)
    try:
        connection.request("GET", path, headers={"Connection": "close", **headers})
        return connection.getresponse().status
    finally:
        connection.close()


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
