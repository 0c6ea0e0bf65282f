"""The share picture of an evening: its street, with the date, the names and the floors."""

import re
from functools import cache

from app.live.evenings import Evening
from app.pages import i18n
from app.pages.assets import FOLDER
from app.pages.pictures.share_picture import HEIGHT, WIDTH, fitted

_BY_DAY = re.compile(r"--([\w-]+): (?:light-dark\()?(#\w+)")
_COLOUR = re.compile(r'data-colour="(\w+)"\] {\s*--seat: (#\w+);\s*--on-seat: (#\w+);')


def drawing(evening: Evening, locale: str) -> str:
    """The picture as SVG. What is drawn differs with what its viewer may see, so it is known by its text."""
    template = i18n.environment(locale).get_template("evening/picture.html")
    body = template.render(
        evening=evening, guests=evening.guests, paints=_paints(), colours=_seats(), fitted=fitted
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">{body}</svg>'


@cache
def _paints() -> dict[str, str]:
    """The paints of the pages by day: renderers other than browsers don't know variables."""
    sheets = ("evening.css", "app/1-tokens.css")
    return {name: paint for sheet in sheets for name, paint in _BY_DAY.findall(_read(sheet))}


@cache
def _seats() -> list[tuple[str, str, str, str]]:
    """Each player's colour by name, with the paint for their roof, the writing on it, and their walls."""
    found = _COLOUR.findall(_read("app/1-tokens.css"))
    return [(*each, _mixed(each[1], _paints()["plaster"])) for each in found]


def _mixed(paint: str, into: str) -> str:
    """30 parts of 100, as on the page."""
    both = zip(bytes.fromhex(paint[1:]), bytes.fromhex(into[1:]), strict=True)
    return "#" + bytes((30 * one + 70 * other) // 100 for one, other in both).hex()


def _read(sheet: str) -> str:
    return (FOLDER / sheet).read_text("utf-8")
