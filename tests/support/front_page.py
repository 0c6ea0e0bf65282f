"""The front page in a browser, in any language, with script and without."""

import re

from playwright.sync_api import Page, expect

TABLE = re.compile(r"/r/[a-z]+-[a-z]+-\d\d$")


def begin(page: Page, how: str, game: str = "dream_home", name: str = "Ada", front: str = "/") -> str:
    """Begin a game, `now` against bots or with friends (`game`); return the table's address."""
    page.goto(front)
    page.locator(f".game button[name={how}][value={game}]").click()
    asked = page.locator(".naming:visible")
    asked.locator("[name=name]").fill(name)
    asked.locator(".go").click()
    page.wait_for_url(TABLE)
    return page.url


def opened(page: Page, name: str = "Ada", game: str = "dream_home", front: str = "/") -> str:
    """Open a table for friends; return its address."""
    return begin(page, "game", game, name, front)


def add_bot(page: Page, level: str = "") -> None:
    """As the host, in the lobby: this resident, or the next who is free."""
    bots = page.locator(".chair[data-kind=bot]")
    before = bots.count()
    page.locator("[popovertarget=adding]").first.click()
    wanted = f"[value={level}]" if level else "[value]:not([aria-disabled])"
    page.locator(f"#adding {wanted}").first.click()
    expect(bots).to_have_count(before + 1)
