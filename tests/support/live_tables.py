"""Live tables, open and in play in memory."""

from functools import partial

from app.live.joining import open_table, take_seat
from app.live.live_table import LiveTable
from app.live.live_tables import LiveTables
from app.table import seating


async def opened(rooms: LiveTables, first_player: int = 0) -> str:
    return (await open_table(rooms.store, "dream_home", {"first_player": first_player}, "Ada")).code


async def there(rooms: LiveTables, code: str) -> LiveTable:
    room = await rooms.get(code)
    assert room
    return room


async def playing(rooms: LiveTables, code: str) -> LiveTable:
    room = await there(rooms, code)
    await take_seat(room, "Bruno")
    await all_ready(room)
    await room.start()
    return room


async def all_ready(room: LiveTable) -> None:
    for place in room.table.places:
        await room.change(partial(seating.ready, id=place.id))
