"""What stands beside a running game, as HTML for one visitor."""

import time

from app import evening, i18n, seating
from app.rooms import Room
from app.seating import ABANDONED, PlaceId
from app.visitors import Visitor


def draw(room: Room, who: Visitor) -> str:
    table, own = room.table, who.places(room.table)
    asker = _asker(room)
    unagreed = evening.still_to_agree(table) if asker else ()
    deadlines = [at for seat in room.waited_for if (at := room.deadline(seat))]
    return (
        i18n.environment(who.locale)
        .get_template("aside.html")
        .render(
            code=room.code,
            table=table,
            version=room.version,
            own=own,
            hosts=who.hosts,
            over=room.is_over,
            given_up=table.status == ABANDONED,
            asker=asker,
            unagreed=[place.name for place in table.places if place.id in unagreed],
            agreeing=[place for place in table.places if place.id in unagreed and place.id in own],
            can_ask=_can_ask(room, who),
            seconds=seating.agreed(table, "seconds") if room.waited_for else 0,
            paused=table.paused,
            left=max(0, round(min(deadlines) - time.time())) if deadlines else None,
        )
    )


def _asker(room: Room) -> seating.Place | None:
    """Who asks for their last turn back, unless somebody has moved since."""
    consent = room.table.consent
    if consent is None or consent.version != room.version or not room.waited_for:
        return None
    return next((place for place in room.table.places if place.id == consent.place), None)


def _can_ask(room: Room, who: Visitor) -> PlaceId | None:
    """The visitor's place that made the last step and has nothing to undo; whether anything hidden was shown
    since is looked at when they ask."""
    if not room.waited_for or not seating.agreed(room.table, "take_back"):
        return None
    mover = room.last_mover
    if mover is None or mover not in who.seats:
        return None
    within = mover in room.state.waiting and room.game.rewind(room.state, mover, room.state.turns)
    return None if within else room.table.places[mover].id
