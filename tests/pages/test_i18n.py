"""Every reader gets one of our languages, in all templates."""

import pytest
from jinja2 import UndefinedError

from app.engine import registry
from app.pages.i18n import (
    LOCALES,
    SITE,
    TEMPLATES,
    Compiled,
    catalogs,
    choose,
    compiled_elsewhere,
    environment,
    furnished,
    listed,
    prepare,
    words,
)
from app.pages.quick_jinja import QuickEnvironment
from tests.support.work import counted

# -- which language ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("accept_language", "chosen"),
    [
        (None, "en"),
        ("", "en"),
        ("it", "it"),
        ("IT-it", "it"),
        ("pl-PL,pl;q=0.9,en-US;q=0.8,en;q=0.7", "pl"),
        ("ja-Hrkt-JP", "ja"),
        ("de,fr;q=0.9", "en"),
        ("de,ja;q=0.2", "ja"),
        ("en;q=0.2, it;q=0.9", "it"),
        ("it;q=0.5,pl;q=0.5", "it"),
        (" it ; q=1 ", "it"),
        ("it;q=0,pl;q=0.1", "pl"),
        ("it;q=0.000", "en"),
        ("*", "en"),
        ("*,ja;q=0.5", "ja"),
        ("it;q=oops,pl", "pl"),
        ("it;q=9,pl", "pl"),
        ("it;q=1e9", "en"),
        (";q=1,,,", "en"),
        ("it_IT", "en"),
        ("../../etc/passwd", "en"),
        ("it" * 50_000, "en"),
        ("żółw,😀", "en"),
    ],
)
def test_the_language_follows_accept_language(accept_language: str | None, chosen: str) -> None:
    assert choose(accept_language, None) == chosen


@pytest.mark.parametrize("flood", ["a,", "it;q=0.1,", "a-b-c ;", " "])
def test_a_very_long_accept_language_is_not_parsed_to_the_end(flood: str) -> None:
    with counted() as work:
        assert choose(flood * (60_000 // len(flood)), None) in LOCALES
    assert sum(work.values()) < 5000


@pytest.mark.parametrize("locale", LOCALES)
def test_the_language_switch_outweighs_the_browser(locale: str) -> None:
    assert choose("de,pl,it,ja,en", locale) == locale


@pytest.mark.parametrize("cookie", ["", "de", "IT", "it-IT", "../it", "it\n"])
def test_a_cookie_with_an_unknown_language_is_ignored(cookie: str) -> None:
    assert choose("pl", cookie) == "pl"


# -- the translations ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("locale", LOCALES[1:])
def test_translations_are_those_of_the_site_and_of_every_game(locale: str) -> None:
    games = [TEMPLATES / name / "locale" / f"{locale}.po" for name in registry.names()]
    assert [*catalogs(locale)] == [SITE / f"{locale}.po", *games]


def test_english_needs_no_catalog() -> None:
    assert words("en").gettext("kitchen") == "kitchen"
    assert words("en").ngettext("a window", "windows", 1) == "a window"
    assert words("en").ngettext("a window", "windows", 2) == "windows"


def test_translations_of_the_site_and_a_game_are_merged() -> None:
    told = [words(locale).gettext("There is no such move.") for locale in LOCALES]
    assert told == [
        "There is no such move.",
        "Questa mossa non esiste.",
        "Nie ma takiego ruchu.",
        "そのような手はありません。",
    ]
    assert [words(locale).gettext("kitchen") for locale in LOCALES] == [
        "kitchen",
        "cucina",
        "kuchnia",
        "キッチン",
    ]


def test_the_same_word_in_another_context_is_another_message() -> None:
    assert words("pl").pgettext("badge", "Be") == "Sy"
    assert words("pl").gettext("Be") == "Be"


@pytest.mark.parametrize(
    ("locale", "counted"),
    [
        ("en", "1 window, 2 windows, 5 windows, 12 windows, 21 windows, 22 windows, 0 windows"),
        ("it", "1 finestra, 2 finestre, 5 finestre, 12 finestre, 21 finestre, 22 finestre, 0 finestre"),
        ("pl", "1 okno, 2 okna, 5 okien, 12 okien, 21 okien, 22 okna, 0 okien"),
        ("ja", "窓1枚, 窓2枚, 窓5枚, 窓12枚, 窓21枚, 窓22枚, 窓0枚"),
    ],
)
def test_a_count_takes_the_plural_form_of_its_language(locale: str, counted: str) -> None:
    one, many = "%(num)s window", "%(num)s windows"
    forms = (words(locale).ngettext(one, many, n) % {"num": n} for n in (1, 2, 5, 12, 21, 22, 0))
    assert ", ".join(forms) == counted


# -- the templates -------------------------------------------------------------------------------------------


def _rendered(locale: str, source: str, **values: object) -> str:
    return environment(locale).from_string(source).render(**values)


def test_the_same_template_is_rendered_in_each_readers_language() -> None:
    source = '{{ locale }}: {{ _("kitchen") }}, {% trans n=n %}{{ n }}{% endtrans %}'
    source += ' {{ ngettext("%(num)s window", "%(num)s windows", n) }}'
    assert [_rendered(locale, source, n=2) for locale in (*LOCALES, "en")] == [
        "en: kitchen, 2 2 windows",
        "it: cucina, 2 2 finestre",
        "pl: kuchnia, 2 2 okna",
        "ja: キッチン, 2 窓2枚",
        "en: kitchen, 2 2 windows",
    ]


def test_a_template_is_compiled_once_for_all_languages() -> None:
    prepare()
    compiled = {
        id(environment(each).get_template("home/page.html").root_render_func.__code__) for each in LOCALES
    }
    assert len(compiled) == 1


@pytest.mark.anyio
async def test_another_process_compiles_every_template() -> None:
    compiled = Compiled()
    english = furnished(QuickEnvironment, "en")
    english.bytecode_cache = compiled
    compiled.packed = await compiled_elsewhere()
    packed = {*compiled.packed}

    for name in english.list_templates(["html"]):
        english.get_template(name)

    assert packed
    assert compiled.code.keys() == packed
    assert not compiled.packed


def test_an_environment_is_created_once() -> None:
    assert environment("ja") is environment("ja")


@pytest.mark.parametrize("locale", LOCALES)
def test_what_people_write_is_escaped_in_every_language(locale: str) -> None:
    source = '{{ name }} {{ _("%(player)s wins!", player=name) }} {{ [name, name] | listed }}'
    said = _rendered(locale, source, name="<b>Eve</b> & 100%(n)s {0}")
    assert "<" not in said
    assert said.count("&lt;b&gt;Eve&lt;/b&gt; &amp; 100%(n)s {0}") == 4


@pytest.mark.parametrize("locale", LOCALES)
def test_an_undefined_variable_is_an_error_and_not_a_blank(locale: str) -> None:
    with pytest.raises(UndefinedError):
        _rendered(locale, "{{ nobody }}")


def test_lists_of_names_are_joined_as_the_language_does() -> None:
    names = ["Ada", "Bruno", "Celina"]
    assert [listed(locale, names) for locale in LOCALES] == [
        "Ada, Bruno, and Celina",
        "Ada, Bruno e Celina",
        "Ada, Bruno i Celina",
        "Ada、Bruno、Celina",
    ]
    assert [listed("it", names[:count]) for count in range(3)] == ["", "Ada", "Ada e Bruno"]


@pytest.mark.parametrize(
    ("locale", "written"),
    [("en", "100,000"), ("it", "100.000"), ("pl", "100\N{NO-BREAK SPACE}000"), ("ja", "100,000")],
)
def test_numbers_have_the_separators_of_the_language(locale: str, written: str) -> None:
    assert environment(locale).from_string("{{ 100000 | number }}").render() == written
