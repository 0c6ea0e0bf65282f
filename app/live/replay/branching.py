"""Plays on from a step of a finished game, at a table of its own."""

import time
from random import SystemRandom

from app.engine import wire
from app.engine.core import Illegal, Seat, is_finished
from app.live.key_ring import grant
from app.live.live_table import LiveTable, stored
from app.storage.schema import Entry
from app.storage.store import Store
from app.storage.writes import CodeTaken, NewEntry
from app.table import codes
from app.table.branch import branched
from app.table.keys import Opened, new_key
from app.table.seating import Branch
from app.table.visitor import HOST, SEAT


async def play_from(
    store: Store, live: LiveTable, entry: Entry, origin: Branch, seat: Seat, name: str
) -> Opened:
    """Open a table whose game begins as this entry of the log left it.

    With the same deal, what comes next is what came then, and anybody who saw that game knows it. Otherwise
    everything that the seat couldn't know is dealt anew.
    """
    state = wire.loads(live.game.state_type, entry.state)
    if is_finished(state):
        raise Illegal("over")
    if not origin.same_deal:
        state = live.game.reseal(state, seat, SystemRandom())
    now = time.time()
    table = branched(live.table, origin, seat, name, int(now))
    opening = NewEntry(None, None, None, None, entry.events, wire.dumps(state))
    seat_key, host_key = new_key(), new_key()
    keys = [grant(seat_key, SEAT, table.host), grant(host_key, HOST)]
    while True:
        code = codes.new_code(SystemRandom())
        try:
            await store.take_in(
                code, table.game, live.rules, stored(table), [(opening, now)], state.waiting, keys
            )
        except CodeTaken:
            continue
        return Opened(code, seat_key, host_key)
