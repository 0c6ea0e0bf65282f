"""How style sheets are written: short files, short lines, one declaration on each."""

import re
from pathlib import Path

import pytest

from app.pages.assets import FOLDER
from scripts import art
from tests.support.style import without_comments

MOST_LINES, WIDEST = 400, 120
BUILT = {FOLDER / game / "art.css" for game in art.games()}
SHEETS = sorted(set(FOLDER.rglob("*.css")) - BUILT)


def crowded(css: str) -> list[str]:
    """Lines that hold more than the start of a rule, its end, or a declaration."""
    words = re.compile(r'"[^"]*"')
    lines = [line.strip() for line in words.sub("", without_comments(css)).splitlines()]
    return [line for line in lines if re.search(r"[;{}].", line) or line[1:].endswith("}")]


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: str(sheet.relative_to(FOLDER)))
def test_a_style_sheet_is_easy_to_read(sheet: Path) -> None:
    css = sheet.read_text("utf-8")
    lines = css.splitlines()
    assert len(lines) <= MOST_LINES
    assert [line for line in lines if len(line) > WIDEST] == []
    assert crowded(css) == []


def test_two_declarations_on_a_line_would_be_found() -> None:
    assert crowded(".bar { gap: 0; }") == [".bar { gap: 0; }"]
    assert crowded(".bar {\n  gap: 0; color: red;\n}") == ["gap: 0; color: red;"]
    assert crowded(".bar {\n  gap: 0 }") == ["gap: 0 }"]
    assert crowded('.bar::after {\n  /* a; b */\n  content: "{;}"; /* so; */\n}') == []
