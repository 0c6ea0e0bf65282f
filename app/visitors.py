"""Who looks at a page: the name their browser remembers, and what its keys open at this table."""

from typing import NamedTuple

from starlette.requests import HTTPConnection

from app import auth, i18n, seating
from app.auth import Me
from app.engine.core import Illegal, Seat
from app.rooms import Room
from app.seating import PlaceId, Table
from app.services import Services

LOCALE_COOKIE = "housewarming-locale"
SEAT, HOST = "seat", "host"


class Visitor(NamedTuple):
    """One browser at one table. It may hold several seats, when it is handed round."""

    me: Me | None
    locale: str
    seats: tuple[Seat, ...] = ()
    hosts: bool = False
    watches: bool = False  # and doesn't want to be asked whether they play

    def viewpoint(self, waiting: tuple[Seat, ...]) -> Seat | None:
        """The seat whose view is shown: the one that is waited for, else the first; None for a spectator."""
        asked = [seat for seat in self.seats if seat in waiting]
        return next(iter((*asked, *self.seats)), None)

    def places(self, table: Table) -> set[PlaceId]:
        """The places whose keys this browser holds."""
        return {table.places[seat].id for seat in self.seats}


def locale_of(request: HTTPConnection) -> str:
    return i18n.choose(request.headers.get("accept-language"), request.cookies.get(LOCALE_COOKIE))


async def visitor(request: HTTPConnection, services: Services, room: Room | None = None) -> Visitor:
    """Who this is, as far as their cookies say."""
    me = auth.read_me(request.cookies, services.secret)
    locale = locale_of(request)
    if room is None:
        return Visitor(me, locale)
    seats: list[Seat] = []
    hosts = False
    for key in auth.keys_held(request.cookies, room.code):
        row = await services.store.find_key(auth.key_hash(key))
        if row is None or row.room != room.id:
            continue
        if row.grant == HOST:
            hosts = True
        elif row.seat is not None:
            try:
                seats.append(seating.seat_of(room.table, row.seat))
            except Illegal:  # their place is gone
                continue
    hosts = hosts or any(room.table.places[seat].id == room.table.host for seat in seats)
    return Visitor(me, locale, tuple(sorted(seats)), hosts, "watch" in request.query_params)
