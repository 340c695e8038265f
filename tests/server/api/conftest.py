"""Real servers for the tests of the HTTP interface."""

from support.api_server import address, client, probe, probe_address

__all__ = ["address", "client", "probe", "probe_address"]
