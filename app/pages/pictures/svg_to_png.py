"""Converts an SVG on stdin to a PNG on stdout: `python -m app.pages.pictures.svg_to_png WIDTH`.

It runs as a subprocess because drawing holds the GIL, which would block every table in the meantime.
"""

import sys
from pathlib import Path

import resvg_py

FONTS = sorted(map(str, (Path(__file__).parent / "fonts").glob("*.?tf")))
FAMILY = "Noto Sans"  # the other fonts fill in missing glyphs


def painted(svg: str, width: int) -> bytes:
    """Draw the PNG. System fonts are ignored, so it looks the same on every machine."""
    return resvg_py.svg_to_bytes(
        svg_string=svg, width=width, skip_system_fonts=True, font_files=FONTS, font_family=FAMILY
    )


if __name__ == "__main__":
    sys.stdout.buffer.write(painted(sys.stdin.buffer.read().decode(), int(sys.argv[1])))
