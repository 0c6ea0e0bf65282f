"""A game that needs one more move, made while browsers watch."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx2
from playwright.sync_api import Browser, Page, expect

from app.web.cookies import keys_cookie
from tests.browser.planted import CODE, Planted, Wanted, plant_all, recorded
from tests.support.api import Guest
from tests.support.server import Server, serving
from tests.support.table_page import PHONE


class LastMove:
    """A game that needs one more move, which is made on demand."""

    def __init__(self, server: Server, planted: Planted) -> None:
        self.server, self.planted = server, planted
        self.step = planted.record.steps[-1]

    def page(
        self,
        windows: ExitStack,
        browser: Browser,
        motion: str = "no-preference",
        seat: int | None = 1,
        size: dict[str, int] = PHONE,
        below: str = "",
        at_rest: bool = False,
    ) -> Page:
        """A page at the table, of a seat or a spectator. `at_rest`: its clock runs only when told to."""
        profile = windows.enter_context(
            browser.new_context(viewport=size, locale="en", reduced_motion=motion)  # type: ignore[arg-type]
        )
        if seat is not None:
            key = {"name": keys_cookie(CODE), "value": self.planted.keys[seat], "url": self.server.url}
            profile.add_cookies([key])  # type: ignore[list-item]
        page = profile.new_page()
        if at_rest:
            page.clock.install()
        page.goto(f"{self.server.url.rstrip('/')}/r/{CODE}{below}")
        expect(page.locator("html")).to_have_attribute("data-live", "yes", timeout=60_000)
        if at_rest:
            page.clock.pause_at(page.evaluate("Date.now() + 1000"))
        return page

    def made(self) -> str:
        """Make the last move; return the total of the seat that the score sheet shows first."""
        with httpx2.Client(base_url=self.server.url, timeout=60) as web:
            last = Guest(web, CODE, self.planted.keys[self.step.seat].rpartition(".")[2])
            turn, move = self.step.turn, list(self.step.move)
            assert last.ask("POST", "/moves", turn=turn, move=move, id="the last").status_code == 200
            return str(max(each["total"] for each in last.look()["view"]["scores"]))


@contextmanager
def before_the_last_move(data: Path, game: str, number: int) -> Iterator[LastMove]:
    steps = len(recorded(number, game).steps) - 1
    (planted,) = plant_all(data, [Wanted(number, steps, game=game)])
    with serving(data) as server:
        yield LastMove(server, planted)


def past_the_count(page: Page) -> None:
    """Skip the count, unless it has come to its end by itself, and go on to the scores. In any language."""
    count = page.locator("#count")
    go_on = count.locator(".skipit button")
    go_on.click()
    if count.count():
        go_on.click()
    expect(count).to_have_count(0)


def without_the_count(page: Page) -> None:
    """Skip the count whenever it comes up, for tests of something else."""
    page.add_locator_handler(page.locator("#count"), lambda: past_the_count(page))
