"""The bus for a server that has the database to itself."""

from app.live.live_table import LiveTable
from app.live.live_tables import LiveTables


class OneServer:
    """Does nothing: the live tables here are always up to date."""

    announce = None
    listens = True

    def start(self, live_tables: LiveTables) -> None:
        pass

    async def stop(self) -> None:
        pass

    async def catch_up(self, live: LiveTable) -> None:
        pass
