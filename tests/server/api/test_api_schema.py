"""Requests drawn from the documentation: what it says is what happens."""

import json
from typing import Any

import pytest
import schemathesis
from hypothesis import settings

from spielgeld.server.api.endpoint_list import ENDPOINTS
from spielgeld.server.http.openapi import openapi_document

pytestmark = pytest.mark.server

CONFIG = {
    "seed": 1,
    "generation": {"max-examples": 15, "deterministic": True},
    # No schema can tell which cards an edition has, so a body that fits may be refused with 400;
    # which codes may come with it, the documentation tells.
    "checks": {
        "positive_data_acceptance": {
            "expected-statuses": ["2xx", "400", "401", "403", "404", "409", "429"]
        }
    },
}


schema = schemathesis.openapi.from_dict(
    openapi_document(ENDPOINTS), config=schemathesis.Config.from_dict(CONFIG)
)


@schemathesis.serializer("application/x-ndjson")
def json_lines(_: object, value: object) -> bytes:
    return json.dumps(value).encode() + b"\n"


@pytest.mark.slow
@schema.parametrize()
@settings(max_examples=15, derandomize=True, deadline=None)
def test_every_endpoint_does_what_is_documented(case: schemathesis.Case[Any], address: str) -> None:
    case.call_and_validate(base_url=address)
