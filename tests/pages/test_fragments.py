"""Fragments: drawn once for equal arguments, and only those that changed are sent."""

from typing import Any

import pytest
from jinja2 import DictLoader, Environment
from markupsafe import Markup, escape

from app.pages.fragments import Canvas, Changes, Fragment, Frame, frame

TEMPLATES = {
    "parts.html": """
{%- macro card(number, face) %}<p id="card-{{ number }}">{{ face }}</p>{% endmacro -%}
{%- macro hand(cards) %}<div id="hand" data-n="{{ cards | length }}">
  {%- for each in cards %}{{ fragment("card-" ~ loop.index0, card, loop.index0, each) }}{% endfor -%}
</div>{% endmacro -%}
{%- macro places(number) %}<a href="?{{ number }}">{{ slowly(number) }}</a>{% endmacro -%}
{%- macro map(number) %}<p id="map">{{ number }}{{ unscripted("places", places, number) }}</p>{% endmacro -%}
{%- macro line(number) %}<li id="line-{{ number }}">{{ number }}</li>{% endmacro -%}
{%- macro lines(numbers) %}<ol id="lines">
  {% for each in numbers %} {{ fragment("line-" ~ each, line, each) }} {% endfor %}
</ol>{% endmacro -%}
""",
    "board.html": """{% import "parts.html" as parts -%}
<div id="table" data-version="{{ version }}" {{ "data-mine" if mine }}>
  <h1>{{ title }}</h1>
  {{ fragment("hand", parts.hand, cards) }}
  {{ fragment("lines", parts.lines, numbers) }}
</div>""",
    "map.html": """{% import "parts.html" as parts -%}
<div data-version="{{ version }}">{{ fragment("map", parts.map, title) }}</div>""",
    "within.html": """{% import "parts.html" as parts -%}<div>{{ once(parts.hand, ("a",)) }}</div>""",
    "twice.html": """{% import "parts.html" as parts -%}
<div>{{ fragment("hand", parts.hand, ("a",)) }}{{ fragment("hand", parts.hand, ("b",)) }}</div>""",
}
SHOWN = {"version": 1, "mine": False, "title": "A game", "cards": ("a", "b"), "numbers": (3, 2, 1)}


class Desk:
    def __init__(self) -> None:
        self.canvas = Canvas()
        self.environment = Environment(loader=DictLoader(TEMPLATES), autoescape=True)
        self.environment.globals.update(
            fragment=self.canvas.fragment, once=self.canvas.once, unscripted=self.canvas.unscripted
        )
        self.environment.globals["slowly"] = self.slowly
        self.slow: list[Any] = []

    def slowly(self, value: Any) -> Any:
        self.slow.append(value)
        return value

    def drawn(self, template: str = "board.html", before: Frame | None = None, **values: Any) -> Frame:
        shown = {**SHOWN, **values}
        page = self.environment.get_template(template)
        drawn = self.canvas.drawn(lambda: page.render(shown), before and before.rest)
        return frame((shown["version"], 1), drawn)

    def changes(self, **values: Any) -> Changes | None:
        return self.drawn(version=2, **values).changes_since(self.drawn())


@pytest.fixture
def desk() -> Desk:
    return Desk()


def partial(target: str, swap: str, text: str = "") -> str:
    return f'<hx-partial hx-target="#{target}" hx-swap="{swap}">{text}</hx-partial>'


def test_a_frame_is_whole(desk: Desk) -> None:
    text = desk.drawn().text
    assert '<p id="card-0">a</p><p id="card-1">b</p>' in text
    assert "\0" not in text


def test_only_what_changed_is_sent(desk: Desk) -> None:
    changes = desk.changes(cards=("a", "c"))
    assert changes
    assert changes.partials == partial("card-1", "outerMorph", '<p id="card-1">c</p>')


def test_a_fragment_that_changed_around_others_is_sent_with_them(desk: Desk) -> None:
    changes = desk.changes(cards=("a",))
    assert changes
    assert changes.partials == partial(
        "hand", "outerMorph", '<div id="hand" data-n="1"><p id="card-0">a</p></div>'
    )


def test_a_list_gets_only_its_new_lines(desk: Desk) -> None:
    changes = desk.changes(numbers=(5, 4, 3, 2))
    assert changes
    new = '<li id="line-5">5</li><li id="line-4">4</li>'
    assert changes.partials == partial("line-1", "delete") + partial("lines", "afterbegin", new)


def test_an_undo_takes_lines_away_and_may_bring_old_ones_back(desk: Desk) -> None:
    changes = desk.changes(numbers=(2, 1, 0))
    assert changes
    assert changes.partials == partial("line-3", "delete") + partial(
        "lines", "beforeend", '<li id="line-0">0</li>'
    )


@pytest.mark.parametrize("numbers", [(1, 2, 3), (3, 9, 2, 1), (7, 8), ()])
def test_a_list_that_changed_in_another_way_is_sent_whole(desk: Desk, numbers: tuple[int, ...]) -> None:
    changes = desk.changes(numbers=numbers)
    assert changes
    assert changes.partials.startswith('<hx-partial hx-target="#lines" hx-swap="outerMorph"><ol id="lines">')


def test_attributes_of_the_table_are_told_apart(desk: Desk) -> None:
    changes = desk.changes(mine=True)
    assert changes
    assert changes == Changes((1, 1), {"data-version": "2", "data-mine": ""}, "")
    back = desk.drawn(version=3).changes_since(desk.drawn(version=2, mine=True))
    assert back
    assert back.attributes == {"data-version": "3", "data-mine": None}


def test_what_changed_outside_all_fragments_needs_a_whole_frame(desk: Desk) -> None:
    assert desk.changes(title="Another game") is None


def test_equal_arguments_are_drawn_once(desk: Desk) -> None:
    assert desk.drawn().rest.inner["hand"] is desk.drawn(version=2).rest.inner["hand"]


def test_what_is_as_in_the_frame_before_is_taken_from_there(desk: Desk) -> None:
    before = desk.drawn()
    desk.canvas._remembered.cache_clear()
    after = desk.drawn(before=before, cards=("a", "c"))
    assert after.rest.inner["lines"] is before.rest.inner["lines"]
    hand, was = after.rest.inner["hand"].inner, before.rest.inner["hand"].inner
    assert hand["card-0"] is was["card-0"]
    assert hand["card-1"].text == '<p id="card-1">c</p>'


def test_text_is_not_taken_for_the_markup_of_the_frame_before(desk: Desk) -> None:
    def shown(name: str) -> Markup:
        return escape(name)

    def drawn(name: str, before: Fragment | None) -> Fragment:
        return desk.canvas.drawn(lambda: desk.canvas.fragment("name", shown, name), before)

    markup = drawn(Markup("<b>a</b>"), None)
    assert drawn("<b>a</b>", markup).text == "&lt;b&gt;a&lt;/b&gt;"


def test_what_only_pages_without_script_show_is_drawn_for_them_alone(desk: Desk) -> None:
    before = desk.drawn("map.html", title=1)
    after = desk.drawn("map.html", version=2, title=2)
    changes = after.changes_since(before)
    assert changes
    assert changes.partials == partial("map", "outerMorph", '<p id="map">2</p>')
    assert "noscript" not in after.scripted
    assert not desk.slow
    assert '<p id="map">2<noscript><a href="?2">2</a></noscript></p>' in after.text
    assert desk.slow == [2]


def test_text_and_markup_that_look_alike_are_different_arguments(desk: Desk) -> None:
    def shown(name: str) -> Markup:
        return escape(name)

    def drawn(name: str) -> str:
        return desk.canvas.drawn(lambda: desk.canvas.fragment("name", shown, name)).text

    assert drawn(Markup("<b>a</b>")) == "<b>a</b>"
    assert drawn("<b>a</b>") == "&lt;b&gt;a&lt;/b&gt;"


@pytest.mark.parametrize(
    ("template", "why"), [("within.html", "only drawn once"), ("twice.html", "drawn twice")]
)
def test_mistakes_of_templates_are_told(desk: Desk, template: str, why: str) -> None:
    with pytest.raises(AssertionError, match=why):
        desk.drawn(template)
