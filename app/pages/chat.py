"""Renders the chat for one visitor."""

from typing import NamedTuple

from app.engine.core import Seat
from app.live.live_table import LiveTable
from app.pages import i18n
from app.storage.schema import Say
from app.table.chat import AMONG_WATCHERS, AT_TABLE, LINES, hears_watchers
from app.table.seating import HUMAN, Table
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


async def lines(live: LiveTable, of_watchers: bool) -> list[Line]:
    """The latest lines, oldest first, optionally including spectators' lines."""
    said = await live.store.says(live.id, AT_TABLE, LINES)
    if of_watchers:
        said += await live.store.says(live.id, AMONG_WATCHERS, LINES)
    return [_line(live.table, each) for each in sorted(said, key=lambda each: each.id)[-LINES:]]


def _line(table: Table, said: Say) -> Line:
    sitting = {place.id: (seat, place.colour) for seat, place in enumerate(table.places)}
    watches = said.place == AMONG_WATCHERS
    seat, colour = sitting.get(said.seat or 0, (None, "")) if not watches else (None, "")
    text = "" if said.deleted else said.text
    return Line(said.id, watches, said.name, seat, colour, text, said.deleted)


# -- as HTML -------------------------------------------------------------------------------------------------


async def draw(live: LiveTable, who: Visitor) -> str:
    """Render the chat messages for one visitor."""
    table, own = live.table, who.own(live.table)
    template = i18n.environment(who.locale).get_template("chat/messages.html")
    return template.render(
        code=live.code,
        table=table,
        lines=await lines(live, of_watchers=hears_watchers(who)),
        hosts=who.hosts,
        others=[place for place in table.places if place.kind == HUMAN and place.id not in own],
        is_muted=any(place.muted for place in table.places if place.id in own),
        watchers_muted=table.watchers_muted and not own and not who.hosts,
    )


def draw_reactions(live: LiveTable, locale: str, of_watchers: bool) -> str:
    """Render the current reactions, with or without the spectators'."""
    shown = [each for each in live.reactions.shown if of_watchers or not each.watches]
    template = i18n.environment(locale).get_template("chat/reactions.html")
    return template.render(table=live.table, reactions=shown)
