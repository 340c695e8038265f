"""Every endpoint there is."""

from spielgeld.server.api.services import SERVICES
from spielgeld.server.api.table_endpoints import TABLES

ENDPOINTS = (*TABLES, *SERVICES)
