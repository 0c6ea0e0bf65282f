"""The parts of a table's page that are drawn anew, each by itself, when what they show has changed."""

from collections.abc import Awaitable, Callable, Mapping
from typing import NamedTuple

from app import aside, chat, i18n, lobby
from app.engine.core import Illegal
from app.render import frame
from app.rooms import Room
from app.services import Services
from app.visitors import Visitor


class Look(NamedTuple):
    """Somebody who looks at a table."""

    services: Services
    room: Room
    visitor: Visitor
    link: str  # by which others come to this server

    @property
    def is_asked(self) -> bool:
        """Whether there is something for them to type or to choose."""
        if self.room.state is None:
            return lobby.asks_name(self.room, self.visitor)
        return bool({*self.visitor.seats} & {*self.room.state.waiting})


async def table(look: Look, refused: Illegal | None = None, typed: Mapping[str, str] | None = None) -> str:
    """The lobby, or the game once it has begun."""
    room, who = look.room, look.visitor
    if room.state is None:
        return lobby.draw(room, who, look.link, refused, typed)
    return await frame(room, who.viewpoint(room.state.waiting), who.locale, refused)


async def company(look: Look) -> str:
    """Who is at the table, and who of them is here."""
    room, who = look.room, look.visitor
    template = i18n.environment(who.locale).get_template("company.html")
    return template.render(
        code=room.code,
        table=room.table,
        presence=room.presence,
        waiting=room.state.waiting if room.state else (),
        visitor=who,
        own=who.places(room.table),
    )


async def beside(look: Look) -> str:
    """What stands beside a game."""
    return aside.draw(look.room, look.visitor)


async def says(look: Look) -> str:
    """The chat."""
    return await chat.draw(look.room, look.visitor)


class Region(NamedTuple):
    target: str  # the element on the page
    marks: Callable[[Room], object]  # while they stay the same there is nothing to draw anew
    draw: Callable[[Look], Awaitable[str]]


TABLE = Region("#table", lambda room: room.at.of_game, table)
ASIDE = Region("#aside", lambda room: room.at.of_game, beside)
COMPANY = Region("#company", lambda room: (room.at.of_game, room.presence.marks), company)
SAYS = Region("#says", lambda room: (room.said, room.revision), says)
REGIONS = (TABLE, ASIDE, COMPANY, SAYS)
