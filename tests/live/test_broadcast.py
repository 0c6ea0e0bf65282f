"""Broadcasts: each audience gets one drawing, and arrivals and departures regroup the audiences first."""

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
import structlog

from app.live.broadcast import Audience, among, gathered
from app.live.joining import open_table, take_seat
from app.live.live_table import LiveTable
from app.live.live_tables import LiveTables
from app.net.close_codes import COME_BACK_LATER
from app.net.websocket_connection import Message
from app.storage import database
from app.storage.migrate import migrate
from app.storage.store import Store
from app.table import seating

pytestmark = pytest.mark.anyio


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[LiveTable]:
    url = database.parse(f"sqlite:///{tmp_path}/games.db")
    migrate(url)
    async with Store(url) as store:
        made = await open_table(store, "dream_home", {}, "Ada")
        found = await LiveTables(store).get(made.code)
        assert found
        yield found


class Ear:
    """A connection that records what it receives."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.hung_up = False
        self._news = asyncio.Event()

    def push(self, message: Message) -> None:
        self.heard.append(message.text)
        self._news.set()

    def hang_up(self, reason: int = COME_BACK_LATER) -> None:
        self.hung_up = True
        self._news.set()

    async def hears(self) -> str:
        async with asyncio.timeout(60):
            await self._news.wait()
        self._news.clear()
        return self.heard[-1] if self.heard else ""


class Painter:
    """Draws the number of news so far, and counts its drawings."""

    def __init__(self, room: LiveTable, marks: Callable[[], object] | None = None) -> None:
        self.room, self.drawn = room, 0
        self.marks = marks or (lambda: room.news)
        self.trouble: Exception | None = None

    async def draw(self) -> Message:
        self.drawn += 1
        if self.trouble:
            raise self.trouble
        return Message(f"news {self.room.news}, revision {self.room.revision}")


async def settled() -> None:
    """Let everything run that can run."""
    for _ in range(20):
        await asyncio.sleep(0)


async def test_a_frame_for_an_audience_is_drawn_once(room: LiveTable) -> None:
    painter, ears = Painter(room), [Ear() for _ in range(3)]
    ada, bruno, celina = ears
    with (
        among(ada, gathered(room, "all", painter.marks, painter.draw)),
        among(bruno, gathered(room, "all", painter.marks, painter.draw)),
        among(celina, gathered(room, "Celina", painter.marks, painter.draw)),
    ):
        for ear in ears:
            assert await ear.hears() == "news 0, revision 0"
        assert painter.drawn == 2
        room.tell()
        for ear in ears:
            assert await ear.hears() == "news 1, revision 0"
        assert painter.drawn == 4


async def test_of_many_changes_only_the_newest_is_sent(room: LiveTable) -> None:
    painter, ada = Painter(room), Ear()
    with among(ada, gathered(room, "all", painter.marks, painter.draw)):
        await ada.hears()
        for _ in range(5):
            room.tell()
        assert await ada.hears() == "news 5, revision 0"
    assert painter.drawn == 2


async def test_a_change_that_an_audience_cannot_see_is_not_drawn(room: LiveTable) -> None:
    painter, ada = Painter(room, lambda: room.version), Ear()
    with among(ada, gathered(room, "all", painter.marks, painter.draw)):
        await ada.hears()
        room.tell()
        await settled()
    assert painter.drawn == 1


async def test_a_large_audience_gets_updates_less_often(room: LiveTable) -> None:
    painter, ada = Painter(room), Ear()
    with among(ada, gathered(room, "all", painter.marks, painter.draw, pause=3600)):
        await ada.hears()
        room.tell()
        await settled()
        assert ada.heard == ["news 0, revision 0"]
    with among(ada, gathered(room, "all", painter.marks, painter.draw, pause=0.001)):
        await ada.hears()
        room.tell()
        room.tell()
        assert await ada.hears() == "news 3, revision 0"


async def test_an_unchanged_frame_is_sent_once(room: LiveTable) -> None:
    ada = Ear()

    async def draw() -> Message:
        return Message("as ever")

    with among(ada, gathered(room, "all", lambda: room.news, draw)):
        await ada.hears()
        room.tell()
        await settled()
    assert ada.heard == ["as ever"]


async def test_a_latecomer_gets_what_the_others_see(room: LiveTable) -> None:
    painter, ada, bruno = Painter(room), Ear(), Ear()
    with among(ada, gathered(room, "all", painter.marks, painter.draw)):
        await ada.hears()
        with among(bruno, gathered(room, "all", painter.marks, painter.draw)):
            assert bruno.heard == ada.heard
        room.tell()
        await ada.hears()
    assert painter.drawn == 2
    assert len(bruno.heard) == 1


async def test_after_an_arrival_nothing_is_sent_before_the_audiences_are_regrouped(room: LiveTable) -> None:
    painter, ada, bruno = Painter(room), Ear(), Ear()
    with (
        among(ada, gathered(room, "all", painter.marks, painter.draw)),
        among(bruno, gathered(room, "all", painter.marks, painter.draw)),
    ):
        await ada.hears()
        waiting = asyncio.create_task(room.revised_since(0))
        await take_seat(room, "Bruno")
        room.tell()
        await settled()
        assert ada.heard == bruno.heard == ["news 0, revision 0"]
        assert waiting.done()
        with among(ada, gathered(room, "all", painter.marks, painter.draw)):
            assert await ada.hears() == f"news {room.news}, revision 1"
    assert len(bruno.heard) == 1


async def test_whoever_moves_on_to_another_audience_is_only_told_what_is_new(room: LiveTable) -> None:
    ada, told, said = Ear(), dict[str, Message](), "as before"

    async def draw() -> Message:
        return Message(said)

    def audience(region: str) -> Audience:
        return gathered(room, region, lambda: room.revision, draw, region=region)

    with among(ada, audience("#one"), audience("#two"), told=told):
        await settled()
        assert ada.heard == ["as before"] * 2
    await take_seat(room, "Bruno")
    del told["#two"]  # a region that they haven't been shown
    with among(ada, audience("#one"), audience("#two"), told=told):
        await settled()
        assert ada.heard == ["as before"] * 3
    await take_seat(room, "Celina")
    said = "new"
    with among(Ear(), audience("#one"), audience("#two")):
        await settled()
        with among(ada, audience("#one"), audience("#two"), told=told):
            assert ada.heard == ["as before"] * 3 + ["new"] * 2


async def test_a_frame_is_dropped_if_somebody_arrives_while_it_is_drawn(room: LiveTable) -> None:
    ada, begun, go_on = Ear(), asyncio.Event(), asyncio.Event()

    async def draw() -> Message:
        begun.set()
        await go_on.wait()
        return Message("the seat of somebody who has just left it")

    with among(ada, gathered(room, 0, lambda: 1, draw)):
        await begun.wait()
        await room.change(lambda table: seating.seated(table, "Bruno", b"b" * 16)[0])
        go_on.set()
        await settled()
    assert ada.heard == []


async def test_a_move_puts_nobody_into_another_audience(room: LiveTable) -> None:
    revised = asyncio.create_task(room.revised_since(room.revision))
    room.tell()
    await settled()
    assert not revised.done()
    revised.cancel()


async def test_a_failed_drawing_disconnects_its_audience_which_may_come_back(room: LiveTable) -> None:
    painter, ada, bruno = Painter(room), Ear(), Ear()
    with among(ada, gathered(room, "all", painter.marks, painter.draw)):
        await ada.hears()
        painter.trouble = ValueError("a hole in the canvas")
        room.tell()
        await ada.hears()
        assert ada.hung_up
        painter.trouble = None
        with among(bruno, gathered(room, "all", painter.marks, painter.draw)):
            assert await bruno.hears() == "news 1, revision 0"
            assert not bruno.hung_up
    assert len(ada.heard) == 1


@pytest.mark.parametrize(
    "trouble", [database.StoreUnavailable("too many wait"), ValueError("a hole in the canvas")]
)
async def test_a_failure_is_logged_with_its_traceback_unless_it_is_overload(
    room: LiveTable, trouble: Exception
) -> None:
    painter, ada = Painter(room), Ear()
    painter.trouble = trouble
    with (
        structlog.testing.capture_logs() as said,
        among(ada, gathered(room, "all", painter.marks, painter.draw)),
    ):
        await ada.hears()
    (line,) = said
    assert (line["event"], line["table"]) == ("broadcast_failed", room.code)
    assert line["exc_info"] is (trouble if isinstance(trouble, ValueError) else None)


async def test_when_all_have_gone_no_task_is_left(room: LiveTable) -> None:
    before, painter, ada = asyncio.all_tasks(), Painter(room), Ear()
    for _ in range(50):
        with among(ada, gathered(room, "all", painter.marks, painter.draw)):
            await ada.hears()
        await settled()
    assert asyncio.all_tasks() == before
    room.tell()
    await settled()
    assert painter.drawn == 50
