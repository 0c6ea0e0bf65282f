"""Old finished tables are removed if the operator wants that, and so are unused lobbies; all others stay."""

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from random import Random

import httpx2
import pytest
from sqlalchemy import URL, func, select

from app.live import joining
from app.live.live_table import LiveTable
from app.live.next_game import play_again
from app.live.retention import DAY, ROOMS_AT_ONCE, Retention, forget_finished, forget_lobbies
from app.storage import database
from app.storage.schema import entry, key, room, say
from app.storage.store import Store
from app.storage.writes import Stored
from app.table import seating
from app.table.keys import Secret
from app.table.next_game import abandoned
from app.table.seating import PLAYING
from tests.support.api import play_out, started
from tests.support.command import Ended, housewarming
from tests.support.guests import press, text
from tests.support.guests import started as seated_and_started
from tests.support.in_process_server import Home
from tests.support.server import Server, refused, serving
from tests.support.steps import OPENING, as_table, counted, step
from tests.support.stored_games import begun, play, played

pytestmark = pytest.mark.anyio
SECRET = Secret(bytes(32))
NOW = 1_800_000_000.0  # long after the store's clock


async def lobby(store: Store) -> LiveTable:
    room = await begun(store)
    code = await play_again(store, SECRET, room)
    unbegun = await store.find(code)
    assert unbegun
    return LiveTable(store, unbegun, None, lambda room: None)


async def given_up(store: Store) -> LiveTable:
    room = await begun(store)
    await room.change(abandoned)
    return room


async def shut(store: Store) -> LiveTable:
    room = await begun(store)
    await room.change(seating.closed)
    return room


async def resting(store: Store) -> LiveTable:
    room = await begun(store)
    await play(room, Random(1), steps=9)
    return room


async def resting_with_a_player_called_abandoned(store: Store) -> LiveTable:
    opened = await joining.open_table(store, "dream_home", {}, 'x","abandoned","')
    row = await store.find(opened.code)
    assert row
    room = LiveTable(store, row, None, lambda room: None)
    await joining.take_seat(room, "abandoned")
    return room


@pytest.mark.parametrize(
    ("make", "goes"),
    [
        (played, True),
        (given_up, True),
        (shut, True),
        (lobby, False),
        (resting, False),
        (resting_with_a_player_called_abandoned, False),
    ],
)
async def test_only_finished_tables_are_removed(
    store: Store, make: Callable[[Store], Awaitable[LiveTable]], goes: bool
) -> None:
    made = await make(store)
    touched = (await store.load(made.id))[0].touched

    await forget_finished(store, touched)
    assert await store.find(made.code), "it was touched just then"
    await forget_finished(store, NOW)
    assert (await store.find(made.code) is None) == goes


async def test_everything_that_belongs_to_a_table_is_removed_with_it(store: Store, url: URL) -> None:
    made = await played(store)
    await made.say("table", 0, "Ada", "good game")

    assert await forget_finished(store, NOW) == 1

    engine = database.reading(url)
    with engine.connect() as conn:
        left = [conn.scalar(select(func.count()).select_from(each)) for each in (room, entry, key, say)]
    engine.dispose()
    assert left == [0, 0, 0, 0]


async def test_tables_are_removed_a_few_at_a_time_while_others_play(store: Store, url: URL) -> None:
    going_on = await store.create("ADA", "dream_home", 1, as_table(""))
    await store.begin(going_on.id, 0, as_table("", PLAYING), OPENING, (0,))
    for number in range(3 * ROOMS_AT_ONCE):
        old = await store.create(f"ROOM{number}", "dream_home", 1, as_table(""))
        await store.begin(old.id, 0, as_table("", PLAYING), OPENING, ())

    with counted("commit") as commits:
        removing = asyncio.create_task(forget_finished(store, NOW))
        version = 1
        while not removing.done():
            outcome = await store.append(going_on.id, version, [step(f"m{version}")], (0,))
            version += 1
            assert outcome == Stored(version)
    assert await removing == 3 * ROOMS_AT_ONCE
    assert version > 3, "there were commits between"
    assert len(commits) >= 4


async def test_two_servers_cleaning_up_at_once_remove_each_table_once(
    store: Store, other_store: Store
) -> None:
    for number in range(3 * ROOMS_AT_ONCE):
        old = await store.create(f"ROOM{number}", "dream_home", 1, as_table(""))
        await store.begin(old.id, 0, as_table("", PLAYING), OPENING, ())

    removed = await asyncio.gather(forget_finished(store, NOW), forget_finished(other_store, NOW))

    assert sum(removed) == 3 * ROOMS_AT_ONCE


async def test_a_clock_that_jumps_removes_nothing_too_early(store: Store) -> None:
    made = await played(store)
    touched = (await store.load(made.id))[0].touched

    for now in (touched - DAY, touched, touched + DAY, touched - DAY, touched + 6 * DAY):
        await Retention(store, 7, 30, iter([now]).__next__).look()
        assert await store.find(made.code)
    await Retention(store, 7, 30, lambda: touched + 8 * DAY).look()
    assert await store.find(made.code) is None


async def test_without_the_setting_no_game_is_ever_removed(store: Store) -> None:
    made, rests = await played(store), await resting(store)

    await Retention(store, None, 30, lambda: NOW).look()

    assert await store.find(made.code)
    assert await store.find(rests.code)


async def test_a_lobby_is_removed_when_nothing_has_changed_there_for_long(store: Store) -> None:
    made = await lobby(store)
    touched = (await store.load(made.id))[0].touched
    keeper = Retention(store, None, 30, lambda: touched + 30 * DAY)

    await keeper.look()
    assert await store.find(made.code), "it was touched just then"
    await Retention(store, None, 30, lambda: touched + 31 * DAY).look()
    assert await store.find(made.code) is None


@pytest.mark.parametrize("make", [played, given_up, resting])
async def test_no_game_that_began_is_removed_with_the_lobbies(
    store: Store, make: Callable[[Store], Awaitable[LiveTable]]
) -> None:
    made = await make(store)
    assert await forget_lobbies(store, NOW) == 0
    assert await store.find(made.code)


# -- on a server ---------------------------------------------------------------------------------------------


def made_older(data: Path, days: int) -> None:
    with closing(sqlite3.connect(data / "housewarming.db")) as writer:
        writer.execute("UPDATE room SET touched = touched - ?", (days * DAY,))
        writer.commit()


def test_a_server_removes_old_tables_when_it_starts(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data) as server, httpx2.Client(base_url=server.url, timeout=60) as web:
        finished, resting = started(web, "Bruno"), started(web, "Bruno")
        play_out(finished, Random(1))
    made_older(data, 3)

    with serving(data, HOUSEWARMING_KEEP_FINISHED_DAYS="4") as server:
        assert httpx2.get(f"{server.url}/api/tables/{finished[0].code}", timeout=30).status_code == 200
    with serving(data, HOUSEWARMING_KEEP_FINISHED_DAYS="2") as server:
        until = time.monotonic() + 30
        while httpx2.get(f"{server.url}/api/tables/{finished[0].code}", timeout=30).status_code != 404:
            assert time.monotonic() < until
        assert httpx2.get(f"{server.url}/api/tables/{resting[0].code}", timeout=30).status_code == 200


@pytest.mark.parametrize("what", ["FINISHED", "LOBBIES"])
@pytest.mark.parametrize("days", ["0", "-1", "soon"])
def test_a_retention_of_less_than_a_day_is_refused(tmp_path: Path, days: str, what: str) -> None:
    setting = f"HOUSEWARMING_KEEP_{what}_DAYS"
    status, words = refused(HOUSEWARMING_DATA=str(tmp_path), **{setting: days})

    assert status == 2
    assert words.startswith(f"housewarming: {setting}: ")


def test_an_open_page_of_a_removed_table_says_so(home: Home) -> None:
    ada, bruno, eve = home.guest(), home.guest(), home.guest()
    lobby = seated_and_started(ada, (bruno, "Bruno"))
    press(ada, f"{lobby}/abandon")
    room = home.room(lobby)
    assert home.call(forget_finished, home.services.store, time.time() + DAY) == 1

    answer = eve.post(f"{lobby}/chat", data={"name": "Eve", "text": "hello?"})

    assert (answer.status_code, "There is no table with this code." in text(answer)) == (404, True)
    assert home.services.live_tables.known(room.id) is room, "it is still kept warm"


# -- the disk space they free --------------------------------------------------------------------------------


def address(url: URL) -> str:
    return url.render_as_string(hide_password=False)


async def test_the_file_gets_smaller(sqlite_games: URL) -> None:
    async with Store(sqlite_games) as store:
        for seed in range(8):
            await played(store, seed)
        await forget_finished(store, NOW)
    file = Path(str(sqlite_games.database))
    before = file.stat().st_size

    ended = housewarming(
        "vacuum", "--data", str(file.parent), HOUSEWARMING_DATABASE_URL=address(sqlite_games)
    )

    assert (ended.status, ended.complained) == (0, "")
    assert file.stat().st_size < before / 2
    assert ended.said == f"{file} takes {file.stat().st_size >> 10} KiB; before it took {before >> 10}.\n"


def test_a_file_in_use_is_not_compacted(server: Server, tmp_path: Path) -> None:
    ended = housewarming("vacuum", "--data", str(tmp_path / "data"))

    assert (ended.status, ended.said) == (3, "")
    assert ended.complained.endswith(f": it listens on {server.url}; stop it first\n")


@pytest.mark.postgres
async def test_postgres_is_vacuumed_while_others_play(postgres_games: URL) -> None:
    async with Store(postgres_games) as store:
        await played(store)
        await forget_finished(store, NOW)
        ended = await asyncio.to_thread(
            housewarming, "vacuum", HOUSEWARMING_DATABASE_URL=address(postgres_games)
        )
        assert ended == Ended(0, "The space of removed tables is free for new ones.\n", "")
        await played(store)
