"""What a page is told about the chat: only new lines, and it shows exactly what a new page would."""

from collections.abc import AsyncIterator
from functools import cache, partial
from pathlib import Path
from random import Random

import pytest

from app.cli.bench.spliced_page import SplicedPage
from app.live.joining import open_table, take_seat
from app.live.live_table import LiveTable
from app.live.live_tables import LiveTables
from app.pages import i18n
from app.pages.chat import draw
from app.pages.i18n import LOCALES
from app.pages.regions import MESSAGES, Look
from app.storage import database
from app.storage.migrate import migrate
from app.storage.store import Store
from app.table import chat
from app.table.chat import AMONG_WATCHERS, AT_TABLE, LINES
from app.table.visitor import Visitor
from tests.support.live_tables import there
from tests.support.network.told_pages import BadLine, Forgetful, Telling, Wrong, must_show
from tests.support.plain_frames import drawn_plainly

pytestmark = pytest.mark.anyio
NAMES = ("Ada", "<b>Bruno</b>", "Celina")
STEPS = 90


@pytest.fixture
async def live(tmp_path: Path) -> AsyncIterator[LiveTable]:
    url = database.parse(f"sqlite:///{tmp_path}/games.db")
    migrate(url)
    async with Store(url) as store:
        found = await there(LiveTables(store), (await open_table(store, "dream_home", {}, NAMES[0])).code)
        for name in NAMES[1:]:
            await take_seat(found, name)
        yield found


def looks(live: LiveTable) -> list[Look]:
    """In every language: the host, players who read the spectators' chat or don't, and a spectator."""
    first, second, third = (place.id for place in live.table.places)
    return [
        Look(live, who, "http://home", 9)
        for locale in LOCALES
        for who in (
            Visitor(None, locale, (first,), hosts=True, reads_watchers=True),
            Visitor(None, locale, (second,)),
            Visitor(None, locale, (third,), reads_watchers=True),
            Visitor(None, locale),
        )
    ]


class Talk:
    """People who chat, and a host who deletes and mutes."""

    def __init__(self, live: LiveTable, chance: Random) -> None:
        self._live, self._chance, self.mutes = live, chance, 0

    async def goes_on(self) -> None:
        live, chance = self._live, self._chance
        places = live.table.places
        match chance.randrange(12):
            case 0:
                said = await live.store.says(live.id, chance.choice((AT_TABLE, AMONG_WATCHERS)), LINES)
                if said:
                    await live.unsay(chance.choice(said).id)
            case 1:
                self.mutes += 1
                place = chance.choice(places)
                await live.change(partial(chat.muted, id=place.id, on=not place.muted))
            case 2:
                self.mutes += 1
                await live.change(partial(chat.watchers_muted, on=not live.table.watchers_muted))
            case 3:
                await live.rename_says(AT_TABLE, places[1].id, f"Bruno {chance.random()}")
            case 4 | 5 | 6 | 7:
                await live.say(AMONG_WATCHERS, None, "Eve", f"hidden {chance.random()}")
            case _:
                place = chance.choice(places)
                await live.say(AT_TABLE, place.id, place.name, f'<i>"{chance.random()}"</i> & so on')


async def plain(look: Look, monkeypatch: pytest.MonkeyPatch) -> str:
    with drawn_plainly(monkeypatch):
        return (await draw(look.live, look.visitor)).text


async def compared_throughout(live: LiveTable, monkeypatch: pytest.MonkeyPatch) -> None:
    """One memory serves everybody in every language, until the oldest lines have gone."""
    talk, everybody = Talk(live, Random(3)), looks(live)
    tellings = [Telling(look, MESSAGES) for look in everybody]
    pages = [SplicedPage(target=MESSAGES.target) for _ in everybody]
    whole = changed = 0
    for _ in range(STEPS):
        for look, telling, page in zip(everybody, tellings, pages, strict=True):
            message = await telling.draw()
            changes = '"since"' in message.text[:30]
            whole, changed = whole + (not changes), changed + changes
            page.take(message.text)
            must_show(page.frame, await plain(look, monkeypatch))
            assert ("hidden " in page.frame) <= (look.visitor.reads_watchers or not look.visitor.places)
        await talk.goes_on()
    assert changed > 3 * whole
    assert talk.mutes
    said = [len(await live.store.says(live.id, where, LINES)) for where in (AT_TABLE, AMONG_WATCHERS)]
    assert sum(said) > LINES


async def test_a_page_that_takes_over_lines_shows_what_a_new_one_does(
    live: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    await compared_throughout(live, monkeypatch)


async def test_a_page_on_a_bad_line_shows_what_a_new_one_does_or_knows_that_it_is_behind(
    live: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = Random(7)
    talk, everybody = Talk(live, chance), looks(live)[:4]
    tellings = [Telling(look, MESSAGES) for look in everybody]
    lines = [BadLine(chance, MESSAGES.target) for _ in everybody]
    same = behind = 0
    for _ in range(STEPS):
        for look, telling, line in zip(everybody, tellings, lines, strict=True):
            line.hear(await telling.draw())
            if line.page.at == (live.said, live.revision):
                must_show(line.page.frame, await plain(look, monkeypatch))
                same += 1
            else:
                behind += 1
        await talk.goes_on()
    assert same > behind > 0
    assert all(line.gaps for line in lines)
    for look, telling, line in zip(everybody, tellings, lines, strict=True):
        line.hear_at_last(await telling.draw())
        must_show(line.page.frame, await plain(look, monkeypatch))


async def test_a_new_line_is_sent_alone(live: LiveTable) -> None:
    telling = Telling(looks(live)[0], MESSAGES)
    for number in range(LINES + 2):
        await live.say(AT_TABLE, live.table.places[0].id, NAMES[0], f"line {number}")
    whole = (await telling.draw()).text
    await live.say(AT_TABLE, live.table.places[1].id, NAMES[1], "the newest")
    change = (await telling.draw()).text
    assert "the newest" in change
    assert "line " not in change
    assert len(change) < len(whole) / 20


@pytest.mark.parametrize(
    ("macro", "argument"),
    [("lines.a_line", "code"), ("lines.a_line", "line"), ("lines.all", "hosts"), ("lines.hush", "others")],
)
async def test_a_forgotten_argument_would_be_noticed(
    live: LiveTable, macro: str, argument: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(i18n, "canvas", cache(lambda locale: Forgetful(macro, argument)))
    monkeypatch.setattr(i18n, "environment", cache(i18n.environment.__wrapped__))
    with pytest.raises(Wrong):
        await compared_throughout(live, monkeypatch)
