"""Playing on from a step of a finished game: what stays as it was, and what is dealt anew."""

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest

from app.cli.verify import faults
from app.engine import wire
from app.engine.core import Illegal, is_finished
from app.live import export
from app.live.live_table import LiveTable
from app.live.live_tables import LiveTables
from app.live.replay import branching
from app.pages import replay, replay_file
from app.storage.database import parse
from app.storage.migrate import migrate
from app.storage.raw_rows import Inspection
from app.storage.store import Store
from app.table import next_game, playable_games
from app.table.seating import BOT, HUMAN, Branch
from tests.support.stored_games import play, played

pytestmark = pytest.mark.anyio
of_every_game = pytest.mark.parametrize("game", playable_games.names())


@pytest.fixture
def data(tmp_path: Path) -> str:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    migrate(parse(url))
    return url


@pytest.fixture
async def store(data: str) -> AsyncIterator[Store]:
    async with Store(parse(data)) as made:
        yield made


async def played_on(store: Store, live: LiveTable, version: int, *, same_deal: bool) -> LiveTable:
    entry = await store.entry(live.id, version)
    assert entry
    origin = Branch(live.code, version - 1, same_deal)
    opened = await branching.play_from(store, live, entry, origin, 1, "Zoe")
    there = await LiveTables(store).get(opened.code)
    assert there
    return there


@of_every_game
async def test_the_same_deal_goes_on_from_the_very_same_state(store: Store, game: str) -> None:
    live = await played(store, 1, game, seats=3)
    there = await played_on(store, live, 20, same_deal=True)
    entry = await store.entry(live.id, 20)
    assert entry
    assert wire.dumps(there.state) == entry.state
    assert [(place.name, place.kind) for place in there.table.places][1] == ("Zoe", HUMAN)
    assert [place.kind for place in there.table.places] == [BOT, HUMAN, BOT]
    assert there.table.branch == Branch(live.code, 19, True)


@of_every_game
async def test_a_new_deal_looks_the_same_to_the_seat_and_hides_something_else(
    store: Store, game: str
) -> None:
    live = await played(store, 1, game)
    there = await played_on(store, live, 12, same_deal=False)
    entry = await store.entry(live.id, 12)
    assert entry
    before = wire.loads(live.game.state_type, entry.state)
    assert live.game.view(there.state, 1) == live.game.view(before, 1)
    assert there.state != before


@of_every_game
@pytest.mark.parametrize("same_deal", [True, False])
async def test_the_game_is_played_to_its_end_and_can_be_looked_at(
    store: Store, data: str, game: str, same_deal: bool
) -> None:
    live = await played(store, 1, game)
    told = (await replay.replay_of(live)).steps
    there = await played_on(store, live, told[len(told) // 3].version, same_deal=same_deal)
    await play(there, Random(4))
    assert there.is_finished
    shown = await replay.replay_of(there)
    assert shown.steps[0].version == 1
    assert replay_file.html(await replay_file.of_table(there))
    inspection = Inspection(parse(data))
    stored = inspection.table(there.code)
    inspection.close()
    assert stored
    assert [*faults(*stored)] == []


async def test_a_table_that_plays_on_has_no_record_and_its_rematch_is_an_ordinary_game(store: Store) -> None:
    live = await played(store, 1)
    there = await played_on(store, live, 12, same_deal=True)
    await play(there, Random(4))
    with pytest.raises(Illegal, match="branched"):
        await export.record_of(there)
    with pytest.raises(Illegal, match="branched"):
        await export.pack(there)
    assert next_game.again(there.table, b"secret", [b"a", b"b"]).branch is None


async def test_nothing_can_be_played_on_from_the_end(store: Store) -> None:
    live = await played(store, 1)
    assert is_finished(live.state)
    with pytest.raises(Illegal, match="over"):
        await played_on(store, live, live.version, same_deal=True)
