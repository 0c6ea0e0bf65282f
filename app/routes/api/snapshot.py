"""A table as the API shows it to the bearer of a key."""

from typing import Any

from app.engine.core import Illegal, Seat, offers
from app.live.live_table import LiveTable
from app.live.presence import of_place
from app.storage.schema import KeyRow
from app.table import fair_shuffle, seating
from app.table.seating import HUMAN
from app.table.visitor import SEAT
from app.web.errors import problem


def snapshot(live: LiveTable, bearer: KeyRow | None) -> dict[str, Any]:
    """The table as the bearer of this key may see it now."""
    table, state, game = live.table, live.state, live.game
    seat = seat_of_key(live, bearer)
    shuffle = seating.shuffle_of(table)
    told: dict[str, Any] = {
        "code": live.code,
        "game": table.game,
        "options": dict(table.options),
        "table_options": dict(seating.table_options_of(table)),
        "status": live.phase,
        "version": live.version,
        "seats": [
            {
                "name": place.name,
                "colour": place.colour,
                "kind": place.kind,
                "level": place.level or None,
                "away": place.kind == HUMAN and not live.presence.is_here(of_place(place.id)),
                "ready": place.ready,
            }
            for place in table.places
        ],
        "seat": seat,
        "turn": state.turns[seat] if state and seat is not None else None,
        "waiting": list(live.waited_for),
        "view": game.describe(state, seat) if state else None,
        "moves": [list(each) for each in offers(game, state, seat)] if seat in live.waited_for else [],
        "shuffle": {
            "commitment": shuffle.commitment,
            "commitments": fair_shuffle.commitments(table),
            "revealing": table.shuffling,
        },
    }
    if live.is_finished:
        told["shuffle"] |= {"secret": table.secret, "nonces": [place.part for place in table.places]}
        told["view"]["seed"] = shuffle.seed
    return told


def seat_of_key(live: LiveTable, bearer: KeyRow | None) -> Seat | None:
    """The seat that a key opens; None if it opens none, or without a key."""
    if bearer is None or bearer.grant != SEAT:
        return None
    return seating.seat_of(live.table, place_of_key(bearer))


def place_of_key(bearer: KeyRow) -> int:
    """The id of the place that a seat key opens."""
    if bearer.seat is None:
        raise problem(Illegal("no_such_seat"))
    return bearer.seat
