"""The HTTP interface: each endpoint is described once; routes and documentation follow from it."""

from spielgeld.server.http.api.endpoint import Call, Endpoint
from spielgeld.server.http.api.refusals import HttpRefusal, refusal_response, status_of
from spielgeld.server.http.api.routes import make_routes
from spielgeld.server.http.api.services import SERVICES

__all__ = [
    "SERVICES",
    "Call",
    "Endpoint",
    "HttpRefusal",
    "make_routes",
    "refusal_response",
    "status_of",
]
