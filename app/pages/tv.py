"""A table as a TV shows it: to be read from a sofa, with nothing to press."""

from urllib.parse import urlsplit

from app.live.live_table import Room
from app.pages import i18n
from app.pages.qr import qr


def lobby(room: Room, locale: str, link: str) -> str:
    """Before the game: how to join, huge, and who has come."""
    seats = room.game.seats
    return _drawn(
        room,
        locale,
        "tv/lobby.html",
        link,
        revision=room.revision,
        table=room.table,
        most=max(seats),
        missing=max(0, min(seats) - len(room.table.places)),
        unready=[place.name for place in room.table.places if not place.ready],
    )


def way(room: Room, locale: str, link: str) -> str:
    """Beside a game: how to come and watch, small once every seat is taken."""
    return _drawn(
        room,
        locale,
        "tv/invitation.html",
        link,
        playing=room.state is not None,
        full=len(room.table.places) == max(room.game.seats),
    )


def _drawn(room: Room, locale: str, template: str, link: str, **facts: object) -> str:
    return (
        i18n.environment(locale)
        .get_template(template)
        .render(code=room.code, address=spelled(link), qr=qr(f"{link}/r/{room.code}"), **facts)
    )


def spelled(link: str) -> str:
    """What has to be typed of it."""
    parts = urlsplit(link)
    return f"{parts.netloc}{parts.path}"
