"""What is said at a table: among those who sit there, and among those who watch.

Whoever watches reads both; whoever sits reads the watchers only if they choose to.
"""

from typing import NamedTuple

from app import i18n, names
from app.engine.core import Illegal, Seat
from app.models import Say
from app.rooms import Room
from app.seating import HUMAN, PlaceId, Table, seat_of
from app.visitors import Visitor

AT_TABLE, AMONG_WATCHERS = "table", "watchers"
LINES = 50


class Line(NamedTuple):
    """Something that was said, as it is shown now."""

    id: int
    watches: bool  # who said it
    name: str
    seat: Seat | None  # where they sit, if they still do
    colour: str
    text: str
    deleted: bool


async def lines(room: Room, of_watchers: bool) -> list[Line]:
    """The last lines, oldest first; those of watchers too, if that is wanted."""
    said = await room.store.says(room.id, AT_TABLE, LINES)
    if of_watchers:
        said += await room.store.says(room.id, AMONG_WATCHERS, LINES)
    return [_line(room.table, each) for each in sorted(said, key=lambda each: each.id)[-LINES:]]


def _line(table: Table, said: Say) -> Line:
    sitting = {place.id: (seat, place.colour) for seat, place in enumerate(table.places)}
    watches = said.place == AMONG_WATCHERS
    seat, colour = sitting.get(said.seat or 0, (None, "")) if not watches else (None, "")
    text = "" if said.deleted else said.text
    return Line(said.id, watches, said.name, seat, colour, text, said.deleted)


# -- saying something ----------------------------------------------------------------------------------------


class Speaker(NamedTuple):
    """Somebody at a table who may say something."""

    where: str
    id: PlaceId | None
    name: str


def speaker(
    room: Room, who: Visitor, place: PlaceId | None, name: str = "", nameless: bool = False
) -> Speaker:
    """Whoever sits speaks for a place of theirs, the others for themselves, under a name that no seat has."""
    table = room.table
    if who.seats:
        sitter = table.places[who.seats[0] if place is None else seat_of(table, place)]
        if sitter.muted:
            raise Illegal("muted")
        return Speaker(AT_TABLE, sitter.id, sitter.name)
    if table.watchers_muted and not who.hosts:
        raise Illegal("watchers_muted")
    wanted = name or (who.me.name if who.me else "")
    if nameless and not wanted:
        return Speaker(AMONG_WATCHERS, None, "")
    wanted = names.clean_name(wanted)
    return Speaker(AMONG_WATCHERS, None, names.marked(wanted, [place.name for place in table.places]))


# -- keeping order -------------------------------------------------------------------------------------------


def muted(table: Table, id: PlaceId, on: bool) -> Table:
    """A seat that may only read, or may write again."""
    place = table.places[seat_of(table, id)]
    changed = place._replace(muted=on)
    return table._replace(places=tuple(changed if each is place else each for each in table.places))


def watchers_muted(table: Table, on: bool) -> Table:
    return table._replace(watchers_muted=on)


# -- who hears whom ------------------------------------------------------------------------------------------


def hears_watchers(who: Visitor) -> bool:
    return who.reads_watchers or not who.seats


# -- as HTML -------------------------------------------------------------------------------------------------


async def draw(room: Room, who: Visitor) -> str:
    """What was said, for one reader."""
    table, own = room.table, who.places(room.table)
    template = i18n.environment(who.locale).get_template("chat/messages.html")
    return template.render(
        code=room.code,
        table=table,
        lines=await lines(room, of_watchers=hears_watchers(who)),
        hosts=who.hosts,
        others=[place for place in table.places if place.kind == HUMAN and place.id not in own],
        is_muted=any(place.muted for place in table.places if place.id in own),
        watchers_muted=table.watchers_muted and not own and not who.hosts,
    )


def draw_reactions(room: Room, locale: str, of_watchers: bool) -> str:
    """The reactions of just now, for all who hear the same people."""
    shown = [each for each in room.reactions.shown if of_watchers or not each.watches]
    template = i18n.environment(locale).get_template("chat/reactions.html")
    return template.render(table=room.table, reactions=shown)
