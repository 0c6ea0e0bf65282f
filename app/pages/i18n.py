"""Languages: which one a reader gets, the words in it, and the templates that speak it.

English is what the templates say themselves; each other language is a catalog of the site's words and one of
each game's, in the folder of its templates.
"""

import re
from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import cache, lru_cache, partial
from io import BytesIO
from pathlib import Path
from types import CodeType

from babel.core import negotiate_locale
from babel.dates import format_timedelta
from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import NullTranslations, Translations
from babel.units import format_unit
from jinja2 import BytecodeCache, Environment, FileSystemLoader, StrictUndefined
from jinja2.bccache import Bucket
from markupsafe import Markup, escape

from app import ROOT
from app.pages import base_path
from app.pages.assets import asset, has_asset

ENGLISH = "en"
# Each as its own readers call it
LANGUAGES = {ENGLISH: "English", "it": "Italiano", "pl": "Polski", "ja": "日本語"}
LOCALES = tuple(LANGUAGES)
TEMPLATES = ROOT / "app" / "templates"
SITE = ROOT / "app" / "locale"
MOST_REMEMBERED = 8000  # parts of frames, in each language: some 16 MB
_LONGEST_HEADER = 500  # of which the rest is not read
_RANGE = re.compile(r"\s*([a-z]{1,8}(?:-[a-z0-9]{1,8})*)\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?", re.IGNORECASE)


def choose(accept_language: str | None, cookie: str | None) -> str:
    """The language picked by the switch, else the one that the browser likes best of ours, else English."""
    if cookie in LOCALES:
        return cookie
    return negotiate_locale(_liked(accept_language or ""), LOCALES, sep="-") or ENGLISH


def _liked(accept_language: str) -> list[str]:
    """The languages of the header, the best liked first; whatever can't be read is passed over."""
    said = accept_language[:_LONGEST_HEADER].split(",")
    offers = [offer for offer in map(_RANGE.fullmatch, said) if offer]
    liking = {offer[1].lower(): float(offer[2] or 1) for offer in offers}
    return sorted((name for name in liking if liking[name]), key=lambda name: -liking[name])


@cache
def words(locale: str) -> NullTranslations:
    """All words of a language: the site's, and those of every game that brings some."""
    if locale == ENGLISH:
        return NullTranslations()
    site, *games = map(_read, catalogs(locale))
    for game in games:
        site.merge(game)
    return site


def catalogs(locale: str) -> Iterator[Path]:
    """The catalogs of a language, the site's first: a game's is found by its folder."""
    yield SITE / f"{locale}.po"
    yield from sorted(TEMPLATES.glob(f"*/locale/{locale}.po"))


def _read(path: Path) -> Translations:
    """A catalog, compiled in memory: what is committed is only what people read and write."""
    compiled = BytesIO()
    with path.open("rb") as file:
        write_mo(compiled, read_po(file, locale=path.stem))
    compiled.seek(0)
    return Translations(compiled)


class _Compiled(BytecodeCache):
    """What templates were compiled to: the same code speaks every language."""

    def __init__(self) -> None:
        self._code: dict[tuple[str, str], CodeType | None] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._code.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._code[bucket.key, bucket.checksum] = bucket.code


_compiled = _Compiled()


def prepare() -> None:
    """Compiles all templates, for which whoever comes first would else wait."""
    english = environment(ENGLISH)
    for name in english.list_templates(["html"]):
        english.get_template(name)


@cache
def environment(locale: str) -> Environment:
    """The templates in a language."""
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        extensions=["jinja2.ext.i18n"],
        bytecode_cache=_compiled,
    )
    made.install_gettext_translations(words(locale), newstyle=True)  # type: ignore[attr-defined]  # the extension's
    made.globals.update(locale=locale, languages=LANGUAGES, root=base_path.root)
    made.globals.update(asset=asset, has_asset=has_asset, once=_once())
    made.filters["listed"] = partial(listed, locale)
    made.filters |= {"bytes": partial(_bytes, locale), "span": partial(_span, locale)}
    made.filters["ago"] = lambda seconds: _span(locale, -seconds, add_direction=True)
    return made


def _once() -> Callable[..., Markup]:
    """`once(macro, …)` is what the macro makes of these values, drawn when they were first seen.

    An imported macro sees its arguments and the language, and nothing else. Most of a frame is the same on
    every screen of a table, and as it was one move ago.
    """

    # A name that is markup and one that is plain text are equal, but one of them needs escaping: hence typed.
    @lru_cache(MOST_REMEMBERED, typed=True)
    def once(macro: Callable[..., Markup], *values: Hashable) -> Markup:
        return macro(*values)

    return once


def listed(locale: str, items: Iterable[str]) -> Markup:
    """Some names in a row, as the language joins them: `a, b, and c`."""
    return Markup(format_list([escape(item) for item in items], locale=locale))  # noqa: S704  # all escaped


def _bytes(locale: str, count: int) -> str:
    """`0.8 kB`, `3.4 MB`."""
    units = ("kilobyte", "megabyte", "gigabyte")
    step = min(max(1, (len(str(count)) - 1) // 3), len(units))
    return format_unit(count / 1000**step, f"digital-{units[step - 1]}", "short", "#,##0.#", locale)


def _span(locale: str, seconds: float, **how: bool) -> str:
    """`3 hours`; with its direction `3 hours ago`."""
    return format_timedelta(seconds, locale=locale, **how)  # type: ignore[arg-type]
