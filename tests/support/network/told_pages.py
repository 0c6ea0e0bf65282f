"""Pages that take over what a socket tells them, and what must be the same on new ones."""

import re
from collections.abc import Hashable
from html import unescape
from pathlib import Path
from random import Random
from typing import Any

from app.cli.bench.spliced_page import Gap, SplicedPage
from app.net.websocket_connection import Message
from app.pages.fragments import Canvas, Fragment
from app.pages.regions import TABLE, Look, Region
from app.routes.page_socket import message


class Telling:
    """What one audience is told about a region: first all of it, then what is new."""

    def __init__(self, look: Look, region: Region = TABLE) -> None:
        self._look, self._region = look, region
        self._told: Message | None = None

    async def draw(self) -> Message:
        before, self._told = self._told, await message(self._look, self._region)
        return (self._told.since(before) if before else None) or self._told


class Wrong(Exception):
    """A page doesn't show what a new one would."""


def must_show(shown: str, new: str) -> None:
    """Compare two tables, whatever the order of the attributes and the blanks between elements."""
    (was, here), (attributes, rest) = parted(shown), parted(new)
    if was != attributes:
        raise Wrong(f"{was} instead of {attributes}")
    if here != rest and (here := tight(here)) != (rest := tight(rest)):
        differ = (at for at, (a, b) in enumerate(zip(here, rest, strict=False)) if a != b)
        same = next(differ, min(len(here), len(rest)))
        near = slice(max(0, same - 200), same + 100)
        raise Wrong(f"{here[near]} instead of {rest[near]}")


def parted(html: str) -> tuple[dict[str, str], str]:
    """The attributes of the element around everything, and the rest."""
    opening, rest = html[: (end := html.index(">") + 1)], html[end:]
    attributes = re.findall(r'([\w-]+)(?:="([^"]*)")?', opening[4:-1])
    return {name: unescape(value) for name, value in attributes}, rest


def tight(html: str) -> str:
    return re.sub(r">\s+|\s+<", lambda found: found[0].strip(), html)


class BadLine:
    """A page with two sockets, on a network that loses, doubles, delays and holds back messages."""

    def __init__(self, chance: Random, target: str = TABLE.target) -> None:
        self._target, self.page = target, SplicedPage(target=target)
        self.gaps, self.held = 0, False
        self._chance, self._late = chance, list[str]()

    def hear(self, message: Message) -> None:
        match self._chance.randrange(10):
            case 0:  # lost
                return
            case 1:  # the buffer is full: when it has room, the line gets the newest message whole
                self.held = True
            case 2:  # the other socket is slower
                self._late.append(message.text)
        if self.held and self._chance.random() < 0.5:
            return
        self._take(message.whole.text if self.held else message.text, message)
        self.held = False
        if self._late and self._chance.random() < 0.5:
            self._take(self._late.pop(0), message)

    def hear_at_last(self, message: Message) -> None:
        """Hear the last message; the network is well again."""
        self._take(message.whole.text if self.held else message.text, message)

    def _take(self, said: str, newest: Message) -> None:
        try:
            self.page.take(said)
        except Gap:  # the page reconnects
            self.gaps += 1
            self.page = SplicedPage(target=self._target)
            self.page.take(newest.whole.text)


class Forgetful(Canvas):
    """Draws a macro's fragments as if one of its arguments made no difference."""

    def __init__(self, macro: str, argument: str) -> None:
        super().__init__()
        known: dict[Hashable, Fragment] = {}
        whole_memory = self._remembered

        def remembered(called: Any, *values: Hashable) -> Fragment:
            if written_as(called) != macro:
                return whole_memory(called, *values)
            at = called.arguments.index(argument)
            key = *values[:at], *values[at + 1 :]
            if key not in known:
                known[key] = self._drawn(called, *values)
            return known[key]

        self._remembered = remembered  # type: ignore[assignment]


def written_as(macro: Any) -> str:
    """The name of a macro, after that of its template."""
    return f"{Path(macro._func.__code__.co_filename).stem}.{macro.name}"
