"""What a page is told about a lobby: only what changed, and it shows exactly what a new page would."""

import re
from collections.abc import AsyncIterator
from functools import cache, partial
from pathlib import Path
from random import Random

import pytest

from app.cli.bench.spliced_page import SplicedPage
from app.engine.core import Illegal
from app.engine.residents import RESIDENTS
from app.live import presence
from app.live.joining import open_table, take_seat
from app.live.live_table import LiveTable
from app.live.live_tables import LiveTables
from app.live.presence import of_place
from app.pages import i18n
from app.pages.i18n import LOCALES
from app.pages.lobby import draw
from app.pages.regions import TABLE, Look
from app.routes.page_socket import message
from app.storage import database
from app.storage.migrate import migrate
from app.storage.store import Store
from app.table import seating
from app.table.names import COLOURS
from app.table.visitor import Me, Visitor
from tests.support.live_tables import there
from tests.support.network.told_pages import BadLine, Forgetful, Telling, Wrong, must_show
from tests.support.plain_frames import drawn_plainly

pytestmark = pytest.mark.anyio
STEPS = 60
_TOKEN = re.compile(r'(name="token" value=")[^"]*')


@pytest.fixture
async def live(tmp_path: Path) -> AsyncIterator[LiveTable]:
    url = database.parse(f"sqlite:///{tmp_path}/games.db")
    migrate(url)
    async with Store(url) as store:
        yield await there(LiveTables(store), (await open_table(store, "dream_home", {}, "<b>Ada</b>")).code)


def looks(locales: tuple[str, ...] = LOCALES) -> list[Visitor]:
    """The host, players with a device or sharing one, newcomers and a spectator, in every language."""
    return [
        who
        for locale in locales
        for who in (
            Visitor(None, locale, (1,), hosts=True),
            Visitor(Me("Bruno", "moss", locale), locale, (2,)),
            Visitor(None, locale, (2, 3)),
            Visitor(Me("Eve", "teal", locale), locale),
            Visitor(None, locale, watches=True),
            Visitor(None, locale, removed_from=4),
        )
    ]


class Gathering:
    """People who come, go, get ready and agree on rules."""

    def __init__(self, live: LiveTable, chance: Random) -> None:
        self._live, self._chance, self._now = live, chance, 0.0
        live.presence = presence.Presence(lambda: self._now)
        self._here: set[str] = set()

    async def goes_on(self) -> None:
        try:
            await self._step()
        except Illegal:  # no seat is free, or nobody can leave
            first = self._live.table.places[0].id
            await self._live.change(partial(seating.ready, id=first, is_ready=False))

    async def _step(self) -> None:
        live, chance = self._live, self._chance
        places = live.table.places
        one = chance.choice(places)
        match chance.randrange(12):
            case 0 | 1:
                await take_seat(live, chance.choice(("Bruno", "Celina", "<i>Dora</i>")))
            case 2:
                await live.change(lambda table: seating.without(table, places[-1].id))
            case 3 | 4:
                await live.change(partial(seating.ready, id=one.id, is_ready=not one.ready))
            case 5:
                level = chance.choice(RESIDENTS).name
                await live.change(lambda table: seating.with_bot(table, level)[0])
            case 6:
                await live.change(partial(seating.recoloured, id=one.id, colour=chance.choice(COLOURS)))
            case 7:
                ids = [place.id for place in places]
                await live.change(partial(seating.reordered, ids=chance.sample(ids, len(ids))))
            case 8:
                given = {"running_score": chance.choice(("off", "all")), "seconds": chance.choice((0, 60))}
                await live.change(partial(seating.with_options, given=given))
            case _:
                self._comes_or_goes(of_place(one.id))

    def _comes_or_goes(self, who: str) -> None:
        if who in self._here:
            self._live.presence.leave([who])
        else:
            self._live.presence.arrive([who])
        self._here ^= {who}
        self._now += 2 * presence.GRACE_SECONDS


def plain(look: Look, monkeypatch: pytest.MonkeyPatch) -> str:
    with drawn_plainly(monkeypatch):
        return draw(look.live, look.visitor, look.link).text


def without_tokens(html: str) -> str:
    return _TOKEN.sub(r"\1", html)


async def compared_throughout(live: LiveTable, monkeypatch: pytest.MonkeyPatch) -> None:
    """One memory serves everybody in every language."""
    gathering = Gathering(live, Random(4))
    everybody = [Look(live, who, "http://home", 9) for who in looks()]
    tellings, pages = [Telling(look) for look in everybody], [SplicedPage() for _ in everybody]
    whole = changed = 0
    tokens: list[str] = []
    for _ in range(STEPS):
        for look, telling, page in zip(everybody, tellings, pages, strict=True):
            message = await telling.draw()
            whole, changed = whole + message.text.startswith("<"), changed + message.text.startswith("{")
            tokens += {*re.findall(r'name=\\?"token\\?" value=\\?"([^"\\]+)', message.text)}
            page.take(message.text)
            must_show(without_tokens(page.frame), plain(look, monkeypatch))
            assert 'name="token" value=""' not in page.frame
        await gathering.goes_on()
    assert changed > 5 * whole
    assert len(tokens) == len({*tokens}) > len(everybody)


async def test_a_page_that_takes_over_changes_shows_what_a_new_one_does(
    live: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    await compared_throughout(live, monkeypatch)


async def test_a_page_on_a_bad_line_shows_what_a_new_one_does_or_knows_that_it_is_behind(
    live: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = Random(8)
    gathering, everybody = Gathering(live, chance), [Look(live, who, "", 9) for who in looks(("it",))]
    tellings, lines = [Telling(look) for look in everybody], [BadLine(chance) for _ in everybody]
    same = behind = 0
    for _ in range(2 * STEPS):
        for look, telling, line in zip(everybody, tellings, lines, strict=True):
            message = await telling.draw()
            line.hear(message)
            if line.page.at == SplicedPage(message.whole.text).at:
                must_show(without_tokens(line.page.frame), plain(look, monkeypatch))
                same += 1
            else:
                behind += 1
        await gathering.goes_on()
    assert same > behind > 0
    assert all(line.gaps for line in lines)
    for look, telling, line in zip(everybody, tellings, lines, strict=True):
        line.hear_at_last(await telling.draw())
        must_show(without_tokens(line.page.frame), plain(look, monkeypatch))


async def test_who_is_ready_is_sent_alone(live: LiveTable) -> None:
    await take_seat(live, "Bruno")
    await take_seat(live, "Celina")
    look = Look(live, Visitor(None, "ja", (1,), hosts=True), "http://home", 9)
    before = await message(look, TABLE)
    await live.change(partial(seating.ready, id=2))
    change = (await message(look, TABLE)).since(before)
    assert change
    assert re.findall(r'<hx-partial hx-target=\\"#([^"\\]+)', change.text) == ["chair-2", "lobby-bar"]
    assert len(change.text) < len(change.whole.text) / 5


FORGOTTEN = (
    ("chairs.one", "chair"),
    ("chairs.open", "hosts"),
    ("chairs.adding", "here"),
    ("terms.rules", "facts"),
    ("terms.rules", "hosts"),
    ("terms.ways", "shuffle"),
    ("bar.sitting", "sitter"),
    ("bar.waiting", "wait"),
    ("bar.waiting", "own"),
)


@pytest.mark.parametrize(("macro", "argument"), FORGOTTEN)
async def test_a_forgotten_argument_would_be_noticed(
    live: LiveTable, macro: str, argument: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(i18n, "canvas", cache(lambda locale: Forgetful(macro, argument)))
    monkeypatch.setattr(i18n, "environment", cache(i18n.environment.__wrapped__))
    with pytest.raises(Wrong):
        await compared_throughout(live, monkeypatch)
