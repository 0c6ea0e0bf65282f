"""Opening a table and sitting down at one, with the keys that go with it: for the pages as for the API."""

import secrets
from collections.abc import Mapping, Sequence
from hashlib import sha256
from random import SystemRandom
from typing import Any, NamedTuple

from app import auth, codes, evening, names, seating, wire
from app.engine import registry
from app.engine.chance import NONCE_BYTES, SECRET_BYTES
from app.engine.core import Seat
from app.rooms import Room
from app.seating import Table
from app.store import Store
from app.visitors import HOST, SEAT
from app.writes import CodeTaken, NewKey


class Opened(NamedTuple):
    """A new table, and what its host's browser or program keeps."""

    code: str
    seat_key: str
    host_key: str


class Taken(NamedTuple):
    seat: Seat
    key: str


async def open_table(
    store: Store, game_name: str, options: Mapping[str, Any], name: str, colour: str = ""
) -> Opened:
    """A new table, with whoever opens it in its first seat and as its host."""
    table = seating.opened(game_name, options, secrets.token_bytes(SECRET_BYTES))
    table, place = seating.seated(table, names.clean_name(name), secrets.token_bytes(NONCE_BYTES), colour)
    seat_key, host_key = auth.new_key(), auth.new_key()
    keys = [NewKey(auth.key_hash(seat_key), SEAT, place.id), NewKey(auth.key_hash(host_key), HOST, None)]
    return Opened(await _create(store, table, keys), seat_key, host_key)


async def play_again(store: Store, room: Room) -> str:
    """A new table for those at this one, which leads there from now on. Gives its code; of two that are made
    at once that of the first."""
    fresh = evening.again(
        room.table,
        secrets.token_bytes(SECRET_BYTES),
        (secrets.token_bytes(NONCE_BYTES) for _ in room.table.places),
    )
    if not room.table.next:
        code = await _create(store, fresh, [])
        await room.change(lambda table: table if table.next else evening.continued(table, code))
    return room.table.next


async def _create(store: Store, table: Table, keys: Sequence[NewKey]) -> str:
    """Give the table a room, under a code that no other has."""
    while True:
        code = codes.new_code(SystemRandom())
        try:
            await store.create(code, table.game, registry.game(table.game).rules, wire.dumps(table), keys)
        except CodeTaken:
            continue
        return code


async def come_along(store: Store, room: Room, next_room: Room, keys: Sequence[str]) -> list[str]:
    """New keys, for the table where they play on, to whatever these open here."""
    granted: list[tuple[str, NewKey]] = []
    known = {place.id for place in next_room.table.places} | {each.id for each in next_room.table.onlookers}
    for key in keys:
        row = await store.find_key(auth.key_hash(key))
        if row and row.room == room.id and (row.seat is None or row.seat in known):
            fresh = auth.new_key()
            granted.append((fresh, NewKey(auth.key_hash(fresh), row.grant, row.seat)))
    if granted:
        await store.add_keys(next_room.id, [new for _, new in granted])
    return [key for key, _ in granted]


async def take_seat(
    room: Room, name: str, colour: str = "", nonce: bytes | None = None, key: str | None = None
) -> Taken:
    """Take the next free seat, under a name and in a colour that nobody else at the table has.

    Whoever brings a key that has taken a seat before has that seat.
    """
    wanted, own_key = names.clean_name(name), key or auth.new_key()
    own_nonce = nonce or sha256(f"nonce of {own_key}".encode()).digest()

    def step(table: Table) -> Table:
        if key is not None and _taken_with(table, own_nonce) is not None:
            raise _SeatedBefore
        unlike = names.marked(wanted, [place.name for place in table.places])
        return seating.seated(table, unlike, own_nonce, colour)[0]

    def keys(table: Table) -> list[NewKey]:
        return [NewKey(auth.key_hash(own_key), SEAT, table.places[-1].id)]

    try:
        table = await room.change(step, keys)
    except _SeatedBefore:
        return Taken(_taken_with(room.table, own_nonce) or 0, own_key)
    return Taken(len(table.places) - 1, own_key)


class _SeatedBefore(Exception):
    """The same form was sent twice."""


def _taken_with(table: Table, nonce: bytes) -> Seat | None:
    return next((seat for seat, place in enumerate(table.places) if place.nonce == nonce.hex()), None)
