"""A link as a QR code."""

from functools import lru_cache

import segno
from markupsafe import Markup


def qr(link: str) -> Markup:
    drawn = segno.make(link, micro=False).svg_inline(
        border=3, dark="#1d140f", light="#fff", svgclass="qr", lineclass=None, omitsize=True
    )
    return Markup(drawn)  # noqa: S704  a drawing of the link, without its letters


@lru_cache(256)
def qr_of_table(link: str) -> Markup:
    """The same for the way to a table, which a lobby shows to everybody at every change; it holds no key."""
    return qr(link)
