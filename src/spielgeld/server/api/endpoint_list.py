"""All endpoints of the HTTP API but its own description; `http/routes.py` makes routes of them."""

from spielgeld.server.api import (
    general_endpoints,
    record_endpoints,
    review_endpoints,
    score_table,
    tables,
)

ENDPOINTS = (
    tables.open_table,
    tables.lobby,
    tables.look_at,
    tables.join,
    tables.leave,
    tables.start,
    tables.rematch,
    tables.device_link,
    tables.qr_code,
    tables.record,
    tables.practise,
    tables.positions,
    review_endpoints.review_table,
    review_endpoints.deal_curve,
    review_endpoints.review_record,
    review_endpoints.look_at_review,
    general_endpoints.editions,
    general_endpoints.rules,
    general_endpoints.bots,
    general_endpoints.score,
    score_table.score_table,
    general_endpoints.order,
    record_endpoints.check_records,
    record_endpoints.record_views,
)
