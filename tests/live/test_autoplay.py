"""The server moves for bots and for people who are away, whatever anybody sends it."""

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from structlog.testing import capture_logs

from app import metrics
from app.engine.bots import BOTS, QUICK
from app.engine.bots import random as at_random
from app.engine.core import Game, Illegal, Move, Seat
from app.engine.thinking import Thought
from app.live.autoplay import Autoplay
from app.live.joining import open_table, take_bots_seat
from app.live.live_table import LiveTable
from app.live.live_tables import LiveTables
from app.live.watchdog import Watchdog
from app.storage import database
from app.storage.migrate import migrate
from app.storage.store import Store
from app.table import seating
from app.table.keys import new_key
from tests.support.drawing_table import playable
from tests.support.live_tables import all_ready, opened, playing, there
from tests.support.scheduled_loop import on_the_loop, scheduled

pytestmark = pytest.mark.anyio

UNKNOWN: Move = ("fly",)


@asynccontextmanager
async def a_house(folder: Path) -> AsyncIterator[tuple[LiveTables, Autoplay]]:
    url = database.parse(f"sqlite:///{folder}/games.db")
    await asyncio.to_thread(migrate, url)
    bots = Autoplay(lambda: 0, retry_seconds=0.01)
    async with Store(url) as store:
        try:
            yield LiveTables(store, bots.notice), bots
        finally:
            await bots.stop()


async def with_a_bot(rooms: LiveTables) -> LiveTable:
    room = await there(rooms, await opened(rooms))
    await room.change(lambda table: seating.with_bot(table, "greedy")[0])
    await all_ready(room)
    await room.start()
    return room


async def reaching(room: LiveTable, version: int) -> None:
    async with asyncio.timeout(20):
        while room.version < version:
            await room.news_since(room.news)


async def made(room: LiveTable, seat: Seat, id: str, chance: Random) -> None:
    """Make a move as a person, under an id of their choice."""
    move = at_random(room.game, room.state, seat, chance)
    await room.submit(room.table.places[seat].id, room.state.turns[seat], move, id)


@pytest.mark.parametrize("name", ["bot-{}", "take_back-{}", "{}", ""])
async def test_no_id_chosen_by_a_player_keeps_a_bot_from_moving_for_them(tmp_path: Path, name: str) -> None:
    """They use up the ids of the coming versions, and leave."""
    chance = Random(1)
    async with a_house(tmp_path) as (rooms, _):
        room = await playing(rooms, await opened(rooms))
        ahead = 6
        while room.version < ahead:
            seat = room.waited_for[0]
            await made(room, seat, name.format(room.version + ahead) or f"{room.version}", chance)
        for place in room.table.places:
            await room.change(lambda table, id=place.id: seating.without(table, id))  # type: ignore[misc]
        await reaching(room, 4 * ahead)


async def test_no_id_chosen_by_a_player_keeps_a_turn_from_being_taken_back(tmp_path: Path) -> None:
    async with a_house(tmp_path) as (rooms, _):
        room = await playing(rooms, await opened(rooms))
        ada = room.table.places[0].id

        async def make(move: Move) -> None:
            await room.submit(ada, room.state.turns[0], move, f"take_back-{room.version + 1}")

        for move in (("clear", 1), ("take", 0)):
            await make(move)
        await make(next(move for move in room.game.moves(room.state, 0) if move[0] == "place"))
        await make(("done",))
        before = room.version
        await room.take_back(ada, before)
        assert room.version == before + 1


async def test_a_move_by_the_server_has_an_id_that_nobody_can_send(tmp_path: Path) -> None:
    async with a_house(tmp_path) as (rooms, _):
        room = await with_a_bot(rooms)
        while room.waited_for == (0,):
            await made(room, 0, f"at {room.version}", Random(2))
        await reaching(room, room.version + 1)
        log = await room.store.entries(room.id)
        assert {each.move_id for each in log if each.seat == 1} == {None}
        assert all(each.move_id for each in log if each.seat == 0)


async def test_a_move_stored_under_an_id_of_an_older_version_is_still_answered(tmp_path: Path) -> None:
    async with a_house(tmp_path) as (rooms, _):
        room = await playing(rooms, await opened(rooms))
        ada = room.table.places[0].id
        for _ in range(2):
            assert await room.submit(ada, 1, ("clear", 1), "bot-1") == 2


class Stumbling:
    """A bot whose first answers are invalid."""

    def __init__(self, bad: int, trouble: Exception | None = None) -> None:
        self.left, self.trouble = bad, trouble

    def __call__(self, game: Game[Any], state: Any, seat: Seat, chance: Random) -> Move:
        self.left -= 1
        if self.left < 0:
            return at_random(game, state, seat, chance)
        if self.trouble:
            raise self.trouble
        return UNKNOWN


@pytest.mark.parametrize("trouble", [None, ZeroDivisionError()])
async def test_a_bad_answer_is_logged_once_and_the_bot_tries_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trouble: Exception | None
) -> None:
    monkeypatch.setitem(BOTS, "greedy", Stumbling(3, trouble))
    with capture_logs() as lines:
        async with a_house(tmp_path) as (rooms, _):
            room = await with_a_bot(rooms)
            while room.waited_for == (0,):
                await made(room, 0, f"at {room.version}", Random(2))
            await reaching(room, room.version + 1)
    told = [line for line in lines if line["event"] == "bot_retry"]
    assert [line["trouble"] for line in told] == ["ZeroDivisionError" if trouble else "unknown_move"]


async def test_a_table_where_the_server_should_have_moved_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(BOTS, "greedy", stumbling := Stumbling(10**9))
    async with a_house(tmp_path) as (rooms, bots):
        watchdog = Watchdog(rooms.here, bots.is_late, bots.notice)
        room = await with_a_bot(rooms)
        with capture_logs() as lines:
            watchdog.look()
            watchdog.look()
            assert not stuck(lines), "it is a person's turn"
            while room.waited_for == (0,):
                await made(room, 0, f"at {room.version}", Random(2))
            watchdog.look()
            assert not stuck(lines), "it may have just begun to think"
            for _ in range(3):
                watchdog.look()
            assert stuck(lines) == [[room.code]], "told once"
            assert "housewarming_tables_stuck 1.0" in metrics.told().decode()
            stumbling.left = 0
            await reaching(room, room.version + 1)
            watchdog.look()
            assert "housewarming_tables_stuck 0.0" in metrics.told().decode()


async def test_a_bot_that_stopped_is_started_again(tmp_path: Path) -> None:
    async with a_house(tmp_path) as (rooms, bots):
        unheard = LiveTables(rooms.store)  # with no bots to notify
        room = await with_a_bot(unheard)
        while room.waited_for == (0,):
            await made(room, 0, f"at {room.version}", Random(2))
        before = room.version
        watchdog = Watchdog(unheard.here, bots.is_late, bots.notice)
        watchdog.look()
        watchdog.look()
        await reaching(room, before + 1)


def stuck(lines: list[Any]) -> list[list[str]]:
    return [line["tables"] for line in lines if line["event"] == "tables_stuck"]


async def test_a_bot_thinks_while_the_server_answers_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It decides only once the server has done something else."""
    thinking, may_decide = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def thoughtful(game: Game[Any], state: Any, seat: Seat, chance: Random) -> Move:
        loop.call_soon_threadsafe(thinking.set)
        assert may_decide.wait(20)
        return at_random(game, state, seat, chance)

    monkeypatch.setitem(BOTS, "greedy", thoughtful)
    async with a_house(tmp_path) as (rooms, _):
        room = await with_a_bot(rooms)
        while room.waited_for == (0,):
            await made(room, 0, f"at {room.version}", Random(2))
        await thinking.wait()
        other = await playing(rooms, await opened(rooms))
        await made(other, other.waited_for[0], "meanwhile", Random(3))
        version = room.version
        may_decide.set()
        await reaching(room, version + 1)


# -- bots in a turn that all seats take at once --------------------------------------------------------------

SEATS, LONGEST_WAIT = 6, 3.0  # seconds, for the person who was done last


@pytest.mark.parametrize("level", QUICK)
def test_bots_that_draw_keep_nobody_waiting(tmp_path: Path, level: str) -> None:
    """The only time that passes is the bots' own pause."""
    url = database.parse(f"sqlite:///{tmp_path}/games.db")
    migrate(url)
    waits: list[float] = []

    async def play() -> None:
        bots = Autoplay(lambda: 0.8, loop.time)
        async with Store(url) as store:
            on_the_loop(store)
            rooms = LiveTables(store, bots.notice)
            opened = await open_table(store, "home_staging", {"scenario": "1", "first_player": 0}, "Ada")
            room = await there(rooms, opened.code)
            for _ in range(SEATS - 1):
                await room.change(lambda table: seating.with_bot(table, level)[0])
            await all_ready(room)
            await room.start()
            while room.waited_for:
                if 0 not in room.waited_for:
                    await room.news_since(room.news)
                    continue
                begun, together = loop.time(), len(room.game.shared_turn(room.state)) > 1
                move = [*room.game.moves(room.state, 0)][-1]
                number = len(room.state.up), len(room.state.sheets[0].rooms), room.state.step
                await room.submit(room.table.places[0].id, room.state.turns[0], move, f"{room.version}")
                while together and room.waited_for and 0 not in room.waited_for:
                    if number != (len(room.state.up), len(room.state.sheets[0].rooms), room.state.step):
                        break
                    await room.news_since(room.news)
                waits.append(loop.time() - begun)
            await bots.stop()

    with playable(tmp_path / "games"), scheduled() as loop:
        loop.sow(1)
        loop.run_until_complete(play())
    assert len(waits) > 10
    assert 0 < max(waits) <= LONGEST_WAIT


# -- bots that think -----------------------------------------------------------------------------------------


async def with_thinking_bots(rooms: LiveTables, *levels: str) -> LiveTable:
    """A game between these bots and a quick one, which plays for the host, who has left."""
    room = await there(rooms, await opened(rooms))
    for level in levels:
        await room.change(lambda table, level=level: seating.with_bot(table, level)[0])  # type: ignore[misc]
    await all_ready(room)
    await room.start()
    ada = room.table.places[0]._replace(level="greedy")
    await room.change(lambda table: seating.without(table._replace(places=(ada, *table.places[1:])), ada.id))
    return room


async def test_a_bot_that_thinks_plays_whole_turns_from_a_worker(tmp_path: Path) -> None:
    async with a_house(tmp_path) as (rooms, bots):
        room = await with_thinking_bots(rooms, "mimi")
        await reaching(room, 12)
        assert len(bots.thinkers.processes) == 1
    assert not bots.thinkers.processes


async def test_quick_bots_need_no_worker(tmp_path: Path) -> None:
    async with a_house(tmp_path) as (rooms, bots):
        room = await with_thinking_bots(rooms, "random")
        await reaching(room, 12)
        assert not bots.thinkers.processes


async def test_where_no_worker_answers_a_quick_bot_decides(tmp_path: Path) -> None:
    async with a_house(tmp_path) as (rooms, bots):
        bots.thinkers._most_waiting = 0
        with capture_logs() as lines:
            room = await with_thinking_bots(rooms, "eero")
            await reaching(room, 12)
        hurried = [line for line in lines if line["event"] == "bot_hurried"]
        assert hurried
        assert {line["trouble"] for line in hurried} == {"queue_full"}


async def test_a_thought_that_comes_too_late_is_thrown_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the bot thinks for somebody who left, they come back and play."""
    asked, may_answer = asyncio.Event(), asyncio.Event()

    async def slowly(table: int, question: bytes) -> Thought:
        asked.set()
        await may_answer.wait()
        return Thought((("clear", 3),))

    async with a_house(tmp_path) as (rooms, bots):
        monkeypatch.setattr(bots.thinkers, "think", slowly)
        room = await playing(rooms, await opened(rooms))
        seat = room.waited_for[0]
        place = room.table.places[seat]
        await room.change(
            lambda table: table._replace(
                places=tuple(
                    each._replace(level="eero") if each.id == place.id else each for each in table.places
                )
            )
        )
        await asked.wait()
        await room.change(
            lambda table: table._replace(
                places=(*room.table.places[:seat], place, *room.table.places[seat + 1 :])
            )
        )
        await room.submit(place.id, room.state.turns[seat], ("clear", 1))
        version = room.version
        may_answer.set()
        while bots.are_busy(room):
            await asyncio.sleep(0)
        assert room.version == version
        assert room.state.display.rooms[3], "the bot's clearing came to nothing"


async def test_a_move_for_a_seat_that_a_person_has_taken_over_does_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody sits down in the bot's place while it thinks. It is their turn, and nothing has been done."""
    asked, may_answer = asyncio.Event(), asyncio.Event()

    async def slowly(table: int, question: bytes) -> Thought:
        asked.set()
        await may_answer.wait()
        return Thought((("clear", 3),))

    async with a_house(tmp_path) as (rooms, bots):
        monkeypatch.setattr(bots.thinkers, "think", slowly)
        room = await with_thinking_bots(rooms, "eero")
        await asked.wait()
        version, seat = room.version, room.waited_for[0]
        place = room.table.places[seat]
        await take_bots_seat(room, place.id, "Bruno", new_key())
        move = next(iter(room.game.moves(room.state, seat)))
        may_answer.set()
        while bots.are_busy(room):
            await asyncio.sleep(0)
        assert (room.version, room.waited_for) == (version, (seat,))
        with pytest.raises(Illegal, match="seat_is_played"):
            await room.submit(place.id, room.state.turns[seat], move, played_by=place.level)
        await room.submit(place.id, room.state.turns[seat], move)
