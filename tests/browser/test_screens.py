"""All screens, checked for faults of layout and accessibility."""

from collections.abc import Iterator
from itertools import combinations

import pytest
from playwright.sync_api import Browser

from app.pages.i18n import LOCALES
from tests.browser.screens import House, Look, all_looks, house, lent, screens, some_looks
from tests.support.screen_faults import AXE, FAULTS, FOUND, RULES
from tests.support.server import serving

pytestmark = pytest.mark.browser


LOOKS = list(some_looks())
CROWDED = {"dream_home-scaffold", "dream_home-middle", "my_shelfie-picked", "home_staging-placing"}
HEARD = {
    (look.screen.name, look.theme): look for look in LOOKS
}  # the theme changes what axe finds, little else does


@pytest.fixture(scope="module")
def shown(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    data, tables = house(tmp_path_factory.mktemp("screens") / "data")
    with serving(data, HOUSEWARMING_BOT_PAUSE="0") as server, lent(browser) as profile:
        yield House(server, data, tables, profile)


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: look.name)
def test_a_screen_has_no_faults(shown: House, look: Look) -> None:
    complaints: list[str] = []
    page = shown.show(look, complaints)
    try:
        status = look.screen.status
        assert [said for said in complaints if f"responded with a status of {status}" not in said] == []
        assert [fault for fault in page.evaluate(FAULTS) if not fault.startswith(f"{status}: ")] == []
        if look in HEARD.values():
            page.evaluate(AXE)
            assert page.evaluate(FOUND, RULES) == []
    finally:
        page.close()


@pytest.mark.parametrize(
    "look", [look for look in LOOKS if look.screen.name in CROWDED], ids=lambda look: look.name
)
def test_a_screen_below_a_note_has_no_faults(shown: House, look: Look) -> None:
    """It leaves less room for the game; words under the offer were broken then."""
    page = shown.show(look)
    try:
        page.evaluate(
            """() => {
                const note = document.createElement("div");
                note.className = "note";
                note.innerHTML = '<p>Ada is away.</p><a class="btn" href="#">Let a bot play</a>';
                document.getElementById("prompts").append(note);
            }"""
        )
        assert page.evaluate(FAULTS) == []
    finally:
        page.close()


def test_all_pairs_of_screen_size_theme_and_language_are_covered() -> None:
    """Except that each screen is seen in only four sizes."""
    for one, other in combinations(range(4), 2):
        met = {(look[one], look[other]) for look in LOOKS}
        if (one, other) != (0, 1):
            assert met == {(look[one], look[other]) for look in all_looks()}
    for screen in screens():
        sizes = {look.size for look in LOOKS if look.screen == screen}
        assert len(sizes) == min(len(screen.sizes), len(LOCALES)), screen.name
