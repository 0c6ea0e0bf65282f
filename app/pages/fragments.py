"""Draws a frame as fragments, so that a page is only sent those that have changed.

A fragment is one element with an id. Templates draw it with `fragment(id, macro, …)`, from nothing but the
arguments, and it may contain further fragments. So equal arguments mean an equal fragment, for every viewer
and at every move, and each is drawn only once.
"""

import re
from collections.abc import Callable, Hashable, Mapping
from functools import lru_cache
from html import unescape
from typing import Any, NamedTuple

from markupsafe import Markup

from app.pages.quick_jinja import written

MOST_REMEMBERED = 8000  # fragments, per language: about 16 MB
_JUST_COMPARED = 128  # fragments, and openings: a move often changes the same for several audiences
_HOLE = "\0"
_LIST = re.compile(r"(<(?:ol|ul)\b[^>]*>)(?:\s*\0[^\0]+\0)*\s*(</(?:ol|ul)>)")
_OPENING = re.compile(r"<\w+[^>]*>")
_ATTRIBUTE = re.compile(r'([\w-]+)(?:="([^"]*)")?')


class Fragment:
    def __init__(
        self, skeleton: str, inner: Mapping[str, "Fragment | Unscripted"], by: "Call | None"
    ) -> None:
        self.skeleton = skeleton  # its text, with holes where other fragments belong
        self.inner = inner  # by id
        self.by = by

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Fragment) and (self.skeleton, self.inner) == (other.skeleton, other.inner)

    def __hash__(self) -> int:
        return hash(self.skeleton)

    @property
    def text(self) -> str:
        return _filled(self.skeleton, {id: each.text for id, each in self.inner.items()})

    @property
    def scripted(self) -> str:
        """The text for a page with script."""
        return _filled(self.skeleton, {id: each.scripted for id, each in self.inner.items()})


class Unscripted:
    """What only pages without script show. It isn't drawn until one asks for it."""

    inner: Mapping[str, Fragment] = {}
    scripted = ""

    def __init__(self, by: "Call") -> None:
        self.by = by

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Unscripted) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    @property
    def html(self) -> Markup:
        return Markup("<noscript>{}</noscript>").format(self.by.macro(*self.by.values))

    text = skeleton = html


class Call:
    """What drew a fragment."""

    __slots__ = ("_kinds", "macro", "values")

    def __init__(self, macro: Callable[..., Markup], values: tuple[Hashable, ...]) -> None:
        self.macro, self.values = macro, values
        # Markup and plain text compare equal even though only plain text gets escaped.
        self._kinds = (*map(type, values),)

    def is_same(self, macro: Callable[..., Markup], values: tuple[Hashable, ...]) -> bool:
        return self.macro is macro and self.values == values and self._kinds == (*map(type, values),)


def _filled(skeleton: str, inner: Mapping[str, str]) -> str:
    if not inner:
        return skeleton
    parts = skeleton.split(_HOLE)
    parts[1::2] = [inner[id] for id in parts[1::2]]
    return "".join(parts)


class Frame(NamedTuple):
    """A whole region of a page, as of a version and revision."""

    at: tuple[int | str, ...]
    opening: str  # the tag of the element around everything; its attributes change with every move
    rest: Fragment

    @property
    def text(self) -> str:
        return self.opening + self.rest.text

    @property
    def scripted(self) -> str:
        """The text for a page with script."""
        return self.opening + self.rest.scripted

    def changes_since(self, before: "Frame") -> "Changes | None":
        """What to change on a page that shows the earlier frame; None if it needs the whole frame."""
        if before.rest.skeleton != self.rest.skeleton:
            return None
        return Changes(
            before.at,
            _changed_attributes(before.opening, self.opening),
            _changed(before.rest.inner, self.rest.inner),
        )


class Changes(NamedTuple):
    """What turns one frame into a later one."""

    since: tuple[int | str, ...]
    attributes: Mapping[str, str | None]  # of the element around everything; None to remove one
    partials: str  # for htmx


# -- drawing -------------------------------------------------------------------------------------------------


class _Open(NamedTuple):
    """Something that is being drawn."""

    inner: dict[str, Fragment | Unscripted]
    before: Mapping[str, Fragment | Unscripted]  # the same places in an earlier frame


class Canvas:
    """Collects the fragments of one language while templates draw them."""

    def __init__(self) -> None:
        self._open: list[_Open | None] = []  # None: it is only drawn once and may not contain fragments
        self._was: Fragment | None = None  # what the fragment about to be drawn was in the earlier frame
        self._remembered = lru_cache(MOST_REMEMBERED, typed=True)(self._drawn)
        self._once = lru_cache(MOST_REMEMBERED, typed=True)(self._alone)

    def fragment(self, id: str, macro: Callable[..., Markup], *values: Hashable) -> Markup:
        """Draw a fragment, or reuse it if it has been drawn before. Outside a frame it is like any macro."""
        if not self._open:
            return macro(*values)
        around = self._room_for(id)
        found = around.before.get(id)
        if found is None or not found.by or not found.by.is_same(macro, values):  # quicker than hashing them
            self._was = found if isinstance(found, Fragment) else None
            found = self._remembered(macro, *values)
        around.inner[id] = found
        return _hole(id)

    def unscripted(self, id: str, macro: Callable[..., Markup], *values: Hashable) -> Markup:
        """A part in `<noscript>`. No frame for a page with script has it, and most are never drawn."""
        part = Unscripted(Call(macro, values))
        if not self._open:
            return part.html
        self._room_for(id).inner[id] = part
        return _hole(id)

    def _room_for(self, id: str) -> _Open:
        around = self._open[-1]
        assert around is not None, f"#{id} is inside something that is only drawn once"
        assert id not in around.inner, f"#{id} is drawn twice"
        return around

    def once(self, macro: Callable[..., Markup], *values: Hashable) -> Markup:
        """Render a macro once for all calls with equal arguments; for what needs no id of its own."""
        return self._once(macro, *values)

    def drawn(
        self, render: Callable[[], str], before: Fragment | None = None, by: Call | None = None
    ) -> Fragment:
        """What this function renders, with the fragments in it; those that are as before are reused."""
        now = _Open({}, before.inner if before else {})
        self._open.append(now)
        try:
            return Fragment(render().strip(), now.inner, by)
        finally:
            self._open.pop()

    def _drawn(self, macro: Callable[..., Markup], *values: Hashable) -> Fragment:
        return self.drawn(lambda: written(macro, values), self._was, Call(macro, values))

    def _alone(self, macro: Callable[..., Markup], *values: Hashable) -> Markup:
        self._open.append(None)
        try:
            return written(macro, values)
        finally:
            self._open.pop()


def _hole(id: str) -> Markup:
    return str.__new__(Markup, f"{_HOLE}{id}{_HOLE}")  # ids are ours


def only(whole: Any, *names: str) -> Any:
    """A named tuple with nothing but these fields, for a fragment that shows no others."""
    return whole._replace(**{name: None for name in whole._fields if name not in names})


def frame(at: tuple[int | str, ...], drawn: Fragment) -> Frame:
    opening = _OPENING.match(drawn.skeleton)
    assert opening, "a frame begins with a tag"
    return Frame(at, opening[0], Fragment(drawn.skeleton[opening.end() :], drawn.inner, None))


# -- comparing -----------------------------------------------------------------------------------------------


def _changed(before: Mapping[str, Fragment | Unscripted], after: Mapping[str, Fragment | Unscripted]) -> str:
    return "".join(
        _change(id, was, now)
        for id, now in after.items()
        if (was := before[id]) is not now and isinstance(was, Fragment) and isinstance(now, Fragment)
    )


def _change(id: str, was: Fragment, now: Fragment) -> str:
    if was.skeleton == now.skeleton:
        return _changed(was.inner, now.inner)
    return _redrawn(id, was, now)


@lru_cache(_JUST_COMPARED)
def _redrawn(id: str, was: Fragment, now: Fragment) -> str:
    return _changed_list(id, was, now) or _partial(id, "outerMorph", now.scripted)


def _changed_list(id: str, before: Fragment, after: Fragment) -> str:
    """Changes to a list that has only lost items and gained some at its ends; "" if more has changed."""
    was, now = _LIST.fullmatch(before.skeleton), _LIST.fullmatch(after.skeleton)
    if not was or not now or was.groups() != now.groups():
        return ""
    kept = [each for each in before.inner if each in after.inner]
    ids = [*after.inner]
    if not kept or (begin := ids.index(kept[0])) < 0 or ids[begin : begin + len(kept)] != kept:
        return ""
    end = begin + len(kept)
    changes = [_partial(each, "delete") for each in before.inner if each not in after.inner]
    changes.append(_changed(before.inner, {each: after.inner[each] for each in kept}))
    for new, where in ((ids[:begin], "afterbegin"), (ids[end:], "beforeend")):
        if new:
            changes.append(_partial(id, where, "".join(after.inner[each].scripted for each in new)))
    return "".join(changes)


def _partial(id: str, swap: str, text: str = "") -> str:
    return f'<hx-partial hx-target="#{id}" hx-swap="{swap}">{text}</hx-partial>'


@lru_cache(_JUST_COMPARED)
def _changed_attributes(before: str, after: str) -> Mapping[str, str | None]:
    was, now = _attributes(before), _attributes(after)
    return {name: now.get(name) for name in {**was, **now} if was.get(name) != now.get(name)}


def _attributes(opening: str) -> dict[str, str]:
    inside = opening.strip("<>").partition(" ")[2]
    return {name: unescape(value) for name, value in _ATTRIBUTE.findall(inside)}
