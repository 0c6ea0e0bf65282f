"""A replay in a browser: by buttons, keys, slider and swipe, without script, and without spoilers."""

from collections.abc import Iterator
from random import Random

import httpx2
import pytest
from playwright.sync_api import Browser, Page, Route, ViewportSize, expect

from app.table import playable_games
from tests.support.api import play_out, started
from tests.support.server import Server

pytestmark = pytest.mark.browser
PHONE = ViewportSize(width=390, height=844)
SIZES = ((390, 844), (360, 640), (844, 390), (1280, 800))


@pytest.fixture(scope="module")
def replays(server: Server) -> Iterator[dict[str, str]]:
    """The address of a finished game's replay, for each game."""
    with httpx2.Client(base_url=server.url, timeout=60) as web:
        found = {}
        for game in playable_games.names():
            guests = started(web, "Bruno", "Celina", game=game)
            play_out(guests, Random(3))
            found[game] = f"{server.url}/r/{guests[0].code}/replay"
        yield found


@pytest.fixture
def phone(browser: Browser, replays: dict[str, str]) -> Iterator[Page]:
    with browser.new_context(viewport=PHONE, has_touch=True, locale="en") as profile:
        page = profile.new_page()
        page.goto(replays["dream_home"])
        yield page


def at(page: Page, number: int | str) -> None:
    expect(page.locator("#replay")).to_have_attribute("data-move", str(number))


def following(page: Page) -> str:
    return page.locator("#replay").get_attribute("data-next") or ""


def test_keys_step_through_turns_moves_and_rounds(phone: Page) -> None:
    first = following(phone)
    phone.keyboard.press("ArrowRight")
    at(phone, first)
    phone.keyboard.press("ArrowLeft")
    at(phone, 0)
    phone.keyboard.press(".")
    at(phone, 1)
    phone.keyboard.press("Home")
    at(phone, 0)
    phone.keyboard.press("Shift+ArrowRight")
    expect(phone.locator("#round")).to_have_text("Round 2")
    phone.keyboard.press("PageUp")
    at(phone, 0)


def test_it_plays_by_itself_until_it_is_paused(phone: Page) -> None:
    phone.clock.install()
    phone.reload()
    first = following(phone)
    phone.keyboard.press("Space")
    at(phone, first)
    second = following(phone)
    phone.clock.run_for(2000)
    at(phone, second)
    expect(phone.locator("#play")).to_have_attribute("aria-pressed", "true")
    phone.locator("#play").click()
    phone.clock.run_for(10_000)
    at(phone, second)
    expect(phone.locator("#play")).to_have_text("Play", use_inner_text=True)


def test_the_slider_has_a_name_and_says_what_happened(phone: Page) -> None:
    phone.locator("#reveal").click()
    expect(phone.locator("#reveal")).to_have_count(0)
    slider = phone.get_by_role("slider", name="Step")
    slider.focus()
    slider.fill("12")
    at(phone, 12)
    expect(slider).to_be_focused()
    said = phone.locator("#narration")
    expect(said).to_contain_text("Step 12.")
    assert slider.get_attribute("aria-valuetext") == said.inner_text()


def test_a_step_asked_for_meanwhile_leaves_the_result_revealed(phone: Page) -> None:
    held: list[Route] = []
    phone.route("**/replay?*", lambda route: held.append(route), times=1)  # lost: the step calls it off
    with phone.expect_request("**/replay?*"):
        phone.locator("#reveal").click()
    phone.keyboard.press("ArrowRight")
    expect(phone.locator("#reveal")).to_have_count(0)
    assert len(held) == 1


def test_a_swipe_over_the_houses_is_a_turn(phone: Page) -> None:
    first = following(phone)
    phone.evaluate(
        """() => {
            const table = document.getElementById("table");
            const touch = (x) => new Touch({ identifier: 1, target: table, clientX: x, clientY: 400 });
            for (const [kind, x] of [["touchstart", 300], ["touchend", 100]]) {
                const touches = kind === "touchstart" ? [touch(x)] : [];
                table.dispatchEvent(
                    new TouchEvent(kind, { bubbles: true, touches, changedTouches: [touch(x)] }));
            }
        }"""
    )
    at(phone, first)


def test_the_result_is_hidden_until_it_is_asked_for_and_stays_shown(phone: Page) -> None:
    expect(phone.get_by_text("No spoilers.")).to_be_in_viewport()
    phone.keyboard.press("End")
    at(phone, 0)
    phone.get_by_role("link", name="Reveal").click()
    expect(phone.get_by_text("No spoilers.")).to_have_count(0)
    phone.keyboard.press("End")
    expect(phone.locator(".scene.ended")).to_be_visible()
    phone.goto(phone.url.partition("?")[0])
    expect(phone.get_by_text("No spoilers.")).to_have_count(0)


def test_the_copied_link_opens_the_same_step_without_spoilers(phone: Page) -> None:
    phone.locator("#reveal").click()
    expect(phone.get_by_text("No spoilers.")).to_have_count(0)
    phone.context.grant_permissions(["clipboard-read", "clipboard-write"])
    second = following(phone)
    phone.keyboard.press("ArrowRight")
    at(phone, second)
    phone.get_by_role("button", name="Copy the link to this step").click()
    expect(phone.locator("#narration")).to_have_text("Copied")
    copied = phone.evaluate("navigator.clipboard.readText()")
    assert "spoilers" not in copied
    assert copied.endswith(f"?move={second}")


def test_a_line_of_the_log_leads_to_its_step(phone: Page) -> None:
    phone.keyboard.press("Shift+ArrowRight")
    expect(phone.locator("#round")).to_have_text("Round 2")
    line = phone.locator("#log-lines li").last
    line.scroll_into_view_if_needed()
    line.click()
    at(phone, 0)


def test_the_log_is_walked_through_with_arrows(phone: Page) -> None:
    phone.keyboard.press("Shift+ArrowRight")
    expect(phone.locator("#round")).to_have_text("Round 2")
    phone.locator("#log").focus()
    phone.keyboard.press("ArrowDown")
    lines = phone.locator("#log-lines li")
    for line in lines.all():
        expect(line).to_be_focused()
        phone.keyboard.press("ArrowDown")
    expect(lines.last).to_be_focused()
    phone.keyboard.press("Enter")
    at(phone, 0)


def test_a_tapped_room_leads_to_the_step_in_which_it_was_laid(phone: Page) -> None:
    laid, others = following(phone), phone.locator("#table .mc[data-flies]")
    phone.keyboard.press("ArrowRight")
    at(phone, laid)
    room = others.first
    name = room.get_attribute("id")
    for _ in range(4):
        then = following(phone)
        phone.keyboard.press("ArrowRight")
        at(phone, then)
    phone.locator(f"#{name}").tap()
    expect(phone.locator(f"#{name}.last")).to_be_visible()
    expect(phone.locator("#table details[open]")).to_have_count(0)
    assert "laid=" not in phone.url


@pytest.mark.parametrize("game", playable_games.names())
def test_without_script_links_lead_on(browser: Browser, replays: dict[str, str], game: str) -> None:
    with browser.new_context(viewport=PHONE, java_script_enabled=False, locale="en") as profile:
        page = profile.new_page()
        page.goto(replays[game])
        page.get_by_role("link", name="Next turn").click()
        second = page.locator("#replay").get_attribute("data-move")
        assert second != "0"
        page.get_by_role("button", name="More").click()
        page.get_by_role("textbox", name="Step").fill("3")
        page.get_by_role("button", name="Go").click()
        at(page, 3)


@pytest.mark.parametrize("game", playable_games.names())
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_player_is_in_sight_and_nothing_runs_over(
    browser: Browser, replays: dict[str, str], game: str, size: tuple[int, int]
) -> None:
    with browser.new_context(viewport=ViewportSize(width=size[0], height=size[1])) as profile:
        page = profile.new_page()
        for asked in ("?move=9", "?move=9&spoilers=yes&view=1"):
            page.goto(replays[game] + asked)
            for control in page.locator(".keys > *").all():
                expect(control).to_be_in_viewport(ratio=1)
            assert page.evaluate("document.documentElement.scrollWidth") == size[0]
