"""What stands beside a running game, as HTML for one visitor."""

import time
from typing import NamedTuple

from app.engine.core import offers
from app.live.live_table import Room
from app.pages import i18n
from app.table import seating, take_back
from app.table.seating import ABANDONED, Place, PlaceId
from app.table.visitor import Visitor


class Advance(NamedTuple):
    """A move that a place has made for it whenever it is offered, or may have from now on."""

    place: PlaceId
    move: str
    on: bool


def draw(room: Room, who: Visitor) -> str:
    table, own = room.table, who.places(room.table)
    asker = _asker(room)
    unagreed = take_back.still_to_agree(table) if asker else ()
    deadlines = [at for seat in room.waited_for if (at := room.deadline(seat))]
    return (
        i18n.environment(who.locale)
        .get_template("table/game_panel.html")
        .render(
            code=room.code,
            game=room.game.id,
            table=table,
            version=room.version,
            own=own,
            hosts=who.hosts,
            on_tv=who.on_tv,
            over=room.is_over,
            finished=room.is_finished and not who.on_tv,
            given_up=table.status == ABANDONED,
            asker=asker,
            unagreed=[place.name for place in table.places if place.id in unagreed],
            agreeing=[place for place in table.places if place.id in unagreed and place.id in own],
            can_ask=_can_ask(room, who),
            advance=[each for place in table.places if place.id in own for each in _in_advance(room, place)],
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


def _in_advance(room: Room, place: Place) -> list[Advance]:
    """The answers that the place gives in advance, and those that it is asked for now and might."""
    if not room.waited_for:
        return []
    seat = seating.seat_of(room.table, place.id)
    offered = offers(room.game, room.state, seat) if seat in room.waited_for else ()
    asked = [" ".join(map(str, move)) for move in room.game.standing if move in offered]
    return [Advance(place.id, move, True) for move in place.standing] + [
        Advance(place.id, move, False) for move in asked if move not in place.standing
    ]


def _can_ask(room: Room, who: Visitor) -> PlaceId | None:
    """The visitor's place that made the last step and has nothing to undo; whether anything hidden was shown
    since is looked at when they ask."""
    if not room.waited_for or not seating.agreed(room.table, "take_back") or room.table.kept == room.version:
        return None
    mover = room.last_mover
    if mover is None or mover not in who.seats:
        return None
    within = mover in room.state.waiting and room.game.rewind(room.state, mover, room.state.turns)
    return None if within else room.table.places[mover].id
