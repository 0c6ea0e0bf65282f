"""The lobby in two browsers: without script, on the smallest phone, and by keyboard."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.support.front_page import add_bot, opened
from tests.support.screen_faults import AXE, FOUND, RULES
from tests.support.server import Server

pytestmark = pytest.mark.browser
PHONE: ViewportSize = {"width": 360, "height": 640}
TALL: ViewportSize = {"width": 390, "height": 844}
SMALLEST_TARGET = 44
TOO_SMALL = """(least) => [...document.querySelectorAll("a:not(.skip), button, summary, label.pick")]
    .filter((target) => target.checkVisibility())
    .filter((target) => Math.min(target.offsetWidth, target.offsetHeight) < least)
    .map((target) => target.outerHTML)"""


@pytest.fixture
def phone(browser: Browser, server: Server) -> Iterator[Callable[[str], Page]]:
    """A guest's phone with script off."""
    profiles = []

    def pages(language: str = "en") -> Page:
        profile = browser.new_context(
            base_url=server.url, viewport=PHONE, locale=language, java_script_enabled=False
        )
        profiles.append(profile)
        return profile.new_page()

    yield pages
    for profile in profiles:
        profile.close()


def test_a_table_fills_and_starts_without_script(phone: Callable[[str], Page]) -> None:
    ada, bruno = phone("en"), phone("it")
    lobby = opened(ada)
    bruno.goto(lobby)
    bruno.get_by_role("textbox", name="Il tuo nome").fill("Bruno")
    bruno.get_by_role("button", name="Siediti").click()
    add_bot(ada)
    expect(ada.get_by_text("Everyone's ready.")).to_be_visible()
    ada.get_by_role("button", name="Start").click()
    assert ada.url == lobby
    expect(ada.get_by_role("button", name="Start")).to_have_count(0)


def test_those_who_wait_see_arrivals_without_doing_anything(phone: Callable[[str], Page]) -> None:
    ada, bruno = phone("en"), phone("en")
    bruno.goto(opened(ada))
    bruno.get_by_role("textbox", name="Your name").fill("Bruno")
    bruno.get_by_role("button", name="Take a seat").click()
    expect(ada.get_by_role("listitem").nth(1)).to_contain_text("Bruno", timeout=60_000)


@pytest.mark.parametrize("language", ["en", "it", "pl", "ja"])
def test_it_fits_the_smallest_phone_and_thumbs(browser: Browser, server: Server, language: str) -> None:
    with browser.new_context(base_url=server.url, viewport=PHONE, locale=language) as profile:
        page = profile.new_page()
        lobby = opened(page, "Wilhelmina von Hohenfels")
        add_bot(page)
        own = (f"{lobby}/options", f"{lobby}/leave", f"{lobby}/devices")
        for address in ("/", "/start?now=home_staging", lobby, *own, "/join?code=x"):
            page.goto(address)
            assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], address
            assert page.evaluate(TOO_SMALL, SMALLEST_TARGET) == [], address


def seated(page: Page) -> list[str]:
    return page.locator(".chair:not(.open) .who bdi").all_inner_texts()


@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "finger"])
def test_the_host_drags_a_seat_to_its_place(browser: Browser, server: Server, touch: bool) -> None:
    size: ViewportSize = PHONE if touch else {"width": 1280, "height": 800}
    with browser.new_context(base_url=server.url, viewport=size, locale="en", has_touch=touch) as profile:
        page = profile.new_page()
        complaints: list[str] = []
        page.on("console", lambda message: complaints.append(message.text))
        opened(page)
        for _ in range(2):
            add_bot(page)
        expect(page.locator("html")).to_have_attribute("data-live", "yes")
        ada, kettle, other = seated(page)
        finger = profile.new_cdp_session(page)

        def point(kind: str, x: float, y: float) -> None:
            if touch:
                points = [] if kind == "End" else [{"x": x, "y": y}]
                finger.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})
            elif kind == "Move":
                page.mouse.move(x, y)
            else:
                page.mouse.move(x, y)
                (page.mouse.down if kind == "Start" else page.mouse.up)()

        def drag(chair: int, rows: float, drop: bool = True) -> None:
            grip = page.locator(".grip").nth(chair)
            grip.scroll_into_view_if_needed()
            box, row = grip.bounding_box(), page.locator(".chair").first.bounding_box()
            assert box
            assert row
            x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
            point("Start", x, y)
            for part in (0.3, 0.6, 1):
                point("Move", x, y + part * rows * (row["height"] + 8))
            if drop:
                with page.expect_navigation():
                    point("End", x, y + rows * (row["height"] + 8))

        drag(0, 1.1)
        assert seated(page) == [kettle, ada, other]
        drag(1, -1.1)
        assert seated(page) == [ada, kettle, other]
        drag(0, 1.1, drop=False)
        page.keyboard.press("Escape")
        expect(page.locator(".lifted")).to_have_count(0)
        point("End", 0, 0)
        page.reload()
        assert seated(page) == [ada, kettle, other]
        page.locator(".more summary").first.click()  # without a pointer
        page.get_by_role("button", name=f"Move {ada} down").press("Enter")
        expect(page.locator(".chair .who bdi").first).to_have_text(kettle)
        assert complaints == []


@pytest.mark.parametrize("language", ["en", "it", "pl", "ja"])
@pytest.mark.parametrize("size", [PHONE, TALL], ids=["small", "tall"])
def test_four_seats_and_start_are_on_one_screen_with_the_faces_of_bots(
    browser: Browser, server: Server, size: ViewportSize, language: str
) -> None:
    with browser.new_context(base_url=server.url, viewport=size, locale=language) as profile:
        page = profile.new_page()
        opened(page)
        for bot in ("otto", "mimi", "eero"):
            add_bot(page, bot)
        for chair in page.locator(".chair").all():
            expect(chair).to_be_in_viewport(ratio=1)
        assert page.locator("[data-kind=bot] .who > *").evaluate_all(
            "told => told.every((each) => each.scrollWidth <= each.clientWidth)"
        ), "no strength is cut off"
        for face in page.locator(".chair .face").all():
            expect(face).not_to_have_js_property("naturalWidth", 0)
        expect(page.locator("form[action$=start] button")).to_be_in_viewport(ratio=1)


def test_a_bot_is_chosen_by_face_and_line_and_is_at_the_table_once(browser: Browser, server: Server) -> None:
    with browser.new_context(base_url=server.url, viewport=PHONE, locale="en") as profile:
        page = profile.new_page()
        opened(page)
        page.get_by_role("button", name="Add bot").click()
        sheet = page.get_by_role("heading", name="Who's joining you?")
        expect(sheet).to_be_in_viewport(ratio=1)
        for name, line in (("Otto", "More tea?"), ("Eero", "before you sat down")):
            button = page.get_by_role("button", name=re.compile(f"^{name}"))
            expect(button).to_contain_text(line)
            button.scroll_into_view_if_needed()
            expect(button).to_be_in_viewport(ratio=1)
            expect(button.locator(".face")).not_to_have_js_property("naturalWidth", 0)
        page.evaluate(AXE)
        assert page.evaluate(FOUND, RULES) == []
        page.get_by_role("button", name=re.compile("^Eero")).click()
        expect(sheet).to_be_hidden()
        expect(page.locator(".chair[data-kind=bot]")).to_contain_text("Eero")
        expect(page.locator(".chair[data-kind=bot]")).to_contain_text("master")
        page.get_by_role("button", name="Add bot").click()
        page.get_by_role("button", name=re.compile("^Eero")).press("Enter")
        expect(page.get_by_role("alert")).to_contain_text("Eero is already at this table.")
        expect(page.locator(".chair[data-kind=bot]")).to_have_count(1)


def test_only_the_host_has_drag_handles(browser: Browser, server: Server) -> None:
    with browser.new_context(base_url=server.url) as hers, browser.new_context(base_url=server.url) as his:
        ada, bruno = hers.new_page(), his.new_page()
        bruno.goto(opened(ada))
        expect(ada.locator(".grip")).to_have_count(0)  # a single seat can't be reordered
        bruno.get_by_role("textbox", name="Your name").fill("Bruno")
        bruno.get_by_role("button", name="Take a seat").click()
        expect(ada.locator(".grip")).to_have_count(2)
        expect(bruno.locator(".chair:not(.open)")).to_have_count(2)
        expect(bruno.locator(".grip")).to_have_count(0)


def test_a_form_leads_back_to_where_it_was_sent(browser: Browser, server: Server) -> None:
    with browser.new_context(base_url=server.url) as profile:
        page = profile.new_page()
        opened(page)
        add = page.get_by_role("button", name="Add bot")
        add.press("Enter")
        page.get_by_role("button", name=re.compile("^Mimi")).press("Enter")
        expect(page.get_by_role("heading", name="Seats 2 of 4")).to_be_visible()
        expect(add).to_be_focused()  # where another one can be added
        page.locator(".chair[data-kind=bot] .more summary").click()
        page.get_by_role("button", name="Remove Mimi").press("Enter")
        expect(page.get_by_role("heading", name="Seats 1 of 4")).to_be_focused()


def test_the_keyboard_reaches_the_content_first(page: Page, server: Server) -> None:
    page.goto(server.url)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()


def test_a_half_typed_name_stays_while_others_arrive(browser: Browser, server: Server) -> None:
    with browser.new_context(base_url=server.url) as hers, browser.new_context(base_url=server.url) as his:
        ada, bruno = hers.new_page(), his.new_page()
        bruno.goto(opened(ada))
        expect(bruno.locator("html")).to_have_attribute("data-live", "yes", timeout=60_000)
        bruno.get_by_role("textbox", name="Your name").fill("Bru")
        bruno.locator("#colour summary").click()
        bruno.get_by_label("plum").check()
        add_bot(ada)
        expect(bruno.locator(".chair").nth(1)).to_contain_text("Otto")
        expect(bruno.get_by_role("textbox", name="Your name")).to_have_value("Bru")
        expect(bruno.get_by_label("plum")).to_be_checked()
        expect(bruno.locator("#colour")).to_have_attribute("open", "")
        bruno.get_by_role("button", name="Take a seat").click()
        expect(ada.locator(".chair").nth(2)).to_contain_text("Bru")
        expect(ada.locator(".chair .mark").nth(2)).to_have_attribute("data-colour", "plum")


def test_a_link_is_copied_on_plain_http_too(browser: Browser, server: Server) -> None:
    with browser.new_context(base_url=server.url) as profile:
        page = profile.new_page()
        opened(page)
        expect(page.locator("html")).to_have_attribute("data-live", "yes")
        page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
        page.get_by_role("button", name="Copy link").click()
        expect(page.get_by_role("button", name="Copied")).to_be_visible()
        assert page.evaluate("getSelection().toString().trim()") == page.locator("#invitation").inner_text()


def test_a_seat_moves_to_another_device_by_its_link(browser: Browser, server: Server) -> None:
    with browser.new_context(base_url=server.url) as hers, browser.new_context(base_url=server.url) as phone:
        ada, other = hers.new_page(), phone.new_page()
        lobby = opened(ada)
        ada.get_by_text("More", exact=True).click()
        ada.get_by_role("link", name="Use another device").click()
        link = ada.locator("#link-2").inner_text()
        other.goto(server.url.rstrip("/") + link[link.index("/r/") :])
        other.get_by_role("button", name="Sit here as Ada").click()
        expect(other.get_by_role("link", name="Leave")).to_be_visible()
        assert other.url == lobby  # the key is gone from the address bar


def test_a_home_is_picked_by_keyboard_and_told_about(page: Page, server: Server) -> None:
    opened(page, game="home_staging", front=server.url)
    page.get_by_role("link", name=re.compile("Home to furnish.*Change")).press("Enter")
    page.get_by_role("radio", name="First keys").focus()
    expect(page.get_by_role("region", name="First keys")).to_contain_text("landlady")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("radio", name="The baker's flat")).to_be_checked()
    expect(page.get_by_role("region", name="First keys")).to_have_count(0)
    expect(page.get_by_role("region", name="The baker's flat")).to_contain_text("He gets up at three.")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name=re.compile("Home to furnish"))).to_contain_text("The baker's flat")
