"""Which pages may talk to the server: its own; and programs, which send no Origin.

A page elsewhere can open a socket to any server its visitor can reach, and a name of its own can
be made to lead to this machine (DNS rebinding). Both show in Origin and Host.
"""

from collections.abc import Iterable
from typing import NamedTuple
from urllib.parse import urlsplit

from spielgeld.server.access.addresses import is_address, is_loopback, own_names
from spielgeld.server.settings.reading import Settings

Headers = Iterable[tuple[bytes, bytes]]

_DEFAULT_PORTS = {"http": 80, "https": 443}


class _HostPort(NamedTuple):
    """A host and its port; None where the port of the scheme is meant."""

    host: str
    port: int | None


def host_allowed(headers: Headers, settings: Settings) -> bool:
    """Whether the Host is one this server can be reached by.

    A browser sends an address only if it was asked for that address, so nobody can make one lead
    elsewhere. Names lead where their owner says: they must be configured, or this machine's own.
    """
    target = _host(headers)
    return target is not None and (is_address(target.host) or _is_known(target.host, settings))


def is_loopback_host(headers: Headers) -> bool:
    """Return True if the Host leads every client to its own machine, such as `localhost`."""
    target = _host(headers)
    return target is not None and (is_loopback(target.host) or _is_localhost(target.host))


def origin_allowed(headers: Headers, settings: Settings) -> bool:
    """Whether a socket asked for with these headers may be opened."""
    headers = list(headers)
    if not host_allowed(headers, settings):
        return False
    origins = _values(headers, b"origin")
    if not origins:
        return True
    return len(origins) == 1 and _is_served(origins[0], headers, settings)


def _is_served(origin: str, headers: Headers, settings: Settings) -> bool:
    asked, public = _origin(origin), _origin(settings.public_url or "")
    if asked is None:
        return False
    if asked == public:
        return True
    scheme, target = asked
    served = _host(headers)
    # The public name is served as its URL says, not also unencrypted or on other ports.
    is_public = public is not None and target.host == public[1].host
    return not is_public and served is not None and _with_port(served, scheme) == target


def _is_known(host: str, settings: Settings) -> bool:
    name = host.removesuffix(".")
    if _is_localhost(host) or name in own_names():
        return True
    public = _origin(settings.public_url or "")
    return name in {settings.host.lower(), *settings.host_names, public and public[1].host}


def _is_localhost(host: str) -> bool:
    return host.removesuffix(".").rpartition(".")[2] == "localhost"


def _origin(text: str) -> tuple[str, _HostPort] | None:
    """The scheme, host and port of an origin; None for `null` and whatever else is none."""
    scheme, separator, rest = text.lower().partition("://")
    target = _host_port(rest)
    if not separator or scheme not in _DEFAULT_PORTS or target is None:
        return None
    return scheme, _with_port(target, scheme)


def _host(headers: Headers) -> _HostPort | None:
    values = _values(headers, b"host")
    return _host_port(values[0]) if len(values) == 1 else None


def _host_port(text: str) -> _HostPort | None:
    if not text.isascii() or set(text) & set("/?#@\\ ,"):
        return None
    try:
        parts = urlsplit(f"//{text}")
        port = parts.port
    except ValueError:
        return None
    return _HostPort(parts.hostname, port) if parts.hostname else None


def _with_port(target: _HostPort, scheme: str) -> _HostPort:
    return _HostPort(target.host, target.port or _DEFAULT_PORTS[scheme])


def _values(headers: Headers, name: bytes) -> list[str]:
    return [value.decode("latin-1").strip() for each, value in headers if each == name]
