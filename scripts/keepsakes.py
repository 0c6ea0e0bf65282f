"""Keepsakes are games as older versions stored them, kept forever in tests/fixtures/games.

    python -m scripts.keepsakes         writes the missing ones for the current rules

Every later version must be able to finish these games, as tests/storage/test_upgrades.py checks. So there is
one file for each version of a game's rules, and it is never rewritten. Its first line is the table. Every
other line is an entry of the log, with the whole state.
"""

import asyncio
import gzip
import tempfile
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from app.engine import registry, wire
from app.engine.core import Game
from app.storage import database
from app.storage.migrate import migrate
from app.storage.schema import Entry
from app.storage.store import Store
from app.table import playable_games
from tests.support.stored_games import begun, play

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "fixtures" / "games"


class Keepsake(NamedTuple):
    game: str
    rules: int
    table_text: str
    log: tuple[Entry, ...]


def file(game: Game[Any], seats: int) -> Path:
    return FOLDER / game.id / f"rules-{game.rules}-{seats}-seats.jsonl.gz"


def write(path: Path, keepsake: Keepsake) -> None:
    head = [keepsake.game, keepsake.rules, keepsake.table_text]
    lines = [head, *([*each[1:-1], round(each.at * 1000)] for each in keepsake.log)]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress("\n".join(map(wire.dumps, lines)).encode(), mtime=0))


def read(path: Path) -> Keepsake:
    lines = gzip.decompress(path.read_bytes()).decode().splitlines()
    (game, rules, table_text), *log = map(wire.parse, lines)
    entries = tuple(Entry._make((0, *each[:-1], each[-1] / 1000)) for each in log)
    return Keepsake(game, rules, table_text, entries)


async def played(game: Game[Any], seats: int) -> Keepsake:
    """Play a whole game with the options for this number of seats."""
    with tempfile.TemporaryDirectory() as folder:
        url = database.parse(f"sqlite:///{folder}/housewarming.db")
        await asyncio.to_thread(migrate, url)
        async with Store(url) as store:
            room = await begun(store, game.id, seats, **_options(game, seats))
            await play(room, Random(seats))
            log = await store.entries(room.id, limit=10_000)
            row, _ = await store.load(room.id)
    return Keepsake(row.game, row.rules, row.table_text, tuple(log))


def _options(game: Game[Any], seats: int) -> dict[str, Any]:
    """The default options for the smallest table. Larger tables get the last value of every option."""
    return {} if seats == min(game.seats) else {option.name: option.values[-1] for option in game.options}


def missing() -> list[tuple[Game[Any], int]]:
    """The games and numbers of seats that have no file for the current rules."""
    games = map(registry.game, playable_games.names())
    wanted = [(game, seats) for game in games for seats in (min(game.seats), max(game.seats))]
    return [(game, seats) for game, seats in wanted if not file(game, seats).exists()]


def main() -> None:
    for game, seats in missing():
        write(file(game, seats), asyncio.run(played(game, seats)))
        print(file(game, seats))


if __name__ == "__main__":
    main()
