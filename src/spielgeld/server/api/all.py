"""Every endpoint there is."""

from spielgeld.server.api.services import SERVICES
from spielgeld.server.api.tables import TABLES

ENDPOINTS = (*TABLES, *SERVICES)
