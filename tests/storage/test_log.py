"""The log of a room: new versions, conflicts, and moves sent twice."""

import asyncio

import pytest
from sqlalchemy import URL

from app.engine import core, dream_home, wire
from app.storage.schema import Entry
from app.storage.store import Store
from app.storage.writes import Conflict, Repeated, Stored
from tests.support.steps import append_until_stored, held, playing, started, step

pytestmark = pytest.mark.anyio


async def test_a_move_is_the_next_version(store: Store) -> None:
    room = await playing(store)

    assert await store.append(room.id, 1, [step("m1", seat=0, turn=7)], (1,)) == Stored(2)

    now, last = await store.load(room.id)
    assert (now.version, now.waiting, now.revision) == (2, (1,), room.revision)
    assert now.touched > room.touched
    assert last == Entry(
        room.id, 2, 0, 7, "m1", '["take",3]', '[["took",0,3]]', '["state","m1"]', now.touched
    )
    assert await store.entry(room.id, 2) == last
    assert await store.entry(room.id, 3) is None


async def test_several_entries_are_stored_together_or_not_at_all(store: Store) -> None:
    room = await playing(store)

    assert await store.append(room.id, 1, [step("m1"), step(None), step("m2")], ()) == Stored(4)
    assert await store.append(room.id, 4, [step("m3"), step("m2")], ()) == Repeated(
        await last_of(store, room.id)
    )

    assert [each.move_id for each in await store.entries(room.id)] == [None, "m1", None, "m2"]


async def test_the_log_is_read_in_pages(store: Store) -> None:
    room = await playing(store)
    await store.append(room.id, 1, [step(f"m{number}") for number in range(2, 8)], (0,))

    assert [each.version for each in await store.entries(room.id)] == [1, 2, 3, 4, 5, 6, 7]
    assert [each.version for each in await store.entries(room.id, after=2, limit=3)] == [3, 4, 5]
    assert await store.entries(room.id, after=7) == []


async def test_a_state_is_read_back_byte_for_byte(store: Store) -> None:
    room = await playing(store)
    options = core.settle_options(dream_home.options, {})
    text = wire.dumps(dream_home.new(4, options, "Daiki's seed"))
    strange = '["日本の家 — żółw","\\u0000","\U0001f3e0"]' + " " * 100_000

    await store.append(room.id, 1, [step("m1")._replace(state=text), step("m2")._replace(state=strange)], ())

    read = [each.state for each in await store.entries(room.id, after=1)]
    assert [each.encode() for each in read] == [text.encode(), strange.encode()]
    assert wire.dumps(wire.loads(dream_home.state_type, read[0])) == text


# --- conflicts and repeats ---------------------------------------------------------------------------------


@pytest.mark.parametrize("version", [0, 1, 3])
async def test_a_move_based_on_another_version_is_a_conflict(store: Store, version: int) -> None:
    room = await playing(store)
    await store.append(room.id, 1, [step("m1")], (1,))
    before = await store.load(room.id)

    assert await store.append(room.id, version, [step("m2")], (0,)) == Conflict()

    assert await store.load(room.id) == before
    assert len(await store.entries(room.id)) == 2


async def test_a_move_in_a_missing_room_is_a_conflict(store: Store) -> None:
    assert await store.append(404, 0, [step("m1")], (0,)) == Conflict()


async def test_a_repeated_move_gets_its_first_answer(store: Store) -> None:
    room = await playing(store)
    await store.append(room.id, 1, [step("m1", seat=0)], (1,))
    first = await last_of(store, room.id)
    await store.append(room.id, 2, [step("m1", seat=1)], (0,))
    before = await store.load(room.id)

    for version in (1, 2, 3):  # whether based on the old version, one in between or the new one
        assert await store.append(room.id, version, [step("m1", seat=0)], (1,)) == Repeated(first)

    assert await store.load(room.id) == before
    assert await store.answered(room.id, 0, "m1") == first
    assert await store.answered(room.id, 1, "m1") == await last_of(store, room.id)
    assert await store.answered(room.id, 0, "m2") is None


async def test_the_same_move_from_two_servers_at_once_counts_once(store: Store, other_store: Store) -> None:
    room = await playing(store)
    for version in range(1, 21):
        new = step(f"m{version}")

        outcomes = await asyncio.gather(
            *(each.append(room.id, version, [new], (0,)) for each in (store, other_store, store))
        )

        first = Repeated(await last_of(store, room.id))
        assert outcomes.count(Stored(version + 1)) == 1
        assert outcomes.count(first) == 2


async def test_two_servers_race_in_one_room_and_nothing_is_lost(store: Store, other_store: Store) -> None:
    room = await playing(store)

    async def player(server: Store, seat: int) -> list[int]:
        return [await append_until_stored(server, room.id, step(f"m{n}", seat)) for n in range(200)]

    got = await asyncio.gather(player(store, 0), player(other_store, 1))

    log = await store.entries(room.id, limit=1000)
    assert [each.version for each in log] == list(range(1, 402))
    assert (await store.load(room.id))[0].version == 401
    for seat, versions in enumerate(got):
        steps = [(log[version - 1].seat, log[version - 1].move_id) for version in versions]
        assert steps == [(seat, f"m{n}") for n in range(200)]


async def test_two_servers_with_the_same_rooms_do_not_wait_for_each_other(
    url: URL, store: Store, other_store: Store
) -> None:
    rooms = [(await playing(store, f"ROOM{number}")).id for number in range(16)]
    for version in range(1, 6):
        new = [step(f"m{version}")]
        with held(url):
            there = await started(*(store.append(room_id, version, new, (0,)) for room_id in rooms))
            back = await started(
                *(other_store.append(room_id, version, new, (0,)) for room_id in rooms[::-1])
            )

        outcomes = await asyncio.gather(*there, *back)

        assert outcomes.count(Stored(version + 1)) == 16
        assert sum(isinstance(each, Repeated) for each in outcomes) == 16


async def last_of(store: Store, room_id: int) -> Entry:
    _, last = await store.load(room_id)
    assert last
    return last
