"""One Chromium for all browser tests, a fresh profile for each."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from scripts.machine import find_shell
from tests.browser.newcomers import experienced
from tests.support.server import Server
from tests.support.two_windows import Pair

FLAGS = (
    "--no-sandbox",  # the tests may run as root
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP table.lan 127.0.0.1",  # a LAN name, so that the page is no secure context
)

expect.set_options(timeout=60_000)  # a busy machine takes its time


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    program = find_shell()
    if program is None:
        pytest.fail("no Chromium on this machine: `make test` installs it or says what is missing")
    with sync_playwright() as playwright:
        yield experienced(playwright.chromium.launch(executable_path=program, args=list(FLAGS)))


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with browser.new_context() as profile:
        yield profile.new_page()


@pytest.fixture(scope="module")
def server(house: Server) -> Server:
    """One server for all tests of a file; a test that would harm it, or needs it empty, starts its own."""
    return house


@pytest.fixture
def windows(browser: Browser) -> Iterator[ExitStack]:
    with ExitStack() as open_windows:
        yield open_windows


@pytest.fixture
def pair(browser: Browser, windows: ExitStack, server: Server) -> Pair:
    return Pair(windows, browser, server)
