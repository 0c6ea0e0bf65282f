"""When a seat's time runs out, a bot moves and plays that turn to its end."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import URL

from app.engine.bots import random as at_random
from app.engine.core import UNDO, Move, Seat
from app.engine.home_staging.state import DRAW
from app.live.autoplay import Autoplay
from app.live.joining import open_table, take_seat
from app.live.live_table import GRACE_SECONDS, LiveTable
from app.live.live_tables import LiveTables
from app.storage.migrate import migrate
from app.storage.store import Store
from app.table import auto_answers, clocks, seating
from tests.support import fixed_deal
from tests.support.drawing_table import playable

pytestmark = pytest.mark.anyio


class Clock:
    """A clock that only the test moves."""

    def __init__(self) -> None:
        self.ahead = 0.0

    def __call__(self) -> float:
        return time.monotonic() + self.ahead


async def at_a_table(
    folder: Path,
    test: Callable[[LiveTable, Autoplay, Clock], Awaitable[None]],
    game: str = "dream_home",
    **agreed: Any,
) -> None:
    url = URL.create("sqlite+pysqlite", database=str(folder / "games.db"))
    await asyncio.to_thread(migrate, url)
    clock = Clock()
    bots = Autoplay(lambda: 0, clock)
    async with Store(url) as store:
        rooms = LiveTables(store, bots.notice, clock=clock)
        opened = await open_table(store, game, {"first_player": 0, **agreed}, "Ada")
        room = await rooms.get(opened.code)
        assert room
        await take_seat(room, "Bruno")
        for place in room.table.places:
            await room.change(lambda table, id=place.id: seating.ready(table, id))  # type: ignore[misc]
        if game == "dream_home":
            await room.change(fixed_deal.fixed)  # a random deal might never bring a jackhammer
        await room.start()
        try:
            await test(room, bots, clock)
        finally:
            await bots.stop()


async def after(room: LiveTable, version: int) -> None:
    async with asyncio.timeout(60):
        while room.version < version:
            await room.news_since(room.news)


async def test_when_time_runs_out_a_bot_plays_that_turn_to_its_end(tmp_path: Path) -> None:
    async def test(room: LiveTable, bots: Autoplay, clock: Clock) -> None:
        assert bots.are_busy(room), "it waits for the time to be over"
        assert room.version == 1
        clock.ahead = 31
        room.tell()
        await after(room, 2)
        async with asyncio.timeout(60):
            while 0 in room.waited_for and room.state.round == 1:
                await room.news_since(room.news)

    await at_a_table(tmp_path, test, seconds=30)


async def test_a_move_restarts_the_seats_time(tmp_path: Path) -> None:
    async def test(room: LiveTable, bots: Autoplay, clock: Clock) -> None:
        first = room.deadline(0)
        assert first
        assert room.deadline(1) is None
        move = at_random(room.game, room.state, 0, Random(1))
        await room.submit(room.table.places[0].id, room.state.turns[0], move, "m1")
        second = room.deadline(0)
        assert second
        assert second >= first

    await at_a_table(tmp_path, test, seconds=30)


async def test_undoing_and_redoing_a_move_gives_no_time(tmp_path: Path) -> None:
    """Otherwise, discarding a pair and undoing it would keep the others waiting for ever."""

    async def test(room: LiveTable, bots: Autoplay, clock: Clock) -> None:
        async def deadline_after(*moves: Move) -> float:
            for move in moves:
                await room.submit(room.table.places[0].id, room.state.turns[0], move, f"at {room.version}")
            at = room.deadline(0)
            assert at
            return at

        first = await deadline_after(("clear", 1))
        assert await deadline_after(UNDO) == first
        assert await deadline_after(("clear", 2), UNDO, ("clear", 1), UNDO) == first
        assert await deadline_after(("clear", 3)) == first
        again = await deadline_after(("take", 0))
        assert again > first, "what is new has its time"
        assert await deadline_after(("place", "g0", "down")) > again

    await at_a_table(tmp_path, test, seconds=30)


async def step(room: LiveTable, seat: Seat, *move: str | int) -> None:
    await room.submit(room.table.places[seat].id, room.state.turns[seat], move, f"at {room.version}")


async def until_all_draw(room: LiveTable) -> None:
    while room.state.step != DRAW:
        [seat] = room.waited_for
        await step(room, seat, *[*room.game.moves(room.state, seat)][-1])


async def test_a_shared_turn_has_one_clock_however_many_moves_it_takes(tmp_path: Path) -> None:
    async def test(room: LiveTable, bots: Autoplay, clock: Clock) -> None:
        await until_all_draw(room)
        asked = room.deadline(0), room.deadline(1)
        for ahead in (1, 2):
            clock.ahead = ahead
            drawn = next(iter(room.game.moves(room.state, 1)))
            for move in (drawn, ("erase", drawn[3]), drawn, UNDO, ("confirm",), ("withdraw",)):
                await step(room, 1, *move)
                assert (room.deadline(0), room.deadline(1) or asked[1]) == asked
        clock.ahead = 3
        for seat in (1, 0):
            await step(room, seat, "confirm")
        [active] = room.waited_for
        later = room.deadline(active)
        assert later
        assert later >= (asked[0] or 0) + 3, "the next decision has its own time"

    with playable(tmp_path / "games"):
        await at_a_table(tmp_path, test, game="home_staging", seconds=30)


async def test_time_up_in_a_shared_turn_keeps_what_is_drawn(tmp_path: Path) -> None:
    """A bot goes on from there, for everybody whose time is up."""

    async def test(room: LiveTable, bots: Autoplay, clock: Clock) -> None:
        await until_all_draw(room)
        drawn = next(move for move in room.game.moves(room.state, 1) if move[0] == "draw")
        await step(room, 1, *drawn)
        [piece] = room.state.pencils[1].pieces
        clock.ahead = 31
        room.tell()
        async with asyncio.timeout(20):
            while room.state.step == DRAW:
                await room.news_since(room.news)
        assert room.state.sheets[1].rooms[-1].pieces[0] == piece.name

    with playable(tmp_path / "games"):
        await at_a_table(tmp_path, test, game="home_staging", seconds=30)


async def test_another_server_counts_the_same_time(tmp_path: Path) -> None:
    async def test(room: LiveTable, bots: Autoplay, clock: Clock) -> None:
        other = await LiveTables(room.store).get(room.code)
        assert other
        for move in (("clear", 1), UNDO, ("clear", 2)):
            before = other.deadline(0)
            await room.submit(room.table.places[0].id, room.state.turns[0], move, f"at {room.version}")
            await other.refresh()
            assert (other.deadline(0) == before) == (room.version > 2)

    await at_a_table(tmp_path, test, seconds=30)


async def test_paused_clocks_never_end_and_resumed_ones_restart(tmp_path: Path) -> None:
    async def test(room: LiveTable, bots: Autoplay, clock: Clock) -> None:
        await room.change(clocks.paused)
        assert room.deadline(0) is None
        clock.ahead = 1000
        before = clock()
        await room.change(lambda table: clocks.resumed(table, int(time.time())))
        resumed = room.deadline(0)
        assert resumed
        assert before + 30 <= resumed <= clock() + 30
        assert room.version == 1

    await at_a_table(tmp_path, test, seconds=30)


HOUR = 60 * 60


@pytest.mark.parametrize("set_by", [HOUR, -HOUR])
async def test_a_clock_that_is_set_ends_nobodys_time_and_lengthens_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, set_by: int
) -> None:
    async def test(room: LiveTable, bots: Autoplay, clock: Clock) -> None:
        before, real = room.deadline(0), time.time
        monkeypatch.setattr(time, "time", lambda: real() + set_by)
        await room.refresh()
        assert room.deadline(0) == before
        assert not bots.is_late(room)
        clock.ahead = 31
        assert bots.is_late(room)

    await at_a_table(tmp_path, test, seconds=30)


@pytest.mark.parametrize(("set_by", "left"), [(HOUR, GRACE_SECONDS), (-HOUR, 30), (0, 30)])
async def test_a_clock_that_was_set_before_a_start_ends_nobodys_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, set_by: int, left: float
) -> None:
    """Who comes back after the start has a while, and no more than the whole time."""

    async def test(room: LiveTable, bots: Autoplay, clock: Clock) -> None:
        await room.change(lambda table: clocks.resumed(table, int(time.time())))
        real = time.time
        monkeypatch.setattr(time, "time", lambda: real() + set_by)
        met = clock()
        again = await LiveTables(room.store, clock=clock).get(room.code)
        assert again
        assert not bots.is_late(again)
        assert met + left - 10 <= (again.deadline(0) or 0) <= clock() + left
        clock.ahead = 31
        assert bots.is_late(again)

    await at_a_table(tmp_path, test, seconds=30)


async def test_without_a_limit_nothing_runs(tmp_path: Path) -> None:
    async def test(room: LiveTable, bots: Autoplay, clock: Clock) -> None:
        assert room.deadline(0) is None
        assert not bots.are_busy(room)

    await at_a_table(tmp_path, test)


async def test_an_answer_given_in_advance_is_used_as_soon_as_it_is_needed(tmp_path: Path) -> None:
    """Both are asked about the jackhammer whenever they own one; neither has to answer."""

    async def test(room: LiveTable, bots: Autoplay, clock: Clock) -> None:
        for place in room.table.places:
            await room.change(
                lambda table, id=place.id: auto_answers.with_auto_answer(table, id, "pass", True)  # type: ignore[misc]
            )
        chance, answered = Random(1), 0
        for number in count():
            async with asyncio.timeout(60):
                while bots.are_busy(room):
                    answered += 1
                    await room.news_since(room.news)
                    await asyncio.sleep(0)
            if not room.waited_for:
                break
            seat = room.waited_for[0]
            assert ("pass",) not in room.game.moves(room.state, seat)
            move = at_random(room.game, room.state, seat, chance)
            await room.submit(room.table.places[seat].id, room.state.turns[seat], move, f"m{number}")
        assert answered

    await at_a_table(tmp_path, test)
