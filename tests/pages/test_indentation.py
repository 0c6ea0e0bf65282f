"""Templates lose their indentation as they are compiled, and nothing else."""

from jinja2 import DictLoader, Environment

from app.pages.indentation import Indentation


def rendered(name: str, source: str, **values: object) -> str:
    environment = Environment(
        autoescape=True, loader=DictLoader({name: source}), extensions=["jinja2.ext.i18n", Indentation]
    )
    environment.install_null_translations(newstyle=True)  # type: ignore[attr-defined]  # the extension's
    return environment.get_template(name).render(**values)


def test_a_line_break_and_the_blanks_around_it_become_one_blank() -> None:
    assert rendered("page.html", "<p>\n    one  two\n\n  </p>") == "<p> one  two </p>"


def test_what_people_write_keeps_its_lines() -> None:
    assert rendered("page.html", "<p>\n  {{ said }}\n</p>", said="a\n  b") == "<p> a\n  b </p>"


def test_texts_to_translate_are_looked_up_as_they_were_written() -> None:
    assert rendered("page.html", "{% trans %}one\n  two{% endtrans %}\n  three") == "one\n  two three"


def test_markdown_keeps_its_lines() -> None:
    assert rendered("rules/en.md", "# Title\n\n- one\n  - two") == "# Title\n\n- one\n  - two"
