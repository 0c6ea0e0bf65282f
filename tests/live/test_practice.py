"""A practice table in the store: going back, and what the log, the replay and exports tell."""

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from app.cli.verify import faults
from app.engine import record, take_back, wire
from app.engine.core import Illegal
from app.engine.take_back import TAKE_BACK
from app.live import export, joining
from app.live.earlier_turns import TakenBackSince
from app.live.live_table import LiveTable
from app.live.live_tables import LiveTables
from app.pages import replay
from app.pages.course import course
from app.pages.game_log import LOG_LINES, Story
from app.storage.database import parse
from app.storage.migrate import migrate
from app.storage.raw_rows import Inspection
from app.storage.store import Store
from app.table import evening, export_file, next_game, playable_games, seating
from app.table.seating import Table
from tests.support.stored_games import play

pytestmark = pytest.mark.anyio
of_every_game = pytest.mark.parametrize("game", playable_games.names())
ADA = 0


@pytest.fixture
def data(tmp_path: Path) -> str:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    migrate(parse(url))
    return url


@pytest.fixture
async def store(data: str) -> AsyncIterator[Store]:
    async with Store(parse(data)) as made:
        yield made


async def begun(store: Store, game: str) -> LiveTable:
    opened = await joining.open_table(store, game, {}, "Ada", practice=True)
    live = await LiveTables(store).get(opened.code)
    assert live
    await live.change(lambda table: seating.ready(seating.with_bot(table, "otto")[0], 1))
    await live.start()
    return live


async def back(live: LiveTable) -> bool:
    """Whether there was a turn to take back."""
    try:
        await live.take_back(live.table.places[ADA].id)
    except Illegal as refused:
        if refused.code != "nothing_to_take_back":
            raise
        return False
    return True


async def with_detours(live: LiveTable, chance: Random, times: int = 8) -> None:
    """Play on and go back, several times."""
    for _ in range(times):
        await play_on(live, chance, 20)
        for _ in range(chance.randint(1, 3)):
            await back(live)


async def play_on(live: LiveTable, chance: Random, steps: int = 10_000) -> None:
    """Make random moves as anybody, without going back; the last one leaves the game unfinished."""
    while live.state.waiting and steps:
        steps -= 1
        seat = chance.choice(live.state.waiting)
        moves = [*live.game.moves(live.state, seat)]
        await live.submit(live.table.places[seat].id, live.state.turns[seat], chance.choice(moves))


async def finished(live: LiveTable) -> None:
    await play(live, Random(4))
    assert live.is_finished


async def goals(live: LiveTable) -> list[tuple[int, int]]:
    """Each version that went back, and where to."""
    moves = [tuple(wire.parse(each.move)) if each.move else None for each in await whole_log(live)]
    return [(version, goal) for version, move in enumerate(moves, 1) if (goal := take_back.version_of(move))]


def made_by_ada(story: Story) -> list[Any]:
    return [step for step in story.steps if step.seat == ADA and ("take_back", ADA) not in step.events]


async def whole_log(live: LiveTable) -> list[Any]:
    return [entry async for entry in export.log_of(live)]


@of_every_game
async def test_whoever_presses_twice_goes_back_once(store: Store, game: str) -> None:
    """No matter what others have done in between, and even if nothing is left to take back."""
    live = await begun(store, game)
    await play_on(live, Random(3), 30)
    ada, went_back = live.table.places[ADA].id, 0
    seen = live.version
    while await back(live):
        went_back += 1
        if went_back == 1:
            await play_on(live, Random(1), 1)
        after = live.version
        with pytest.raises(TakenBackSince):
            await live.take_back(ada, seen)
        assert live.version == after
        seen = after
    assert went_back > 1


@of_every_game
async def test_a_server_that_has_just_read_the_table_goes_on_going_back(store: Store, game: str) -> None:
    live = await begun(store, game)
    await with_detours(live, Random(2), 2)
    for _ in range(500):
        fresh = await LiveTables(store).get(live.code)
        assert fresh
        if not await back(fresh):
            break
    await live.refresh()
    assert not await back(live)
    story = Story()
    await story.read_on(live)
    assert made_by_ada(story) == []
    assert ADA in live.state.waiting


@of_every_game
async def test_going_back_and_on_hundreds_of_times_still_leads_to_the_start(store: Store, game: str) -> None:
    """Much more is undone than is ever read at once."""
    live, chance = await begun(store, game), Random(3)
    for _ in range(30):
        await play_on(live, chance, 12)
        while await back(live):
            pass
    assert live.version > 300
    await play_on(live, chance, 12)
    while await back(live):
        pass
    story = Story()
    await story.read_on(live)
    assert made_by_ada(story) == []


@of_every_game
async def test_the_log_and_the_replay_leave_out_all_that_was_undone(store: Store, game: str) -> None:
    live = await begun(store, game)
    await with_detours(live, Random(5))
    if live.waited_for:
        await finished(live)
    undone = {each for at, goal in await goals(live) for each in range(goal + 1, at)}
    log = await whole_log(live)
    assert any(log[version - 1].seat == 1 for version in undone), "others' moves were undone too"
    shown = await replay.replay_of(live)
    versions = {step.version for step in shown.steps}
    assert versions
    assert not versions & undone
    everything = await replay.replay_of(live, with_undone=True)
    assert {step.version for step in everything.steps} & undone <= everything.undone
    for step in shown.steps:
        replay.draw(shown, shown.steps.index(step), await replay.state_at(live, step), None, "en")
    told = await course(live)
    assert told.totals


@of_every_game
async def test_the_log_keeps_its_lines_when_much_is_taken_back(store: Store, game: str) -> None:
    live, kept, chance = await begun(store, game), Story(), Random(6)
    for _ in range(4):
        await play_on(live, chance, 35)
        await kept.read_on(live)
        for _ in range(8):
            await back(live)
            await kept.read_on(live)
            fresh = Story()
            await fresh.read_on(live)
            assert fresh.events[-LOG_LINES:] == kept.events[-LOG_LINES:]
        if not live.waited_for:
            break


@of_every_game
async def test_a_practice_is_exported_verified_and_imported(store: Store, data: str, game: str) -> None:
    live = await begun(store, game)
    await with_detours(live, Random(7), 3)
    text = export_file.write(await export.pack(live))
    code, _ = await export.unpack(store, export_file.read(text))
    there = await LiveTables(store).get(code)
    assert there
    assert there.table.practice
    assert export_file.write(await export.pack(there))[60:] == text.replace(live.code, code)[60:]
    await back(there)
    if there.waited_for:
        await finished(there)
    assert record.verify(await export.record_of(there))
    inspection = Inspection(parse(data))
    stored = inspection.table(code)
    inspection.close()
    assert stored
    assert [*faults(*stored)] == []


async def test_a_practice_counts_nowhere_and_is_followed_by_an_ordinary_game(store: Store) -> None:
    live = await begun(store, "my_shelfie")
    assert evening.after(live.table, {1: 40, 2: 30}, (1,)) == ()
    fresh = next_game.again(live.table, b"secret", [b"a" * 32, b"b" * 32])
    assert not fresh.practice


async def test_a_practice_is_never_listed_and_has_no_seat_for_a_second_person(store: Store) -> None:
    opened = await joining.open_table(store, "my_shelfie", {}, "Ada", practice=True)
    live = await LiveTables(store).get(opened.code)
    assert live
    await live.change(lambda table: seating.with_options(table, {"listed": True}))
    assert not seating.agreed(live.table, "listed")
    with pytest.raises(Illegal, match="practice_for_one"):
        await joining.take_seat(live, "Eve")


async def test_an_ordinary_table_does_not_go_back_freely(store: Store) -> None:
    live = await begun(store, "my_shelfie")
    await live.change(lambda table: table._replace(practice=False))
    await play_on(live, Random(1), 12)
    assert live.last_mover is not None
    with pytest.raises(Illegal, match="nothing_"):
        await live.take_back(live.table.places[1 - live.last_mover].id, live.version)
    assert TAKE_BACK[0] not in {wire.parse(each.move)[0] for each in await whole_log(live) if each.move}


def test_tables_stored_earlier_are_no_practice() -> None:
    table = seating.opened("my_shelfie", {}, b"secret")
    stored = wire.parse(wire.dumps(table))[: Table._fields.index("practice")]
    assert table.practice is False
    assert wire.loads(Table, wire.dumps(stored)) == table
