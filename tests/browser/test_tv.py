"""A TV on the wall: it shows the table it was paired with, follows it, stays on, and keeps clear of the
edges."""

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from urllib.parse import urlsplit

import httpx2
import pytest
from playwright.sync_api import Browser, Page, Route, ViewportSize, expect

from app.engine import registry
from app.table import playable_games
from app.web.cookies import keys_cookie
from scripts import golden
from scripts.machine import find_browser
from tests.browser import planted
from tests.browser.conftest import FLAGS
from tests.browser.planted import CODE, Wanted, plant_all, recorded
from tests.browser.screens import largest
from tests.support.api import Guest, a_table, joined, started
from tests.support.server import Server, serving

pytestmark = pytest.mark.browser
SCREENS = (1280, 720), (1920, 1080), (3840, 2160)
GAME = 7  # a game for two
WIDEST = "humming-hammock-87"
OUTSIDE = """() => [...document.querySelectorAll("#main *")].filter(each => {
    for (let around = each; around; around = around.parentElement) {
        if (getComputedStyle(around).clipPath === "inset(50%)") return false;  // only screen readers get it
    }
    const { left, top, right, bottom, width, height } = each.getBoundingClientRect();
    const seen = width > 2 && height > 2 && each.checkVisibility() && !each.closest("svg, .film");
    return seen && (left < innerWidth * .05 - 1 || right > innerWidth * .95 + 1
        || top < innerHeight * .05 - 1 || bottom > innerHeight * .95 + 1);
}).map(each => each.outerHTML.slice(0, 90))"""


def complaints_of(page: Page) -> list[str]:
    heard: list[str] = []
    page.on("console", lambda message: heard.append(message.text))
    page.on("pageerror", lambda error: heard.append(str(error)))
    return heard


@pytest.fixture
def phone(browser: Browser, server: Server) -> Iterator[Page]:
    with browser.new_context(viewport={"width": 390, "height": 844}, locale="en") as profile:
        yield profile.new_page()


def test_a_tv_shows_the_table_sent_by_a_phone_and_the_next_one(
    page: Page, phone: Page, server: Server
) -> None:
    complaints = complaints_of(page)
    page.goto(f"{server.url}/tv")
    code = page.locator("#wait").get_attribute("data-code") or ""
    with httpx2.Client(base_url=server.url, timeout=60) as web:
        ada, host = a_table(web)
        bruno = joined(web, ada.code, "Bruno")
        cookie = {"name": keys_cookie(ada.code), "value": f"{ada.key}.{host}", "url": server.url}
        phone.context.add_cookies([cookie])  # type: ignore[list-item]
        phone.goto(f"{server.url}/tv/pair?code={code}")
        phone.get_by_role("button", name=f"Show {ada.code} on this TV").click()
        page.wait_for_url(f"**/r/{ada.code}/tv", timeout=60_000)
        expect(page.locator("#table")).to_contain_text("Waiting for Bruno.")
        for guest in (ada, bruno):
            guest.ask("POST", "/ready")
        ada.ask("POST", "/start", key=host)
        expect(page.locator("#table")).to_have_attribute("data-version", "1")
        expect(page.locator("#bar")).to_contain_text("Waiting for")
        again = phone.request.post(f"{server.url}/r/{ada.code}/again", headers={"Origin": server.url})
    there = urlsplit(again.url).path
    assert there != f"/r/{ada.code}"
    page.wait_for_url(f"**{there}/tv", timeout=60_000)
    expect(page.locator("html")).to_have_attribute("data-live", "yes")
    assert complaints == []


def test_a_tv_welcomes_everybody_once(page: Page, server: Server) -> None:
    page.clock.install()
    with httpx2.Client(base_url=server.url, timeout=60) as web:
        ada, _ = a_table(web)
        page.goto(f"{server.url}/r/{ada.code}/tv")
        expect(page.locator("html")).to_have_attribute("data-live", "yes")
        welcomed = page.locator(".chair.new")
        expect(welcomed).to_have_count(0)
        bruno = joined(web, ada.code, "Bruno")
        expect(welcomed).to_have_attribute("data-welcome", "Welcome, Bruno!")
        page.clock.run_for(5_000)
        expect(welcomed).to_have_count(0)
        bruno.ask("POST", "/ready")
        expect(page.locator(".chair.ready")).to_have_count(2)
        expect(welcomed).to_have_count(0)


def test_a_tv_counts_down_when_a_game_starts_and_not_when_it_is_reloaded(page: Page, server: Server) -> None:
    with httpx2.Client(base_url=server.url, timeout=60) as web:
        ada, host = a_table(web)
        bruno = joined(web, ada.code, "Bruno")
        page.goto(f"{server.url}/r/{ada.code}/tv")
        expect(page.locator("html")).to_have_attribute("data-live", "yes")
        countdown = page.locator("#countdown")
        expect(countdown).to_be_hidden()
        page.evaluate(
            """() => {
                window.counted = [];
                const number = document.getElementById("seconds");
                new MutationObserver(() => window.counted.push(number.textContent))
                    .observe(number, { childList: true });
            }"""
        )
        for guest in (ada, bruno):
            guest.ask("POST", "/ready")
        ada.ask("POST", "/start", key=host)
        page.wait_for_function("() => window.counted.join() === '3,2,1'")
        expect(countdown).to_be_hidden()
        expect(page.locator("#table")).to_have_attribute("data-scene", "game")
        page.reload()
        expect(page.locator("html")).to_have_attribute("data-live", "yes")
        expect(countdown).to_be_hidden()


LONG = (
    "Maximilian Brandenburger",
    "山田太郎左衛門之助信長次郎三郎四郎五郎六七八九十",
    "Wilhelmina Constantinopo",
)
HOUSES = """() => [...document.querySelectorAll(".chair")].map(chair => {
    const box = each => each.getBoundingClientRect();
    const [street, home, mark, who] = [".street", ".home", ".mark", ".who"]
        .map(part => chair.closest(".street").querySelector(`#${chair.id} ${part}`) ?? chair.closest(part));
    const within = (inner, outer) => inner.left >= outer.left - 1 && inner.right <= outer.right + 1
        && inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
    return [who.querySelector("b").textContent, box(home).height >= innerHeight / 9,
        within(box(mark), box(home)), within(box(who), box(street)), within(box(who), box(chair))];
})"""


@pytest.mark.parametrize(("game", "seats"), [("dream_home", 4), ("home_staging", 6)])
def test_long_names_leave_every_house_in_the_street(
    game: str, seats: int, browser: Browser, server: Server
) -> None:
    names = [*LONG, "Ö" * 24, "W" * 24, "Bo"][:seats]
    with httpx2.Client(base_url=server.url, timeout=60) as web:
        made = web.post("/api/tables", json={"game": game, "name": names[0]}).json()
        for name in names[1:]:
            joined(web, made["code"], name)
    for locale in ("en", "ja"):
        size = ViewportSize(width=1280, height=720)
        with browser.new_context(viewport=size, locale=locale) as profile:
            tv = profile.new_page()
            tv.goto(f"{server.url}/r/{made['code']}/tv")
            expect(tv.locator(".chair")).to_have_count(seats)
            assert tv.evaluate(HOUSES) == [[name, True, True, True, True] for name in names]
            assert tv.evaluate(OUTSIDE) == []


SMALL = """() => [...document.querySelectorAll("#main *")].filter(each => {
    const says = [...each.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim());
    const { width, height } = each.getBoundingClientRect();
    return says && width > 2 && height > 2 && each.checkVisibility() && !each.closest("svg")
        && parseFloat(getComputedStyle(each).fontSize) < innerWidth / 64 * .85 - .01;
}).map(each => each.outerHTML.slice(0, 90))"""
CUT = """() => [...document.querySelectorAll("#main :is(.news, .say, .say p, .bonuses span, .option .nm)")]
    .filter(each => each.clientWidth > 2)
    .filter(each => each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 2)
    .map(each => each.textContent.trim())"""


@pytest.mark.parametrize(("number", "share"), [(18, 0.8), (23, 0.5)], ids=["five", "six"])
def test_five_and_six_sheets_with_long_names_are_legible_and_in_view(
    number: int, share: float, browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = "home_staging"
    monkeypatch.setattr(planted, "CAST", [*LONG, "Ö" * 24, "Bo", "W" * 24])
    record = recorded(number, game)
    running = (("running_score", "all"),)
    plant_all(tmp_path / "data", [Wanted(number, int(len(record.steps) * share), CODE, game, running)])
    with serving(tmp_path / "data") as house:
        for (width, height), locale in (*product(SCREENS[:2], ("en", "ja")), (SCREENS[0], "pl")):
            size = ViewportSize(width=width, height=height)
            with browser.new_context(viewport=size, locale=locale) as profile:
                tv = profile.new_page()
                tv.goto(f"{house.url}/r/{CODE}/tv")
                expect(tv.locator(".thumb")).to_have_count(record.seats)
                assert [tv.evaluate(faults) for faults in (OUTSIDE, SMALL, CUT)] == [[], [], []]
                drawn = tv.locator(".thumb .plan").evaluate_all(
                    "all => all.map(each => each.getBoundingClientRect().height / innerHeight)"
                )
                assert min(drawn) > 0.2


def test_a_tv_follows_to_the_next_game_once(page: Page, server: Server) -> None:
    """A second navigation would abort the first, and each of the table's updates brings a message."""
    asked: list[Route] = []
    page.route("**/follow", lambda route: asked.append(route))
    with httpx2.Client(base_url=server.url, timeout=60) as web:
        ada, host = a_table(web)
        page.goto(f"{server.url}/r/{ada.code}/tv")
        expect(page.locator("html")).to_have_attribute("data-live", "yes")
        ada.ask("POST", "/ready")
        joined(web, ada.code, "Bruno").ask("POST", "/ready")
        ada.ask("POST", "/start", key=host)
        cookie = f"{keys_cookie(ada.code)}={ada.key}.{host}"
        web.post(f"/r/{ada.code}/again", headers={"Origin": server.url, "Cookie": cookie})
    expect(page.locator("[data-follow]")).to_have_count(1)
    page.evaluate("() => document.dispatchEvent(new CustomEvent('htmx:ws:after:message:incoming'))")
    page.evaluate("() => fetch('/healthz')")  # a second request would have come before this one
    assert len(asked) == 1
    asked[0].continue_()
    page.wait_for_url(lambda url: urlsplit(url).path != f"/r/{ada.code}/tv", timeout=60_000)


def test_between_two_games_a_tv_tells_the_last_ones_and_who_has_come_along(
    page: Page, tmp_path: Path
) -> None:
    record = recorded(GAME)
    (planted_table,) = plant_all(tmp_path / "data", [Wanted(GAME, len(record.steps))])
    *_, last = golden.replay(record)
    game = registry.game(record.game)
    winners = game.winners(last.after)
    page.set_viewport_size({"width": 1280, "height": 720})
    with serving(tmp_path / "data") as house, httpx2.Client(base_url=house.url, timeout=60) as web:
        page.goto(f"{house.url}/r/{CODE}/tv")
        expect(page.locator("#come-title")).to_have_text("Rematch? Tap it on any phone.")
        cookie = f"{keys_cookie(CODE)}={planted_table.keys[0]}"
        web.post(f"/r/{CODE}/again", headers={"Origin": house.url, "Cookie": cookie})
        expect(page.locator(".standings caption")).to_have_text("1 game so far", timeout=60_000)
        rows = page.locator(".standings tbody tr")
        expect(rows).to_have_count(record.seats)
        won = rows.evaluate_all("all => all.map(row => row.lastElementChild.textContent)")
        assert won == ["1" if seat in winners else "0" for seat in range(record.seats)]
        assert rows.locator(".crown").count() == len(winners)
        expect(page.locator(".chair.ready")).to_have_count(1)
        assert [page.evaluate(faults) for faults in (OUTSIDE, SMALL)] == [[], []]


def test_without_script_it_reloads_itself(browser: Browser, server: Server) -> None:
    with browser.new_context(java_script_enabled=False) as profile:
        tv = profile.new_page()
        for address in ("/tv", f"/r/{_dealt(server)[0].code}/tv"):
            tv.goto(f"{server.url}{address}")
            expect(tv.locator("noscript meta")).to_have_attribute("content", "5")


def _dealt(server: Server) -> list[Guest]:
    with httpx2.Client(base_url=server.url, timeout=60) as web:
        return started(web, "Bruno", "Celina", "Daiki", first_player=0)


@pytest.mark.parametrize("screen", SCREENS)
def test_everything_fits_within_safe_margins_in_large_type(
    screen: tuple[int, int], browser: Browser, server: Server
) -> None:
    width, height = screen
    table = f"/r/{_dealt(server)[0].code}/tv"
    size = ViewportSize(width=width, height=height)
    for locale, address in (("en", "/tv"), ("pl", table), ("ja", table))[: 1 if width > 2000 else 3]:
        with browser.new_context(viewport=size, locale=locale) as profile:
            tv = profile.new_page()
            tv.goto(f"{server.url}{address}")
            type_size = "() => parseFloat(getComputedStyle(document.documentElement).fontSize)"
            assert tv.evaluate(type_size) == width / 64
            whole = "() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
            assert tv.evaluate(whole) == [width, height]
            assert tv.evaluate(OUTSIDE) == []


def test_the_widest_code_fits_within_them_too(browser: Browser, tmp_path: Path) -> None:
    plant_all(tmp_path / "data", [Wanted(GAME, None, WIDEST)])
    size = ViewportSize(width=1280, height=720)
    with serving(tmp_path / "data") as house, browser.new_context(viewport=size) as profile:
        tv = profile.new_page()
        tv.goto(f"{house.url}/r/{WIDEST}/tv")
        expect(tv.locator("h1 .spell")).to_have_text(WIDEST)
        assert tv.evaluate(OUTSIDE) == []


@pytest.mark.parametrize("number", [7, 5, 11], ids=["two seats", "three seats", "four seats"])
@pytest.mark.parametrize("still_to_come", [70, 2], ids=["in play", "helpers at work"])
def test_dream_homes_storeys_are_as_tall_as_what_they_show(
    number: int, still_to_come: int, browser: Browser, tmp_path: Path
) -> None:
    """Nothing sticks out of its room or step, even on the smallest TV."""
    running = (("running_score", "all"),)
    steps = len(recorded(number).steps) - still_to_come
    plant_all(tmp_path / "data", [Wanted(number, steps, table_options=running)])
    size = ViewportSize(width=1280, height=720)
    with serving(tmp_path / "data") as house, browser.new_context(viewport=size, locale="en") as profile:
        tv = profile.new_page()
        tv.goto(f"{house.url}/r/{CODE}/tv")
        expect(tv.locator(".mini")).to_have_count(recorded(number).seats)
        assert tv.evaluate(
            """() => {
                const box = each => each.getBoundingClientRect();
                const rooms = [...document.querySelectorAll(".mc, .myard")];
                const low = rooms.filter(room => box(room).height < 48).map(room => room.id);
                const out = rooms.flatMap(room => [...room.querySelectorAll(".badge, .worth, .chip")]
                    .filter(mark => box(mark).bottom > box(room).bottom || box(mark).right > box(room).right)
                    .map(mark => `${room.id} ${mark.textContent}`));
                const steps = [...document.querySelectorAll(".to-come li")];
                const bare = steps.filter(step => {
                    const [{ top, bottom }, picture] = [box(step), box(step.querySelector(".scenery"))];
                    return picture.height < 40 || picture.top < top || picture.bottom > bottom;
                });
                return [rooms.length > 0, low, out, steps.length, bare.length];
            }"""
        ) == [True, [], [], 0 if tv.locator(".columns, .bring").count() else 3, 0]


def test_on_plain_http_one_tap_keeps_the_screen_on(browser: Browser, server: Server) -> None:
    names = "--host-resolver-rules=MAP table.lan 127.0.0.1"
    at_home = browser.browser_type.launch(executable_path=find_browser(), args=[*FLAGS, names])
    tv = at_home.new_page()
    complaints = complaints_of(tv)
    tv.goto(f"http://table.lan:{urlsplit(server.url).port}/tv")
    assert tv.evaluate("() => [isSecureContext, 'wakeLock' in navigator]") == [False, False]
    expect(tv.locator("#awake")).to_be_visible()
    tv.mouse.click(300, 300)
    expect(tv.locator("#awake")).to_be_hidden()
    assert tv.evaluate("() => document.getElementById('film').paused") is False
    assert complaints == []
    at_home.close()


def test_the_hint_leaves_the_screen_and_is_back_when_a_press_does_not_help(
    browser: Browser, server: Server
) -> None:
    names = "--host-resolver-rules=MAP table.lan 127.0.0.1"
    at_home = browser.browser_type.launch(executable_path=find_browser(), args=[*FLAGS, names])
    tv = at_home.new_page()
    tv.clock.install()
    tv.goto(f"http://table.lan:{urlsplit(server.url).port}/tv")
    hint = tv.locator("#awake")
    expect(hint).to_be_visible()
    tv.clock.run_for(15_000)
    expect(hint).to_be_hidden()
    tv.evaluate("() => { HTMLMediaElement.prototype.play = () => Promise.reject(new Error()); }")
    tv.keyboard.press("Enter")
    expect(hint).to_be_visible()
    tv.clock.run_for(15_000)
    expect(hint).to_be_hidden()
    at_home.close()


@pytest.mark.parametrize("game", playable_games.names())
def test_the_end_shows_all_names_in_full_and_nothing_overlaps(
    game: str, browser: Browser, tmp_path: Path
) -> None:
    number = largest(game)
    plant_all(tmp_path / "data", [Wanted(number, len(recorded(number, game).steps), game=game)])
    with serving(tmp_path / "data") as house:
        for (width, height), locale in zip(SCREENS, ("en", "pl", "ja"), strict=True):
            size = ViewportSize(width=width, height=height)
            with browser.new_context(viewport=size, locale=locale, reduced_motion="reduce") as profile:
                tv = profile.new_page()
                tv.goto(f"{house.url}/r/{CODE}/tv")
                expect(tv.locator(".winner")).to_be_visible()
                cut = tv.evaluate(
                    """() => [...document.querySelectorAll(".scores th, .scores th *")]
                        .filter(each => each.scrollWidth > each.clientWidth && each.clientWidth > 2)
                        .map(each => each.textContent.trim())"""
                )
                assert cut == []
                crossed = tv.evaluate(
                    """() => {
                        const names = ".winner, .scores table, .ranking li, .come";
                        const parts = [...document.querySelectorAll(names)];
                        const boxes = parts.map(each => each.getBoundingClientRect());
                        const apart = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1
                            || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
                        return parts.flatMap((part, one) => parts.slice(one + 1)
                            .filter((_, other) => !apart(boxes[one], boxes[one + 1 + other]))
                            .map(other => `${part.className} ${other.className}`));
                    }"""
                )
                assert crossed == []
