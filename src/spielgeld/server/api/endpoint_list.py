"""All endpoints of the HTTP API but its own description; `http/routes.py` makes routes of them."""

from spielgeld.server.api.general_endpoints import GENERAL_ENDPOINTS
from spielgeld.server.api.review_endpoints import REVIEW_ENDPOINTS
from spielgeld.server.api.table_endpoints import TABLE_ENDPOINTS

ENDPOINTS = (*TABLE_ENDPOINTS, *REVIEW_ENDPOINTS, *GENERAL_ENDPOINTS)
