"""Games stored by older versions of Housewarming: they load, verify, and can be played to the end."""

from pathlib import Path
from random import Random

import pytest
from sqlalchemy import URL

from app.cli import verify
from app.engine import record, registry, wire
from app.live import export
from app.live.live_table import LiveTable
from app.live.live_tables import LiveTables
from app.storage.raw_rows import Inspection
from app.storage.store import Store
from app.storage.writes import NewEntry
from app.table.seating import PLAYING
from scripts import keepsakes
from scripts.keepsakes import Keepsake
from tests.support.steps import as_table
from tests.support.stored_games import play

pytestmark = pytest.mark.anyio

FILES = sorted(keepsakes.FOLDER.glob("*/*.jsonl.gz"))


def test_every_version_of_the_rules_has_its_keepsakes() -> None:
    """When the rules of a game change, `python -m scripts.keepsakes` writes the missing ones."""
    assert keepsakes.missing() == []


async def stored(store: Store, keepsake: Keepsake, length: int) -> LiveTable:
    """The game as it was when its log had this length."""
    log = keepsake.log[:length]
    state = wire.loads(registry.game(keepsake.game).state_type, log[-1].state)
    entries = [(NewEntry(*entry[2:-1]), entry.at) for entry in log]
    text = as_table(keepsake.table_text, PLAYING)
    await store.take_in("ADA", keepsake.game, keepsake.rules, text, entries, state.waiting, ())
    room = await LiveTables(store).get("ADA")
    assert room
    return room


def faults(url: URL) -> list[verify.Fault]:
    inspection = Inspection(url)
    try:
        found = inspection.table("ADA")
        assert found
        return [*verify.faults(*found)]
    finally:
        inspection.close()


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
@pytest.mark.parametrize("part", [0.0, 0.25, 0.5, 0.75, 0.95, 1.0])
async def test_a_stored_game_is_played_on_from_any_point(sqlite_games: URL, path: Path, part: float) -> None:
    keepsake = keepsakes.read(path)
    length = max(1, round(part * len(keepsake.log)))
    async with Store(sqlite_games) as store:
        room = await stored(store, keepsake, length)
        assert (room.version, faults(sqlite_games)) == (length, [])
        for viewer in (None, *range(len(room.table.places))):
            room.game.describe(room.state, viewer)
        await play(room, Random(length))

        assert room.is_finished
        assert faults(sqlite_games) == []
        recorded = await export.record_of(room)
        assert record.read(record.write(recorded)) == recorded
        assert len(recorded.steps) >= length - 1
