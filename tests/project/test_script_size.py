"""Scripts that pages bring: small enough to be read and to be there at once, and each keeping to itself."""

import gzip
import re

import pytest

from app import ROOT
from app.pages.assets import FOLDER, content

AROUND_A_TABLE = ("table.js", "player.js")
ONE_SCRIPT, ONE_GAME, ALL_AROUND = 6 * 1024, 8 * 1024, 10 * 1024


def packed(path: str) -> int:
    return len(gzip.compress(content(path)))


OURS = [path for folder in (FOLDER, FOLDER / "player") for path in folder.glob("*.js")]


@pytest.mark.parametrize("path", sorted(str(path.relative_to(FOLDER)) for path in OURS))
def test_a_script_is_small(path: str) -> None:
    assert packed(path) <= ONE_SCRIPT


@pytest.mark.parametrize("path", sorted(str(path.relative_to(FOLDER)) for path in FOLDER.glob("*/board.js")))
def test_a_games_own_script_is_small(path: str) -> None:
    assert packed(path) <= ONE_GAME


def test_all_that_a_table_loads_is_small() -> None:
    assert sum(map(packed, AROUND_A_TABLE)) <= ALL_AROUND


def test_every_script_of_ours_is_a_module() -> None:
    """A name at its top is nobody else's."""
    pages = [page.read_text("utf-8") for page in (ROOT / "app" / "templates").rglob("*.html")]
    tags = [tag for page in pages for tag in re.findall(r"<script\b[^>]*>", page) if "vendor/" not in tag]
    assert len(tags) > 5
    assert [tag for tag in tags if 'type="module"' not in tag] == []


def test_no_script_imports_another() -> None:
    """The address inside would not change with what it leads to, and a browser would keep an old one."""
    scripts = {path: path.read_text("utf-8") for path in FOLDER.rglob("*.js") if path.parent.name != "vendor"}
    assert [
        path for path, script in scripts.items() if re.search(r"^import\b|\bimport\(", script, re.M)
    ] == []
