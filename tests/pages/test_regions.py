"""A region is drawn anew exactly when what it shows has changed."""

from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random

import pytest

from app.engine.core import UNDO, Illegal, offers
from app.live.live_table import LiveTable
from app.live.live_tables import LiveTables
from app.live.presence import of_place
from app.pages.regions import REGIONS, TABLE, Look, Region, text_of
from app.storage import database
from app.storage.migrate import migrate
from app.storage.store import Store
from app.table import seating, take_back
from app.table.visitor import Me, Visitor
from tests.support.live_tables import opened, playing, there

pytestmark = pytest.mark.anyio


@pytest.fixture
async def live(tmp_path: Path) -> AsyncIterator[LiveTable]:
    url = database.parse(f"sqlite:///{tmp_path}/games.db")
    migrate(url)
    async with Store(url) as store:
        rooms = LiveTables(store)
        code = await opened(rooms)
        await (await there(rooms, code)).change(partial(seating.with_options, given={"take_back": True}))
        yield await playing(rooms, code)


def visitors(places: Sequence[int]) -> list[Visitor]:
    """The host, a guest, both of them on one device, and a spectator."""
    ada, bruno = places
    return [
        Visitor(Me("Ada", "teal", "en"), "en", (ada,), hosts=True),
        Visitor(Me("Bruno", "plum", "pl"), "pl", (bruno,)),
        Visitor(Me("Ada", "teal", "en"), "en", (ada, bruno), hosts=True),
        Visitor(None, "en"),
    ]


async def something_happens(live: LiveTable, chance: Random) -> None:
    """Somebody moves, undoes, asks to take a turn back, says no, nudges, comes, or goes."""
    seat = live.waited_for[0]
    here, other = (of_place(place.id) for place in (live.table.places[seat], live.table.places[1 - seat]))
    match chance.randrange(12):
        case 0:
            live.presence.arrive([other])
        case 1:
            live.presence.leave([other])
        case 2:
            with suppress(Illegal):
                live.presence.nudge(here, live.state.turns[seat])
        case 3 if live.last_mover is not None:
            asker = live.table.places[live.last_mover].id
            with suppress(Illegal):
                await live.change(partial(take_back.asking_back, id=asker, version=live.version))
        case 4 if live.table.consent:
            answerer = live.table.places[1 - (live.last_mover or 0)].id
            with suppress(Illegal):
                await live.change(partial(take_back.refusing, id=answerer, version=live.version))
        case _:
            moves = [*offers(live.game, live.state, seat)]
            move = chance.choice([each for each in moves if each != UNDO or chance.random() < 0.3] or moves)
            await live.submit(live.table.places[seat].id, live.state.turns[seat], move)


@pytest.mark.parametrize("region", REGIONS, ids=lambda region: region.target)
async def test_as_long_as_the_marks_stay_so_does_the_text(live: LiveTable, region: Region) -> None:
    chance = Random(4)
    looks = [Look(live, who, "http://home", 9) for who in visitors([place.id for place in live.table.places])]
    drawn: dict[tuple[int, object], str] = {}
    kept = 0
    while live.waited_for:
        await something_happens(live, chance)
        for number, look in enumerate(looks):
            key = number, region.marks(look)
            kept += key in drawn
            text = text_of(await region.draw(look))
            assert drawn.setdefault(key, text) == text
    assert kept > 100 or region is TABLE
