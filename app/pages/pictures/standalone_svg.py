"""Self-contained SVGs for renderers other than browsers: share pictures, contact sheets, tests."""

import re
from functools import cache

from app.pages.assets import FOLDER

_BLOCK = re.compile(r"\{([^{}]*)\}")
_VALUE = re.compile(r"--([\w-]+): (.*?);")
_VARIABLE = re.compile(r'(?<==")var\(--([\w-]+)\)')  # in an attribute: a name may look like one
_FROM_FILE = re.compile(r'href="(?:[^"#]*/)?([\w-]+)\.svg(?:\?v=\w+)?#')


def alone(game: str, box: str, body: str, *, evening: bool = False, small: bool = False) -> str:
    """A self-contained SVG with this view box, which needs no page, style sheet or other file.

    The body refers to pictures the way a page does, by file and name: `<use href="kitchen.svg#kitchen-3"/>`,
    or by their address.
    """
    symbols = "".join(_symbols(game, file) for file in dict.fromkeys(_FROM_FILE.findall(body)))
    shown = _FROM_FILE.sub('href="#', body)
    text = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{symbols}{shown}</svg>'
    return _VARIABLE.sub(lambda name: values(game, evening=evening, small=small)[name[1]], text)


@cache
def values(game: str, *, evening: bool = False, small: bool = False) -> dict[str, str]:
    """The paints and amounts in a game's art.css. Its blocks must be in this order: always, small, …,
    evening."""
    css = (FOLDER / game / "art.css").read_text("utf-8")
    always, when_small, *_, in_the_evening = (dict(_VALUE.findall(block)) for block in _BLOCK.findall(css))
    return {**always, **(in_the_evening if evening else {}), **(when_small if small else {})}


@cache
def _symbols(game: str, file: str) -> str:
    text = (FOLDER / game / "art" / f"{file}.svg").read_text("utf-8")
    return "<defs>" + text[text.index("<", text.index("<defs") + 1) : text.rindex("</svg>")]
