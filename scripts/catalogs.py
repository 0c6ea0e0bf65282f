"""Updates the catalogs of all languages from the templates.

    python -m scripts.catalogs

The site and each game have a catalog for every language except English, whose texts are the keys. New
messages are added without a translation, and the tests fail until they have one. Unused messages are removed.
"""

import tomllib
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

from app.engine import registry
from app.pages.i18n import ENGLISH, LOCALES, SITE, TEMPLATES

TRANSLATED = tuple(locale for locale in LOCALES if locale != ENGLISH)
SPEAKING = (".html", ".toml")
NOTE = "Translators:"  # template comments that begin like this are copied into the catalogs
# Catalogs contain no dates or versions, so they change only when their messages do.
HEADER = """\
msgid ""
msgstr ""
"Language: {locale}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plural_forms}\\n"

"""


class Vocabulary(NamedTuple):
    """A set of catalogs: their folder, and the files their messages come from."""

    folder: Path
    files: tuple[Path, ...]


def vocabularies() -> Iterator[Vocabulary]:
    """The site's vocabulary, then each game's."""
    files = sorted(path for path in TEMPLATES.rglob("*") if path.suffix in SPEAKING)
    games = [TEMPLATES / name for name in registry.names()]
    yield Vocabulary(SITE, tuple(path for path in files if not set(games) & set(path.parents)))
    for game in games:
        yield Vocabulary(game / "locale", tuple(path for path in files if game in path.parents))


def spoken(vocabulary: Vocabulary) -> Catalog:
    """All messages in these files, in order."""
    said = Catalog()
    for path in vocabulary.files:
        file = path.relative_to(vocabulary.folder.parent).as_posix()
        for message, comments, context in _said(path):
            said.add(message, None, [(file, 0)], auto_comments=comments, context=context)
    return said


def _said(path: Path) -> Iterator[tuple[str | tuple[str, ...], list[str], str | None]]:
    """Each message (with its plural), its notes for translators, and its context."""
    with path.open("rb") as file:
        if path.suffix == ".toml":
            for sentence in tomllib.load(file).values():
                yield sentence, [], None
        else:
            for _, message, comments, context in extract(
                "jinja2", file, comment_tags=(NOTE,), options={"silent": "false"}
            ):
                yield message, comments, context


def updated(path: Path, said: Catalog) -> str:
    """The text of the catalog, updated to contain exactly these messages. It keeps their translations."""
    catalog = Catalog(locale=path.stem)
    if path.exists():
        with path.open("rb") as file:
            catalog = read_po(file, locale=path.stem)
    catalog.update(said, no_fuzzy_matching=True)
    text = BytesIO()
    write_po(text, catalog, width=0, omit_header=True, ignore_obsolete=True, include_lineno=False)
    header = HEADER.format(locale=path.stem, plural_forms=catalog.plural_forms)
    return header + text.getvalue().decode().strip("\n") + "\n"


def main() -> None:
    for vocabulary in vocabularies():
        said = spoken(vocabulary)
        for locale in TRANSLATED:
            path = vocabulary.folder / f"{locale}.po"
            path.parent.mkdir(exist_ok=True)
            path.write_text(updated(path, said), "utf-8")


if __name__ == "__main__":
    main()
