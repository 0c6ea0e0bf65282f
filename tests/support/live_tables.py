"""Tables that are open and played at in memory."""

from functools import partial

from app.live.joining import open_table, take_seat
from app.live.live_table import Room
from app.live.live_tables import Rooms
from app.table import seating


async def opened(rooms: Rooms, first_player: int = 0) -> str:
    return (await open_table(rooms.store, "dream_home", {"first_player": first_player}, "Ada")).code


async def there(rooms: Rooms, code: str) -> Room:
    room = await rooms.get(code)
    assert room
    return room


async def playing(rooms: Rooms, code: str) -> Room:
    room = await there(rooms, code)
    await take_seat(room, "Bruno")
    await all_ready(room)
    await room.start()
    return room


async def all_ready(room: Room) -> None:
    for place in room.table.places:
        await room.change(partial(seating.ready, id=place.id))
