"""How long bots pause before a move: the closer the choice, the longer, but never for other bots alone."""

from pathlib import Path

import pytest

from app.engine.thinking import Thought
from app.live.autoplay import Autoplay
from app.live.live_tables import LiveTables
from app.storage import database
from app.storage.migrate import migrate
from app.storage.store import Store
from app.table.seating import Table
from tests.support.live_tables import opened, playing
from tests.support.scheduled_loop import on_the_loop, scheduled


@pytest.mark.parametrize(
    ("doubt", "people", "seconds"),
    [(0, True, 1.0), (50, True, 1.6), (100, True, 2.2), (100, False, 1.0)],
    ids=["clear", "rather close", "close", "only bots"],
)
def test_a_bot_thinks_longer_about_a_close_choice_if_people_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, doubt: int, people: bool, seconds: float
) -> None:
    url = database.parse(f"sqlite:///{tmp_path}/games.db")
    migrate(url)
    took: list[float] = []

    async def at_once(table: int, question: bytes) -> Thought:
        return Thought((("clear", 3),), doubt=doubt)

    async def play() -> None:
        bots = Autoplay(lambda: 1.0, loop.time)
        monkeypatch.setattr(bots.thinkers, "think", at_once)
        async with Store(url) as store:
            on_the_loop(store)
            rooms = LiveTables(store, bots.notice)
            room = await playing(rooms, await opened(rooms))
            asked = room.waited_for[0]

            def step(table: Table) -> Table:
                levels = ["eero" if seat == asked or not people else "" for seat in range(len(table.places))]
                places = zip(table.places, levels, strict=True)
                return table._replace(places=tuple(place._replace(level=level) for place, level in places))

            begun, version = loop.time(), room.version
            await room.change(step)
            while room.version == version:
                await room.news_since(room.news)
            took.append(loop.time() - begun)
            await bots.stop()

    with scheduled() as loop:
        loop.sow(1)
        loop.run_until_complete(play())
    assert took == [pytest.approx(seconds, abs=0.05)]
