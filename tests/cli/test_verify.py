"""`housewarming verify`: finds and names every kind of damage, and nothing in sound games."""

import asyncio
import sqlite3
import zlib
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import URL, Connection, LargeBinary, Text, delete, insert, literal, select, update

from app import ROOT
from app.cli import verify
from app.engine import registry, wire
from app.live.live_table import stored
from app.storage import database
from app.storage.raw_rows import Inspection
from app.storage.schema import Entry, entry, room
from app.storage.store import Store
from app.table import playable_games, seating
from app.table.seating import ABANDONED, LOBBY, Table
from tests.support.command import Ended, housewarming
from tests.support.stored_games import begun, play, played

pytestmark = pytest.mark.anyio

STEP = 5
LAST, NEXT = "the last step", "the step after it"


def changed(conn: Connection, number: int, **values: Any) -> None:
    """Change the log entry of this move."""
    conn.execute(update(entry).where(entry.c.version == number + 1).values(**values))


def of_step(conn: Connection, number: int) -> Entry:
    return Entry._make(conn.execute(select(entry).where(entry.c.version == number + 1)).one())


def at_table(conn: Connection, **values: Any) -> None:
    text = conn.scalars(select(room.c.table_text)).one()
    table = wire.loads(Table, text)._replace(**values)
    conn.execute(update(room).values(**stored(table)._asdict()))


def flip_a_state(conn: Connection) -> None:
    changed(conn, STEP, state=of_step(conn, STEP - 1).state)


def flip_a_bit_of_a_state(conn: Connection) -> None:
    whole = zlib.compress(of_step(conn, STEP).state.encode())
    torn = bytes([*whole[:40], whole[40] ^ 1, *whole[41:]])
    changed(conn, STEP, state=literal(torn, LargeBinary))


def put_a_letter_in_place_of_a_state(conn: Connection) -> None:
    changed(conn, STEP, state="Dear Ada")


def lose_a_step(conn: Connection) -> None:
    conn.execute(delete(entry).where(entry.c.version == STEP + 1))


def lose_the_last_step(conn: Connection) -> None:
    last = conn.scalars(select(room.c.version)).one()
    conn.execute(delete(entry).where(entry.c.version == last))


def lose_all_steps(conn: Connection) -> None:
    conn.execute(delete(entry))


def double_the_last_step(conn: Connection) -> None:
    last = conn.scalars(select(room.c.version)).one()
    again = of_step(conn, last - 1)._replace(version=last + 1, move_id=None)
    conn.execute(insert(entry), [again._asdict()])
    conn.execute(update(room).values(version=last + 1))


def add_a_step_that_the_table_knows_nothing_of(conn: Connection) -> None:
    last = conn.scalars(select(room.c.version)).one()
    conn.execute(update(room).values(version=last - 1))


def change_the_secret(conn: Connection) -> None:
    at_table(conn, secret="5e" * 32)


def swap_two_nonces(conn: Connection) -> None:
    table = wire.loads(Table, conn.scalars(select(room.c.table_text)).one())
    ada, bruno = table.places
    at_table(conn, places=(ada._replace(nonce=bruno.nonce), bruno._replace(nonce=ada.nonce)))


def lose_a_secret(conn: Connection) -> None:
    at_table(conn, secret="")


def change_an_option(conn: Connection) -> None:
    at_table(conn, options=(("family", "yes"),))


def change_a_move(conn: Connection) -> None:
    changed(conn, STEP, move='["take",77]')


def lose_a_move(conn: Connection) -> None:
    changed(conn, STEP, move=None)


def scribble_over_a_move(conn: Connection) -> None:
    changed(conn, STEP, move='["take"')


def change_who_moved(conn: Connection) -> None:
    changed(conn, STEP, seat=1 - (of_step(conn, STEP).seat or 0), move_id=None)


def change_what_was_told(conn: Connection) -> None:
    changed(conn, STEP, events='[["nothing"]]')


def scribble_over_what_was_told(conn: Connection) -> None:
    changed(conn, STEP, events="[[")


def change_who_is_waited_for(conn: Connection) -> None:
    conn.execute(update(room).values(waiting=(1, 0)))


def scribble_over_who_is_waited_for(conn: Connection) -> None:
    conn.execute(update(room).values(waiting=literal("(0", Text)))


def scribble_over_the_table(conn: Connection) -> None:
    conn.execute(update(room).values(table_text="[]"))


def go_back_to_the_lobby(conn: Connection) -> None:
    at_table(conn, status=LOBBY)


def give_it_up_in_its_column(conn: Connection) -> None:
    conn.execute(update(room).values(status=ABANDONED))


def list_it_in_its_column(conn: Connection) -> None:
    conn.execute(update(room).values(listed=True))


def play_chess(conn: Connection) -> None:
    conn.execute(update(room).values(game="chess"))


def play_by_older_rules(conn: Connection) -> None:
    conn.execute(update(room).values(rules=0))


DAMAGE: list[tuple[Callable[[Connection], None], int | str | None, str]] = [
    (flip_a_state, STEP, "its state is not what the move leads to"),
    (flip_a_bit_of_a_state, STEP, "its state can't be read: Error -3 while decompressing"),
    (put_a_letter_in_place_of_a_state, STEP, "its state can't be read: no JSON"),
    (lose_a_step, STEP, "it is missing"),
    (lose_the_last_step, LAST, "it is missing"),
    (lose_all_steps, 0, "it is missing"),
    (double_the_last_step, NEXT, "it isn't legal there (stale)"),
    (add_a_step_that_the_table_knows_nothing_of, LAST, "it comes after the end that the table has on record"),
    (change_the_secret, 0, "its state is not what the shuffle deals"),
    (swap_two_nonces, 0, "its state is not what the shuffle deals"),
    (lose_a_secret, 0, "it can't be replayed: a secret and a nonce are 32 bytes long"),
    (change_an_option, 0, "it isn't legal there (bad_option)"),
    (change_a_move, STEP, "it isn't legal there (unknown_move)"),
    (lose_a_move, STEP, "it is not a step"),
    (scribble_over_a_move, STEP, "its move can't be read: no JSON"),
    (change_who_moved, STEP, "it isn't legal there ("),
    (change_what_was_told, STEP, "its events are not what the move leads to"),
    (scribble_over_what_was_told, STEP, "its events can't be read: no JSON"),
    (change_who_is_waited_for, None, "the stored seats to move differ from those after its last step"),
    (scribble_over_who_is_waited_for, None, "the stored seats to move differ from those after its last step"),
    (scribble_over_the_table, None, "its seats can't be read: "),
    (go_back_to_the_lobby, None, "its status is 'lobby', with "),
    (give_it_up_in_its_column, None, "its search columns don't match its text"),
    (list_it_in_its_column, None, "its search columns don't match its text"),
    (play_chess, None, "unknown game 'chess'"),
]


def faults(url: URL, code: str) -> list[verify.Fault]:
    inspection = Inspection(url)
    try:
        found = inspection.table(code)
        assert found
        return [*verify.faults(*found)]
    finally:
        inspection.close()


def do(url: URL, damage: Callable[[Connection], None]) -> None:
    engine = database.writing(url)
    with engine.begin() as conn:
        damage(conn)
    engine.dispose()


@pytest.mark.parametrize(("damage", "step", "reason"), DAMAGE, ids=lambda each: getattr(each, "__name__", ""))
async def test_damage_is_found_where_it_is(
    store: Store, url: URL, damage: Callable[[Connection], None], step: int | str | None, reason: str
) -> None:
    table = await begun(store)
    await play(table, Random(1), steps=12)
    numbers = {LAST: table.version - 1, NEXT: table.version}
    assert faults(url, table.code) == []

    do(url, damage)

    first = faults(url, table.code)[0]
    assert first.step == numbers.get(str(step), step)
    assert first.reason.startswith(reason)


async def test_everything_wrong_with_a_table_is_named(store: Store, url: URL) -> None:
    table = await begun(store)
    await play(table, Random(1), steps=12)

    do(url, flip_a_state)
    do(url, lambda conn: changed(conn, STEP + 2, events="[]"))

    assert [fault.step for fault in faults(url, table.code)] == [STEP, STEP + 2]


@pytest.mark.parametrize("game", playable_games.names())
async def test_whole_games_of_every_kind_are_sound(store: Store, url: URL, game: str) -> None:
    """With undone and taken-back turns, and every number of players."""
    moves: set[str] = set()
    for seats in registry.game(game).seats:
        table = await played(store, seats, game, seats=seats)
        assert faults(url, table.code) == []
        moves |= {each.move or "" for each in await store.entries(table.id, limit=10_000)}

    assert {'["undo"]', '["take_back"]'} <= moves


async def test_a_lobby_is_sound(store: Store, url: URL) -> None:
    await store.create("ADA", "dream_home", 1, stored((await begun(store)).table._replace(status=LOBBY)))

    assert faults(url, "ADA") == []


async def test_a_table_that_was_closed_is_sound_whether_it_had_begun_or_not(store: Store, url: URL) -> None:
    table = await begun(store)
    await table.change(seating.closed)
    await store.create("ADA", "dream_home", 1, stored(table.table))

    assert faults(url, table.code) == []
    assert faults(url, "ADA") == []


async def test_a_game_by_older_rules_is_read_but_not_replayed(store: Store, url: URL) -> None:
    table = await begun(store)
    await play(table, Random(1), steps=12)
    do(url, play_by_older_rules)
    do(url, flip_a_state)
    assert faults(url, table.code) == []
    told = "Read but not replayed, because they follow older rules: 1."
    assert (await verified(url)).said.splitlines()[1:] == [told]

    do(url, scribble_over_what_was_told)
    [fault] = faults(url, table.code)
    assert (fault.step, fault.reason.startswith("its events can't be read: ")) == (STEP, True)
    do(url, lose_a_step)
    assert faults(url, table.code) == [verify.Fault("it is missing", STEP)]


# -- the command ---------------------------------------------------------------------------------------------


async def verified(url: URL, *codes: str) -> Ended:
    address = url.render_as_string(hide_password=False)
    return await asyncio.to_thread(housewarming, "verify", *codes, HOUSEWARMING_DATABASE_URL=address)


async def test_the_command_names_tables_and_moves(store: Store, url: URL) -> None:
    broken = await begun(store)
    await play(broken, Random(1), steps=12)
    do(url, flip_a_state)
    sound = await begun(store, "my_shelfie")

    words = f"{broken.code}: step {STEP}: its state is not what the move leads to"
    few = "Tables: 2. With stored games that don't match their replay: 1."
    assert await verified(url) == Ended(1, f"{words}\n{few}\n", "")
    fine = "Tables: 1. With stored games that don't match their replay: 0.\n"
    assert await verified(url, sound.code.upper().replace("-", " ")) == Ended(0, fine, "")
    unknown = "housewarming: there is no table blue-moon-42\n"
    assert await verified(url, "blue-moon-42") == Ended(2, "", unknown)


async def test_a_game_in_progress_is_neither_held_up_nor_reported(store: Store, url: URL) -> None:
    looks = 0
    while looks <= 3:  # a game may end before it was checked that often
        table = await begun(store)
        playing = asyncio.create_task(play(table, Random(1)))
        while not playing.done():
            assert await asyncio.to_thread(faults, url, table.code) == []
            looks += 1
        await playing


def test_an_outdated_database_is_not_checked(sqlite_url: URL) -> None:
    with closing(sqlite3.connect(str(sqlite_url.database))) as old:
        old.executescript((ROOT / "tests" / "storage" / "databases" / "0001.sql").read_text())

    ended = housewarming("verify", HOUSEWARMING_DATABASE_URL=str(sqlite_url))

    assert (ended.status, ended.said) == (1, "")
    assert ended.complained.endswith(" is out of date: start the server once to update it\n")


def test_where_there_is_no_database_none_is_created(sqlite_url: URL) -> None:
    ended = housewarming("verify", HOUSEWARMING_DATABASE_URL=str(sqlite_url))

    assert (ended.status, Path(str(sqlite_url.database)).exists()) == (2, False)
