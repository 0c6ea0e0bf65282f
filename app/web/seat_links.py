"""Links that hand a seat, or hosting, to another device."""

from typing import NamedTuple

from fastapi import Request
from markupsafe import Markup

from app.live.live_table import LiveTable
from app.pages.qr import qr
from app.table.seating import Place
from app.web.services import Services

# The URLs of these pages hold keys. Send only the origin, so that forms still show where they come from.
UNTOLD = {"Referrer-Policy": "origin"}


class Opener(NamedTuple):
    """A key that this browser holds, as a link and a QR code for another device."""

    place: Place | None  # None: the key is for hosting
    link: str
    qr: Markup


def opener(request: Request, services: Services, live: LiveTable, key: str, place: Place | None) -> Opener:
    link = f"{services.invitation(request)}/r/{live.code}/key/{key}"
    return Opener(place, link, qr(link))
