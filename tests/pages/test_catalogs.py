"""The catalogs: complete, up to date, and really in their language."""

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from app.pages.i18n import SITE, TEMPLATES
from scripts import catalogs
from scripts.catalogs import TRANSLATED, Vocabulary

VOCABULARIES = tuple(catalogs.vocabularies())
CATALOGS = [each.folder / f"{locale}.po" for each in VOCABULARIES for locale in TRANSLATED]
GLOSSARIES = [each.folder / "glossary.md" for each in VOCABULARIES]
SAME_AS_ENGLISH = 0.05  # the most that may be equal: a sauna is a sauna in half of Europe
_PLACEHOLDER = re.compile(r"%\(\w+\)s|\{\w+\}")
_JAPANESE = re.compile(r"[\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff]")
_ENDS = {".": ".", "!": "!", "?": "?", "。": ".", "！": "!", "？": "?"}

each_catalog = pytest.mark.parametrize(
    "path", CATALOGS, ids=lambda path: f"{path.parent.parent.name} {path.stem}"
)


def _read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=path.stem)


def _messages(path: Path) -> list[Message]:
    return [message for message in _read(path) if message.id]


def _forms(said: object) -> list[str]:
    """A translation, or all forms of one with plurals."""
    assert isinstance(said, str | tuple | list)
    return [said] if isinstance(said, str) else [*said]


def test_every_vocabulary_has_exactly_one_catalog_for_each_language() -> None:
    found = [*SITE.rglob("*.po"), *TEMPLATES.rglob("*.po")]
    assert sorted(found) == sorted(CATALOGS)


@each_catalog
def test_a_catalog_is_as_the_script_leaves_it(path: Path) -> None:
    vocabulary = next(each for each in VOCABULARIES if each.folder == path.parent)
    assert path.read_text("utf-8") == catalogs.updated(path, catalogs.spoken(vocabulary))


@each_catalog
def test_nothing_is_missing_or_fuzzy(path: Path) -> None:
    messages = _messages(path)
    assert len(messages) > 20
    plurals = _read(path).num_plurals
    for message in messages:
        assert not message.fuzzy, message.id
        forms = _forms(message.string)
        assert len(forms) == (plurals if message.pluralizable else 1), message.id
        assert all(form.strip() for form in forms), message.id


@each_catalog
def test_translations_use_the_same_placeholders_as_the_english(path: Path) -> None:
    for message in _messages(path):
        wanted = sorted(_PLACEHOLDER.findall(_forms(message.id)[-1]))
        for form in _forms(message.string):
            assert sorted(_PLACEHOLDER.findall(form)) == wanted, message.id
            assert not re.search(r"[%{}]", _PLACEHOLDER.sub("", form)), message.id


@each_catalog
def test_translations_end_with_the_same_punctuation_as_the_english(path: Path) -> None:
    for message in _messages(path):
        end = _forms(message.id)[-1][-1]
        for form in _forms(message.string):
            assert form == form.strip()
            assert _ENDS.get(form[-1]) == _ENDS.get(end), message.id


@each_catalog
def test_every_plural_form_differs_from_the_others(path: Path) -> None:
    for message in _messages(path):
        assert len(set(_forms(message.string))) == len(_forms(message.string)), message.id


def _all(locale: str) -> Iterator[Message]:
    for path in CATALOGS:
        if path.stem == locale:
            yield from _messages(path)


@pytest.mark.parametrize("locale", TRANSLATED)
def test_hardly_anything_is_the_same_as_in_english(locale: str) -> None:
    messages = [*_all(locale)]
    same = [message.id for message in messages if set(_forms(message.id)) & set(_forms(message.string))]
    assert len(same) <= SAME_AS_ENGLISH * len(messages), same


def test_japanese_is_written_in_japanese() -> None:
    for message in _all("ja"):
        assert all(_JAPANESE.search(form) for form in _forms(message.string)), message.id


@pytest.mark.parametrize("locale", TRANSLATED)
def test_messages_shared_by_the_site_and_a_game_are_translated_alike(locale: str) -> None:
    said = defaultdict(set)
    for message in _all(locale):
        said[message.context, *_forms(message.id)].add(tuple(_forms(message.string)))
    assert {key: each for key, each in said.items() if len(each) > 1} == {}


def _terms(path: Path) -> dict[str, list[str]]:
    """The rows of a glossary: each English term with its translations."""
    _, *rows = re.findall(r"^\| (.+) \|$", path.read_text("utf-8"), re.MULTILINE)
    return {term: translations for term, *translations in (row.split(" | ") for row in rows)}


@pytest.mark.parametrize("path", GLOSSARIES, ids=lambda path: path.parent.parent.name)
def test_every_term_of_a_glossary_is_used_in_its_language(path: Path) -> None:
    terms = _terms(path)
    assert len(terms) > 10
    for locale, translations in zip(TRANSLATED, zip(*terms.values(), strict=True), strict=True):
        messages = _messages(path.with_name(f"{locale}.po"))
        said = "\n".join(form for message in messages for form in _forms(message.string)).lower()
        assert [term for term in translations if term.lower() not in said] == []


def test_a_term_in_two_glossaries_is_the_same_in_both() -> None:
    said = defaultdict(set)
    for path in GLOSSARIES:
        for term, translations in _terms(path).items():
            said[term].add(tuple(translations))
    assert {term: each for term, each in said.items() if len(each) > 1} == {}


# -- the script ----------------------------------------------------------------------------------------------


@pytest.fixture
def vocabulary(tmp_path: Path) -> Vocabulary:
    page = tmp_path / "page.html"
    page.write_text(
        '{# Translators: a greeting #}\n{{ _("Hello") }}\n'
        "{% trans who=who %}Come in, {{ who }}.{% endtrans %}\n"
        '{{ pgettext("door", "open") }} {{ ngettext("%(num)s room", "%(num)s rooms", n) }}\n'
    )
    refusals = tmp_path / "refusals.toml"
    refusals.write_text('locked = "The door {door} is locked."\n')
    return Vocabulary(tmp_path / "locale", (page, refusals))


def test_every_message_gets_an_entry_in_order(vocabulary: Vocabulary) -> None:
    said = catalogs.spoken(vocabulary)
    assert [(message.context, message.id) for message in said if message.id] == [
        (None, "Hello"),
        (None, "Come in, %(who)s."),
        ("door", "open"),
        (None, ("%(num)s room", "%(num)s rooms")),
        (None, "The door {door} is locked."),
    ]


def test_a_new_catalog_is_empty_and_has_its_plural_rule(vocabulary: Vocabulary) -> None:
    text = catalogs.updated(vocabulary.folder / "pl.po", catalogs.spoken(vocabulary))
    assert '"Language: pl\\n"' in text
    assert '"Plural-Forms: nplurals=3; ' in text
    assert '#. a greeting\n#: page.html\nmsgid "Hello"\nmsgstr ""\n' in text
    assert 'msgstr[0] ""\nmsgstr[1] ""\nmsgstr[2] ""\n' in text


def test_translations_are_kept_unused_ones_dropped_and_none_guessed(
    vocabulary: Vocabulary,
) -> None:
    said = catalogs.spoken(vocabulary)
    path = vocabulary.folder / "it.po"
    path.parent.mkdir()
    old = catalogs.updated(path, said)
    old = old.replace('msgid "Hello"\nmsgstr ""', 'msgid "Hello"\nmsgstr "Ciao"')
    old = old.replace(
        'msgid "The door {door} is locked."\nmsgstr ""', 'msgid "The door is locked."\nmsgstr "Chiusa."'
    )
    path.write_text(old)
    new = catalogs.updated(path, said)
    assert 'msgid "Hello"\nmsgstr "Ciao"\n' in new
    assert 'msgid "The door {door} is locked."\nmsgstr ""\n' in new
    assert "Chiusa" not in new
    assert "fuzzy" not in new
    path.write_text(new)
    assert catalogs.updated(path, said) == new
