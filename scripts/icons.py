"""The pictures that browsers want as PNG, from our own SVG: the icons of the site, and what links to it show.

python -m scripts.icons
"""

from pathlib import Path

from app import ROOT
from app.pages.pictures import standalone_svg
from app.pages.pictures.svg_to_png import painted

STATIC = ROOT / "static"
PAGE = "#f3e6d2"  # app/1-tokens.css, --page by day


def icon(share: float) -> str:
    """The icon on its ground, filling this share of it: what a phone cuts to a circle needs a margin."""
    svg = (STATIC / "icon.svg").read_text("utf-8")
    drawn = svg[svg.index(">") + 1 : svg.rindex("</svg>")]
    away = 16 * (1 - share)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M0 0h32v32H0z" fill="{PAGE}"/>'
        f'<g transform="translate({away} {away}) scale({share})">{drawn}</g></svg>'
    )


def front() -> str:
    """The box of the main game, as wide as links to the front page show it."""
    return standalone_svg.alone(
        "dream_home", "0 0 1200 630", '<use href="box.svg#box" y="-81" width="1200" height="792"/>'
    )


def made() -> dict[Path, bytes]:
    return {
        STATIC / "icon-192.png": painted(icon(0.88), 192),
        STATIC / "icon-512.png": painted(icon(0.88), 512),
        STATIC / "icon-maskable.png": painted(icon(0.66), 512),
        STATIC / "front.png": painted(front(), 1200),
    }


if __name__ == "__main__":
    for path, png in made().items():
        path.write_bytes(png)
        print(f"{path.relative_to(ROOT)}: {len(png)} bytes")
