"""What a player says in the chat shows for some seconds at their seat."""

import time

import pytest
from playwright.sync_api import expect

from tests.support.two_windows import Pair

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_message_shows_at_the_speakers_seat_and_goes_by_itself(pair: Pair, motion: str) -> None:
    ada, bruno = pair.ada.page, pair.bruno.page
    bruno.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
    bruno.clock.install()
    bruno.reload()
    pair.bruno.expect_live()
    bruno.clock.pause_at(time.time() + 60)
    ada.get_by_role("button", name="Chat").click()
    ada.get_by_label("Your message").fill("What a kitchen! <b>")
    ada.get_by_role("button", name="Send").click()
    bubble = bruno.locator(".bubble")
    expect(bubble).to_have_text("What a kitchen! <b>")
    expect(bubble).to_have_attribute("aria-hidden", "true")
    expect(bubble).to_be_in_viewport(ratio=1)
    seat, said = bruno.locator("#house-0 .mark").first.bounding_box(), bubble.bounding_box()
    assert seat
    assert said
    assert 0 <= said["y"] - seat["y"] - seat["height"] <= 12
    moves = bubble.evaluate("one => getComputedStyle(one).animationName")
    assert moves == ("none" if motion == "reduce" else "pop")
    expect(ada.locator(".bubble")).to_have_count(0)  # one knows what one has said
    bruno.clock.run_for(6000)
    expect(bubble).to_have_count(0)
    assert pair.bruno.complaints == []


def test_a_deleted_message_leaves_its_bubble(pair: Pair) -> None:
    ada, bruno = pair.ada.page, pair.bruno.page
    bruno.clock.install()
    bruno.reload()
    pair.bruno.expect_live()
    bruno.clock.pause_at(time.time() + 60)
    ada.get_by_role("button", name="Chat").click()
    ada.get_by_label("Your message").fill("oops")
    ada.get_by_role("button", name="Send").click()
    expect(bruno.locator(".bubble")).to_have_text("oops")
    bruno.evaluate("""() => {
        document.querySelector("#messages .words").remove();
        const detail = { message: { data: "" } };
        document.dispatchEvent(new CustomEvent("htmx:ws:after:message:incoming", { detail }));
    }""")
    expect(bruno.locator(".bubble")).to_have_count(0)
