"""Draws a frame as fragments, so that a page is only sent those that have changed.

A fragment is one element with an id. Templates draw it with `fragment(id, macro, …)`, from nothing but the
arguments, and it may contain further fragments. So equal arguments mean an equal fragment, for every viewer
and at every move, and each is drawn only once.
"""

import re
from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import lru_cache
from html import unescape
from typing import NamedTuple

from markupsafe import Markup

MOST_REMEMBERED = 8000  # fragments, per language: about 16 MB
_HOLE = "\0"
_LIST = re.compile(r"(<(?:ol|ul)\b[^>]*>)(?:\s*\0[^\0]+\0)*\s*(</(?:ol|ul)>)")
_OPENING = re.compile(r"<\w+[^>]*>")
_ATTRIBUTE = re.compile(r'([\w-]+)(?:="([^"]*)")?')


class Fragment(NamedTuple):
    skeleton: str  # its text, with holes where other fragments belong
    inner: Mapping[str, "Fragment"]  # by id

    @property
    def text(self) -> str:
        if not self.inner:
            return self.skeleton
        parts = self.skeleton.split(_HOLE)
        parts[1::2] = [self.inner[id].text for id in parts[1::2]]
        return "".join(parts)


class Frame(NamedTuple):
    """A whole table, as of a version and revision."""

    at: tuple[int, int]
    opening: str  # the tag of the element around everything; its attributes change with every move
    rest: Fragment

    @property
    def text(self) -> str:
        return self.opening + self.rest.text

    def changes_since(self, before: "Frame") -> "Changes | None":
        """What to change on a page that shows the earlier frame; None if it needs the whole frame."""
        if before.rest.skeleton != self.rest.skeleton:
            return None
        return Changes(
            before.at,
            dict(_changed_attributes(before.opening, self.opening)),
            "".join(_changed(before.rest.inner, self.rest.inner)),
        )


class Changes(NamedTuple):
    """What turns one frame into a later one."""

    since: tuple[int, int]
    attributes: Mapping[str, str | None]  # of the element around everything; None to remove one
    partials: str  # for htmx


# -- drawing -------------------------------------------------------------------------------------------------


class Canvas:
    """Collects the fragments of one language while templates draw them."""

    def __init__(self) -> None:
        # The fragments that the macro being drawn contains; None while it may not contain any.
        self._open: list[dict[str, Fragment] | None] = []
        self._remembered = lru_cache(MOST_REMEMBERED, typed=True)(self._drawn)
        # Typed, because Markup and plain text compare equal even though only plain text gets escaped.
        self._once = lru_cache(MOST_REMEMBERED, typed=True)(self._alone)

    def fragment(self, id: str, macro: Callable[..., Markup], *values: Hashable) -> Markup:
        """Draw a fragment, or reuse it if it has been drawn before. Outside a frame it is like any macro."""
        if not self._open:
            return macro(*values)
        around = self._open[-1]
        assert around is not None, f"#{id} is inside something that is only drawn once"
        assert id not in around, f"#{id} is drawn twice"
        around[id] = self._remembered(macro, *values)
        return Markup(f"{_HOLE}{id}{_HOLE}")  # noqa: S704  # ids are ours

    def once(self, macro: Callable[..., Markup], *values: Hashable) -> Markup:
        """Render a macro once for all calls with equal arguments; for what needs no id of its own."""
        return self._once(macro, *values)

    def drawn(self, render: Callable[[], str]) -> Fragment:
        """What this function renders, with the fragments in it."""
        inner: dict[str, Fragment] = {}
        self._open.append(inner)
        try:
            return Fragment(render().strip(), inner)
        finally:
            self._open.pop()

    def _drawn(self, macro: Callable[..., Markup], *values: Hashable) -> Fragment:
        return self.drawn(lambda: macro(*values))

    def _alone(self, macro: Callable[..., Markup], *values: Hashable) -> Markup:
        self._open.append(None)
        try:
            return macro(*values)
        finally:
            self._open.pop()


def frame(at: tuple[int, int], drawn: Fragment) -> Frame:
    opening = _OPENING.match(drawn.skeleton)
    assert opening, "a frame begins with a tag"
    return Frame(at, opening[0], drawn._replace(skeleton=drawn.skeleton[opening.end() :]))


# -- comparing -----------------------------------------------------------------------------------------------


def _changed(before: Mapping[str, Fragment], after: Mapping[str, Fragment]) -> Iterator[str]:
    for id, now in after.items():
        was = before[id]
        if was is now:
            continue
        if was.skeleton == now.skeleton:
            yield from _changed(was.inner, now.inner)
        else:
            yield from _changed_list(id, was, now) or [_partial(id, "outerMorph", now.text)]


def _changed_list(id: str, before: Fragment, after: Fragment) -> list[str]:
    """Changes to a list that has only lost items and gained some at its ends; [] if more has changed."""
    was, now = _LIST.fullmatch(before.skeleton), _LIST.fullmatch(after.skeleton)
    if not was or not now or was.groups() != now.groups():
        return []
    kept = [each for each in before.inner if each in after.inner]
    ids = [*after.inner]
    if not kept or (begin := ids.index(kept[0])) < 0 or ids[begin : begin + len(kept)] != kept:
        return []
    end = begin + len(kept)
    changes = [_partial(each, "delete") for each in before.inner if each not in after.inner]
    changes += _changed(before.inner, {each: after.inner[each] for each in kept})
    for new, where in ((ids[:begin], "afterbegin"), (ids[end:], "beforeend")):
        if new:
            changes.append(_partial(id, where, "".join(after.inner[each].text for each in new)))
    return changes


def _partial(id: str, swap: str, text: str = "") -> str:
    return f'<hx-partial hx-target="#{id}" hx-swap="{swap}">{text}</hx-partial>'


def _changed_attributes(before: str, after: str) -> Iterator[tuple[str, str | None]]:
    was, now = _attributes(before), _attributes(after)
    for name in {**was, **now}:
        if was.get(name) != now.get(name):
            yield name, now.get(name)


def _attributes(opening: str) -> dict[str, str]:
    inside = opening.strip("<>").partition(" ")[2]
    return {name: unescape(value) for name, value in _ATTRIBUTE.findall(inside)}
