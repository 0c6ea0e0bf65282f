"""Renders a table for a TV: readable from a sofa, with nothing to press."""

from urllib.parse import urlsplit

from app.live.live_table import LiveTable
from app.pages import i18n
from app.pages.qr import qr_of_table
from app.table import evening, seating


def lobby(live: LiveTable, locale: str, link: str) -> str:
    """Shown before the game: how to join, in large type, and who has joined."""
    seats = live.game.seats
    return _drawn(
        live,
        locale,
        "tv/lobby.html",
        link,
        revision=live.revision,
        table=live.table,
        most=max(seats),
        missing=max(0, min(seats) - len(live.table.places)),
        unready=seating.unready(live.table),
        host_place=seating.host_place(live.table),
        standings=evening.standings(live.table),
    )


def invitation(live: LiveTable, locale: str, link: str) -> str:
    """Shown beside the game: how to join or watch; smaller once every seat is taken."""
    return _drawn(
        live,
        locale,
        "tv/invitation.html",
        link,
        playing=live.state is not None,
        ended=live.is_finished,
        full=len(live.table.places) == max(live.game.seats),
    )


def _drawn(live: LiveTable, locale: str, template: str, link: str, **facts: object) -> str:
    return (
        i18n.environment(locale)
        .get_template(template)
        .render(code=live.code, address=spelled(link), qr=qr_of_table(f"{link}/r/{live.code}"), **facts)
    )


def spelled(link: str) -> str:
    """The part of a URL that people have to type."""
    parts = urlsplit(link)
    return f"{parts.netloc}{parts.path}"
