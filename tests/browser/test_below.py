"""The site under a path prefix behind TLS, in browsers: a whole game, and the installed app."""

from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from app.web.cookies import keys_cookie
from tests.browser.planted import CODE, PATIENCE, plant, press, wait_for
from tests.support.flaky_network import Proxy
from tests.support.network.tls import self_signed
from tests.support.server import serving

pytestmark = [pytest.mark.browser, pytest.mark.proxies]

TELLS = {"X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "https"}


def test_a_whole_game_under_a_prefix_behind_a_proxy(tmp_path: Path, browser: Browser) -> None:
    planted = plant(tmp_path / "data", 7)
    certificate = self_signed(tmp_path)
    complaints: list[str] = []
    with ExitStack() as open_windows:
        proxy = open_windows.enter_context(Proxy(tells=TELLS, tls=certificate.server()).running())
        url = f"{proxy.url}/games"
        server = open_windows.enter_context(
            serving(tmp_path / "data", HOUSEWARMING_BASE_URL=url, HOUSEWARMING_BOT_PAUSE="0")
        )
        proxy.only(server.url)

        def window(key: str) -> Page:
            profile = open_windows.enter_context(
                browser.new_context(ignore_https_errors=True, reduced_motion="reduce", locale="en")
            )
            profile.add_cookies([{"name": keys_cookie(CODE), "value": key, "url": f"{url}/"}])
            page = profile.new_page()
            page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.goto(f"{url}/r/{CODE}")
            expect(page.locator("html")).to_have_attribute("data-live", "yes", timeout=PATIENCE)
            return page

        seats = [window(key) for key in planted.keys]
        seats[0].locator('form[action$="/start"] button').click()
        for at, step in enumerate(planted.record.steps, start=1):
            wait_for(seats[step.seat], at)
            press(seats[step.seat], step.move)
        for page in seats:
            expect(page.locator("#scores")).to_be_visible(timeout=PATIENCE)
            assert page.url == f"{url}/r/{CODE}"
        assert complaints == []


def test_the_app_is_installed_under_the_prefix_and_says_when_it_is_offline(
    tmp_path: Path, browser: Browser
) -> None:
    """Localhost is a secure context without TLS too."""
    with Proxy(tells=TELLS | {"X-Forwarded-Proto": "http"}).running() as proxy:
        url = f"{proxy.url}/games"
        with (
            serving(tmp_path / "data", HOUSEWARMING_BASE_URL=url) as server,
            browser.new_context() as profile,
        ):
            proxy.only(server.url)
            page = profile.new_page()
            page.goto(f"{url}/")
            scope = page.evaluate("() => navigator.serviceWorker.ready.then((worker) => worker.scope)")
            assert scope == f"{url}/"
            page.wait_for_function("() => navigator.serviceWorker.controller !== null")
            proxy.cut()
            page.goto(f"{url}/rules")
            expect(page.get_by_role("heading", name="No connection")).to_be_visible(timeout=PATIENCE)
            background = page.evaluate("() => getComputedStyle(document.body).backgroundColor")
            assert background != "rgba(0, 0, 0, 0)", "with its style sheet"
