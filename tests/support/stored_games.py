"""Games in a store, played by chance through the rooms of a server."""

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

NAMES = ("Bruno", "Celina", "Daiki")


async def begun(store: Store, game: str = "dream_home", seats: int = 2, **options: Any) -> LiveTable:
    """A table where Ada hosts and everybody has sat down, with the game dealt: always the same."""
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
    """So many steps, or to the end; now and then an undo, and a turn that is taken back."""
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
    """Whether the last mover's turn went back."""
    try:
        await room.take_back(room.table.places[room.last_mover or 0].id, room.version)
    except Illegal:
        return False
    return True


async def played(store: Store, seed: int = 1, game: str = "dream_home", **options: Any) -> LiveTable:
    """A whole game."""
    room = await begun(store, game, **options)
    await play(room, Random(seed))
    return room
