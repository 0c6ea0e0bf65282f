"""Opens tables, takes seats and issues the keys for both. Used by the pages and the API."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from random import SystemRandom
from typing import Any, NamedTuple

from app.engine import registry
from app.engine.chance import NONCE_BYTES, SECRET_BYTES
from app.engine.core import Illegal, Seat
from app.live.key_ring import grant
from app.live.live_table import LiveTable, stored
from app.storage.store import Store
from app.storage.writes import CodeTaken, NewKey
from app.table import bot_seats, codes, names, playable_games, seating
from app.table.keys import Opened, key_hash, new_key
from app.table.seating import PlaceId, Table
from app.table.visitor import HOST, SEAT, WATCH


class Taken(NamedTuple):
    seat: Seat
    key: str


async def open_table(
    store: Store,
    game_name: str,
    options: Mapping[str, Any],
    name: str,
    colour: str = "",
    commitment: str = "",
    practice: bool = False,
    evening_code: str = "",
) -> Opened:
    """Open a new table. The person who opens it hosts it and gets the first seat."""
    playable_games.must_be_playable(game_name)
    fresh = seating.opened(game_name, options, secrets.token_bytes(SECRET_BYTES))
    table = fresh._replace(practice=practice, evening_code=evening_code)
    nonce = secrets.token_bytes(NONCE_BYTES)
    table, place = seating.seated(table, names.clean_name(name), nonce, colour, commitment)
    seat_key, host_key = new_key(), new_key()
    keys = [grant(seat_key, SEAT, place.id), grant(host_key, HOST)]
    return Opened(await _create(store, table, lambda code: keys), seat_key, host_key)


async def _create(store: Store, table: Table, keys: Callable[[str], Sequence[NewKey]]) -> str:
    """Store the table under an unused code."""
    while True:
        code = codes.new_code(SystemRandom())
        rules = registry.game(table.game).rules
        try:
            await store.create(code, table.game, rules, stored(table), keys(code))
        except CodeTaken:
            continue
        return code


async def take_seat(
    live: LiveTable,
    name: str,
    colour: str = "",
    commitment: str = "",
    key: str | None = None,
    ready: bool = False,
) -> Taken:
    """Take the next free seat, with a name and a colour that nobody else at the table has; `ready` or not.

    If the key has already taken a seat, that seat is returned again.
    """
    wanted, own_key = names.clean_name(name), key or new_key()
    own_nonce = sha256(f"nonce of {own_key}".encode()).digest()

    def step(table: Table) -> Table:
        if key is not None and _taken_with(table, own_nonce) is not None:
            raise _SeatedBefore
        unlike = names.marked(wanted, seating.people_named(table))
        after, place = seating.seated(table, unlike, own_nonce, colour, commitment)
        return seating.ready(after, place.id) if ready else after

    def keys(table: Table) -> list[NewKey]:
        return [grant(own_key, SEAT, table.places[-1].id)]

    try:
        table = await live.change(step, keys)
    except _SeatedBefore:
        return Taken(_taken_with(live.table, own_nonce) or 0, own_key)
    return Taken(len(table.places) - 1, own_key)


async def take_bots_seat(
    live: LiveTable, place: PlaceId, name: str, key: str, spectator: PlaceId | None = None
) -> None:
    """Sit down in a bot's place. Taking it again with the same key changes nothing."""

    def step(table: Table) -> Table:
        if live.has_ended:
            raise Illegal("over")
        return bot_seats.taken(table, place, name, spectator)

    try:
        gone = [] if spectator is None else [(WATCH, spectator)]
        await live.change(step, lambda table: [grant(key, SEAT, place)], gone)
    except Illegal:
        held = await live.store.keys_of(live.id, SEAT, place)
        if all(row.hash != key_hash(key) for row in held):
            raise


class _SeatedBefore(Exception):
    """The same form was sent twice."""


def _taken_with(table: Table, nonce: bytes) -> Seat | None:
    return next((seat for seat, place in enumerate(table.places) if place.nonce == nonce.hex()), None)
