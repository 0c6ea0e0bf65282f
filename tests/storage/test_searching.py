"""The columns by which tables are searched: they follow the table's text, and migrations fill them."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import URL, column, insert, select
from sqlalchemy import table as sql_table

from app import ROOT
from app.storage import database
from app.storage.migrate import FOLDER, migrate
from app.storage.schema import room
from app.storage.store import ALL, Store, Wanted
from app.storage.writes import Stored
from app.table.seating import CLOSED, LOBBY, PLAYING
from tests.support.steps import OPENING, as_table, playing, step

OLD_DATABASES = sorted((Path(__file__).parent / "databases").glob("*.sql"))


@pytest.mark.anyio
async def test_the_search_columns_follow_the_tables_text(store: Store) -> None:
    made = await store.create("ADA", "dream_home", 1, as_table("a lobby", LOBBY, listed=True))
    assert (made.status, made.listed) == (LOBBY, True)

    await store.save_table(made.id, 0, as_table("a lobby still", LOBBY, listed=False))
    assert not await store.save_table(made.id, 0, as_table("too late", CLOSED, listed=True))
    row, _ = await store.load(made.id)
    assert (row.status, row.listed) == (LOBBY, False)

    await store.begin(made.id, 1, as_table("a game", PLAYING, listed=True), OPENING, (0,))
    row, _ = await store.load(made.id)
    assert (row.status, row.listed) == (PLAYING, True)


@pytest.mark.anyio
async def test_listed_tables_are_found_while_they_are_open_or_played(store: Store) -> None:
    async def listed(code: str, status: str, *waiting: tuple[int, ...]) -> None:
        made = await store.create(code, "dream_home", 1, as_table(code, status, listed=True))
        for each in waiting:
            await store.begin(made.id, 0, as_table(code, status, listed=True), OPENING, each)

    await listed("ADA", LOBBY)
    await listed("BRUNO", PLAYING, (0,))
    await listed("OVER", PLAYING, ())
    await listed("SHUT", CLOSED)
    await store.create("EVE", "dream_home", 1, as_table("EVE"))
    statuses = (LOBBY, PLAYING)

    assert await store.newest_listed(statuses, 10, 10) == ["BRUNO", "ADA"]
    assert await store.newest_listed(statuses, 10, 1) == ["BRUNO"]
    assert await store.newest_listed(statuses, 3, 10) == ["BRUNO"], "the others are not among the newest"
    assert await store.newest_listed((LOBBY,), 10, 10) == ["ADA"]


@pytest.mark.anyio
async def test_a_table_touched_after_it_was_found_stays(store: Store) -> None:
    made = await playing(store)
    assert await store.append(made.id, 1, [step("m1")], ()) == Stored(2)
    touched = (await store.load(made.id))[0].touched

    assert await store.finished(touched + 1, ()) == [made.id]
    assert await store.forget([made.id], touched) == 0
    assert await store.forget([made.id], touched + 1) == 1


@pytest.mark.anyio
async def test_tables_are_counted_and_found_by_a_part_of_their_code(store: Store) -> None:
    for code, status in (("sunny-sofa-42", LOBBY), ("rainy-sofa-43", PLAYING), ("sunny-oven-44", LOBBY)):
        await store.create(code, "dream_home", 1, as_table(code, status))

    async def found(letters: str, *statuses: str) -> list[str]:
        return sorted(row.code for row in await store.latest(0, 9, Wanted(statuses, letters=letters)))

    assert await found("sofa") == ["rainy-sofa-43", "sunny-sofa-42"]
    assert await found("nysofa4") == ["rainy-sofa-43", "sunny-sofa-42"]
    assert await found("sofa", LOBBY) == ["sunny-sofa-42"]
    assert await found("s%a") == await found("s_fa") == []
    asked = [ALL, Wanted((LOBBY,)), Wanted((PLAYING,), letters="sunny"), Wanted(letters="sunny")]
    assert await store.counts(asked) == [3, 2, 0, 2]
    assert await store.rooms_made() == 3


def test_no_table_is_searched_by_its_text() -> None:
    """A status in the text could be a name somebody chose, and the search would have to read every text."""
    used = [path.name for path in (ROOT / "app").rglob("*.py") if ".c.table_text" in path.read_text()]

    assert used == ["raw_rows.py"], "which only shows it"


# -- old databases -------------------------------------------------------------------------------------------


def schema_of(dump: Path, folder: Path) -> Path:
    """The migrations up to the one with which this database was made."""
    shutil.copytree(FOLDER, folder, ignore=shutil.ignore_patterns("__pycache__"))
    for each in (folder / "versions").iterdir():
        if each.name[:4] > dump.stem:
            each.unlink()
    return folder


def put_rooms(url: URL, rooms: list[dict[str, Any]]) -> None:
    engine = database.writing(url)
    with engine.begin() as conn:
        conn.execute(insert(sql_table("room", *map(column, rooms[0]))), rooms)
    engine.dispose()


def searched_by(url: URL) -> dict[str, tuple[str, bool]]:
    engine = database.reading(url)
    with engine.connect() as conn:
        rows = conn.execute(select(room.c.code, room.c.status, room.c.listed)).all()
    engine.dispose()
    return {code: (status, listed) for code, status, listed in rows}


@pytest.mark.parametrize("dump", OLD_DATABASES, ids=lambda path: path.stem)
def test_migrating_an_old_database_fills_the_search_columns(
    empty_url: URL, tmp_path: Path, dump: Path
) -> None:
    migrate(empty_url, schema_of(dump, tmp_path / "then"))
    with closing(sqlite3.connect(":memory:")) as old:
        old.executescript(dump.read_text())
        old.row_factory = sqlite3.Row
        rows = [dict(row) for row in old.execute("SELECT * FROM room")]
    put_rooms(empty_url, [row | {"listed": bool(row["listed"])} if "listed" in row else row for row in rows])

    migrate(empty_url)

    assert searched_by(empty_url) == {
        "ADA": ("", False),  # the text of these three can't be read
        "CELINA": ("", False),
        "DAMAGED": ("", False),
        "LOBBY": ("lobby", False),
        "LISTED-LOBBY": ("lobby", True),
        "PLAYING": ("playing", False),
        "LISTED-PLAYING": ("playing", True),
        "ABANDONED": ("abandoned", False),
        "CLOSED": ("closed", False),
        "CLOSED-LOBBY": ("closed", False),
    }


def test_each_of_many_tables_gets_its_columns(empty_url: URL, tmp_path: Path) -> None:
    migrate(empty_url, schema_of(Path("0003.sql"), tmp_path / "then"))
    texts = [f'["a game","{status}",[],[],0,"",[["listed",true]]]' for status in ("lobby", "closed", "odd")]
    same = {"game": "", "rules": 1, "version": 0, "revision": 0, "waiting": "[]", "created": 0, "touched": 0}
    put_rooms(empty_url, [{"code": f"{n}", "table_text": texts[n % 3]} | same for n in range(1201)])

    migrate(empty_url)

    expected = [("lobby", True), ("closed", True), ("", True)]
    assert searched_by(empty_url) == {f"{n}": expected[n % 3] for n in range(1201)}
