"""Whole games as they are seen, from the invitation link on and without a reload.

Whatever people need at that moment is in the viewport, for the host, a guest and a spectator, each on four
sizes of screen."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from random import Random
from typing import Any, NamedTuple

import httpx2
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from app.table import playable_games
from app.web.cookies import keys_cookie
from tests.support.api import Guest, a_table
from tests.support.server import Server

pytestmark = pytest.mark.browser

SIZES = ((360, 640), (390, 844), (844, 390), (1280, 800))
# What an evening would be too long with: moves that undo others, and more than a few pieces drawn each turn.
BACKWARDS = {"undo", "erase", "withdraw", "other", "mirror", "front"}
ENDING = {"confirm", "done"}
LONGEST = 400

# Looks after every frame and keeps what it misses, with the version at which it did.
WATCH = """
window.missed = [];
window.looked = null; // the newest version
window.needed = () => {
  const table = document.getElementById("table");
  const shown = (one) => one.getClientRects().length > 0 && getComputedStyle(one).visibility === "visible";
  const first = (what) => [...document.querySelectorAll(what)].filter(shown).slice(0, 1);
  const all = (what) => [...document.querySelectorAll(what)].filter(shown);
  const needs = [];
  if (table.querySelector(".scene.ended")) needs.push(...all(".winner"));
  else needs.push(...first("#bar .say > :last-child"), ...all("#bar .acts .btn"));
  if ("mine" in table.dataset) {
    needs.push(...all("#table :is(button[name=move], input[name=first]):not([aria-disabled], .btn)"));
    needs.push(...all("#sheet"));
  } else needs.push(...first(".seat:has(.now), .waited"));
  return [...needs, ...all("#connection")];
};
window.inView = (one) => {
  const { top, bottom, left, right } = one.getBoundingClientRect();
  if (top < -1 || left < -1 || bottom > innerHeight + 1 || right > innerWidth + 1) return false;
  const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  if (there === null) return false;
  return one.contains(there) || there.contains(one) || there.closest("li") === one.closest("li");
};
window.look = () => {
  const { version, scene } = document.getElementById("table").dataset;
  if (scene !== "game") return;
  for (const one of needed().filter((each) => !inView(each))) {
    const { top, bottom, left, right } = one.getBoundingClientRect();
    const at = [left, top, right, bottom].map(Math.round);
    const what = `${one.tagName} ${one.className} ${one.textContent.trim().slice(0, 40)}`;
    missed.push(`${version}: ${what} at ${at}`);
  }
  if (scrollY > 0) missed.push(`${version}: scrolled by ${scrollY}`);
  if (document.documentElement.scrollWidth > innerWidth) missed.push(`${version}: wider than the window`);
  window.looked = version;
};
document.addEventListener("table:laid", () => requestAnimationFrame(look));
"""


class Seen(NamedTuple):
    """A page, and who looks at it."""

    who: str
    page: Page

    def missed(self) -> list[str]:
        return [f"{self.who} {each}" for each in self.page.evaluate("missed")]


def opened(profile: BrowserContext, who: str, address: str, size: tuple[int, int]) -> Seen:
    page = profile.new_page()
    page.set_viewport_size(ViewportSize(width=size[0], height=size[1]))
    page.goto(address)
    return Seen(f"{who} {size[0]}x{size[1]}", page)


@contextmanager
def table(browser: Browser, server: Server, game: str) -> Iterator[tuple[list[Guest], list[Seen]]]:
    """A game that has just been started from its lobby, with everybody who watches it."""
    with ExitStack() as stack:
        web = stack.enter_context(httpx2.Client(base_url=server.url, timeout=60))
        ada, host_key = a_table(web, game)
        origin = server.url.rstrip("/")
        link = f"{origin}/r/{ada.code}"

        def somebody() -> BrowserContext:
            profile = browser.new_context(locale="en", reduced_motion="reduce")
            profile.add_init_script(WATCH)
            return stack.enter_context(profile)

        hosts, guests, spectators = somebody(), somebody(), somebody()
        keys = {"name": keys_cookie(ada.code), "value": f"{host_key}.{ada.key}", "url": origin}
        hosts.add_cookies([keys])  # type: ignore[list-item]
        seen = [opened(hosts, "host", link, size) for size in SIZES]
        first = opened(guests, "guest", link, SIZES[0])
        first.page.get_by_role("textbox", name="Your name").first.fill("Ben")
        first.page.get_by_role("button", name="Take a seat").click()
        expect(first.page.locator("html")).to_have_attribute("data-live", "yes")
        [ben] = [each["value"] for each in guests.cookies(link) if each.get("name") == keys["name"]]
        seen += [first, *(opened(guests, "guest", link, size) for size in SIZES[1:])]
        seen += [opened(spectators, "spectator", link, size) for size in SIZES]
        for each in seen:
            expect(each.page.locator("html")).to_have_attribute("data-live", "yes")
            each.page.evaluate("scrollTo(0, document.body.scrollHeight)")
        ada.ask("POST", "/ready")
        ada.ask("POST", "/start", key=host_key)
        yield [ada, Guest(web, ada.code, str(ben))], seen


def chosen(moves: list[list[Any]], chance: Random) -> list[Any]:
    """A move that leads to the end of the game."""
    forward = [move for move in moves if move[0] not in BACKWARDS]
    ending = [move for move in forward if move[0] in ENDING]
    return chance.choice(ending if ending and chance.random() < 0.6 else forward)


@pytest.mark.parametrize("game", playable_games.names())
def test_what_people_need_is_in_view_at_every_moment_of_a_game(
    browser: Browser, server: Server, game: str
) -> None:
    chance = Random(7)
    with table(browser, server, game) as (players, seen):
        version = 1
        while True:
            for each in seen:
                each.page.wait_for_function("version => looked === version", arg=str(version))
            waiting = players[0].look()["waiting"]
            if not waiting:
                break
            assert version < LONGEST
            mover = players[waiting[0]]
            now = mover.look()
            said = {"turn": now["turn"], "move": chosen(now["moves"], chance), "id": f"at {version}"}
            version = mover.ask("POST", "/moves", **said).json()["version"]
        for each in seen:
            expect(each.page.locator(".winner").first).to_be_visible()
            each.page.evaluate("look()")
        assert [fault for each in seen for fault in each.missed()] == []
