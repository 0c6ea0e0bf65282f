"""Looking at a game together: one phone steers, and the TV and everybody who follows see the same step."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import httpx2
import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from app.web.cookies import keys_cookie
from tests.support.api import Guest, play_out, started
from tests.support.server import Server, serving

pytestmark = pytest.mark.browser
PHONE, TV = ViewportSize(width=390, height=844), ViewportSize(width=1280, height=720)


@pytest.fixture
def over(server: Server) -> Iterator[list[Guest]]:
    with httpx2.Client(base_url=server.url, timeout=60) as web:
        guests = started(web, "Bruno", game="my_shelfie")
        play_out(guests, Random(3))
        yield guests


def opened(
    browser: Browser, server: Server, path: str, who: Guest | None = None, size: ViewportSize = PHONE
) -> Page:
    profile = browser.new_context(viewport=size, locale="en")
    if who:
        profile.add_cookies([{"name": keys_cookie(who.code), "value": who.key, "url": server.url}])
    page = profile.new_page()
    page.goto(f"{server.url}/r/{path}")
    return page


def at(page: Page, move: int | str | None) -> None:
    expect(page.locator("#replay")).to_have_attribute("data-move", str(move))


def following(page: Page) -> str:
    return page.locator("#replay").get_attribute("data-next") or ""


def plays_the_part(page: Page, part: str) -> None:
    expect(page.locator("html")).to_have_attribute("data-shown", part)


def shows_it(page: Page) -> None:
    page.locator("[popovertarget=more]").first.click()
    page.get_by_role("button", name="Show it to everybody").click()
    plays_the_part(page, "leading")


def test_a_phone_steers_the_tv_and_those_who_follow(
    browser: Browser, server: Server, over: list[Guest]
) -> None:
    code = over[0].code
    ada = opened(browser, server, f"{code}/replay?move=4", over[0])
    eve = opened(browser, server, f"{code}/replay")
    tv = opened(browser, server, f"{code}/tv", size=TV)
    expect(tv.locator("html")).to_have_attribute("data-live", "yes")
    shows_it(ada)
    tv.wait_for_url("**/replay/tv?**")
    at(tv, 4)
    plays_the_part(eve, "alone")
    eve.get_by_role("button", name="Follow", exact=True).click()
    at(eve, 4)
    expect(eve.locator("#shown .following").first).to_be_in_viewport()

    step = following(ada)
    ada.keyboard.press("ArrowRight")
    for page in (ada, tv, eve):
        at(page, step)
    expect(eve.locator(".veil")).to_be_visible()  # following her tells nothing else of the result

    eve.keyboard.press("ArrowLeft")  # breaks away
    plays_the_part(eve, "alone")
    step = following(ada)
    ada.keyboard.press("ArrowRight")
    at(tv, step)
    expect(eve.locator("#shown")).to_have_attribute("data-move", step)
    assert eve.locator("#replay").get_attribute("data-move") != step

    ada.get_by_role("button", name="Stop").click()
    tv.wait_for_url(f"**/r/{code}/tv")
    plays_the_part(eve, "")


def test_another_player_takes_over(browser: Browser, server: Server, over: list[Guest]) -> None:
    ada, bruno = (opened(browser, server, f"{each.code}/replay?move=2", each) for each in over)
    shows_it(ada)
    plays_the_part(bruno, "alone")
    shows_it(bruno)
    plays_the_part(ada, "alone")
    ada.keyboard.press("ArrowRight")
    expect(bruno.locator("#shown")).to_have_attribute("data-move", "2")


def test_after_a_restart_the_tv_comes_back_to_what_is_shown(
    browser: Browser, tmp_path: Path, port: int
) -> None:
    with serving(tmp_path / "data", "--port", str(port)) as first:
        with httpx2.Client(base_url=first.url, timeout=60) as web:
            guests = started(web, "Bruno", game="my_shelfie")
            play_out(guests, Random(3))
        code = guests[0].code
        ada = opened(browser, first, f"{code}/replay?move=4", guests[0])
        shows_it(ada)
        tv = opened(browser, first, f"{code}/tv", size=TV)
        at(tv, 4)
        first.process.kill()
        first.process.wait()
    with serving(tmp_path / "data", "--port", str(port)):
        step = following(ada)
        ada.keyboard.press("ArrowRight")
        at(tv, step)
