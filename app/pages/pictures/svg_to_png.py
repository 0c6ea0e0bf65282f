"""An SVG comes in, a PNG goes out: `python -m app.pages.pictures.svg_to_png WIDTH`.

A process of its own, because drawing holds the interpreter, and with it every table, for as long as it takes.
"""

import sys
from pathlib import Path

import resvg_py

FONTS = sorted(map(str, (Path(__file__).parent / "fonts").glob("*.?tf")))
FAMILY = "Noto Sans"  # what it lacks is taken from the others


def painted(svg: str, width: int) -> bytes:
    """The same on every machine: of fonts only our own is used, whatever the machine has."""
    return resvg_py.svg_to_bytes(
        svg_string=svg, width=width, skip_system_fonts=True, font_files=FONTS, font_family=FAMILY
    )


if __name__ == "__main__":
    sys.stdout.buffer.write(painted(sys.stdin.buffer.read().decode(), int(sys.argv[1])))
