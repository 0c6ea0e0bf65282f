"""How much script a page may bring: small enough to be read, and to be there at once."""

import gzip

import pytest

from app.pages.assets import FOLDER, content

AROUND_A_TABLE = ("table.js", "around.js")
ONE_SCRIPT, ONE_GAME, ALL_AROUND = 6 * 1024, 8 * 1024, 10 * 1024


def packed(path: str) -> int:
    return len(gzip.compress(content(path)))


OURS = [path for folder in (FOLDER, FOLDER / "around") for path in folder.glob("*.js")]


@pytest.mark.parametrize("path", sorted(str(path.relative_to(FOLDER)) for path in OURS))
def test_a_script_is_small(path: str) -> None:
    assert packed(path) <= ONE_SCRIPT


@pytest.mark.parametrize("path", sorted(str(path.relative_to(FOLDER)) for path in FOLDER.glob("*/board.js")))
def test_a_games_own_script_is_small(path: str) -> None:
    assert packed(path) <= ONE_GAME


def test_all_that_a_table_loads_is_small() -> None:
    assert sum(map(packed, AROUND_A_TABLE)) <= ALL_AROUND
