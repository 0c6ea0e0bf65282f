"""Languages: picks a visitor's language and loads its catalogs and templates.

The templates are written in English. Every other language has one catalog for the site and one for each game,
stored in the game's template folder.
"""

import asyncio
import marshal
import re
import sys
import zlib
from asyncio.subprocess import DEVNULL, PIPE
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import date, datetime
from functools import cache, partial
from io import BytesIO
from pathlib import Path
from types import CodeType
from typing import Any

from babel.core import Locale, negotiate_locale
from babel.dates import format_date, format_skeleton, format_timedelta
from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal
from babel.support import NullTranslations, Translations
from babel.units import format_unit
from jinja2 import BytecodeCache, Environment, FileSystemLoader, StrictUndefined
from jinja2.bccache import Bucket
from markupsafe import Markup, escape

from app import ROOT
from app.engine import registry
from app.engine.move_text import text_of
from app.pages import base_path
from app.pages.assets import asset, has_asset, load
from app.pages.fragments import Canvas, only
from app.pages.indentation import Indentation
from app.pages.quick_jinja import QuickEnvironment, texts
from app.table.names import LONGEST_NAME

ENGLISH = "en"
# Each language under its own name
LANGUAGES = {ENGLISH: "English", "it": "Italiano", "pl": "Polski", "ja": "日本語"}
LOCALES = tuple(LANGUAGES)
TEMPLATES = ROOT / "app" / "templates"
SITE = ROOT / "app" / "locale"
_LONGEST_HEADER = 500  # the rest is ignored
_RANGE = re.compile(r"\s*([a-z]{1,8}(?:-[a-z0-9]{1,8})*)\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?", re.IGNORECASE)


def choose(accept_language: str | None, cookie: str | None) -> str:
    """The language chosen on the site, or else the browser's favourite among our languages, or else
    English."""
    if cookie in LOCALES:
        return cookie
    return negotiate_locale(_liked(accept_language or ""), LOCALES, sep="-") or ENGLISH


def _liked(accept_language: str) -> list[str]:
    """The languages in an Accept-Language header, most preferred first; malformed parts are ignored."""
    said = accept_language[:_LONGEST_HEADER].split(",")
    offers = [offer for offer in map(_RANGE.fullmatch, said) if offer]
    liking = {offer[1].lower(): float(offer[2] or 1) for offer in offers}
    return sorted((name for name in liking if liking[name]), key=lambda name: -liking[name])


@cache
def words(locale: str) -> NullTranslations:
    """All translations of a language: the site's and every game's."""
    if locale == ENGLISH:
        return NullTranslations()
    site, *games = map(_read, catalogs(locale))
    for game in games:
        site.merge(game)
    return site


def catalogs(locale: str) -> Iterator[Path]:
    """A language's catalog files, starting with the site's."""
    yield SITE / f"{locale}.po"
    yield from sorted(TEMPLATES.glob(f"*/locale/{locale}.po"))


def _read(path: Path) -> Translations:
    """Compile a catalog in memory, so that only .po files need to be committed."""
    compiled = BytesIO()
    with path.open("rb") as file:
        write_mo(compiled, read_po(file, locale=path.stem))
    compiled.seek(0)
    return Translations(compiled)


class Compiled(BytecodeCache):
    """Compiled templates, shared by all languages. Those that nobody has used yet are packed."""

    def __init__(self) -> None:
        self.packed: dict[tuple[str, str], bytes] = {}
        self.code: dict[tuple[str, str], CodeType | None] = {}

    def __len__(self) -> int:
        return len(self.code.keys() | self.packed.keys())

    def load_bytecode(self, bucket: Bucket) -> None:
        key = bucket.key, bucket.checksum
        packed = self.packed.pop(key, None)
        if packed and key not in self.code:
            self.code[key] = marshal.loads(zlib.decompress(packed))  # noqa: S302  # our own
        bucket.code = self.code.get(key)

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.code[bucket.key, bucket.checksum] = bucket.code

    def packed_whole(self) -> bytes:
        return marshal.dumps({key: zlib.compress(marshal.dumps(code)) for key, code in self.code.items()})


_compiled = defaultdict[type[Environment], Compiled](Compiled)


def prepare() -> None:
    """Compile all templates."""
    english = environment(ENGLISH)
    for name in english.list_templates(["html"]):
        english.get_template(name)


async def prepare_elsewhere() -> None:
    """Have another process compile all templates, so that the first visitor doesn't have to wait. Compiling
    takes 8 MB, which only a process that ends gives back. If it fails, each is compiled when used."""
    known = _compiled[QuickEnvironment]
    if len(known) < len(environment(ENGLISH).list_templates(["html"])):
        with suppress(OSError):
            known.packed = await compiled_elsewhere()


async def compiled_elsewhere() -> dict[tuple[str, str], bytes]:
    """All templates, packed; none if the process fails."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "app.pages.i18n", stdout=PIPE, stderr=DEVNULL, env={"PYTHONPATH": str(ROOT)}
    )
    try:
        told, _ = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()
    return marshal.loads(told) if process.returncode == 0 else {}  # noqa: S302  # our own


@cache
def canvas(locale: str) -> Canvas:
    """Where the frames of a language are drawn."""
    return Canvas()


@cache
def environment(locale: str) -> Environment:
    """The Jinja environment of a language."""
    made = furnished(QuickEnvironment, locale)
    made.globals |= texts(words(locale))
    return made


def furnished(kind: type[Environment], locale: str) -> Environment:
    """A new environment, with everything that our templates use."""
    made = kind(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        extensions=["jinja2.ext.i18n", Indentation],
        bytecode_cache=_compiled[kind],
        auto_reload=False,
    )
    made.install_gettext_translations(words(locale), newstyle=True)  # type: ignore[attr-defined]  # the extension's
    made.globals.update(locale=locale, languages=LANGUAGES, root=base_path.root)
    made.globals.update(asset=asset, has_asset=has_asset, load=load, longest_name=LONGEST_NAME)
    made.globals["facts_of"] = facts_of
    drawing = canvas(locale)
    made.globals.update(fragment=drawing.fragment, once=drawing.once, unscripted=drawing.unscripted)
    made.filters |= {"listed": partial(listed, locale), "move_text": text_of, "only": only}
    made.filters["number"] = partial(format_decimal, locale=_locale(locale))
    made.filters |= {"bytes": partial(_bytes, locale), "span": partial(_span, locale)}
    made.filters |= {"short_day": partial(_short_day, locale), "month": partial(_month, locale)}
    made.filters["ago"] = lambda seconds: _span(locale, -seconds, add_direction=True)
    return made


def facts_of(game: str) -> Mapping[str, Any]:
    """The numbers in a game's rules."""
    facts: Mapping[str, Any] = registry.part(game, "facts").FACTS
    return facts


def listed(locale: str, items: Iterable[str]) -> Markup:
    """A list, punctuated the way the language does it: `a, b, and c`."""
    return Markup(format_list([escape(item) for item in items], locale=_locale(locale)))  # noqa: S704  # all escaped


def day(locale: str, at: float, form: str = "long") -> str:
    """The date of a moment: `19 November 2026`, or in another of Babel's formats."""
    return str(format_date(datetime.fromtimestamp(at), form, _locale(locale)))


def _short_day(locale: str, at: float) -> str:
    """`Thu, Nov 19`; in earlier years `Nov 19, 2025`."""
    when = datetime.fromtimestamp(at)
    form = "MMMEd" if when.year == datetime.now().year else "yMMMd"
    return str(format_skeleton(form, when, locale=_locale(locale)))


def _month(locale: str, first: date) -> str:
    """`Nov`."""
    return str(format_date(first, "MMM", _locale(locale)))


@cache
def _locale(name: str) -> Locale:
    """Babel's own idea of a language. From a name, it would work it out each time."""
    return Locale.parse(name)


def _bytes(locale: str, count: int) -> str:
    """`0.8 kB`, `3.4 MB`."""
    units = ("kilobyte", "megabyte", "gigabyte")
    step = min(max(1, (len(str(count)) - 1) // 3), len(units))
    return format_unit(count / 1000**step, f"digital-{units[step - 1]}", "short", "#,##0.#", locale)


def _span(locale: str, seconds: float, **how: bool) -> str:
    """`3 hours`, or `3 hours ago` with `add_direction`."""
    return format_timedelta(seconds, locale=locale, **how)  # type: ignore[arg-type]


if __name__ == "__main__":  # for `prepare_elsewhere`
    prepare()
    sys.stdout.buffer.write(_compiled[QuickEnvironment].packed_whole())
