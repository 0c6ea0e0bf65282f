"""The pictures: built from their sources, and fit to be shown."""

import pytest

from app.settings import ROOT
from scripts.art import Drawer, games

GAME = "dream_home"
BUILT = ROOT / "static" / GAME


@pytest.fixture(scope="module")
def drawer() -> Drawer:
    return games()[GAME]


def test_the_files_that_pages_load_are_those_of_the_sources(drawer: Drawer) -> None:
    built = {BUILT / name: text for name, text in drawer.built().items()}
    assert set((BUILT / "art").iterdir()) == {path for path in built if path.suffix == ".svg"}
    old = [path.name for path, text in built.items() if path.read_text("utf-8") != text]
    assert old == [], "python -m scripts.art builds them anew"


def test_nothing_is_wrong_with_a_source(drawer: Drawer) -> None:
    assert list(drawer.complaints()) == []
