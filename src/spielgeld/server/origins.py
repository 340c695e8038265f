"""Which pages may talk to the server: its own; and programs, which send no Origin.

A page elsewhere can open a socket to any server its visitor can reach, and a name of its own can
be made to lead to this machine (DNS rebinding). Both show in Origin and Host.
"""

from collections.abc import Iterable
from typing import NamedTuple
from urllib.parse import urlsplit

from spielgeld.server.addresses import is_loopback, own_addresses
from spielgeld.server.settings import Settings, listens_on_loopback

Headers = Iterable[tuple[bytes, bytes]]

_DEFAULT_PORTS = {"http": 80, "https": 443}


class _Place(NamedTuple):
    """A host and its port; None where the port of the scheme is meant."""

    host: str
    port: int | None


def host_allowed(headers: Headers, settings: Settings) -> bool:
    """Whether the Host is one this server can be reached by, where that can be known.

    On loopback without a public URL, only this machine's own names are.
    """
    if settings.public_url or not listens_on_loopback(settings):
        return True
    place = _host(headers)
    return place is not None and _is_own(place.host)


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
    asked = _origin(origin)
    if asked is None:
        return False
    scheme, place = asked
    if settings.public_url and asked == _origin(settings.public_url):
        return True
    served = _host(headers)
    if served is None or _with_port(served, scheme) != place:
        return False
    # Behind a proxy the Host says little; only this machine's own names are believed.
    return not settings.public_url or _is_own(served.host)


def _is_own(host: str) -> bool:
    """Whether the host is a name or address of this machine that no other site can have."""
    if host == "localhost" or host.endswith(".localhost") or is_loopback(host):
        return True
    return host in own_addresses()


def _origin(text: str) -> tuple[str, _Place] | None:
    """The scheme and place of an origin; None for `null` and whatever else is none."""
    scheme, separator, rest = text.lower().partition("://")
    place = _place(rest)
    if not separator or scheme not in _DEFAULT_PORTS or place is None:
        return None
    return scheme, _with_port(place, scheme)


def _host(headers: Headers) -> _Place | None:
    values = _values(headers, b"host")
    return _place(values[0]) if len(values) == 1 else None


def _place(text: str) -> _Place | None:
    if not text.isascii() or set(text) & set("/?#@\\ ,"):
        return None
    try:
        parts = urlsplit(f"//{text}")
        port = parts.port
    except ValueError:
        return None
    return _Place(parts.hostname, port) if parts.hostname else None


def _with_port(place: _Place, scheme: str) -> _Place:
    return _Place(place.host, place.port or _DEFAULT_PORTS[scheme])


def _values(headers: Headers, name: bytes) -> list[str]:
    return [value.decode("latin-1").strip() for each, value in headers if each == name]
