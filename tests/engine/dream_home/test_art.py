"""The pictures: built from their sources, complete, all different, small, and readable in either theme."""

import re
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from app import ROOT
from app.engine.dream_home.cards import CHILDREN, KINDS, ROOM_IDS, ROOM_NAMES, SPECIALS
from app.pages.i18n import ENGLISH, environment
from app.pages.pictures.standalone_svg import alone, values
from scripts.art import Drawer, games
from tests.support.pixels import lightness

GAME = "dream_home"
BUILT = ROOT / "static" / GAME
WALLS = ["li", "be", "ki", "ba", "pl", "pa", "sa", "dr", "st", "lb", "gr", "ga", "so", "wi", "wo", "la", "em"]
KEYS = [kind.key for kind in KINDS[1:]]


@pytest.fixture(scope="module")
def drawer() -> Drawer:
    return games()[GAME]


def source(card: str) -> Path:
    return ROOT / "art" / GAME / f"{card.replace('/', '-')}.svg"


def cards(kind: str) -> list[str]:
    return [card for card in ROOM_NAMES if card.split("/")[0] == kind]


@cache
def seen(card: str) -> list[float]:
    """A card as the table shows it, in grey."""
    used = f'<use href="{card.split("/")[0]}.svg#{card.replace("/", "-")}"/>'
    return lightness(alone(GAME, "0 0 160 120", used), 160)


def test_the_files_that_pages_load_are_those_of_the_sources(drawer: Drawer) -> None:
    built = {BUILT / name: text for name, text in drawer.built().items()}
    assert set((BUILT / "art").iterdir()) == {path for path in built if path.suffix == ".svg"}
    old = [path.name for path, text in built.items() if path.read_text("utf-8") != text]
    assert old == [], "python -m scripts.art builds them anew"


def test_nothing_is_wrong_with_a_source(drawer: Drawer) -> None:
    assert list(drawer.complaints()) == []


def test_every_card_has_its_picture(drawer: Drawer) -> None:
    rooms = {card.replace("/", "-") for card in ROOM_IDS}
    others = {special.key for special in SPECIALS[1:] if special.sort != "roof" and special.key != "scaffold"}
    assert {path.stem for path in drawer.pictures if path.parent == drawer.folder} == rooms | others
    assert all(drawer.files()[key] == [key] for key in others), (
        "a visitor loads only the cards that are shown"
    )
    roofs = {f"roof-{special.key.replace('~', '-window')}" for special in SPECIALS if special.sort == "roof"}
    assert roofs | {"scaffold", "empty_room"} <= set(drawer.files()["house"])
    tokens = {f"token-{special.key}" for special in SPECIALS if special.sort == "decor"}
    assert tokens == set(drawer.files()["tokens"])


def test_every_picture_a_template_may_show_exists(drawer: Drawer) -> None:
    art: Any = environment(ENGLISH).get_template(f"{GAME}/art.html").module
    specials = [special.key for special in SPECIALS[1:]]
    tokens = [special.key for special in SPECIALS if special.sort == "decor"]
    shown = [
        *map(art.room, ROOM_IDS),
        *(art.room("study/1", token) for token in tokens),
        *map(art.special, [*specials, "roof"]),
        *map(art.roof_piece, [special.key for special in SPECIALS if special.sort == "roof"]),
        *(draw(token) for draw in (art.token, art.cutout) for token in tokens),
        *(draw(kind) for draw in (art.badge, art.seam) for kind in KEYS),
        *map(art.back, ["room", "special"]),
        *(draw() for draw in (art.empty_room, art.scaffold, art.marker, art.porch, art.box, art.rafters)),
        *(draw() for draw in (art.sky, art.garden, art.chimney)),
    ]
    used = set(re.findall(r"/art/([\w-]+\.svg)\?v=\w+#([^\"]+)", " ".join(shown)))
    built = drawer.built()
    assert {name for file, name in used if f'id="{name}"' not in built[f"art/{file}"]} == set()
    assert {file for file, _ in used} == {path.name for path in (BUILT / "art").iterdir()}


def test_a_child_hides_where_the_cards_say_and_nowhere_else() -> None:
    hiding = {card for card in ROOM_IDS if "(1 child)" in source(card).read_text("utf-8").split("\n")[1]}
    assert hiding == {card for card in ROOM_IDS if ROOM_IDS[card] in CHILDREN}


@pytest.mark.parametrize("kind", KEYS)
def test_no_two_pictures_of_a_type_are_alike_even_in_grey(kind: str) -> None:
    for one, other in combinations(cards(kind), 2):
        pairs = zip(seen(one), seen(other), strict=True)
        differing = sum(abs(light - dark) > 8 for light, dark in pairs) / len(seen(one))
        assert differing >= 0.2, (one, other, differing)


@pytest.mark.parametrize("evening", [False, True], ids=["day", "evening"])
def test_lines_stand_out_from_every_wall_and_letters_from_paper(evening: bool) -> None:
    paints = values(GAME, evening=evening)
    assert contrast(paints["text"], paints["paper"]) >= 7
    faint = {wall for wall in WALLS if contrast(paints["ink"], paints[wall]) < 3}
    assert faint == set()


def contrast(one: str, other: str) -> float:
    """The contrast of two colours as WCAG defines it."""
    darker, lighter = sorted(map(_luminance, (one, other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(part, 16) / 255 for part in re.findall("[0-9a-f]{2}", colour)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
