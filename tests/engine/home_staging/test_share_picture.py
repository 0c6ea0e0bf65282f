"""The share picture: every home with its owner and total, whole and side by side, however many there are."""

import re
import xml.etree.ElementTree as ET
from itertools import combinations
from typing import Any

import pytest

from app.engine import home_staging
from app.engine.core import totals
from app.engine.home_staging.board import board
from app.pages.i18n import ENGLISH, environment
from app.pages.pictures.share_picture import HEIGHT, WIDTH, fitted
from app.pages.pictures.standalone_svg import alone
from tests.support import conformance

SVG = "{http://www.w3.org/2000/svg}"
NAMES = ("Ada", "Bruno", "大輝", "Żółć", "<Emma>", "Somebody with a long name")


def picture(seats: int) -> tuple[Any, str]:
    """A game's last state, and its picture."""
    *_, last = conformance.walk(home_staging, seats, seats)
    state = last.after
    body = (
        environment(ENGLISH)
        .get_template("home_staging/picture.html")
        .render(
            board=board(state, None, ()),
            scores=[(lines, totals(home_staging.parts, lines)) for lines in home_staging.score(state)],
            winners=home_staging.winners(state),
            players=NAMES[:seats],
            day="November 19, 2026",
            fitted=fitted,
        )
    )
    return state, alone(home_staging.id, f"0 0 {WIDTH} {HEIGHT}", body)


@pytest.mark.parametrize("seats", home_staging.seats)
def test_all_homes_are_shown_side_by_side(seats: int) -> None:
    state, drawn = picture(seats)
    root = ET.fromstring(drawn)  # noqa: S314  # our own
    homes = [
        tuple(float(home.attrib[side]) for side in ("x", "y", "width", "height"))
        for home in root.iter(f"{SVG}svg")
        if "x" in home.attrib
    ]
    assert len(homes) == seats
    for x, y, width, height in homes:
        assert x >= 0
        assert y >= 100
        assert x + width <= WIDTH
        assert y + height <= HEIGHT
        assert width > 250
        assert height > 150
    for (x, y, width, height), (left, top, *_) in combinations(homes, 2):
        assert left >= x + width or top >= y + height
    said = ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]
    for seat, lines in enumerate(home_staging.score(state)):
        assert f"{NAMES[seat]}{totals(home_staging.parts, lines)['total']}" in said


def test_it_needs_nothing_from_elsewhere() -> None:
    _, drawn = picture(2)
    assert "var(--" not in drawn
    assert set(re.findall(r'href="([^"#]*)', drawn)) == {""}
    used = set(re.findall(r'(?:href="|url\()#([\w-]+)', drawn))
    assert used <= set(re.findall(r'id="([\w-]+)"', drawn))
