"""A game's rulebook, written in Markdown next to the game's templates, one file per language.

Each file is also a Jinja template, so that cards and points come from the engine. It can use the game's
`FACTS`, and it can include each HTML table in the same folder by its file name. A heading ends with its
anchor, such as `(#roofs)`, which is the same in every language.
"""

import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from app.engine import registry
from app.pages import i18n
from app.pages.i18n import ENGLISH, TEMPLATES
from app.table import playable_games

_ANCHOR = re.compile(r"(.+) \(#([a-z-]+)\)")
_HEADING = 3  # tokens: open, inline, close
_markdown = MarkdownIt("commonmark", {"html": True}).enable("table")


class Section(NamedTuple):
    anchor: str
    title: str


class Minute(NamedTuple):
    """The first section: the quick rules."""

    title: str
    text: Markup


class Fold(NamedTuple):
    """A main section: its heading, and the rest."""

    heading: Markup
    text: Markup


class Rulebook(NamedTuple):
    text: Markup
    sections: tuple[Section, ...]  # only the main sections, in order
    parts: tuple[Fold, ...]  # the same sections

    def folds(self, order: Sequence[str]) -> list[Fold]:
        """These sections, in this order."""
        by_anchor = {section.anchor: part for section, part in zip(self.sections, self.parts, strict=True)}
        return [by_anchor[anchor] for anchor in order]


def games() -> tuple[str, ...]:
    """The games that have a rulebook."""
    rules = f"rules/{ENGLISH}.md"
    return tuple(name for name in playable_games.names() if (TEMPLATES / name / rules).exists())


@cache
def rulebook(game: str, locale: str) -> Rulebook:
    environment = i18n.environment(locale)
    facts = registry.part(game, "facts").FACTS
    tables = {
        path.stem: _whole(environment.get_template(f"{game}/rules/{path.name}").render(facts))
        for path in (TEMPLATES / game / "rules").glob("*.html")
    }
    written = environment.get_template(f"{game}/rules/{locale}.md").render(facts | tables)
    tokens = _markdown.parse(written)
    sections, begins = [], []
    for place, (opening, heading) in enumerate(pairwise(tokens)):
        if opening.type == "heading_open":
            section = _anchored(opening, heading)
            if opening.tag == "h2":
                sections.append(section)
                begins.append(place)
    begins.append(len(tokens))
    parts = tuple(
        Fold(_html(tokens[begin : begin + _HEADING]), _html(tokens[begin + _HEADING : end]))
        for begin, end in pairwise(begins)
    )
    return Rulebook(_html(tokens), tuple(sections), parts)


def minute(game: str, locale: str, rules: str) -> Minute | None:
    """The quick rules, to be shown on another page. Their links lead to the rulebook at this URL."""
    if game not in games() or not (book := rulebook(game, locale)).sections:
        return None
    return Minute(book.sections[0].title, book.parts[0].text.replace('href="#', Markup('href="%s#') % rules))


def _html(tokens: Sequence[Token]) -> Markup:
    return Markup(_markdown.renderer.render(tokens, _markdown.options, {}))  # noqa: S704  # our own text


def _anchored(opening: Token, heading: Token) -> Section:
    """Turn the anchor at the end of a heading into its id."""
    written = _ANCHOR.fullmatch(heading.content)
    if written is None or heading.children is None:
        raise ValueError(f"this heading has no anchor: {heading.content}")
    title, anchor = written.groups()
    opening.attrSet("id", anchor)
    heading.children[0].content = title  # headings are plain text
    return Section(anchor, title)


def _whole(html: str) -> Markup:
    """Put HTML on one line, so that Markdown leaves it alone."""
    return Markup(" ".join(html.split()))  # noqa: S704  # from a template
