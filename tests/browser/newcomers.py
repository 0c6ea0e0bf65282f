"""Who sits in front of a browser: somebody who has played every game before, or a newcomer."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx2
from playwright.sync_api import Browser, BrowserContext, Page, expect

from app.table import playable_games
from app.web.cookies import keys_cookie
from tests.support.api import Guest, started
from tests.support.server import Server
from tests.support.table_page import PHONE

_PLAYED = f"""
try {{
    localStorage.offered ??= "no";
    for (const game of {list(playable_games.names())}) {{
        localStorage[`lesson-${{game}}`] ??= "seen";
        localStorage[`hints-${{game}}`] ??= "elsewhere";
    }}
}} catch {{ /* the page has no storage */ }}
"""


def experienced(browser: Browser) -> Browser:
    """From now on its profiles belong to people who have played before: no lesson or offer is in the way."""

    def new_context(**options: Any) -> BrowserContext:
        profile = newcomer(browser, **options)
        profile.add_init_script(_PLAYED)
        return profile

    browser.new_context = new_context  # type: ignore[method-assign]
    return browser


def newcomer(browser: Browser, **options: Any) -> BrowserContext:
    """A profile that has never seen this site."""
    return Browser.new_context(browser, **options)


def deal(server: Server, *more: str, **options: Any) -> list[Guest]:
    """Two guests, or more: the first of them is asked first, or all are at the same time."""
    with httpx2.Client(base_url=server.url, timeout=60) as web:
        guests = started(web, "Bruno", *more, **options)
        first = guests[0].look()["waiting"][0]
        return guests[first:] + guests[:first]


@contextmanager
def sitting(
    browser: Browser, server: Server, guest: Guest, size: dict[str, int] = PHONE, **options: Any
) -> Iterator[Page]:
    """A newcomer in this guest's seat."""
    with newcomer(browser, viewport=size, reduced_motion="reduce", **options) as profile:
        profile.add_cookies([{"name": keys_cookie(guest.code), "value": guest.key, "url": server.url}])
        page = profile.new_page()
        page.goto(f"{server.url.rstrip('/')}/r/{guest.code}")
        expect(page.locator("html")).to_have_attribute("data-live", "yes")
        yield page
