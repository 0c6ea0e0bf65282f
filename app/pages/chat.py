"""Renders the chat for one visitor."""

from itertools import chain
from typing import NamedTuple

from app.engine.core import Seat
from app.live.live_table import LiveTable, Slot
from app.pages import fragments, i18n
from app.pages.fragments import Frame
from app.storage.schema import Say
from app.table.chat import AMONG_WATCHERS, AT_TABLE, LINES, hears_watchers
from app.table.seating import HUMAN, PlaceId, Table
from app.table.visitor import Visitor


class Line(NamedTuple):
    """A chat message as currently shown."""

    id: int
    watches: bool  # written by a spectator
    name: str
    seat: Seat | None  # the author's, if they still have one
    colour: str
    text: str
    deleted: bool


class Said:
    """The latest lines of both chats, read once for all who see them."""

    def __init__(self, live: LiveTable) -> None:
        self.at = -1
        self._lines: list[Say] = []

    async def read_on(self, live: LiveTable) -> None:
        at = live.said
        if self.at < at:
            read = [await live.store.says(live.id, where, LINES) for where in (AT_TABLE, AMONG_WATCHERS)]
            if self.at < at:  # nobody was quicker
                self.at, self._lines = at, sorted(chain(*read), key=lambda each: each.id)

    def lines(self, table: Table, of_watchers: bool) -> list[Line]:
        """Oldest first, optionally including spectators' lines."""
        heard = [each for each in self._lines if of_watchers or each.place == AT_TABLE]
        return [_line(table, each) for each in heard[-LINES:]]


_said: Slot[Said] = Slot(Said)


def _line(table: Table, said: Say) -> Line:
    sitting = {place.id: (seat, place.colour) for seat, place in enumerate(table.places)}
    watches = said.place == AMONG_WATCHERS
    seat, colour = sitting.get(said.seat or 0, (None, "")) if not watches else (None, "")
    text = "" if said.deleted else said.text
    return Line(said.id, watches, said.name, seat, colour, text, said.deleted)


class Other(NamedTuple):
    """Somebody whom the host may mute."""

    id: PlaceId
    name: str
    muted: bool


# -- as HTML -------------------------------------------------------------------------------------------------


async def draw(live: LiveTable, who: Visitor) -> Frame:
    """Render the chat messages for one visitor."""
    said = _said.of(live)
    await said.read_on(live)  # no await after this, so that all is of one moment
    table, own = live.table, who.own(live.table)
    at = said.at, live.revision
    template = i18n.environment(who.locale).get_template("chat/messages.html")
    values = {
        "code": live.code,
        "at": at,
        "lines": tuple(said.lines(table, hears_watchers(who))),
        "hosts": who.hosts,
        "others": tuple(
            Other(place.id, place.name, place.muted)
            for place in table.places
            if place.kind == HUMAN and place.id not in own
        ),
        "is_muted": any(place.muted for place in table.places if place.id in own),
        "watchers_muted": table.watchers_muted,
        "watches": not own and not who.hosts,
    }
    return fragments.frame(at, i18n.canvas(who.locale).drawn(lambda: template.render(values)))


def draw_reactions(live: LiveTable, locale: str, of_watchers: bool) -> str:
    """Render the current reactions, with or without the spectators'."""
    shown = [each for each in live.reactions.shown if of_watchers or not each.watches]
    template = i18n.environment(locale).get_template("chat/reactions.html")
    return template.render(table=live.table, reactions=shown)
