"""Carries notices through the Postgres that all servers share. Writers notify in the transaction itself."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from app.live.bus.courier import CHANNELS, Away, Notice, Send
from app.storage import database
from app.storage.database import URL

if TYPE_CHECKING:
    from psycopg import AsyncConnection


class PostgresCourier:
    knows_commits = True

    def __init__(self, url: URL) -> None:
        self._url = database.for_libpq(database.patient(url))
        self.address = database.shown(url)

    @asynccontextmanager
    async def hearing(self) -> AsyncIterator[AsyncIterator[Notice]]:
        async with self._connected() as connection:
            for channel in CHANNELS:
                await connection.execute(f"LISTEN {channel}".encode())
            yield (Notice(each.channel, each.payload) async for each in connection.notifies())

    @asynccontextmanager
    async def sending(self) -> AsyncIterator[Send]:
        async with self._connected() as connection:

            async def send(notices: Sequence[Notice]) -> None:
                for notice in notices:
                    await connection.execute("SELECT pg_notify(%s, %s)", notice)

            yield send

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator["AsyncConnection[Any]"]:
        import psycopg  # installed only where Postgres is used

        try:
            connection = await psycopg.AsyncConnection.connect(self._url, autocommit=True)
            try:
                yield connection
            finally:  # psycopg's own context manager would roll back first, and could be cancelled there
                await connection.close()
        except psycopg.OperationalError as trouble:
            raise Away(database.reason(trouble)) from trouble
