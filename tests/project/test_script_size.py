"""Our scripts are small enough to read and to load at once, and each is self-contained."""

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


def test_all_scripts_of_a_table_together_are_small() -> None:
    assert sum(map(packed, AROUND_A_TABLE)) <= ALL_AROUND


def test_every_script_of_ours_is_a_module() -> None:
    """So its top-level names are its own."""
    pages = [page.read_text("utf-8") for page in (ROOT / "app" / "templates").rglob("*.html")]
    tags = [tag for page in pages for tag in re.findall(r"<script\b[^>]*>", page) if "vendor/" not in tag]
    assert len(tags) > 5
    assert [tag for tag in tags if 'type="module"' not in tag] == []


def test_no_script_imports_another() -> None:
    """An import's address would not change with the imported file, and a browser would keep the old one."""
    scripts = {path: path.read_text("utf-8") for path in FOLDER.rglob("*.js") if path.parent.name != "vendor"}
    assert [
        path for path, script in scripts.items() if re.search(r"^import\b|\bimport\(", script, re.M)
    ] == []
