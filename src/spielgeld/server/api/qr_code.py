"""A link as a QR code: dark on light in either theme, with its quiet zone, and without a style."""

import io
from functools import lru_cache

from spielgeld.server.api.refusals import unreadable

LONGEST_LINK = 300
"""In characters. Who asks names the host in it, and a longer one takes longer to draw."""
_QUIET_ZONE = 4
"""In modules, as the standard asks."""


def qr_code_svg(link: str) -> bytes:
    """The code as an SVG that grows to any size; a link beyond all reason is refused."""
    if len(link) > LONGEST_LINK:
        raise unreadable("too_large", limit=LONGEST_LINK)
    return _draw(link)


@lru_cache(maxsize=256)
def _draw(link: str) -> bytes:
    import segno  # noqa: PLC0415 - most servers are asked for none

    picture = io.BytesIO()
    segno.make(link, micro=False, error="m").save(
        picture,
        kind="svg",
        border=_QUIET_ZONE,
        dark="#000",
        light="#fff",
        omitsize=True,
        svgclass=None,
        lineclass=None,
    )
    return picture.getvalue()
