"""Who sits in front of a browser: somebody who has played every game before, or a newcomer."""

from typing import Any

from playwright.sync_api import Browser, BrowserContext

from app.table import playable_games

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
