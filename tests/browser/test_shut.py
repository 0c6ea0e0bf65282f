"""A closed table: open pages and TVs say so on their own."""

from pathlib import Path

import httpx2
import pytest
from playwright.sync_api import Browser, expect

from tests.support.guests import opened
from tests.support.server import serving

pytestmark = pytest.mark.browser


def test_open_pages_say_at_once_that_their_table_is_closed(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        origin = server.url.rstrip("/")
        headers = {"Accept": "text/html", "Origin": origin}
        with (
            httpx2.Client(base_url=origin, headers=headers, timeout=60) as host,
            browser.new_context(locale="it") as profile,
        ):
            host.post("/admin/in", data={"token": server.banner.partition("Its token")[2].split()[0]})
            lobby = opened(host)
            pages = [profile.new_page() for _ in range(2)]
            for page, path in zip(pages, ("watch", "tv"), strict=True):
                page.goto(f"{origin}{lobby}/{path}")
                page.locator('html[data-live="yes"]').wait_for(timeout=60_000)
            host.post(f"/admin/tables/{lobby.removeprefix('/r/')}/close")
            for page in pages:
                expect(page.locator("main")).to_contain_text("ha chiuso questo tavolo", timeout=60_000)
                assert "Ada" not in page.content()
