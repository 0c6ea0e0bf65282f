"""A link as a QR code."""

import segno
from markupsafe import Markup


def qr(link: str) -> Markup:
    drawn = segno.make(link, micro=False).svg_inline(
        border=3, dark="#1d140f", light="#fff", svgclass="qr", lineclass=None, omitsize=True
    )
    return Markup(drawn)  # noqa: S704  a drawing of the link, without its letters
