"""Building pictures from their sources, with a tiny game of two colours and one chair."""

import re
from pathlib import Path

import pytest

from scripts.art import Drawer

PALETTE = """
.art.toy {
  --red0: light-dark(#faa, #a55); --red: light-dark(#f00, #500); --red2: light-dark(#a00, #300);
  --blu0: light-dark(#aaf, #55a); --blu: light-dark(#00f, #005); --blu2: light-dark(#00a, #003);
  --ink-w: .9; --sh: .2;
}
@media (prefers-color-scheme: dark) {
  :root:not([data-theme="day"]) .art.toy { --sh: .3; }
}
:root[data-theme="evening"] .art.toy { --sh: .3; }
"""
CLASSES = """
.o { stroke: var(--blu2); stroke-width: var(--ink-w) }
.c { fill: var(--c, var(--blu)) }
"""
PARTS = """
<symbol id="wall-x"><path class="red0" d="M0 0"/></symbol>
<symbol id="chair"><path class="c o" d="M1 1"/></symbol>
<symbol id="table"><path class="red" d="M2 2"/></symbol>
<symbol id="suite"><use href="#chair"/><use href="#table"/></symbol>
"""
STORY = "<!-- noon; somebody has just got up -->"


class Studio:
    """A folder of picture sources."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "palette.css").write_text(PALETTE)
        (folder / "classes.css").write_text(CLASSES)
        self.draw("parts", PARTS, box="")

    def draw(self, name: str, body: str, *, box: str = ' viewBox="0 0 4 3"') -> None:
        path = self.folder / f"{name}.svg"
        path.parent.mkdir(exist_ok=True)
        path.write_text(f'<svg xmlns="http://www.w3.org/2000/svg"{box}>\n{body}\n</svg>\n')

    def room(self, body: str) -> None:
        self.draw("room-1", f'{STORY}\n<use href="#wall-x"/>{body}')

    def built(self, name: str) -> str:
        return Drawer(self.folder).built()[f"art/{name}.svg"]

    def complaints(self) -> list[str]:
        return [complaint.partition(": ")[2] for complaint in Drawer(self.folder).complaints()]


@pytest.fixture
def studio(tmp_path: Path) -> Studio:
    return Studio(tmp_path)


def test_classes_become_attributes_and_styles_win_over_them(studio: Studio) -> None:
    studio.room('<path class="o red" style="stroke-width:2" opacity=".5" d="M3 3"/>')
    painted = '<path opacity=".5" d="M3 3" stroke="var(--blu2)" stroke-width="2" fill="var(--red)" />'
    assert painted in studio.built("room")
    assert "class=" not in studio.built("room")


def test_each_dye_gets_its_own_copy_of_dyed_parts_only(studio: Studio) -> None:
    studio.room('<use class="t-red" href="#suite"/><use href="#suite"/><use class="t-red" href="#chair"/>')
    built = studio.built("room")
    for name, paint in (("chair", "blu"), ("chair.red", "red")):
        assert built.count(f'<g id="{name}">') == 1
        assert f'<g id="{name}"><path d="M1 1" fill="var(--{paint})"' in built.replace(
            'stroke="var(--blu2)" stroke-width="var(--ink-w)" ', ""
        )
    assert '<g id="suite.red"><use href="#chair.red" /><use href="#table" /></g>' in built
    assert built.count('d="M2 2"') == 1


def test_the_style_sheet_covers_the_dark_theme_and_avoids_what_safari_cannot_do(
    studio: Studio,
) -> None:
    css = Drawer(studio.folder).built()["art.css"]
    assert "light-dark" not in css
    by_day, preferred, chosen = re.findall(r"\{([^{}]*)\}", css)
    assert "--red: #f00;" in by_day
    assert "--sh: .2;" in by_day
    assert preferred == chosen
    assert "--red: #500;" in chosen
    assert "--sh: .3;" in chosen


def test_numbered_pictures_share_a_file_and_a_folder_becomes_one_file(studio: Studio) -> None:
    for name in ("room-1", "room-2", "hall-1", "tools/saw"):
        studio.draw(name, f"{STORY}<path/>")
    studio.draw("tools/parts", '<symbol id="nail"><path/></symbol>', box="")
    files = Drawer(studio.folder).files()
    assert {file: sorted(names) for file, names in files.items()} == {
        "room": ["room-1", "room-2"],
        "hall": ["hall-1"],
        "tools": ["nail", "saw"],
    }
    assert '<symbol id="saw" viewBox="0 0 4 3">' in studio.built("tools")
    assert "chair" not in studio.built("hall")


@pytest.mark.parametrize(
    ("drawn", "complaint"),
    [
        ('<path fill="#ff0000"/>', "a colour that is not of the palette"),
        ('<path style="stroke: rgb(1 2 3)"/>', "a colour that is not of the palette"),
        ('<path mask="url(#wall-x)"/>', "url(), which breaks in a file of symbols"),
        ("<text>Hello</text>", "elements that no picture needs: text"),
        ('<path class="green"/>', "no class green"),
        ('<path class="t-ink"/>', "no class t-ink"),
        ('<path fill="var(--green)"/>', "no variable --green"),
        ('<use href="#bench"/>', "no symbol bench"),
        (f"<path d='{'M0 0' * 800}'/>", "more than 3000 bytes"),
    ],
)
def test_what_would_break_on_a_page_is_reported(studio: Studio, drawn: str, complaint: str) -> None:
    studio.room('<path class="red o"/>')
    assert studio.complaints() == []
    studio.room(drawn)
    assert studio.complaints() == [complaint]


def test_a_room_needs_a_story_and_a_wall(studio: Studio) -> None:
    studio.draw("room-1", "<path/>")
    assert studio.complaints() == ["no story in the second line", "no wall that its neighbours share"]
