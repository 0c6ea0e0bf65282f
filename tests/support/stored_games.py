"""Games in a store, played at random through live tables."""

from functools import partial
from random import Random
from typing import Any

from app.engine.core import UNDO, Illegal, offers
from app.live import joining
from app.live.live_table import LiveTable
from app.live.live_tables import LiveTables
from app.storage.store import Store
from app.table import seating
from tests.support import fixed_deal

NAMES = ("Bruno", "Celina", "Daiki", "Ewa", "Franco")


async def begun(store: Store, game: str = "dream_home", seats: int = 2, **options: Any) -> LiveTable:
    """A table with Ada as host and all seats taken, with the game dealt: the same deal each time."""
    opened = await joining.open_table(store, game, options, "Ada")
    room = await LiveTables(store).get(opened.code)
    assert room
    for name in NAMES[: seats - 1]:
        await joining.take_seat(room, name)
    for place in room.table.places:
        await room.change(partial(seating.ready, id=place.id))
    await room.change(fixed_deal.fixed)
    await room.start()
    return room


async def play(room: LiveTable, chance: Random, steps: int = 10_000) -> None:
    """Make so many random moves, or play to the end; now and then undo a move or take back a turn."""
    while room.state.waiting and steps:
        steps -= 1
        seat = chance.choice(room.state.waiting)
        if chance.random() < 0.1 and await _taken_back(room):
            continue
        moves = offers(room.game, room.state, seat)
        if moves[-1] == UNDO and chance.random() > 0.1:
            moves = moves[:-1]
        await room.submit(
            room.table.places[seat].id, room.state.turns[seat], chance.choice(moves), f"at {room.version}"
        )


async def _taken_back(room: LiveTable) -> bool:
    """Take back the last player's turn; False if that is refused."""
    try:
        await room.take_back(room.table.places[room.last_mover or 0].id, room.version)
    except Illegal:
        return False
    return True


async def played(store: Store, seed: int = 1, game: str = "dream_home", **options: Any) -> LiveTable:
    """A table with a whole game played."""
    room = await begun(store, game, **options)
    await play(room, Random(seed))
    return room
