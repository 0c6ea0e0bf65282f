"""A region of a page without a browser: takes over whole frames and changes, as static/table/frames.js and
static/beside/chat_lines.js."""

import json
import re
from html import escape
from typing import Any

_PARTIAL = re.compile(r'<hx-partial hx-target="#([^"]+)" hx-swap="(\w+)">(.*?)</hx-partial>', re.DOTALL)
_REFUSED = re.compile(r'<p class="refused".*?</p>', re.DOTALL)


class Gap(Exception):
    """The page has missed a message."""


class SplicedPage:
    def __init__(self, frame: str = "", target: str = "#table") -> None:
        self.frame, self._target = frame, target

    @property
    def at(self) -> tuple[int | str, ...]:
        """The version and revision that the page shows and, in a lobby, who is away."""
        away = re.search(r'\sdata-away="(.*?)"', self.frame[:1000])
        return self._number("version"), self._number("revision"), *(away.groups() if away else ())

    def take(self, said: str) -> bool:
        """Take over a message from the socket; return whether it was about this region and newer."""
        if said.startswith("<"):
            return self._target == "#table" and self._take_whole(said)
        if self._target == "#table" and not said.startswith('{"since"'):
            return False
        changes = json.loads(said)
        if changes.get("target", "#table") != self._target:
            return False
        if "since" not in changes:
            return self._take_whole(changes["content"])
        since, at = tuple(changes["since"]), self.at
        if since[:2] < at[:2]:
            return False
        if since != at:
            raise Gap
        self._change(changes)
        return True

    def _take_whole(self, html: str) -> bool:
        now, was = SplicedPage(html).at[:2], self.at[:2]
        newer = now > was or (now == was and 'data-scene="game"' not in self.frame[:1000])
        self.frame = html if newer else self.frame
        return newer

    def _change(self, changes: dict[str, Any]) -> None:
        opening, rest = self.frame[: (end := self.frame.index(">") + 1)], self.frame[end:]
        for name, value in changes["attributes"].items():
            opening = _with_attribute(opening, name, value)
        self.frame = opening + _REFUSED.sub("", rest)
        for target, swap, text in _PARTIAL.findall(changes["content"]):
            self._swap(target, swap, text)

    def _swap(self, id: str, swap: str, text: str) -> None:
        begin, inside, inside_end, end = _element(self.frame, id)
        if swap in ("outerMorph", "delete"):
            self.frame = self.frame[:begin] + text + self.frame[end:]
        else:
            at = {"afterbegin": inside, "beforeend": inside_end}[swap]
            self.frame = self.frame[:at] + text + self.frame[at:]

    def _number(self, name: str) -> int:
        found = re.search(rf'\sdata-{name}="(\d+)"', self.frame[:1000])
        return int(found[1]) if found else -1


def _with_attribute(opening: str, name: str, value: str | None) -> str:
    without = re.sub(rf'\s{name}(="[^"]*")?(?=[\s>])', "", opening)
    if value is None:
        return without
    return f'{without[:-1].rstrip()} {name}="{escape(value)}">'


def _element(html: str, id: str) -> tuple[int, int, int, int]:
    """Where an element begins, where its inside does, where that ends, and where the element does."""
    found = re.search(rf'<(\w+)(?=[\s>])[^>]*\sid="{re.escape(id)}"[^>]*>', html)
    assert found, f"the page has no #{id}"
    depth = 1
    for tag in re.compile(rf"<(/?){found[1]}(?=[\s>])").finditer(html, found.end()):
        depth += -1 if tag[1] else 1
        if not depth:
            return found.start(), found.end(), tag.start(), html.index(">", tag.start()) + 1
    raise AssertionError(f"#{id} has no end")
