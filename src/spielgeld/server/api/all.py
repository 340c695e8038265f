"""Every endpoint there is."""

from spielgeld.server.api.review_services import REVIEW_SERVICES
from spielgeld.server.api.services import SERVICES
from spielgeld.server.api.table_endpoints import TABLES

ENDPOINTS = (*TABLES, *REVIEW_SERVICES, *SERVICES)
