"""Every endpoint and every message has limits, and `docs/limits.md` shows the ones in force."""

import re
from pathlib import Path
from typing import get_args

from spielgeld.server.access import costs
from spielgeld.server.api.endpoint_list import ENDPOINTS
from spielgeld.server.settings.options import OPTIONS
from spielgeld.table import commands

PAGE = (Path(__file__).parent.parent / "docs" / "limits.md").read_text(encoding="utf-8")
NONE = "–"


def rows_of(heading: str) -> list[list[str]]:
    """The cells of the table below that heading, without its own headings."""
    section = re.split("^## ", PAGE, flags=re.MULTILINE)
    (text,) = [each for each in section if each.startswith(heading + "\n")]
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def size(count: int) -> str:
    for unit, name in ((1024 * 1024, "MiB"), (1024, "KiB")):
        if count and count % unit == 0:
            return f"{count // unit} {name}"
    return NONE


def test_every_endpoint_has_its_cost() -> None:
    assert set(costs.REQUESTS) == {endpoint.name for endpoint in ENDPOINTS}
    for endpoint in ENDPOINTS:
        assert endpoint.cost is costs.REQUESTS[endpoint.name]
        assert bool(endpoint.cost.body) == (endpoint.body is not None), endpoint.name


def test_every_message_has_its_cost() -> None:
    kinds = (commands.Hello, *get_args(commands.TableCommand), *get_args(commands.Query))
    assert set(costs.MESSAGES) == {kind.__struct_config__.tag for kind in kinds}


def test_the_page_lists_every_request() -> None:
    assert rows_of("Requests") == [
        [
            f"`{each.method} {each.path}`",
            size(each.cost.body),
            each.cost.work or NONE,
            each.cost.counted or NONE,
        ]
        for each in ENDPOINTS
    ]


def test_the_page_lists_every_message() -> None:
    def shown(cost: costs.MessageCost) -> list[str]:
        while_ = "{} in {:g} s".format(*cost.a_while) if cost.a_while else NONE
        return [str(cost.a_round or NONE), str(cost.a_table or NONE), while_]

    assert rows_of("Messages") == [
        [f"`{kind}`", *shown(cost)] for kind, cost in costs.MESSAGES.items()
    ]


def test_the_page_lists_every_queue() -> None:
    queues = (costs.LONG_WORK, costs.LARGE_BODIES, costs.HINTS, costs.BOTS)
    expected = [[str(each) for each in queue] for queue in queues]
    expected[3][2:] = ["all", "all"]
    expected += [[str(each) for each in costs.REVIEWS]] * 2
    assert [row[1:] for row in rows_of("Long work")] == expected


def test_the_numbers_in_the_text_are_those_in_force() -> None:
    setting = {option.name: option.default for option in OPTIONS}
    for told in (
        f"at most {costs.MOST_STEPS:,} steps",
        f"at most {costs.MOST_DEAL_STEPS} steps of a deal",
        f"at most {costs.MOST_RECORDS:,} records",
        f"at most {costs.MOST_VIEWS} steps",
        f"up to {costs.LONG_REVIEW} steps",
        f"within {costs.BODY_SECONDS:.0f} seconds and one more for every {size(costs.BODY_RATE)}",
        f"over {size(costs.SMALL)}",
        f"{['one', 'two', 'three'][costs.PROCESSES - 1]} processes",
        f"at most {costs.MOST_OF_A_SEAT} connections",
        f"at most {size(costs.MOST_UNSENT_BYTES)}",
        f"{setting['max_message_bytes']:,} bytes",
        f"{setting['messages_per_second']:.0f} a second, {setting['message_burst']} at once",
    ):
        assert told in re.sub(r"\s+", " ", PAGE), told
