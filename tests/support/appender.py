"""Appends moves to some rooms at once until killed, and prints every one that the store acknowledges.

`python -m tests.support.appender URL ROOM…`
"""

import asyncio
import sys

from app.storage import database
from app.storage.store import Store
from tests.support.steps import append_until_stored, step


async def main(url: str, rooms: list[int]) -> None:
    store = Store(database.parse(url))

    async def play(room_id: int) -> None:
        room, _ = await store.load(room_id)
        for number in range(room.version, 1_000_000):
            version = await append_until_stored(store, room_id, step(f"m{number}"))
            print(room_id, version, flush=True)

    await asyncio.gather(*map(play, rooms))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], [int(number) for number in sys.argv[2:]]))
