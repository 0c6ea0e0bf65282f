"""Makes the PNGs that browsers need from our SVGs: the site's icons, and the picture for link previews.

python -m scripts.icons
"""

from pathlib import Path

from app import ROOT
from app.pages.pictures import standalone_svg
from app.pages.pictures.svg_to_png import painted

STATIC = ROOT / "static"
PAGE = "#f3e6d2"  # --page in the light theme, app/1-tokens.css


def icon(share: float) -> str:
    """The icon on a background, of which it fills this share, because maskable icons need a margin."""
    svg = (STATIC / "icon.svg").read_text("utf-8")
    drawn = svg[svg.index(">") + 1 : svg.rindex("</svg>")]
    away = 16 * (1 - share)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M0 0h32v32H0z" fill="{PAGE}"/>'
        f'<g transform="translate({away} {away}) scale({share})">{drawn}</g></svg>'
    )


def front() -> str:
    """The picture for links to the front page, which shows the box of Dream Home."""
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
