"""Our quicker Jinja writes exactly what Jinja does, and refuses what it refuses."""

from collections.abc import Callable
from typing import Any

import pytest
from babel.support import NullTranslations
from jinja2 import DictLoader, Environment, StrictUndefined, UndefinedError, pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from app.pages.quick_jinja import QuickEnvironment, texts

PARTS = """
{%- macro plain(a, b="<b>") %}{{ a }}{{ b }}{% endmacro -%}
{%- macro around(a) %}[{{ a }}{{ caller() }}]{% endmacro -%}
{%- macro between(a, b="<b>") %}[{{ a }}{{ b }}{{ caller() }}]{% endmacro -%}
{%- macro either(a) %}{{ a }}{{ caller() if caller is defined }}{% endmacro -%}
{%- macro many(a) %}{{ a }}{{ varargs | join }}{{ kwargs["c"] }}{% endmacro -%}
"""
PAGES = {
    "a value is escaped": "{{ name }}",
    "a macro's text is not": "{{ parts.plain(name, 1) }}",
    "a default is used": "{{ parts.plain(name) }}",
    "an argument is named": "{{ parts.plain(b=name, a=2) }}",
    "a default is used before a block": "{% call parts.between(name) %}<i>{% endcall %}",
    "a block comes with a named argument": "{% call parts.between(1, b=name) %}<i>{% endcall %}",
    "a macro does without a block": "{{ parts.either(name) }}{% call parts.either(1) %}<i>{% endcall %}",
    "a macro takes a list of arguments": "{{ parts.plain(*(name, 2)) }}{{ shout(*(name,)) }}",
    "a macro gets a block": "{% call parts.around(name) %}<i>{{ name }}</i>{% endcall %}",
    "a macro takes any number": "{{ parts.many(1, name, 3, c='<c>') }}",
    "a call in a loop": "{% for each in (1, name) %}{{ parts.plain(each, loop.index) }}{% endfor %}",
    "a macro of the page": "{% macro own(a) %}<p>{{ a }}</p>{% endmacro %}{{ own(name) ~ name }}",
    "a block of text": "{% set text %}<p>{{ name }}</p>{% endset %}{{ text }}",
    "a function": "{{ shout(name) }}",
    "a function that wants the context": "{{ within(1) }}",
    "a class": "{{ markup('<b>') }}",
    "a method": "{{ name.upper() }}",
    "a text": "{{ _('100%% <b>%(a)s</b>', a=name) }}{{ _('<i>50%%</i>') }}{{ _('<i>50%%</i>') }}",
    "a text with a number": "{{ ngettext('%(num)s point', '%(num)s points', 2) }}"
    "{{ ngettext('%(num)s %(a)s', '%(num)s %(a)ss', 1, a=name) }}",
    "a text with a context": "{{ pgettext('a', 'b') }}{{ pgettext('a', '%(c)s', c=name) }}",
    "a text as a block": "{% trans count=2, a=name %}<b>{{ a }}</b>{% pluralize %}{{ a }}s{% endtrans %}",
    "a condition without an else": "{{ 'yes' if not name }}",
}
MISTAKES = {
    "an unknown name": "{{ nothing }}",
    "an argument too few": "{{ parts.around() }}",
    "an argument too many": "{{ parts.plain(1, 2, 3) }}",
    "an argument too many in a list": "{{ parts.plain(*(1, 2, 3)) }}",
    "an argument too many before a block": "{% call parts.around(1, 2) %}{% endcall %}",
    "an unknown argument before a block": "{% call parts.around(1, c=2) %}{% endcall %}",
    "an argument of no macro": "{{ parts.plain(1, c=2) }}",
    "a block for a macro without one": "{% call parts.plain(1, 2) %}{% endcall %}",
    "an unknown macro": "{{ parts.nothing() }}",
}


@pass_context
def within(context: Context, number: int) -> str:
    return f"{context['name']}{number}"


def rendered(kind: type[Environment], page: str) -> str:
    made = kind(
        loader=DictLoader({"parts.html": PARTS, "page.html": '{% import "parts.html" as parts %}' + page}),
        autoescape=True,
        undefined=StrictUndefined,
        extensions=["jinja2.ext.i18n"],
    )
    made.install_null_translations(newstyle=True)  # type: ignore[attr-defined]  # the extension's
    functions: dict[str, Callable[..., Any]] = {"shout": str.upper, "within": within, "markup": Markup}
    made.globals |= functions
    if kind is QuickEnvironment:
        made.globals |= texts(NullTranslations())
    return made.get_template("page.html").render(name="<a & b>")


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_every_page_is_written_as_by_jinja(page: str) -> None:
    assert rendered(QuickEnvironment, page) == rendered(Environment, page)


@pytest.mark.parametrize("page", MISTAKES.values(), ids=MISTAKES)
def test_every_mistake_is_noticed_as_by_jinja(page: str) -> None:
    with pytest.raises((UndefinedError, TypeError)) as told:
        rendered(Environment, page)
    with pytest.raises(told.type) as told_quickly:
        rendered(QuickEnvironment, page)
    assert str(told_quickly.value) == str(told.value)
