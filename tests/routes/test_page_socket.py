"""What a page's socket sends: the page that takes over the changes shows exactly what a new one would."""

from collections.abc import AsyncIterator
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from app.cli.bench.spliced_page import SplicedPage
from app.engine.core import UNDO, Illegal, offers
from app.live.joining import open_table, take_seat
from app.live.live_table import LiveTable
from app.live.live_tables import LiveTables
from app.pages import i18n
from app.pages.game_frame import draw, drawn_of
from app.pages.i18n import LOCALES
from app.pages.regions import Look
from app.storage import database
from app.storage.migrate import migrate
from app.storage.store import Store
from app.table import playable_games, seating
from app.table.visitor import Me, Visitor
from tests.support.fixed_deal import fixed
from tests.support.live_tables import all_ready, there
from tests.support.network.told_pages import BadLine, Forgetful, Telling, Wrong, must_show
from tests.support.plain_frames import drawn_plainly, scripted

pytestmark = pytest.mark.anyio
PLAYERS = ("Ada", "Bruno", "<b>Celina</b>")
DRAWN_PLAINLY = 7  # each page at every seventh move


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    url = database.parse(f"sqlite:///{tmp_path}/games.db")
    migrate(url)
    async with Store(url) as opened:
        yield opened


async def begun(store: Store, game: str) -> LiveTable:
    rooms = LiveTables(store)
    live = await there(rooms, (await open_table(store, game, {}, PLAYERS[0])).code)
    await live.change(partial(seating.with_options, given={"running_score": "all"}))
    for name in PLAYERS[1:]:
        await take_seat(live, name)
    await all_ready(live)
    await live.change(fixed)
    await live.start()
    return live


def visitors(live: LiveTable) -> list[Visitor]:
    """Every player in a language of their own, all of them in Japanese, and spectators in every language."""
    players = [
        Visitor(Me(place.name, place.colour, locale), locale, (place.id,))
        for number, place in enumerate(live.table.places)
        for locale in (LOCALES[number], "ja")
    ]
    return [*players, *(Visitor(None, locale) for locale in LOCALES)]


def plain(live: LiveTable, who: Visitor, monkeypatch: pytest.MonkeyPatch) -> str:
    seat = next(iter(who.seats(live.table)), None)
    with drawn_plainly(monkeypatch):
        return scripted(draw(drawn_of.of(live).moment(live), seat, who.locale))


class Hands:
    """They play a game, and now and then undo a move or take back a turn."""

    def __init__(self, live: LiveTable, chance: Random) -> None:
        self.taken_back = 0
        self._live, self._chance = live, chance

    async def move(self) -> None:
        live, chance = self._live, self._chance
        if chance.random() < 0.2 and await self._takes_back():
            self.taken_back += 1
            return
        seat = chance.choice(live.waited_for)
        moves: list[Any] = [*offers(live.game, live.state, seat)]
        undoes = UNDO in moves and chance.random() < 0.15
        move = UNDO if undoes else chance.choice([each for each in moves if each != UNDO] or moves)
        await live.submit(live.table.places[seat].id, live.state.turns[seat], move)

    async def _takes_back(self) -> bool:
        mover = self._live.last_mover
        if mover is None:
            return False
        try:
            await self._live.take_back(self._live.table.places[mover].id, self._live.version)
        except Illegal:  # the turn isn't over, or has shown something
            return False
        return True


async def compared_throughout(live: LiveTable, monkeypatch: pytest.MonkeyPatch) -> None:
    """One memory serves all viewers and languages, through a whole game with undos and turns taken back."""
    hands = Hands(live, Random(11))
    looks = [Look(live, who, "http://home", 9) for who in visitors(live)]
    drawings, pages = [Telling(look) for look in looks], [SplicedPage() for _ in looks]
    whole = changed = steps = 0
    while live.waited_for:
        steps += 1
        for number, (look, drawing, page) in enumerate(zip(looks, drawings, pages, strict=True)):
            message = await drawing.draw()
            whole, changed = whole + message.text.startswith("<"), changed + message.text.startswith("{")
            if (steps - number) % DRAWN_PLAINLY == 0:  # drawing without memory is slow
                must_show(message.whole.text, plain(live, look.visitor, monkeypatch))
            page.take(message.text)
            must_show(page.frame, message.whole.text)
        await hands.move()
    assert changed > 5 * whole
    assert hands.taken_back


@pytest.mark.parametrize("game", playable_games.names())
async def test_a_page_that_takes_over_changes_shows_what_a_new_one_does(
    store: Store, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await compared_throughout(await begun(store, game), monkeypatch)


@pytest.mark.parametrize("game", playable_games.names())
async def test_a_page_on_a_bad_line_shows_what_a_new_one_does_or_knows_that_it_is_behind(
    store: Store, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    live, chance = await begun(store, game), Random(5)
    hands, looks = Hands(live, chance), [Look(live, who, "http://home", 9) for who in visitors(live)[1:5]]
    drawings, lines = [Telling(look) for look in looks], [BadLine(chance) for _ in looks]
    same = behind = 0
    while live.waited_for:
        for drawing, line in zip(drawings, lines, strict=True):
            message = await drawing.draw()
            line.hear(message)
            if line.page.at == (live.version, live.revision):
                must_show(line.page.frame, message.whole.text)
                same += 1
            else:
                behind += 1
        await hands.move()
    assert same > 3 * behind > 0
    assert all(line.gaps for line in lines)
    assert hands.taken_back
    for look, drawing, line in zip(looks, drawings, lines, strict=True):
        line.hear_at_last(await drawing.draw())
        must_show(line.page.frame, plain(live, look.visitor, monkeypatch))


FORGOTTEN = (
    ("dream_home", "bar.all", "columns"),
    ("dream_home", "bar.say", "left"),
    ("dream_home", "bar.say", "me"),
    ("dream_home", "display.a_column", "hand"),
    ("dream_home", "house.a_slot", "hand"),
    ("dream_home", "house.a_slot", "last"),
    ("dream_home", "house.roof", "roofs"),
    ("dream_home", "house.whom", "waited_for"),
    ("dream_home", "log_lines.a_line", "event"),
    ("dream_home", "coach.line", "coach"),
    ("dream_home", "house.own", "house"),
    ("dream_home", "house.others", "leads"),
    ("home_staging", "bar.all", "viewer"),
    ("home_staging", "bar.all", "turn"),
    ("home_staging", "brief.brief", "own"),
    ("home_staging", "card.card", "board"),
    ("home_staging", "others.all", "viewer"),
    ("home_staging", "own.own", "seat"),
    ("home_staging", "log_lines.news", "events"),
    ("home_staging", "coach.line", "coach"),
    ("my_shelfie", "bar.all", "waited_for"),
    ("my_shelfie", "goals.all", "right"),
    ("my_shelfie", "goals.all", "rows"),
    ("my_shelfie", "shelf.a_column", "fresh"),
    ("my_shelfie", "shelf.own", "shelf"),
    ("my_shelfie", "room.a_spot", "spot"),
    ("my_shelfie", "log_lines.a_turn", "turn"),
    ("my_shelfie", "shelf.others", "waited_for"),
)


@pytest.mark.parametrize(("game", "macro", "argument"), FORGOTTEN)
async def test_a_forgotten_argument_would_be_noticed(
    store: Store, game: str, macro: str, argument: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If two fragments differ in something that the memory doesn't know, someone sees the wrong one."""
    monkeypatch.setattr(i18n, "canvas", cache(lambda locale: Forgetful(macro, argument)))
    monkeypatch.setattr(i18n, "environment", cache(i18n.environment.__wrapped__))
    live = await begun(store, game)
    with pytest.raises(Wrong):
        await compared_throughout(live, monkeypatch)
