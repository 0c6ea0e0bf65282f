"""Take-backs by consent: who asked, who agreed. Pure functions."""

from app.engine.core import Illegal
from app.table.seating import HUMAN, Consent, PlaceId, Table, agreed, seat_of


def asking_back(table: Table, id: PlaceId, version: int) -> Table:
    """A player asks to take back their last turn."""
    if not agreed(table, "take_back"):
        raise Illegal("no_taking_back")
    seat_of(table, id)
    if table.kept == version:
        raise Illegal("turn_stays")
    if table.consent and table.consent.version == version:
        return table  # already asked, and others may have agreed
    return table._replace(consent=Consent(id, version, ()))


def agreeing(table: Table, id: PlaceId, version: int) -> Table:
    """A player agrees to the take-back that was requested at this log version."""
    consent = _open(table, version)
    if id not in still_to_agree(table):
        return table
    return table._replace(consent=consent._replace(agreed=(*consent.agreed, id)))


def refusing(table: Table, id: PlaceId, version: int) -> Table:
    """A player refuses the take-back; nobody can ask again until the next move."""
    _open(table, version)
    if id not in still_to_agree(table):
        return table
    return settled(table)._replace(kept=version)


def settled(table: Table) -> Table:
    """Drop the request to take back a turn."""
    return table._replace(consent=None)


def still_to_agree(table: Table) -> tuple[PlaceId, ...]:
    """The people who haven't agreed yet; bots and people who are away aren't asked."""
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
