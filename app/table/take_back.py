"""Taking a turn back by consent: who asked, who agreed. Pure steps."""

from app.engine.core import Illegal
from app.table.seating import HUMAN, Consent, PlaceId, Table, agreed, seat_of

# -- taking a turn back --------------------------------------------------------------------------------------


def asking_back(table: Table, id: PlaceId, version: int) -> Table:
    """Somebody asks for their last turn back."""
    if not agreed(table, "take_back"):
        raise Illegal("no_taking_back")
    seat_of(table, id)
    if table.kept == version:
        raise Illegal("turn_stays")
    if table.consent and table.consent.version == version:
        return table  # it is asked already, and somebody may have agreed
    return table._replace(consent=Consent(id, version, ()))


def agreeing(table: Table, id: PlaceId, version: int) -> Table:
    """Somebody agrees to what was asked at this version of the log."""
    consent = _open(table, version)
    if id not in still_to_agree(table):
        return table
    return table._replace(consent=consent._replace(agreed=(*consent.agreed, id)))


def refusing(table: Table, id: PlaceId, version: int) -> Table:
    """Somebody is against it, and it is asked no more while nobody moves."""
    _open(table, version)
    if id not in still_to_agree(table):
        return table
    return settled(table)._replace(kept=version)


def settled(table: Table) -> Table:
    """Nothing is asked any more."""
    return table._replace(consent=None)


def still_to_agree(table: Table) -> tuple[PlaceId, ...]:
    """The people at the table who have not said yes; bots and whoever is away are not asked."""
    if table.consent is None:
        return ()
    done = (table.consent.place, *table.consent.agreed)
    return tuple(
        place.id for place in table.places if place.kind == HUMAN and not place.level and place.id not in done
    )


def _open(table: Table, version: int) -> Consent:
    if table.consent is None or table.consent.version != version:
        raise Illegal("nothing_asked")
    return table.consent
