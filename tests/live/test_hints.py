"""Hints at a table: one for each decision, only for those who may, and never too late."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest

from app.engine.core import Illegal, offers
from app.live import hints
from app.live.live_table import LiveTable
from app.live.live_tables import LiveTables
from app.live.thinkers import Thinkers
from app.storage import database
from app.storage.migrate import migrate
from app.storage.store import Store
from app.table import hints as rules
from app.table import seating
from tests.support.live_tables import opened, playing

pytestmark = pytest.mark.anyio
LONG = 60.0


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[LiveTable]:
    """A game of two, in which Ada is asked."""
    url = database.parse(f"sqlite:///{tmp_path}/games.db")
    migrate(url)
    async with Store(url) as store:
        rooms = LiveTables(store, lambda live: None)
        yield await playing(rooms, await opened(rooms))


@pytest.fixture
async def thinkers() -> AsyncIterator[Thinkers]:
    made = Thinkers(most_workers=1, answer_seconds=LONG)
    yield made
    await made.stop()


def asked(live: LiveTable) -> int:
    return live.table.places[live.waited_for[0]].id


async def choosing(live: LiveTable, hints: str) -> None:
    given = seating.table_options_of(live.table)
    chosen = tuple((name, hints if name == "hints" else value) for name, value in given)
    await live.change(lambda table: table._replace(table_options=chosen))


async def test_there_is_one_hint_for_each_decision(room: LiveTable, thinkers: Thinkers) -> None:
    place, version = asked(room), room.version
    for _ in range(2):
        await hints.give(room, thinkers, place, newcomer=True)
    given = rules.advice(room.table, place)
    assert given
    assert (given.times, given.turn) == (1, room.state.turns[room.waited_for[0]])
    assert room.version == version, "the game goes on as if nothing had happened"
    said = hints.shown(room, room.waited_for[0])
    assert said
    assert said.best.moves[0] in offers(room.game, room.state, room.waited_for[0])
    assert [each.id for each in hints.advised(room)] == [place]


async def test_two_who_press_at_once_get_one_hint(room: LiveTable, thinkers: Thinkers) -> None:
    place = asked(room)
    await asyncio.gather(*(hints.give(room, thinkers, place, newcomer=True) for _ in range(3)))
    given = rules.advice(room.table, place)
    assert given
    assert given.times == 1


async def test_a_hint_is_shown_until_the_turn_that_it_is_for_is_over(
    room: LiveTable, thinkers: Thinkers
) -> None:
    place, seat = asked(room), room.waited_for[0]
    await hints.give(room, thinkers, place, newcomer=True)
    said = hints.shown(room, seat)
    assert said
    for move in said.best.moves:
        assert hints.shown(room, seat) == said
        await room.submit(place, room.state.turns[seat], move)
    assert hints.shown(room, seat) is None
    assert hints.advised(room) == []


async def test_a_hint_that_comes_too_late_is_thrown_away(room: LiveTable, thinkers: Thinkers) -> None:
    place, seat = asked(room), room.waited_for[0]
    asking = asyncio.create_task(hints.give(room, thinkers, place, newcomer=True))
    while not thinkers.processes:  # the question is on its way
        await asyncio.sleep(0)
    move = offers(room.game, room.state, seat)[0]
    await room.submit(place, room.state.turns[seat], move)
    await asking
    assert room.table.advice == ()


async def test_a_table_goes_on_while_somebody_thinks_about_a_hint(
    room: LiveTable, thinkers: Thinkers
) -> None:
    asking = asyncio.create_task(hints.give(room, thinkers, asked(room), newcomer=True))
    while not thinkers.processes:
        await asyncio.sleep(0)
    assert not room.lock.locked()
    assert not asking.done()
    asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)


async def test_without_a_free_worker_there_is_no_hint(room: LiveTable) -> None:
    full = Thinkers(most_waiting=0)
    with pytest.raises(Illegal, match="no_hint_now"):
        await hints.give(room, full, asked(room), newcomer=True)
    assert room.table.advice == ()


@pytest.mark.parametrize(
    ("option", "newcomer", "may"),
    [
        ("off", True, False),
        ("newcomers", False, False),
        ("newcomers", True, True),
        ("all", False, True),
    ],
)
async def test_only_those_get_hints_whom_the_table_allows_them(
    room: LiveTable, thinkers: Thinkers, option: str, newcomer: bool, may: bool
) -> None:
    await choosing(room, option)
    giving = hints.give(room, thinkers, asked(room), newcomer)
    if may:
        await giving
        assert room.table.advice
    else:
        with pytest.raises(Illegal, match="no_hints"):
            await giving
        assert not thinkers.processes


async def test_a_table_that_excludes_hints_meanwhile_gives_none(room: LiveTable, thinkers: Thinkers) -> None:
    asking = asyncio.create_task(hints.give(room, thinkers, asked(room), newcomer=True))
    while not thinkers.processes:
        await asyncio.sleep(0)
    await choosing(room, "off")
    with pytest.raises(Illegal, match="no_hints"):
        await asking
    assert room.table.advice == ()


async def test_nobody_gets_a_hint_out_of_turn(room: LiveTable, thinkers: Thinkers) -> None:
    waits = next(place.id for place in room.table.places if place.id != asked(room))
    with pytest.raises(Illegal, match="hint_on_turn"):
        await hints.give(room, thinkers, waits, newcomer=True)


async def test_hints_run_out(room: LiveTable, thinkers: Thinkers) -> None:
    place = asked(room)
    for turn in range(rules.MOST):
        await room.change(partial(rules.advised, place=place, turn=-1 - turn, version=0, hint=""))
    with pytest.raises(Illegal, match="no_more_hints"):
        await hints.give(room, thinkers, place, newcomer=True)
    other = next(each.id for each in room.table.places if each.id != place)
    rules.must_be_given(room.table, other, newcomer=True)


async def test_a_practice_always_has_hints_and_an_old_table_none(room: LiveTable) -> None:
    old = room.table._replace(table_options=())
    assert not rules.are_for(old, newcomer=True)
    await choosing(room, "off")
    assert rules.are_for(room.table._replace(practice=True), newcomer=False)
