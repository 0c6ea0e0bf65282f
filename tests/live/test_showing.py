"""What is shown at a table, as servers tell one another."""

import asyncio

import pytest
from sqlalchemy import URL

from app.live.bus.exchange import Exchange
from app.live.live_tables import LiveTables
from app.live.replay.showing import Showing, Step, screen, show
from app.storage.store import Store
from tests.support.live_tables import opened, there

pytestmark = pytest.mark.anyio


async def test_what_one_server_shows_is_shown_at_the_others_and_the_newest_counts(sqlite_games: URL) -> None:
    async with Store(sqlite_games) as store:
        one, other = LiveTables(store), LiveTables(store)
        code = await opened(one)
        here, far = await there(one, code), await there(other, code)
        hears = Exchange(other)
        telling = asyncio.create_task(Exchange(one).run(lambda table, text: hears.heard(text)))
        await show(one, here, Step(3, "table", "Ada", "a"))
        async with asyncio.timeout(60):
            while not screen.of(far).shown:
                await far.news_since(far.news)
        telling.cancel()
        assert screen.of(far).said == screen.of(here).said
        older = Showing(screen.of(far).said.at - 1, code, Step(9, "0", "Bruno", "b"))
        assert not screen.of(far).show(older)
        assert screen.of(far).said == screen.of(here).said
