"""Every screen there is, at every size, in both themes and all languages: to look at, and to be checked.

    python -m tests.browser.screens FOLDER [NAME…]      pictures of all of them (make screenshots)

A screen is a page at a certain moment, seen by somebody. The moments of a game are looked for in the recorded
games, so that each tool, helper and step of the end is among them.
"""

import sys
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

from app.auth import keys_cookie
from app.engine import dream_home
from app.engine.core import offers
from app.i18n import LOCALES
from scripts import golden
from scripts.machine import find_browser
from tests.browser.planted import Planted, Wanted, plant_all, recorded
from tests.server import Server, serving

SIZES = {"phone": (360, 640), "tall": (390, 844), "desk": (1280, 800), "wide": (1920, 1080)}
THEMES = ("light", "dark")
Seat = int


class Moment(NamedTuple):
    """A state of a recorded game, and the seat that looks at it; None watches."""

    number: int
    steps: int | None
    seat: Seat | None


class Screen(NamedTuple):
    name: str
    moment: Moment | None  # whose table it is; None: a page of the site
    path: str = ""  # of the site, or after the table's address
    opens: str = ""  # what is pressed first


class Look(NamedTuple):
    """A screen as one reader sees it."""

    screen: Screen
    size: str
    theme: str
    locale: str

    @property
    def name(self) -> str:
        return f"{self.screen.name}-{self.size}-{self.theme}-{self.locale}"


# -- moments -------------------------------------------------------------------------------------------------


def moment(number: int, wanted: Callable[[Any, set[str]], bool], watched: bool = False) -> Moment:
    """The first time that the seat that is waited for is offered such moves."""
    for count, step in enumerate(golden.replay(recorded(number))):
        for seat in step.before.waiting:
            tags = {str(move[0]) for move in offers(dream_home, step.before, seat)}
            if wanted(step.before, tags):
                return Moment(number, count, None if watched else seat)
    raise LookupError(number)


def other(at: Moment) -> Moment:
    """The same moment, for somebody who waits."""
    assert at.seat is not None
    return at._replace(seat=(at.seat + 1) % recorded(at.number).seats)


@cache
def screens() -> list[Screen]:
    late = moment(11, lambda state, tags: state.step == "turn" and state.round == 8)
    lobby, end = Moment(11, None, 0), Moment(11, len(recorded(11).steps), 0)
    hands = {"place", "decor"}
    asked = {
        "column": late,
        "clear": moment(2, lambda state, tags: "clear" in tags),
        "tools": moment(11, lambda state, tags: {"drill", "take"} <= tags),
        "mixer": moment(11, lambda state, tags: {"mix", "take"} <= tags),
        "slot": moment(11, lambda state, tags: "place" in tags and state.round == 6),
        "decor": moment(11, lambda state, tags: hands <= tags and state.round > 3),
        "scaffold": moment(11, lambda state, tags: {"place", "scaffold"} <= tags),
        "done": moment(11, lambda state, tags: tags == {"done", "undo"}),
        "jack": moment(11, lambda state, tags: "jack" in tags),
        "roofer": moment(11, lambda state, tags: "roofer" in tags),
        "supplier": moment(11, lambda state, tags: "supplier" in tags),
        "handyman": moment(11, lambda state, tags: "handyman" in tags),
        "keep": moment(1, lambda state, tags: "keep" in tags),
    }
    return [
        Screen("home", None, "/"),
        Screen("no-table", None, "/r/no-such-table"),
        Screen("rules", None, "/rules/dream_home"),
        Screen("gallery", None, "/gallery/dream_home"),
        Screen("api", None, "/api/docs"),
        Screen("lobby-host", lobby),
        Screen("lobby-guest", Moment(13, None, None)),
        Screen("options", lobby, "/options"),
        Screen("leave", lobby, "/leave"),
        Screen("devices", lobby, "/devices"),
        *(Screen(name, at) for name, at in asked.items()),
        Screen("waiting", other(late)),
        Screen("watching", late._replace(seat=None), "?watch"),
        Screen("two", moment(13, lambda state, tags: "place" in tags and state.round == 5)),
        Screen("people", late._replace(seat=0), opens='[popovertarget="people"]'),
        Screen("chat", late, opens='[popovertarget="chat"]'),
        Screen("give-up", late._replace(seat=0), "/end"),
        Screen("end", end),
        Screen("end-watching", end._replace(seat=None), "?watch"),
    ]


# -- looks ---------------------------------------------------------------------------------------------------


def all_looks() -> Iterator[Look]:
    for screen, size, theme, locale in product(screens(), SIZES, THEMES, LOCALES):
        yield Look(screen, size, theme, locale)


def some_looks() -> Iterator[Look]:
    """Of each screen one by day and one in the evening, at two sizes and in two languages, so that any two of
    screen and theme, size, theme and language meet."""
    sizes = [*SIZES]
    for row, screen in enumerate(screens()):
        for column, theme in enumerate(THEMES):
            size, locale = sizes[(row + 2 * column) % 4], LOCALES[(row // 2 + column * 3) % 4]
            yield Look(screen, size, theme, locale)


# -- to see them ---------------------------------------------------------------------------------------------


class House:
    """A server with a table for each moment."""

    def __init__(self, server: Server, tables: dict[tuple[int, int | None], tuple[str, Planted]]) -> None:
        self.origin = server.url.rstrip("/")
        self.tables = tables

    def show(self, browser: Browser, look: Look, complaints: list[str] | None = None) -> Page:
        """The screen, in a browser of its own; with what that complains about."""
        width, height = SIZES[look.size]
        profile = browser.new_context(
            viewport={"width": width, "height": height},
            locale=look.locale,
            color_scheme=look.theme,  # type: ignore[arg-type]
            reduced_motion="reduce",
        )
        address = self.origin
        if at := look.screen.moment:
            code, planted = self.tables[at.number, at.steps]
            address = f"{self.origin}/r/{code}"
            if at.seat is not None:
                key = {"name": keys_cookie(code), "value": planted.keys[at.seat], "url": self.origin}
                profile.add_cookies([key])  # type: ignore[list-item]
        page = profile.new_page()
        if complaints is not None:
            page.on("console", lambda message: complaints.append(message.text))
            page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(address + look.screen.path)
        if page.locator("#table[data-version]").count():
            page.locator('html[data-live="yes"]').wait_for(timeout=30_000)
        if look.screen.opens:
            page.locator(look.screen.opens).first.click()
        return page


def house(data: Path) -> tuple[Path, dict[tuple[int, int | None], tuple[str, Planted]]]:
    """The database of such a server; and its tables."""
    moments = {(at.number, at.steps) for screen in screens() if (at := screen.moment)}
    wanted = [
        Wanted(number, steps, f"sunny-sofa-{count}")
        for count, (number, steps) in enumerate(sorted(moments, key=str), 20)
    ]
    planted = plant_all(data, wanted)
    tables = {
        (each.number, each.steps): (each.code, table) for each, table in zip(wanted, planted, strict=True)
    }
    return data, tables


def main(folder: Path, names: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    from tests.browser.conftest import FLAGS

    with TemporaryDirectory() as data, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=list(FLAGS))
        path, tables = house(Path(data) / "data")
        with serving(path, HOUSEWARMING_BOT_PAUSE="0") as server:
            shown = House(server, tables)
            for look in all_looks():
                if names and not any(look.name.startswith(name) for name in names):
                    continue
                page = shown.show(browser, look)
                page.screenshot(path=folder / f"{look.name}.png")
                page.context.close()
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
