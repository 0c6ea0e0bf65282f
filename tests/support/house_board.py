"""A page on which tests draw any table, and the faults to look for on it."""

from contextlib import ExitStack
from typing import NamedTuple

from playwright.sync_api import Browser, Page, expect

NAMES = ("Ada", "Bruno", "Celina", "Daiki")
ROUNDED = 2


class Seat(NamedTuple):
    """The page of a running game, and the cookie of one of its players."""

    address: str
    cookie: dict[str, str]


def screen(windows: ExitStack, browser: Browser, seat: Seat, size: tuple[int, int]) -> Page:
    """Open a page of the server on which the test draws the table."""
    width, height = size
    profile = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
    profile.add_cookies([seat.cookie])  # type: ignore[list-item]
    page = windows.enter_context(profile).new_page()
    page.goto(seat.address)
    expect(page.locator("html")).to_have_attribute("data-live", "yes", timeout=60_000)
    return page


# Without the messages above the table: test_room.py tests those.
SHOW = """async ([html, locale]) => {
    document.getElementById('table').outerHTML = html;
    document.documentElement.lang = locale;
    for (const said of document.querySelectorAll('#prompts, #game-panel')) said.remove();
    scrollTo(0, 0);
    const sheets = [...document.querySelectorAll('#table link[rel=stylesheet]')].filter((one) => !one.sheet);
    await Promise.all(sheets.map((one) => new Promise((done) => { one.onload = done; })));
}"""


HANGING_OVER = """() => {
    const readOnly = element => {
        for (let one = element; one.id !== 'table'; one = one.parentElement)
            if (getComputedStyle(one).clipPath === 'inset(50%)') return true;
    };
    const over = [...document.querySelectorAll('#table *')]
        .filter(one => one.getBoundingClientRect().right > innerWidth + 1)
        .filter(one => one.checkVisibility() && !one.closest('svg') && !readOnly(one))
        .map(one => one.className);
    return document.documentElement.scrollWidth > innerWidth ? ['the page', ...over] : over;
}"""
SMALL = """() => [...document.querySelectorAll('#table :is(button, summary, label)')]
    .filter(one => one.checkVisibility() && !one.matches('.whyup'))
    .map(one => [one.className || one.id, one.getBoundingClientRect()])
    .filter(([, box]) => box.width && Math.min(box.width, box.height) < 44)
    .map(([name, box]) => `${name} ${box.width} ${box.height}`)"""
