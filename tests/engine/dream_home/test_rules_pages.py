"""Dream Home's rules pages list every card with its name and its numbers."""

import re
from collections.abc import Mapping
from html import unescape
from typing import Any

import pytest

from app.engine.dream_home.cards import KINDS, SPECIALS
from app.engine.dream_home.facts import FACTS
from app.pages import i18n
from app.pages.i18n import LOCALES
from app.pages.rulebook import rulebook

each_language = pytest.mark.parametrize("locale", LOCALES)


def template(locale: str, name: str) -> Any:
    return i18n.environment(locale).get_template(f"dream_home/{name}.html").module


def told(locale: str) -> str:
    return str(rulebook("dream_home", locale).text)


def row(locale: str, attribute: str) -> list[str]:
    """The cells of a row of a table."""
    found = re.search(f"<tr {attribute}>(.*?)</tr>", told(locale))
    assert found, attribute
    cells = re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", found[1])
    return [" ".join(unescape(re.sub(r"<[^>]*>", " ", cell)).split()) for cell in cells]


@each_language
def test_every_room_with_its_points(locale: str) -> None:
    names = template(locale, "names")
    for kind in KINDS[1:]:
        name, *numbers = row(locale, f'data-room="{kind.key}"')
        assert str(names.room(kind.key)) in name
        points = [str(each) for each in kind.points]
        assert numbers == [*points, *["–"] * (3 - len(points)), str(kind.copies)]
        if kind.bonus_beside:
            assert str(kind.bonus_points) in name
            assert str(names.room(kind.bonus_beside)) in name


@each_language
def test_every_resource_card(locale: str) -> None:
    names = template(locale, "names")
    bold = strong(locale)
    for special in SPECIALS[1:]:
        if special.sort != "decor":
            assert str(names.special(special.key)) in bold
    copies = 0
    for token in FACTS["tokens"]:
        name, points, number = row(locale, f'data-special="{token.key}"')
        assert name.startswith(str(names.special(token.key)))
        assert (points, number) == (str(token.points), str(token.copies))
        assert token.room in ("any", "outside") or name.endswith(str(names.room(token.room)))
        copies += token.copies
    assert copies == 10


def strong(locale: str) -> set[str]:
    return {unescape(name) for name in re.findall(r"<strong>(.*?)</strong>", told(locale))}


def _said(words: Mapping[Any, Any]) -> set[str]:
    """All names in a nested table of names."""
    said: set[str] = set()
    for each in words.values():
        said |= _said(each) if isinstance(each, Mapping) else {str(each)}
    return said


@each_language
def test_every_term_in_bold_is_one_that_the_table_uses(locale: str) -> None:
    names, options = template(locale, "names"), template(locale, "options")
    known = _said(names.ROOMS) | _said(names.SPECIALS) | _said(names.TERMS)
    known |= _said(options.NAMES) | _said(options.VALUES) | {str(options.value("first_player", "random"))}
    assert strong(locale) - known == set()


@each_language
def test_the_example_adds_up_to_its_total(locale: str) -> None:
    example = FACTS["example"]
    total = example.totals["total"]
    assert total == sum(line.points for line in example.lines)
    part = str(template(locale, "score").part("total"))
    assert f'<th scope="row">{part}</th> <td>{total}</td>' in told(locale)
