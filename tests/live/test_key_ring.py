"""Keys and what they open."""

import pytest

from app.live.key_ring import grant, look_up, look_up_one
from app.storage.schema import KeyRow
from app.storage.store import Store
from app.table.visitor import HOST, SEAT
from tests.support.steps import as_table, statements

pytestmark = pytest.mark.anyio


async def test_all_keys_are_looked_up_by_one_query(store: Store) -> None:
    seat, host = grant("Ada's seat", SEAT, 1), grant("hosting", HOST)
    here = await store.create("ADA", "dream_home", 1, as_table("Ada"), [seat, host])
    there = await store.create("BRUNO", "dream_home", 1, as_table("Bruno"), [grant("elsewhere", SEAT, 1)])

    with statements() as made:
        found = await look_up(store, ["Ada's seat", "no key", "elsewhere", "hosting"])

    assert len(made) == 1
    assert found == {
        "Ada's seat": KeyRow(seat.hash, here.id, SEAT, 1, here.created, "ADA"),
        "elsewhere": KeyRow(grant("elsewhere", SEAT).hash, there.id, SEAT, 1, there.created, "BRUNO"),
        "hosting": KeyRow(host.hash, here.id, HOST, None, here.created, "ADA"),
    }
    assert [*found] == ["Ada's seat", "elsewhere", "hosting"], "as they were asked for"
    assert await look_up_one(store, "hosting") == found["hosting"]
    assert await look_up_one(store, "no key") is None


async def test_without_a_key_nothing_is_queried(store: Store) -> None:
    with statements() as made:
        assert await look_up(store, []) == {}
    assert made == []
