"""What a guest sees who opens the address."""

import pytest
from playwright.sync_api import Page, expect

from tests.server import Server

pytestmark = pytest.mark.browser


def test_a_guest_is_told_that_the_tables_are_yet_to_come(page: Page, server: Server) -> None:
    answer = page.goto(server.url)

    assert answer
    assert answer.status == 200
    expect(page.locator("body")).to_contain_text("Housewarming is up.")
    expect(page.locator("body")).to_contain_text("There are no tables yet")
