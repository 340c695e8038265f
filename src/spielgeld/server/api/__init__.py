"""The HTTP interface: each endpoint is described once; routes and documentation follow from it."""

from spielgeld.server.api.endpoint import Call, Endpoint
from spielgeld.server.api.refusals import HttpRefusal, refusal_response, status_of
from spielgeld.server.api.routes import make_routes
from spielgeld.server.api.services import SERVICES

__all__ = [
    "SERVICES",
    "Call",
    "Endpoint",
    "HttpRefusal",
    "make_routes",
    "refusal_response",
    "status_of",
]
