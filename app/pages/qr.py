"""A link as a QR code."""

from functools import lru_cache

import segno
from markupsafe import Markup


def qr(link: str) -> Markup:
    drawn = segno.make(link, micro=False).svg_inline(
        border=3, dark="#1d140f", light="#fff", svgclass="qr", lineclass=None, omitsize=True
    )
    return Markup(drawn)  # noqa: S704  only SVG paths; the link itself isn't in it


@lru_cache(256)
def qr_of_table(link: str) -> Markup:
    """Like `qr`, but cached, because a lobby shows the code to everyone at every change. Never use it for a
    link that contains a key."""
    return qr(link)
