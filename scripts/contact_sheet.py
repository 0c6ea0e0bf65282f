"""Makes a contact sheet of all pictures in the sizes in which they are used, to compare new ones with."""

from base64 import b64encode
from pathlib import Path

import resvg_py

from app.pages.pictures.standalone_svg import alone
from scripts.art import Drawer, games

COLUMNS = 3
WIDTH, HEIGHT = 566, 252  # the size of a cell
LOOKS = (
    # width, evening, place in the cell
    (320, False, (0, 0)),
    (160, False, (326, 0)),
    (160, True, (326, 124)),
    (64, False, (492, 0)),
    (64, True, (492, 124)),
)


def sheet(path: Path, names: list[str]) -> None:
    """Draw all pictures, or those whose names begin with one of `names`, and print their order."""
    cells: list[str] = []
    for game, drawer in games().items():
        for file, name, box in pictures(drawer):
            if not names or name.startswith(tuple(names)):
                x, y = len(cells) % COLUMNS * WIDTH, len(cells) // COLUMNS * HEIGHT
                print(name, end="\n" if len(cells) % COLUMNS == COLUMNS - 1 else ", ")
                cells.append(f'<g transform="translate({x + 5} {y + 5})">{_cell(game, file, name, box)}</g>')
    wide, high = COLUMNS * WIDTH, -(-len(cells) // COLUMNS) * HEIGHT
    body = f'<path fill="#eddfc6" d="M0 0h{wide}v{high}H0z"/>{"".join(cells)}'
    text = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}">{body}</svg>'
    path.write_bytes(resvg_py.svg_to_bytes(svg_string=text))


def pictures(drawer: Drawer) -> list[tuple[str, str, str]]:
    """The file, name and view box of every picture that can be shown by itself."""
    boxes = {name: symbol.get("viewBox", "") for name, symbol in drawer.symbols.items()}
    return [
        (file, name, boxes[name]) for file, held in drawer.files().items() for name in held if boxes[name]
    ]


def _cell(game: str, file: str, name: str, box: str) -> str:
    left, top, width, height = map(float, box.split())
    sky = f'<path fill="var(--sky)" d="M{left} {top}h{width}v{height}h-{width}z"/>'
    shown = []
    for across, evening, (x, y) in LOOKS:
        body = f'{sky}<use href="{file}.svg#{name}" x="{left}" y="{top}" width="{width}" height="{height}"/>'
        svg = alone(game, box, body, evening=evening, small=across < 100)
        scale = min(across / width, across * 3 / 4 / height)
        size = f'width="{scale * width}" height="{scale * height}"'
        png = b64encode(resvg_py.svg_to_bytes(svg_string=svg, width=round(scale * width))).decode()
        shown.append(f'<image x="{x}" y="{y}" {size} href="data:image/png;base64,{png}"/>')
    return "".join(shown)
