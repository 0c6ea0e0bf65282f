"""Rooms with their tables, keys and chat."""

import pytest

from app.storage.schema import KeyRow, RoomRow, Say
from app.storage.store import Position, Store
from app.storage.writes import CodeTaken, NewKey, NoSuchRoom
from app.table.seating import LOBBY, PLAYING
from tests.support.steps import OPENING, as_table, playing, step

pytestmark = pytest.mark.anyio


async def test_a_new_room_is_found_by_its_code(store: Store) -> None:
    made = await store.create("ADA", "dream_home", 3, as_table('{"host":"Ada"}'))

    assert made == RoomRow(
        id=made.id,
        code="ADA",
        game="dream_home",
        rules=3,
        version=0,
        revision=0,
        table_text='{"host":"Ada"}',
        waiting=(),
        created=1_700_000_001.0,
        touched=1_700_000_001.0,
        said=0,
        status=LOBBY,
        listed=False,
        evening="",
    )
    assert await store.find("ADA") == made
    assert await store.load(made.id) == (made, None)


async def test_what_does_not_exist_is_not_found(store: Store) -> None:
    assert await store.find("EVE") is None
    assert await store.find_keys(["no such hash"]) == {}
    assert await store.find_keys([]) == {}
    with pytest.raises(NoSuchRoom):
        await store.load(1)


async def test_a_code_is_given_once(store: Store) -> None:
    made = await store.create("ADA", "dream_home", 1, as_table("{}"))

    with pytest.raises(CodeTaken, match="ADA"):
        await store.create("ADA", "my_shelfie", 1, as_table("{}"), add_keys=[NewKey("a hash", "host", None)])

    assert await store.find("ADA") == made
    assert await store.find_keys(["a hash"]) == {}


async def test_a_table_changes_only_if_nobody_else_has_changed_it(store: Store) -> None:
    made = await store.create("ADA", "dream_home", 1, as_table("Ada"))

    assert await store.save_table(made.id, 0, as_table("Ada, Bruno"))
    assert not await store.save_table(made.id, 0, as_table("Ada, Celina"), [NewKey("a hash", "seat", 1)])

    now, _ = await store.load(made.id)
    assert (now.revision, now.table_text, now.version) == (1, "Ada, Bruno", 0)
    assert now.touched > made.touched
    assert await store.find_keys(["a hash"]) == {}


async def test_a_game_begins_once_with_the_table_as_it_is(store: Store) -> None:
    made = await store.create("ADA", "dream_home", 1, as_table("Ada"))
    await store.save_table(made.id, 0, as_table("Ada, Bruno"))

    assert not await store.begin(made.id, 0, as_table("Ada plays alone", PLAYING), OPENING, (0,)), (
        "an older table"
    )
    assert await store.begin(made.id, 1, as_table("Ada and Bruno play", PLAYING), OPENING, (0, 1))
    assert not await store.begin(made.id, 2, as_table("once more", PLAYING), OPENING, (0, 1)), "it has begun"

    now, last = await store.load(made.id)
    assert (now.version, now.revision, now.table_text) == (1, 2, "Ada and Bruno play")
    assert now.waiting == (0, 1)
    assert last is not None
    assert (last.version, last.seat, last.move_id, last.move) == (1, None, None, None)
    assert (last.events, last.state, last.at) == (OPENING.events, OPENING.state, now.touched)


async def test_a_server_finds_out_which_of_its_rooms_have_moved_on(store: Store) -> None:
    ada, bruno, celina = [await playing(store, code) for code in ("ADA", "BRUNO", "CELINA")]
    known = {room.id: Position(room.version, room.revision, room.said) for room in (ada, bruno, celina)}
    assert await store.changed(known) == {}

    await store.append(ada.id, 1, [step("m1")], (0,))
    await store.save_table(bruno.id, 1, as_table("Bruno goes away"))

    said = await store.add_say(celina.id, "table", 0, "Celina", "ahoy")
    moved = {ada.id: Position(2, 1, 0), bruno.id: Position(1, 2, 0), celina.id: Position(1, 1, 1)}
    assert await store.changed(known) == moved
    await store.delete_say(celina.id, said.id)
    assert await store.changed(moved) == {celina.id: Position(1, 1, 2)}
    assert await store.changed({}) == {}


# --- keys --------------------------------------------------------------------------------------------------


async def test_a_key_opens_what_it_was_made_for(store: Store) -> None:
    made = await store.create(
        "ADA", "dream_home", 1, as_table("Ada"), add_keys=[NewKey("hash of h", "host", None)]
    )
    await store.save_table(made.id, 0, as_table("Ada, Bruno"), add_keys=[NewKey("hash of b", "seat", 1)])

    found = await store.find_keys(["hash of b", "hash of c", "hash of h"])
    assert found["hash of h"] == KeyRow("hash of h", made.id, "host", None, made.created, "ADA")
    assert (found["hash of b"].room, found["hash of b"].grant, found["hash of b"].seat) == (
        made.id,
        "seat",
        1,
    )
    assert len(found) == 2


async def test_keys_are_revoked_by_what_they_grant(store: Store) -> None:
    made = await store.create("ADA", "dream_home", 1, as_table("Ada"))
    other = await store.create("BRUNO", "dream_home", 1, as_table("Bruno"))
    host, seat_0, seat_1, phone = (
        NewKey("h", "host", None),
        NewKey("s0", "seat", 0),
        NewKey("s1", "seat", 1),
        NewKey("s1 too", "seat", 1),
    )
    await store.add_keys(made.id, [host, seat_0, seat_1, phone])
    await store.add_keys(other.id, [NewKey("other s1", "seat", 1)])

    assert await store.drop_keys(made.id, "seat", 1) == 2
    assert await store.drop_keys(made.id, "host", None) == 1
    assert await store.drop_keys(made.id, "host", None) == 0

    left = await store.find_keys(["h", "s0", "s1", "s1 too", "other s1"])
    assert {*left} == {"s0", "other s1"}


async def test_a_seats_new_key_replaces_its_old_ones(store: Store) -> None:
    made = await store.create("ADA", "dream_home", 1, as_table("Ada"), add_keys=[NewKey("old", "seat", 0)])

    assert await store.save_table(
        made.id, 0, as_table("Ada is back"), add_keys=[NewKey("new", "seat", 0)], drop_keys=[("seat", 0)]
    )

    assert [*await store.find_keys(["old", "new"])] == ["new"]


# --- chat --------------------------------------------------------------------------------------------------


async def test_the_last_lines_of_a_channel_are_listed_oldest_first(store: Store) -> None:
    room = await playing(store)
    for number in range(4):
        await store.add_say(room.id, "table", 0, "Ada", f"line {number}")
    aside = await store.add_say(room.id, "watchers", None, "Eve", "who wins?")

    assert [said.text for said in await store.says(room.id, "table", last=3)] == [
        "line 1",
        "line 2",
        "line 3",
    ]
    assert await store.says(room.id, "watchers") == [aside]
    assert aside == Say(aside.id, room.id, "watchers", None, "Eve", "who wins?", aside.at, False)


async def test_a_deleted_line_is_marked_in_its_own_room_only(store: Store) -> None:
    room, other = await playing(store, "ADA"), await playing(store, "BRUNO")
    said = await store.add_say(room.id, "table", 0, "Ada", "oops")

    assert not await store.delete_say(other.id, said.id)
    assert await store.says(room.id, "table") == [said]
    assert await store.delete_say(room.id, said.id)
    assert await store.says(room.id, "table") == [said._replace(deleted=True)]


async def test_chat_in_a_missing_room_is_refused(store: Store) -> None:
    with pytest.raises(NoSuchRoom):
        await store.add_say(404, "table", 0, "Ada", "hello?")
