"""How much script a page may bring: small enough to be read, and to be there at once."""

import gzip

import pytest

from app.assets import FOLDER

AROUND_A_TABLE = ("table", "keys", "feel", "sounds", "motion", "chat", "links", "nudge")
ONE_SCRIPT, ONE_GAME, ALL_AROUND = 6 * 1024, 8 * 1024, 12 * 1024


def packed(path: str) -> int:
    return len(gzip.compress((FOLDER / path).read_bytes()))


@pytest.mark.parametrize("path", sorted(path.name for path in FOLDER.glob("*.js")))
def test_a_script_is_small(path: str) -> None:
    assert packed(path) <= ONE_SCRIPT


@pytest.mark.parametrize("path", sorted(str(path.relative_to(FOLDER)) for path in FOLDER.glob("*/board.js")))
def test_a_games_own_script_is_small(path: str) -> None:
    assert packed(path) <= ONE_GAME


def test_all_that_a_table_loads_is_small() -> None:
    template = (FOLDER.parent / "app" / "templates" / "table.html").read_text("utf-8")
    assert all(f'asset("{name}.js")' in template for name in AROUND_A_TABLE[1:])
    assert sum(packed(f"{name}.js") for name in AROUND_A_TABLE) <= ALL_AROUND
