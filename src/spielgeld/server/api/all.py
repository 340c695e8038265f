"""Every endpoint there is."""

from spielgeld.server.api.general_endpoints import GENERAL_ENDPOINTS
from spielgeld.server.api.review_endpoints import REVIEW_ENDPOINTS
from spielgeld.server.api.table_endpoints import TABLES

ENDPOINTS = (*TABLES, *REVIEW_ENDPOINTS, *GENERAL_ENDPOINTS)
