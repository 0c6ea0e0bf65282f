"""A replay in a file of its own: it plays offline, in four languages, and asks nobody for anything."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import httpx2
import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from app.pages.i18n import LOCALES, words
from app.table import playable_games
from tests.browser.newcomers import newcomer
from tests.support.api import play_out, started
from tests.support.server import Server

pytestmark = pytest.mark.browser
LARGEST = 400_000  # bytes, for four players
PHONE = ViewportSize(width=390, height=844)
of_every_game = pytest.mark.parametrize("game", playable_games.names())


class Saved(NamedTuple):
    page: str  # its address on the server
    file: Path


@pytest.fixture(scope="module")
def saved(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Saved]]:
    """The downloaded file of a finished game of four, for each game."""
    folder = tmp_path_factory.mktemp("replays")
    with httpx2.Client(base_url=server.url, timeout=120) as web:
        found = {}
        for game in playable_games.names():
            guests = started(web, "Bruno", "Celina", "Daiki", game=game)
            play_out(guests, Random(6))
            answer = web.get(f"/r/{guests[0].code}/replay.html")
            assert answer.headers["content-disposition"].startswith("attachment")
            file = folder / f"{game}.html"
            file.write_bytes(answer.content)
            found[game] = Saved(f"{server.url}/r/{guests[0].code}/replay?spoilers=yes", file)
        yield found


@pytest.fixture
def opened(browser: Browser, saved: dict[str, Saved], game: str) -> Iterator[Page]:
    # a newcomer, because Chromium empties a file's storage when a script writes to it before the page
    with newcomer(browser, viewport=PHONE, locale="en", offline=True) as profile:
        page = profile.new_page()
        page.goto(saved[game].file.as_uri())
        expect(page.locator("#replay .player")).to_be_visible()
        yield page


@of_every_game
def test_it_is_small(saved: dict[str, Saved], game: str) -> None:
    assert saved[game].file.stat().st_size <= LARGEST


@of_every_game
def test_it_plays_offline_and_asks_nobody_for_anything(
    browser: Browser, saved: dict[str, Saved], game: str
) -> None:
    asked: list[str] = []
    said: list[str] = []
    with browser.new_context(viewport=PHONE, locale="en", offline=True) as profile:
        page = profile.new_page()
        page.on("request", lambda request: asked.append(request.url))
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.goto(saved[game].file.as_uri())
        page.locator("#reveal").click()
        for _ in range(5):
            following = page.locator("#replay").get_attribute("data-next")
            page.keyboard.press("ArrowRight")
            expect(page.locator("#replay")).to_have_attribute("data-move", str(following))
        page.keyboard.press("End")
        expect(page.locator(".scene.ended")).to_be_visible()
        assert [url for url in asked[1:] if not url.startswith("data:")] == []
        assert said == []


@pytest.mark.parametrize("game", ["dream_home"])
def test_it_shows_what_the_page_shows(browser: Browser, saved: dict[str, Saved], opened: Page) -> None:
    with browser.new_context(viewport=PHONE, locale="en") as profile:
        page = profile.new_page()
        opened.locator("#reveal").click()
        for step in ("0", "9", "40"):
            page.goto(f"{saved['dream_home'].page}&move={step}")
            opened.goto(f"{saved['dream_home'].file.as_uri()}#{step}")
            expect(opened.locator("#replay")).to_have_attribute("data-move", step)
            for part in ("#table", "#said"):
                assert opened.locator(part).inner_text() == page.locator(part).inner_text()


@pytest.mark.parametrize("game", ["my_shelfie"])
@pytest.mark.parametrize("locale", LOCALES)
def test_it_speaks_every_language(opened: Page, locale: str) -> None:
    opened.locator("#language").click()
    opened.locator(f"[data-locale={locale}]").click()
    expect(opened.locator("html")).to_have_attribute("lang", locale)
    expect(opened.locator("#play")).to_have_text(words(locale).gettext("Play"), use_inner_text=True)
    assert opened.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


@of_every_game
def test_it_hides_the_ending_until_it_is_asked_for(opened: Page) -> None:
    expect(opened.get_by_text("No spoilers.")).to_be_in_viewport()
    slider = opened.locator("#slider")
    opened.keyboard.press("End")
    expect(slider).to_have_attribute("max", "0")
    following = opened.locator("#replay").get_attribute("data-next") or ""
    opened.keyboard.press("ArrowRight")
    expect(slider).to_have_attribute("max", following)
    opened.evaluate("location.hash = '#99999'")
    expect(opened.locator("#replay")).to_have_attribute("data-move", "0")
    opened.get_by_role("link", name="Reveal").click()
    expect(opened.get_by_text("No spoilers.")).to_have_count(0)
    opened.keyboard.press("End")
    expect(opened.locator(".scene.ended")).to_be_visible()
    opened.reload()
    expect(opened.locator("#replay .player")).to_be_visible()
    expect(opened.get_by_text("No spoilers.")).to_have_count(0)


@pytest.mark.parametrize("game", ["dream_home"])
def test_a_tapped_room_and_a_line_of_the_log_lead_to_their_step(opened: Page) -> None:
    replay, following = opened.locator("#replay"), opened.locator("#replay").get_attribute("data-next")
    opened.keyboard.press("ArrowRight")
    expect(replay).to_have_attribute("data-move", following or "")
    name = opened.locator("#table .mc[data-flies]").first.get_attribute("id")
    opened.keyboard.press("Shift+ArrowRight")
    expect(opened.locator("#round")).to_have_text("Round 2")
    opened.locator(f"#{name}").click()
    expect(opened.locator(f"#{name}.last")).to_be_visible()
    expect(opened.locator("#round")).to_have_text("Round 1")
    opened.locator("#log-lines li").last.click()
    expect(replay).to_have_attribute("data-move", "0")


@of_every_game
def test_it_checks_its_shuffle(opened: Page) -> None:
    expect(opened.locator('#checks [data-says="true"]:visible')).to_have_count(4)
    expect(opened.locator("#checks strong:visible")).to_have_count(0)


@pytest.mark.parametrize("game", ["dream_home"])
def test_a_proof_that_was_edited_is_found_out(
    browser: Browser, saved: dict[str, Saved], opened: Page
) -> None:
    changed = opened.evaluate(
        """() => {
            const list = document.getElementById("checks");
            const proof = JSON.parse(list.dataset.proof);
            proof.secret = proof.secret.replace(/^./, (first) => (first === "0" ? "1" : "0"));
            list.dataset.proof = JSON.stringify(proof);
            shuffleCheck.check();
            return [...list.querySelectorAll("strong")].filter((each) => each.checkVisibility()).length;
        }"""
    )
    assert changed == 2, "the secret and the seed"
