"""Decides who may watch a table: anyone with the link, or only spectators the host lets in."""

from collections.abc import Callable

from app.engine.core import Illegal
from app.table import names
from app.table.seating import PlaceId, Spectator, Table, agreed
from app.table.table_options import ASK
from app.table.visitor import WATCH, Visitor

MOST_SPECTATORS = 100  # who gave a name
MOST_FROM_ONE = 40  # per address, because a browser that keeps no cookies is a new spectator every time


def asks(table: Table) -> bool:
    """Whether spectators have to ask the host."""
    return bool(agreed(table, "watching") == ASK)


def sees(table: Table, who: Visitor) -> bool:
    """Whether this visitor may see the table."""
    has_key = bool(who.places) or who.hosts or who.has_tv
    return has_key or not asks(table) or is_admitted(table, who.spectator)


def opens(table: Table, grant: str | None, place: PlaceId | None) -> bool:
    """Whether an API client with this key, or with none (`grant` is None), may see the table."""
    if not asks(table):
        return True
    return grant is not None and (grant != WATCH or is_admitted(table, place))


def is_admitted(table: Table, id: PlaceId | None) -> bool:
    return (known := spectator(table, id)) is not None and known.admitted


def spectator(table: Table, id: PlaceId | None) -> Spectator | None:
    return next((each for each in table.spectators if each.id == id), None)


# -- changes -------------------------------------------------------------------------------------------------


def arrived(table: Table, name: str, shown: bool, address_mark: str = "") -> tuple[Table, Spectator]:
    """Add a spectator under a name that no seat has. They are admitted at once, unless the host has to agree
    first."""
    near = [each for each in table.spectators if address_mark and each.address_mark == address_mark]
    if len(table.spectators) >= MOST_SPECTATORS or len(near) >= MOST_FROM_ONE:
        raise Illegal("too_many_spectators")
    unlike = names.marked(names.clean_name(name), [place.name for place in table.places])
    new = Spectator(table.places_made + 1, unlike, not asks(table), shown=shown, address_mark=address_mark)
    return table._replace(spectators=(*table.spectators, new), places_made=new.id), new


def admitted(table: Table, id: PlaceId) -> Table:
    return _changed(table, id, lambda spectator: spectator._replace(admitted=True))


def shown(table: Table, id: PlaceId, on: bool) -> Table:
    """Show a spectator's name to the others, or hide it."""
    return _changed(table, id, lambda spectator: spectator._replace(shown=on))


def without(table: Table, id: PlaceId) -> Table:
    """Remove a spectator; they may ask again."""
    return table._replace(spectators=tuple(each for each in table.spectators if each.id != id))


def _changed(table: Table, id: PlaceId, step: Callable[[Spectator], Spectator]) -> Table:
    changed = tuple(step(each) if each.id == id else each for each in table.spectators)
    if all(each.id != id for each in changed):
        raise Illegal("nobody_asks")
    return table._replace(spectators=changed)
