"""Who may watch a table: whoever has the link, or only whom the host lets in."""

from collections.abc import Callable

from app.engine.core import Illegal
from app.table import names
from app.table.seating import Onlooker, PlaceId, Table, agreed
from app.table.table_options import ASK
from app.table.visitor import WATCH, Visitor

MOST_ONLOOKERS = 100  # who have said their name
MOST_FROM_ONE = 40  # of them from one address: whoever forgets their keys comes as somebody else each time


def asks(table: Table) -> bool:
    """Whether the host lets each of them in."""
    return bool(agreed(table, "watching") == ASK)


def sees(table: Table, who: Visitor) -> bool:
    """Whether this browser is shown the table."""
    has_key = bool(who.places) or who.hosts or who.has_tv
    return has_key or not asks(table) or is_admitted(table, who.onlooker)


def opens(table: Table, grant: str | None, place: PlaceId | None) -> bool:
    """Whether a key for this, or none at all, shows the table to a program."""
    if not asks(table):
        return True
    return grant is not None and (grant != WATCH or is_admitted(table, place))


def is_admitted(table: Table, id: PlaceId | None) -> bool:
    return (known := onlooker(table, id)) is not None and known.admitted


def onlooker(table: Table, id: PlaceId | None) -> Onlooker | None:
    return next((each for each in table.onlookers if each.id == id), None)


# -- steps ---------------------------------------------------------------------------------------------------


def arrived(table: Table, name: str, shown: bool, whence: str = "") -> tuple[Table, Onlooker]:
    """Somebody watches under a name that no seat has; or, where the host lets people in, wants to."""
    near = [each for each in table.onlookers if whence and each.whence == whence]
    if len(table.onlookers) >= MOST_ONLOOKERS or len(near) >= MOST_FROM_ONE:
        raise Illegal("too_many_onlookers")
    unlike = names.marked(names.clean_name(name), [place.name for place in table.places])
    new = Onlooker(table.places_made + 1, unlike, not asks(table), shown=shown, whence=whence)
    return table._replace(onlookers=(*table.onlookers, new), places_made=new.id), new


def admitted(table: Table, id: PlaceId) -> Table:
    return _changed(table, id, lambda onlooker: onlooker._replace(admitted=True))


def shown(table: Table, id: PlaceId, on: bool) -> Table:
    """Whether the others see the name of somebody who watches."""
    return _changed(table, id, lambda onlooker: onlooker._replace(shown=on))


def without(table: Table, id: PlaceId) -> Table:
    """They are no guest of this table any more, and may ask again."""
    return table._replace(onlookers=tuple(each for each in table.onlookers if each.id != id))


def _changed(table: Table, id: PlaceId, step: Callable[[Onlooker], Onlooker]) -> Table:
    changed = tuple(step(each) if each.id == id else each for each in table.onlookers)
    if all(each.id != id for each in changed):
        raise Illegal("nobody_asks")
    return table._replace(onlookers=changed)
