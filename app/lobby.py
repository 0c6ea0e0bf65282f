"""A table before its game as HTML, for one visitor."""

import segno
from markupsafe import Markup

from app import i18n
from app.engine.core import Illegal
from app.refusals import sentence
from app.rooms import Room
from app.visitors import Visitor


def asks_name(room: Room, who: Visitor) -> bool:
    """Whether the visitor is offered a seat: for that their name is wanted."""
    return not who.seats and len(room.table.places) < max(room.game.seats) and not who.watches


def draw(
    room: Room, who: Visitor, link: str, refused: Illegal | None = None, typed: str | None = None
) -> str:
    seats, address = room.game.seats, f"{link}/r/{room.code}"
    template = i18n.environment(who.locale).get_template("lobby.html")
    return template.render(
        notice=sentence(refused, i18n.words(who.locale).gettext) if refused else None,
        code=room.code,
        revision=room.revision,
        table=room.table,
        visitor=who,
        own=who.places(room.table),
        link=address,
        qr=qr(address),
        fewest=min(seats),
        most=max(seats),
        unready=[place.name for place in room.table.places if not place.ready],
        asks_name=asks_name(room, who),
        name=typed if typed is not None else who.me.name if who.me else "",
    )


def qr(link: str) -> Markup:
    drawn = segno.make(link, micro=False).svg_inline(
        border=3, dark="#1d140f", light="#fff", svgclass="qr", lineclass=None, omitsize=True
    )
    return Markup(drawn)  # noqa: S704  a drawing of the link, without its letters
