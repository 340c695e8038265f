"""Every endpoint there is."""

from spielgeld.server.http.api.review_services import REVIEW_SERVICES
from spielgeld.server.http.api.services import SERVICES
from spielgeld.server.http.api.table_endpoints import TABLES

ENDPOINTS = (*TABLES, *REVIEW_SERVICES, *SERVICES)
