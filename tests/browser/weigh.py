"""What a first visit to a running table costs, and each frame: bytes, time, and layout shifts.

python -m tests.browser.weigh      a report as JSON, with the processor slowed to a quarter (make weigh)
"""

import json
import sys
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import httpx2
from playwright.sync_api import Browser, Page, sync_playwright

from app.cli.bench.report import median
from app.web.cookies import keys_cookie
from scripts import golden
from scripts.machine import find_browser
from tests.browser.newcomers import newcomer
from tests.browser.planted import PATIENCE, Planted, Wanted, plant_all, recorded
from tests.support.api import Guest
from tests.support.server import Server, serving


def steps_to(round_: int) -> int:
    """The number of moves in the Dream Home game before this round begins."""
    states = golden.replay(recorded(1))
    return next(count for count, step in enumerate(states) if step.after.round == round_)


# A table of each game that has just begun, and one that is nearly over.
TABLES = (
    Wanted(1, steps_to(1) + 1, "sunny-sofa-21"),
    Wanted(1, steps_to(12), "sunny-sofa-22"),
    Wanted(1, 20, "sunny-sofa-23", "my_shelfie"),
    Wanted(1, 260, "sunny-sofa-24", "my_shelfie"),
    Wanted(11, 10, "sunny-sofa-25", "home_staging"),
    Wanted(11, 180, "sunny-sofa-26", "home_staging"),
)
SLOWED = 4  # the factor that DevTools uses for a mid-range phone
FRAMES = 20
OBSERVE = """
window.jumped = 0;
new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) jumped += entry.value;
}).observe({ type: 'layout-shift', buffered: true });

// From when all scripts have run one can press something.
document.addEventListener("DOMContentLoaded", () => { window.usable = performance.now(); });
"""


PAINTED = """version => new Promise((done) => {
    function look() {
        requestAnimationFrame(tablePage.table().dataset.version === version ? done : look);
    }
    look();
})"""
APPLYING = ("ScriptDuration", "RecalcStyleDuration", "LayoutDuration")


class Work(NamedTuple):
    """Milliseconds of processor time: for scripts, styles and layout, and with parsing and painting too."""

    applying: float
    all: float


class Visit:
    """A first visit to the table, with nothing cached."""

    def __init__(
        self,
        windows: ExitStack,
        browser: Browser,
        server: Server,
        planted: Planted,
        slowed: int = 1,
        then: str = "",
    ) -> None:
        """`then`: what the page opens next without a tap, which is weighed too."""
        code, key = planted.code, planted.keys[1]
        profile = windows.enter_context(newcomer(browser, viewport={"width": 390, "height": 844}))
        profile.add_cookies([{"name": keys_cookie(code), "value": key, "url": server.url}])
        self.page: Page = profile.new_page()
        self.page.add_init_script(OBSERVE)
        self.bytes = self.answers = 0
        self.tools = tools = profile.new_cdp_session(self.page)
        tools.send("Network.enable")
        tools.on("Network.loadingFinished", self._arrived)
        # count the page's own processor time, not how long others made it wait
        tools.send("Performance.enable", {"timeDomain": "threadTicks"})
        tools.send("Emulation.setCPUThrottlingRate", {"rate": slowed})
        self.page.goto(f"{server.url.rstrip('/')}/r/{code}", wait_until="networkidle")
        self.page.locator('html[data-live="yes"]').wait_for(timeout=PATIENCE)
        if then:
            self.page.locator(then).wait_for(timeout=PATIENCE)
            self.page.wait_for_load_state("networkidle")
        tools.send("Network.disable")
        self.jumped = float(self.page.evaluate("jumped"))
        self.usable = float(self.page.evaluate("usable"))
        self.work = self.worked()

    def shows(self, version: int) -> None:
        """Wait until this version of the table is painted, without causing other work on the page."""
        self.page.evaluate(PAINTED, str(version))

    def worked(self) -> Work:
        """The processor time that the page has taken so far."""
        metrics = self.tools.send("Performance.getMetrics")["metrics"]
        ms = {each["name"]: 1000 * float(each["value"]) for each in metrics}
        return Work(sum(ms[name] for name in APPLYING), ms["TaskDuration"])

    def _arrived(self, what: dict[str, float]) -> None:
        self.bytes += int(what["encodedDataLength"])
        self.answers += 1


class Evening:
    """The rest of a recorded game, played through the API."""

    def __init__(self, web: httpx2.Client, planted: Planted, made: int) -> None:
        first = planted.keys[0].rpartition(".")[2]
        self.guests = [Guest(web, planted.code, key) for key in (first, *planted.keys[1:])]
        self.steps = list(planted.record.steps[made:])
        self.version = 1 + made

    def move(self) -> None:
        step = self.steps.pop(0)
        id, move = f"recorded {self.version}", list(step.move)
        answer = self.guests[step.seat].ask("POST", "/moves", turn=step.turn, move=move, id=id)
        assert answer.status_code == 200, answer.text
        self.version += 1


def report(browser: Browser) -> dict[str, object]:
    rows = []
    with TemporaryDirectory() as folder, ExitStack() as windows:
        tables = plant_all(Path(folder) / "data", TABLES)
        server = windows.enter_context(serving(Path(folder) / "data"))
        web = windows.enter_context(httpx2.Client(base_url=server.url, timeout=60))
        with browser.new_page() as awake:  # warm up, so that no program's start is measured
            awake.goto(server.url)
        for wanted, planted in zip(TABLES, tables, strict=True):
            rows.append(_weighed(browser, server, wanted, planted, web))
    return {"title": f"a first visit, and frames, on a processor slowed by {SLOWED}", "visits": rows}


def _weighed(
    browser: Browser, server: Server, wanted: Wanted, planted: Planted, web: httpx2.Client
) -> dict[str, object]:
    evening = Evening(web, planted, wanted.steps or 0)
    frames = []
    with ExitStack() as windows:
        visit = Visit(windows, browser, server, planted, SLOWED)
        for _ in range(min(FRAMES, len(evening.steps))):
            before = visit.worked()
            evening.move()
            visit.shows(evening.version)
            after = visit.worked()
            frames.append(Work(after.applying - before.applying, after.all - before.all))
    return {
        "game": wanted.game,
        "steps": wanted.steps,
        "bytes": visit.bytes,
        "answers": visit.answers,
        "jumped": round(visit.jumped, 4),
        "usable_ms": round(visit.usable),
        "work_ms": round(visit.work.applying),
        "painted_ms": round(visit.work.all),
        "frame_ms": round(median([each.applying for each in frames])),
        "painted_frame_ms": round(median([each.all for each in frames])),
    }


def main() -> None:
    from tests.browser.conftest import FLAGS

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=list(FLAGS))
        json.dump(report(browser), sys.stdout, indent=2)
        print()
        browser.close()


if __name__ == "__main__":
    main()
