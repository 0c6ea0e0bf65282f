"""What a page's socket sends: the page that takes over the changes shows exactly what a new one would."""

import re
from collections.abc import AsyncIterator, Callable, Hashable
from contextlib import suppress
from functools import cache, partial
from html import unescape
from pathlib import Path
from random import Random
from typing import Any

import pytest
from markupsafe import Markup

from app.cli.bench.spliced_page import Gap, SplicedPage
from app.engine.core import UNDO, Illegal, offers
from app.live.joining import open_table, take_seat
from app.live.live_table import LiveTable
from app.live.live_tables import LiveTables
from app.net.websocket_connection import Message
from app.pages import i18n
from app.pages.fragments import Canvas, Fragment
from app.pages.game_frame import draw, drawn_of
from app.pages.i18n import LOCALES
from app.pages.regions import Look
from app.routes.page_socket import TableDrawing
from app.storage import database
from app.storage.migrate import migrate
from app.storage.store import Store
from app.table import playable_games, seating
from app.table.visitor import Me, Visitor
from tests.support.live_tables import all_ready, there
from tests.support.plain_frames import drawn_plainly, scripted

pytestmark = pytest.mark.anyio
PLAYERS = ("Ada", "Bruno", "<b>Celina</b>")


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
    await live.start()
    return live


def visitors(live: LiveTable) -> list[Visitor]:
    """Every player and a spectator, in all languages."""
    players = [
        Visitor(Me(place.name, place.colour, LOCALES[number]), LOCALES[number], (place.id,))
        for number, place in enumerate(live.table.places)
    ]
    return [*players, *(Visitor(None, locale) for locale in LOCALES)]


def plain(live: LiveTable, who: Visitor, monkeypatch: pytest.MonkeyPatch) -> str:
    seat = next(iter(who.seats(live.table)), None)
    with drawn_plainly(monkeypatch):
        return scripted(draw(drawn_of.of(live).moment(live), seat, who.locale))


def compared(html: str) -> tuple[dict[str, str], str]:
    """A frame as its attributes, in any order, and the rest without blanks between elements."""
    opening, rest = html[: (end := html.index(">") + 1)], html[end:]
    attributes = re.findall(r'([\w-]+)(?:="([^"]*)")?', opening[4:-1])
    tight = re.sub(r">\s+|\s+<", lambda found: found[0].strip(), rest)
    return {name: unescape(value) for name, value in attributes}, tight


async def move_on(live: LiveTable, chance: Random) -> None:
    seat = chance.choice(live.waited_for)
    moves: list[Any] = [*offers(live.game, live.state, seat)]
    undoes = UNDO in moves and chance.random() < 0.15
    move = UNDO if undoes else chance.choice([each for each in moves if each != UNDO] or moves)
    await live.submit(live.table.places[seat].id, live.state.turns[seat], move)


async def compared_throughout(live: LiveTable, chance: Random, monkeypatch: pytest.MonkeyPatch) -> None:
    """One memory serves all viewers and languages, through a whole game with undos."""
    looks = [Look(live, who, "http://home", 9) for who in visitors(live)]
    drawings, pages = [TableDrawing(look) for look in looks], [SplicedPage() for _ in looks]
    whole = changed = steps = 0
    while live.waited_for:
        steps += 1
        for number, (look, drawing, page) in enumerate(zip(looks, drawings, pages, strict=True)):
            message = await drawing.draw()
            whole, changed = whole + message.text.startswith("<"), changed + message.text.startswith("{")
            page.take(message.text)
            if steps % len(looks) == number:  # each page every few moves: drawing without memory is slow
                new = compared(plain(live, look.visitor, monkeypatch))
                assert compared(page.frame) == new
                assert compared(message.whole.text) == new
        await move_on(live, chance)
    assert changed > 5 * whole


@pytest.mark.parametrize("game", playable_games.names())
async def test_a_page_that_takes_over_changes_shows_what_a_new_one_does(
    store: Store, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await compared_throughout(await begun(store, game), Random(11), monkeypatch)


async def moves_or_takes_back(live: LiveTable, chance: Random) -> None:
    """Move on; now and then take back the last turn."""
    mover = live.last_mover
    if mover is not None and chance.random() < 0.1:
        with suppress(Illegal):
            await live.take_back(live.table.places[mover].id, live.version)
    await move_on(live, chance)


class BadLine:
    """A page with two sockets, on a network that loses, doubles, delays and holds back messages."""

    def __init__(self, chance: Random) -> None:
        self.page, self.gaps, self.held = SplicedPage(), 0, False
        self._chance, self._late = chance, list[str]()

    def hear(self, message: Message) -> None:
        match self._chance.randrange(10):
            case 0:  # lost
                return
            case 1:  # the buffer is full: when it has room, the line gets the newest message whole
                self.held = True
            case 2:  # the other socket is slower
                self._late.append(message.text)
        if self.held and self._chance.random() < 0.5:
            return
        self._take(message.whole.text if self.held else message.text, message)
        self.held = False
        if self._late and self._chance.random() < 0.5:
            self._take(self._late.pop(0), message)

    def _take(self, said: str, newest: Message) -> None:
        try:
            self.page.take(said)
        except Gap:  # the page reconnects
            self.gaps += 1
            self.page = SplicedPage()
            self.page.take(newest.whole.text)


@pytest.mark.parametrize("game", playable_games.names())
async def test_a_page_on_a_bad_line_shows_what_a_new_one_does_or_knows_that_it_is_behind(
    store: Store, game: str
) -> None:
    live, chance = await begun(store, game), Random(5)
    looks = [Look(live, who, "http://home", 9) for who in visitors(live)[:4]]
    drawings, lines = [TableDrawing(look) for look in looks], [BadLine(chance) for _ in looks]
    same = behind = 0
    while live.waited_for:
        for drawing, line in zip(drawings, lines, strict=True):
            message = await drawing.draw()
            line.hear(message)
            if line.page.at == (live.version, live.revision):
                assert compared(line.page.frame) == compared(message.whole.text)
                same += 1
            else:
                behind += 1
        await moves_or_takes_back(live, chance)
    assert same > 3 * behind > 0
    assert all(line.gaps for line in lines)


@pytest.mark.parametrize("forgotten", [0, -1], ids=["first", "last"])
async def test_a_forgotten_argument_would_be_noticed(
    store: Store, forgotten: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If two viewers' fragments differ in something that the memory doesn't know, one sees the other's."""

    class Forgetful(Canvas):
        def __init__(self) -> None:
            super().__init__()
            known: dict[object, Fragment] = {}

            def remembered(macro: Callable[..., Markup], *values: Hashable) -> Fragment:
                given = [*values]
                given.pop(forgotten)
                return known.setdefault((macro, *given), self._drawn(macro, *values))

            self._remembered = remembered  # type: ignore[assignment]

    monkeypatch.setattr(i18n, "canvas", cache(lambda locale: Forgetful()))
    monkeypatch.setattr(i18n, "environment", cache(i18n.environment.__wrapped__))
    live = await begun(store, "dream_home")
    with pytest.raises((AssertionError, KeyError)):
        await compared_throughout(live, Random(11), monkeypatch)
