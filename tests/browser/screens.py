"""Every screen, in every size, theme and language, to look at and to check.

    python -m tests.browser.screens FOLDER [NAME…]      pictures of all of them (make screenshots)

A screen is a page at a certain moment, seen by a certain person. All games share the same screens and add
those of their own moments, `MOMENTS` in tests/<game>/moments.py, which are looked up in the recorded
games.
"""

import sys
import time
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import httpx2
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, sync_playwright
from starlette.responses import Response

from app.engine import registry
from app.engine.core import offers
from app.pages.i18n import LOCALES, TEMPLATES
from app.pages.lobby import drawn_options
from app.storage.data_folder import secret_in
from app.table import playable_games
from app.table.keys import Secret
from app.web.admin.session import COOKIE, let_in
from app.web.cookies import joined, keys_cookie
from app.web.preferences import BOARD_COOKIE, LOCALE_COOKIE
from scripts import golden
from scripts.machine import find_shell
from tests.browser.newcomers import experienced
from tests.browser.planted import Planted, Wanted, plant_all, recorded
from tests.support.server import Server, serving

SIZES = {
    "phone": (360, 640),
    "tall": (390, 844),
    "lying": (844, 390),
    "tablet": (820, 1180),
    "desk": (1280, 800),
    "wide": (1920, 1080),
    "720p": (1280, 720),
    "1080p": (1920, 1080),
    "4k": (3840, 2160),
}
NEAR, WALL = ("phone", "tall", "lying", "tablet", "desk", "wide"), ("720p", "1080p", "4k")
THEMES = ("light", "dark")
BANNED = "203.0.113.7"
EVENING = "an-evening_at-Ad"
Seat = int
TableOptions = tuple[tuple[str, str | bool], ...]


class Moment(NamedTuple):
    """A state of a recorded game, and the seat that looks at it; None for a spectator."""

    game: str
    number: int
    steps: int | None  # None: it hasn't started
    seat: Seat | None
    table_options: TableOptions = ()
    evening: str = ""

    @property
    def table(self) -> Wanted:
        return Wanted(
            self.number,
            self.steps,
            game=self.game,
            table_options=self.table_options,
            evening=self.evening,
        )


class Screen(NamedTuple):
    name: str
    moment: Moment | None  # its table; None: a page of the site
    path: str = ""  # of the site, or after the table's address
    opens: tuple[str, ...] = ()  # controls to press first, in order
    sizes: tuple[str, ...] = NEAR
    status: int = 200
    board: str = "pictures"
    runs: bool = False  # seen by the server's admin
    comes_from: str = ""  # the address, if it matters


class Look(NamedTuple):
    """A screen in one size, theme and language."""

    screen: Screen
    size: str
    theme: str
    locale: str

    @property
    def name(self) -> str:
        return f"{self.screen.name}-{self.size}-{self.theme}-{self.locale}"


# -- moments -------------------------------------------------------------------------------------------------


def moment(game: str, number: int, wanted: Callable[[Any, set[str]], bool]) -> Moment:
    """The first moment at which the player on turn is offered such moves."""
    for count, step in enumerate(golden.replay(recorded(number, game))):
        for seat in step.before.waiting:
            tags = {str(move[0]) for move in offers(registry.game(game), step.before, seat)}
            if wanted(step.before, tags):
                return Moment(game, number, count, seat)
    raise LookupError(game, number)


def largest(game: str) -> int:
    """The first recorded game with a full table and the usual options."""
    numbers = range(1, 1 + len([*(golden.GOLDEN / game).glob("*.jsonl")]))
    return min(
        numbers, key=lambda number: (-recorded(number, game).seats, len(recorded(number, game).options))
    )


# -- screens -------------------------------------------------------------------------------------------------


@cache
def screens() -> list[Screen]:
    of_games = (screen for game in playable_games.names() for screen in of_a_game(game))
    return [*of_the_site(), *of_games, *of_an_evening()]


def of_the_site() -> Iterator[Screen]:
    """Pages that are the same for every game, with some game's table where they need one."""
    game = playable_games.names()[0]
    number = largest(game)
    lobby = Moment(game, number, None, 0)
    playing = Moment(game, number, len(recorded(number, game).steps) // 2, 0)
    by_asking = lobby._replace(table_options=(("watching", "ask"),), seat=None)
    yield Screen("home", None, "/")
    yield Screen("home-settings", None, "/", opens=(".languages summary",))
    yield Screen("no-table", None, "/r/no-such-table", status=404)
    yield Screen("nowhere", None, "/nowhere", status=404)
    yield Screen("offline", None, "/offline")
    yield Screen("all-rules", None, "/rules")
    yield Screen("api", None, "/api/docs")
    yield Screen("admin-door", None, "/admin")
    yield Screen("admin", None, "/admin", runs=True)
    yield Screen("admin-table", None, "/admin/tables/sunny-sofa-20", runs=True)
    yield Screen("banned", None, "/", comes_from=BANNED, status=403)
    yield Screen("tv-wait", None, "/tv", sizes=WALL)
    yield Screen("tv-pair", lobby, "/../../tv/pair")
    yield Screen("tv-pair-nothing", None, "/tv/pair")
    yield Screen("knock", by_asking)
    yield Screen("declined", by_asking, "/watch?declined", status=403)
    yield Screen("leave", lobby, "/leave")
    yield Screen("devices", lobby, "/devices")
    yield Screen("another-place", lobby, "/places/2")
    yield Screen("give-up", playing, "/end")
    yield Screen("ask-for-a-seat", playing._replace(seat=None), "/ask")
    yield Screen("chat-alone", playing, "/chat")
    over = playing._replace(steps=len(recorded(number, game).steps))
    yield Screen("my-games", over, "/../../games")
    yield Screen("my-games-none", None, "/games")
    yield Screen("my-games-move", over, "/../../games/move")
    yield Screen("my-games-link", None, "/games/from/old", status=403)
    yield Screen("forget-me", over, "/../../games/forget")
    yield Screen("menu", playing, opens=('[popovertarget="menu"]',))
    yield Screen("help", playing, opens=('[popovertarget="menu"]', '#menu [popovertarget="help"]'))
    yield Screen("people", playing, opens=('[popovertarget="people"]',))
    yield Screen("chat", playing, opens=('[popovertarget="chat"]',))
    yield Screen("more-about", lobby, opens=(".more summary",))


def of_a_game(game: str) -> Iterator[Screen]:
    number = largest(game)
    steps = len(recorded(number, game).steps)
    lobby, end = Moment(game, number, None, 0), Moment(game, number, steps, 0)
    first = moment(game, number, lambda state, tags: True)
    middle = moment(game, number, lambda state, tags: sum(state.turns) > steps / 2 and "undo" not in tags)
    middle = middle._replace(table_options=(("running_score", "all"),))
    waits = middle._replace(
        seat=next(seat for seat in range(recorded(number, game).seats) if seat != middle.seat)
    )
    tables = {
        "lobby-host": (lobby, ""),
        "lobby-guest": (lobby._replace(seat=None), ""),
        "options": (lobby, "/options"),
        "first": (first, ""),
        "middle": (middle, ""),
        "waiting": (waits, ""),
        "watching": (middle._replace(seat=None), "?watch"),
        "end": (end, ""),
        "end-watching": (end._replace(seat=None), "?watch"),
        "replay": (end, "/replay?move=9"),
        "replay-seat": (end, "/replay?move=9&view=0"),
        "replay-no-spoilers": (end._replace(seat=None), "/replay?move=9"),
        "replay-end": (end, f"/replay?told={steps + 1}"),
    }
    for name, (at, path) in tables.items():
        yield Screen(f"{game}-{name}", at, path)
    for name in drawn_options(game):
        yield Screen(f"{game}-option-{name}", lobby, f"/options/{name}")
    for name, (which, wanted) in own_moments(game).items():
        yield Screen(f"{game}-{name}", moment(game, which, wanted))
    refused = ("#table [aria-disabled]:is(.cover, .take, .btn):visible",)
    yield Screen(f"{game}-why-not", middle, opens=refused, status=422)
    more = ('[popovertarget="more"]',)
    yield Screen(f"{game}-replay-more", end._replace(seat=None), "/replay?move=9", opens=more)
    yield Screen(f"{game}-text", middle, board="text")
    for name, at in (("lobby", lobby), ("playing", middle), ("end", end)):
        yield Screen(f"{game}-tv-{name}", at._replace(seat=None), "/tv", sizes=WALL)
    yield Screen(f"{game}-rules", None, f"/rules/{game}")
    if (TEMPLATES / game / "gallery.html").exists():
        yield Screen(f"{game}-gallery", None, f"/gallery/{game}")


def of_an_evening() -> Iterator[Screen]:
    """Two finished games and an open table: each of them is the moment of some screens."""
    game, other, *_ = playable_games.names()
    lobby, over, next_over = (
        Moment(each, largest(each), steps, 0, evening=EVENING)
        for each, steps in ((game, None), (game, lasts(game)), (other, lasts(other)))
    )
    page = f"/../../e/{EVENING}"
    yield Screen("evening", over, page)
    yield Screen("evening-late", next_over, page, opens=("summary >> nth=1",))
    yield Screen("evening-tv", lobby, f"{page}/tv", sizes=WALL)
    yield Screen("evening-recap", over, f"{page}/recap")
    yield Screen("evening-start", None, "/e")
    yield Screen("evening-open", over, f"{page}/open")
    yield Screen("evening-list", over, "/../../games")
    yield Screen("evening-lobby", lobby)
    yield Screen("evening-over", next_over)
    yield Screen("no-evening", None, "/e/nowhere", status=404)


def lasts(game: str) -> int:
    """The number of moves in the largest recorded game."""
    return len(recorded(largest(game), game).steps)


def own_moments(game: str) -> dict[str, tuple[int, Callable[[Any, set[Any]], bool]]]:
    module = f"tests.engine.{game}.moments"
    return dict(import_module(module).MOMENTS) if find_spec(module) else {}


# -- looks ---------------------------------------------------------------------------------------------------


def all_looks() -> Iterator[Look]:
    for screen in screens():
        for size, theme, locale in product(screen.sizes, THEMES, LOCALES):
            yield Look(screen, size, theme, locale)


def some_looks() -> Iterator[Look]:
    """Four looks for each screen, so that all pairs of size, theme and language are covered.

    A screen is seen in both themes and all languages, and in four of the sizes; the next screen takes
    others.
    """
    for row, screen in enumerate(screens()):
        for column, locale in enumerate(LOCALES):
            size = screen.sizes[(row + column) % len(screen.sizes)]
            yield Look(screen, size, THEMES[(row // 4 + column // 2) % 2], locale)


# -- taking pictures -----------------------------------------------------------------------------------------

Tables = dict[Wanted, tuple[str, Planted]]


class House:
    """A server with a table for each moment, and one browser profile that all readers share in turn."""

    def __init__(self, server: Server, data: Path, tables: Tables, profile: BrowserContext) -> None:
        self.origin = server.url.rstrip("/")
        self.data = data
        self.tables = tables
        self.profile = profile

    def show(self, look: Look, complaints: list[str] | None = None) -> Page:
        """Open the screen on a new page; collect the console's complaints."""
        screen = look.screen
        cookies = {LOCALE_COOKIE: look.locale, BOARD_COOKIE: screen.board}
        if screen.runs:
            cookies[COOKIE] = session(self.data)
        address = self.origin
        if at := screen.moment:
            code, planted = self.tables[at.table]
            address = f"{self.origin}/r/{code}"
            # everybody was here just now: how long ago the last look was says nothing about this one
            httpx2.get(address, cookies={keys_cookie(code): joined(planted.keys)}).raise_for_status()
            if at.seat is not None:
                cookies[keys_cookie(code)] = planted.keys[at.seat]
        self.profile.clear_cookies()
        self.profile.add_cookies(
            [{"name": name, "value": value, "url": self.origin} for name, value in cookies.items()]
        )
        page = self.profile.new_page()
        if screen.comes_from:
            page.set_extra_http_headers({"X-Forwarded-For": screen.comes_from})
        width, height = SIZES[look.size]
        page.set_viewport_size(ViewportSize(width=width, height=height))
        page.emulate_media(color_scheme=look.theme)  # type: ignore[arg-type]
        if complaints is not None:
            page.on("console", lambda message: complaints.append(message.text))
            page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(address + screen.path)
        if page.locator("[hx-ws\\:connect]").count():
            page.locator('html[data-live="yes"]').wait_for(timeout=60_000)
        for control in screen.opens:
            page.locator(control).first.click(force=True)  # even if the move is refused
        return page


def lent(browser: Browser) -> BrowserContext:
    return browser.new_context(reduced_motion="reduce")


def house(data: Path) -> tuple[Path, Tables]:
    """The data folder of such a server, and its tables."""
    moments = {at.table for screen in screens() if (at := screen.moment)}
    wanted = sorted(moments, key=str)
    codes = [f"sunny-sofa-{count}" for count in range(20, 20 + len(wanted))]
    coded = [each._replace(code=code) for each, code in zip(wanted, codes, strict=True)]
    planted = plant_all(data, coded, [BANNED])
    return data, dict(zip(wanted, zip(codes, planted, strict=True), strict=True))


def session(data: Path) -> str:
    """The session cookie of this folder's admin."""
    response = Response()
    let_in(response, data, Secret(secret_in(data)), time.time(), https=False)
    return response.headers["set-cookie"].partition("=")[2].partition(";")[0]


def main(folder: Path, names: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    from tests.browser.conftest import FLAGS

    with TemporaryDirectory() as data, sync_playwright() as playwright:
        browser = experienced(playwright.chromium.launch(executable_path=find_shell(), args=list(FLAGS)))
        path, tables = house(Path(data) / "data")
        with serving(path, HOUSEWARMING_BOT_PAUSE="0") as server:
            shown = House(server, path, tables, lent(browser))
            for look in all_looks():
                if names and not any(look.name.startswith(name) for name in names):
                    continue
                page = shown.show(look)
                page.screenshot(path=folder / f"{look.name}.png")
                page.close()
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
