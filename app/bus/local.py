"""One server alone."""

from app.rooms import Room, Rooms


class LocalBus:
    """Its own rooms know everything first."""

    announce = None
    listens = True

    def start(self, rooms: Rooms) -> None:
        pass

    async def stop(self) -> None:
        pass

    async def catch_up(self, room: Room) -> None:
        pass
