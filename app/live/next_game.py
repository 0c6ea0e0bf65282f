"""Opens a table for the next game, with keys derived from this table's keys."""

import secrets
from collections.abc import Sequence
from contextlib import suppress

from app.engine.chance import NONCE_BYTES, SECRET_BYTES
from app.engine.core import Illegal, totals
from app.live import starting
from app.live.joining import _create
from app.live.key_ring import grant, look_up
from app.live.live_table import TRIES, Changed, LiveTable, TooBusy
from app.storage.store import Store
from app.storage.writes import NewKey
from app.table import evening, next_game
from app.table.keys import Secret, key_from, key_hash
from app.table.seating import Played
from app.table.visitor import REMOVED, SEAT


async def play_again(store: Store, secret: Secret, live: LiveTable) -> str:
    """Open a new table for the people at this one, and link this one to it.

    Returns the new table's code. If two new tables are opened at once, the first one counts. For every key to
    this table, a derived key opens the same thing at the new one. We make derived keys only when we open the
    new table, so a key to this table can't regain a seat that was lost there.
    """
    for _ in range(TRIES):
        if live.table.next:
            return live.table.next
        with suppress(Changed):  # then start over: a seat lost in the meantime mustn't be carried over
            await _continue(store, secret, live, live.revision)
    raise TooBusy


async def _continue(store: Store, secret: Secret, live: LiveTable, revision: int) -> None:
    code_of_evening = await _code_of_evening(store, live.table.evening_code)
    fresh = next_game.again(
        live.table,
        secrets.token_bytes(SECRET_BYTES),
        (secrets.token_bytes(NONCE_BYTES) for _ in live.table.places),
        _evening(live),
        code_of_evening,
    )
    known = {place.id for place in fresh.places} | {each.id for each in fresh.spectators}
    carried = (row for row in await store.keys_in(live.id) if row.seat is None or row.seat in known)
    rows = [row for row in carried if row.grant != REMOVED]  # a new game is a new start

    def keys(code: str) -> list[NewKey]:
        return [grant(_key_there(secret, code, row.hash), row.grant, row.seat) for row in rows]

    code = await _create(store, fresh, keys)
    await live.change(lambda table: next_game.continued(table, code, code_of_evening), seen=revision)


async def _code_of_evening(store: Store, code: str) -> str:
    """The evening that goes on, or a new one: two games make an evening, and one that is full ends."""
    there = await store.of_evening(code, evening.MOST_TABLES)
    return code if there and len(there) < evening.MOST_TABLES else evening.new_code()


def _evening(live: LiveTable) -> tuple[Played, ...]:
    if not live.is_finished:  # an abandoned game has no winner
        return live.table.evening
    ids = [place.id for place in live.table.places]
    points = [totals(live.game.parts, lines)["total"] for lines in live.game.score(live.state)]
    winners = tuple(ids[seat] for seat in live.game.winners(live.state))
    return evening.after(live.table, dict(zip(ids, points, strict=True)), winners)


async def come_along(store: Store, secret: Secret, there: LiveTable, keys: Sequence[str]) -> list[str]:
    """Return the keys to the next table that are derived from these keys and still open something."""
    called = [_key_there(secret, there.code, key_hash(key)) for key in keys]
    known = (await look_up(store, called)).items()
    return [key for key, row in known if row.room == there.id and row.grant != REMOVED]


async def arrive(store: Store, there: LiveTable, keys: Sequence[str]) -> None:
    """Make the people who hold these keys ready at the next table."""
    rows = (await look_up(store, keys)).values()
    come = {row.seat for row in rows if row.room == there.id and row.grant == SEAT and row.seat is not None}
    if next_game.come(there.table, come) != there.table:
        await there.change(lambda table: next_game.come(table, come))


async def begin(live: LiveTable) -> None:
    """Start the rematch if it was only waiting for what has just come. Somebody else may be faster."""
    if next_game.may_begin(live.table):
        with suppress(Illegal):
            await starting.start(live)


def _key_there(secret: Secret, code: str, digest: str) -> str:
    return key_from(secret, "along", code, digest)
