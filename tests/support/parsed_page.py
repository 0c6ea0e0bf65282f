"""A page as a reader sees it: its words, its forms and its buttons."""

from collections.abc import Iterator
from html.parser import HTMLParser
from typing import NamedTuple

_FORMS = ("moves", "pair", "front")  # of a board
VOID = frozenset(("input", "meta", "link", "br", "hr", "img"))


class Press(NamedTuple):
    """One way to send a form; a first choice goes with the second choices that name its key."""

    form: str
    name: str
    value: str
    keys: tuple[str, ...] = ()
    refused: bool = False  # a move against the rules: pressing it only shows the reason


class Sight(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.text = ""
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.hidden: dict[str, dict[str, str]] = {}  # by form, its hidden fields
        self.presses: list[Press] = []
        self._form = ""
        self._select = Press("", "", "")
        self.feed(html)
        self.text = " ".join(self.text.split())

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attributes}
        self.elements.append((tag, given))
        match tag:
            case "form":
                self._form = given.get("id", "")
                self.hidden[self._form] = {}
            case "input" if given.get("type") == "hidden":
                self.hidden[self._form][given["name"]] = given["value"]
            case "input" if "data-first" in given:
                self.presses.append(Press(given["form"], "first", given["value"], (given["data-first"],)))
            case "select":
                self._select = Press(given.get("form", self._form), given.get("name", ""), "")
            case "option" if given.get("value"):
                self.presses.append(self._select._replace(value=given["value"]))
            case "button" if "name" in given:
                form, keys = given.get("form", self._form), tuple(given.get("data-with", "").split())
                refused = given.get("aria-disabled") == "true"
                self.presses.append(Press(form, given["name"], given["value"], keys, refused))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = ""

    def handle_data(self, data: str) -> None:
        self.text += f" {data}"

    @property
    def moves(self) -> list[str]:
        """The moves on offer, as words."""
        return [" ".join(filter(None, pair)) for pair in self._pairs()]

    @property
    def refused(self) -> list[str]:
        """Moves against the rules that can be pressed to see the reason."""
        return [press.value for press in self._of_board() if press.refused]

    def _pairs(self) -> Iterator[tuple[str, str]]:
        """Every move as its first and second choice; a one-step move has no first."""
        firsts = [press for press in self.presses if press.name == "first"]
        for press in self._of_board():
            if not press.refused:
                if not press.keys:
                    yield "", press.value
                yield from ((first.value, press.value) for first in firsts if first.keys[0] in press.keys)

    def _of_board(self) -> list[Press]:
        """The buttons that make a move now, as opposed to those that answer in advance."""
        return [press for press in self.presses if press.name == "move" and press.form in _FORMS]

    def sent(self, move: str) -> dict[str, str]:
        """The fields that the browser sends for this move."""
        for first, last in self._pairs():
            if " ".join(filter(None, (first, last))) == move:
                form = "pair" if first else "moves"
                return {**self.hidden[form], **({"first": first} if first else {}), "move": last}
        if move in self.refused:
            return {**self.hidden["moves"], "move": move}
        raise LookupError(move)

    def attribute(self, id: str, name: str) -> str:
        """An attribute of the element with this id."""
        return next(given[name] for _, given in self.elements if given.get("id") == id)
