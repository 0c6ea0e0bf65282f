"""Draws docs/pictures/layers.svg, the layers of the code, from the import-linter contracts.

python -m scripts.layers
"""

import tomllib
from pathlib import Path
from xml.sax.saxutils import escape

from app import ROOT

PICTURE = ROOT / "docs" / "pictures" / "layers.svg"
WIDTH, ROW, GAP, MARGIN = 640, 44, 10, 16
BOX = 'rx="8" fill="#f3dfc1" stroke="#8a6a45"'
SAID = 'font-family="system-ui, sans-serif" font-size="17" text-anchor="middle" fill="#2b2018"'


def layers() -> list[list[str]]:
    """The packages in each layer of the contract, starting with the highest layer."""
    tools = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]
    contracts = tools["importlinter"]["contracts"]
    (listed,) = (contract["layers"] for contract in contracts if contract["type"] == "layers")
    return [[name.strip() for name in layer.replace("|", ":").split(":")] for layer in listed]


def drawn(rows: list[list[str]]) -> str:
    """The picture as text. Each layer is a row of boxes, and all rows have the same width."""
    height = 2 * MARGIN + len(rows) * (ROW + GAP) - GAP
    boxes = [box for number, names in enumerate(rows) for box in _row(names, MARGIN + number * (ROW + GAP))]
    named = escape("; ".join(", ".join(names) for names in rows))
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
            f"<title>Layers, the highest first: {named}</title>",
            f'<rect width="{WIDTH}" height="{height}" fill="#fffaf2"/>',
            *boxes,
            "</svg>\n",
        )
    )


def _row(names: list[str], top: int) -> list[str]:
    wide = (WIDTH - 2 * MARGIN - (len(names) - 1) * GAP) / len(names)
    return [
        f'<rect x="{left:g}" y="{top}" width="{wide:g}" height="{ROW}" {BOX}/>'
        f'<text x="{left + wide / 2:g}" y="{top + 28}" {SAID}>{escape(name)}</text>'
        for left, name in ((MARGIN + place * (wide + GAP), name) for place, name in enumerate(names))
    ]


def write(picture: Path = PICTURE) -> None:
    picture.write_text(drawn(layers()), "utf-8")


if __name__ == "__main__":
    write()
