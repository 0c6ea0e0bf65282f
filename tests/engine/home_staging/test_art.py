"""The pictures: built from their sources, one for each piece, true to its cells, small, and told apart."""

import re
from functools import cache
from gzip import compress
from itertools import combinations
from typing import Any

import pytest

from app import ROOT
from app.engine.home_staging.cells import SIZE
from app.engine.home_staging.pieces import NUMBERS, PIECES
from app.engine.home_staging.plan.paths import UNIT
from app.pages.i18n import ENGLISH, environment
from app.pages.pictures.standalone_svg import alone, values
from scripts.art import Drawer, games
from tests.support.pixels import lightness

from .option_pictures import Flat, written

GAME = "home_staging"
BUILT = ROOT / "static" / GAME
PIXELS = 12  # a cell
MOST_BYTES = 60_000
RATHER_FULL, ALMOST_EMPTY = 0.28, 0.03
_COLOUR = re.compile(r"#[0-9a-f]{6}\b")


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


def test_every_option_and_number_has_its_pictures(drawer: Drawer) -> None:
    symbols = set(drawer.files()["plan"])
    pieces = {name for name in symbols if name.startswith("p-")}
    assert pieces == {f"p-{option}" for option in PIECES}
    assert symbols - pieces == {f"c-{option}" for option in PIECES} | {
        "tree",
        "fir",
        "pillar",
        "door",
        "front",
    }
    assert set(drawer.files()["icons"]) == {f"n-{number:02}" for number in NUMBERS}


def test_the_picture_on_a_card_shows_the_piece_as_the_rules_have_it() -> None:
    source = ROOT / "art" / GAME / "plan" / "parts-cards.svg"
    assert source.read_text("utf-8") == written(), "it must hold what option_pictures.written() says"


def test_all_pictures_together_are_light() -> None:
    files = [*(BUILT / "art").iterdir(), BUILT / "art.css"]
    assert sum(len(compress(path.read_bytes())) for path in files) < MOST_BYTES


@cache
def inked(option: str) -> dict[tuple[int, int], float]:
    """How much of each cell a piece covers, in its box and one cell around it, by row and column."""
    piece = Flat(option)
    wide, high = piece.columns + 2, piece.rows + 2
    box = f"{-UNIT} {-UNIT} {UNIT * wide} {UNIT * high}"
    drawn = alone(GAME, box, f'<use href="plan.svg#p-{option}"/>')
    grey = lightness(_COLOUR.sub("#000", drawn), PIXELS * wide)
    lines = [grey[start : start + PIXELS * wide] for start in range(0, len(grey), PIXELS * wide)]
    found = {}
    for row in range(high):
        for column in range(wide):
            part = [
                light
                for line in lines[PIXELS * row : PIXELS * (row + 1)]
                for light in line[PIXELS * column : PIXELS * (column + 1)]
            ]
            found[row - 1, column - 1] = 1 - sum(part) / len(part) / 255
    return found


@pytest.mark.parametrize("option", PIECES)
def test_a_piece_covers_its_body_and_nothing_else(option: str) -> None:
    piece = Flat(option)
    solid = piece.cells & ~piece.circulation
    for (row, column), share in inked(option).items():
        inside = row in range(piece.rows) and column in range(piece.columns)
        if inside and solid >> SIZE * row + column & 1:
            assert share >= RATHER_FULL, (row, column)
        else:
            assert share <= ALMOST_EMPTY, (row, column)


def test_all_pieces_look_different() -> None:
    drawn = {}
    for option in PIECES:
        shown = f'<use href="plan.svg#p-{option}"/>'
        drawn[option] = tuple(lightness(alone(GAME, f"0 0 {4 * UNIT} {4 * UNIT}", shown), 48))
    alike = [
        (one, other)
        for one, other in combinations(PIECES, 2)
        if sum(abs(a - b) > 16 for a, b in zip(drawn[one], drawn[other], strict=True)) < 16
    ]
    assert alike == []


def test_walls_stand_out_from_every_floor_by_day_and_in_the_evening() -> None:
    day, evening = values(GAME), values(GAME, evening=True)
    assert day.keys() == evening.keys()
    for paints in (day, evening):
        wall = _light(paints["wall"])
        for floor in ("floor", "void", *(f"f{number}" for number in range(1, 6))):
            assert (_light(paints[floor]) + 0.05) / (wall + 0.05) > 2.5


def _light(colour: str) -> float:
    """The relative luminance of a colour."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_what_a_template_shows_exists(drawer: Drawer) -> None:
    art: Any = environment(ENGLISH).get_template(f"{GAME}/art.html").module
    shown = [*map(art.option, PIECES), *map(art.family, NUMBERS), art.box()]
    used = set(re.findall(r"/art/([\w-]+)\.svg\?v=\w+#([^\"]+)", " ".join(shown)))
    files = drawer.files()
    assert len(used) == len(shown)
    assert {(file, name) for file, name in used if name not in files[file]} == set()
