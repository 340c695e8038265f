"""The QR code of a table: an SVG that says the public link, and nothing a strict page refuses."""

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import httpx
import pytest
import segno

from spielgeld.server.api.qr_code import LONGEST_LINK, qr_code_svg
from spielgeld.server.api.refusals import HttpRefusal
from spielgeld.server.app import create_app
from spielgeld.server.settings.reading import read_settings
from support.api_server import refused, serving

pytestmark = pytest.mark.server

SVG = "{http://www.w3.org/2000/svg}"
QUIET_ZONE = 4
LINK = "http://127.0.0.1:8420/t/ABCDEFGH"


def opened(client: httpx.Client) -> str:
    wish = {"name": "Ann", "agreement": {"edition": "nl", "seats": [{}, {}, {}]}}
    code: str = client.post("/api/tables", json=wish).json()["code"]
    return code


def drawn(svg: bytes) -> ET.Element:
    return ET.fromstring(svg)  # noqa: S314 - our own picture


def dark_modules(svg: bytes) -> tuple[set[tuple[int, int]], int]:
    """The modules the picture paints dark, read off its strokes, and how many a side has."""
    root = drawn(svg)
    side = int(root.attrib["viewBox"].split()[2])
    strokes = next(each for each in root.iter(f"{SVG}path") if "stroke" in each.attrib)
    moves = re.findall(r"([Mmh])(-?[\d.]+)(?: (-?[\d.]+))?", strokes.attrib["d"])
    dark: set[tuple[int, int]] = set()
    x, y = 0.0, 0.0
    for move, first, second in moves:
        if move == "M":
            x, y = float(first), float(second)
        elif move == "m":
            x, y = x + float(first), y + float(second)
        else:
            dark |= {(int(x) + step, int(y)) for step in range(int(first))}
            x += float(first)
    return dark, side


def expected(link: str) -> set[tuple[int, int]]:
    rows = segno.make(link, micro=False, error="m").matrix_iter(border=QUIET_ZONE)
    return {(x, y) for y, row in enumerate(rows) for x, module in enumerate(row) if module}


def test_the_code_says_the_public_link(client: httpx.Client) -> None:
    code = opened(client)
    answer = client.get(f"/api/tables/{code}/qr")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "image/svg+xml"
    dark, _ = dark_modules(answer.content)
    assert dark == expected(f"{client.base_url}/t/{code}")


def test_behind_a_proxy_the_code_says_the_address_people_use(tmp_path: Path) -> None:
    settings = read_settings({"data": tmp_path, "public_url": "https://cards.example.org"}, {})
    with (
        serving(create_app(settings)) as url,
        httpx.Client(base_url=url, trust_env=False) as client,
    ):
        code = opened(client)
        dark, _ = dark_modules(client.get(f"/api/tables/{code}/qr").content)
    assert dark == expected(f"https://cards.example.org/t/{code}")


def test_the_code_is_dark_on_light_with_a_quiet_zone() -> None:
    svg = qr_code_svg(LINK)
    ground, strokes = drawn(svg).findall(f"{SVG}path")
    assert (ground.attrib["fill"], strokes.attrib["stroke"]) == ("#fff", "#000")
    dark, side = dark_modules(svg)
    assert ground.attrib["d"] == f"M0 0h{side}v{side}h-{side}z"
    inside = range(QUIET_ZONE, side - QUIET_ZONE)
    assert all(x in inside and y in inside for x, y in dark)


def test_the_picture_holds_no_style_script_or_link() -> None:
    root = drawn(qr_code_svg(LINK))
    assert {each.tag for each in root.iter()} == {f"{SVG}svg", f"{SVG}path"}
    attributes = {name for each in root.iter() for name in each.attrib}
    assert attributes <= {"viewBox", "fill", "stroke", "d", "transform"}


def test_there_is_no_code_for_a_table_that_does_not_exist(client: httpx.Client) -> None:
    assert refused(client.get("/api/tables/NOSUCHTABLE/qr"))[:2] == (404, "no_such_table")


def test_a_host_beyond_all_reason_is_refused(client: httpx.Client) -> None:
    path = f"/api/tables/{opened(client)}/qr"
    answer = client.get(path, headers={"Host": f"{'x' * LONGEST_LINK}.localhost"})
    assert refused(answer) == (400, "too_large", {"limit": LONGEST_LINK})
    with pytest.raises(HttpRefusal):
        qr_code_svg("x" * (LONGEST_LINK + 1))
    assert qr_code_svg("x" * LONGEST_LINK)


def test_the_documentation_names_the_kind_of_picture(client: httpx.Client) -> None:
    paths = client.get("/api/openapi.json").json()["paths"]
    answers = paths["/api/tables/{code}/qr"]["get"]["responses"]
    assert list(answers["200"]["content"]) == ["image/svg+xml"]
    assert list(answers["404"]["content"]) == ["application/json"]
    assert "<code>image/svg+xml</code>" in client.get("/api/docs").text
