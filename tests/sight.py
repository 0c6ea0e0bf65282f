"""A page as its reader has it: its words, its forms, and what can be pressed."""

from html.parser import HTMLParser
from typing import NamedTuple

VOID = frozenset(("input", "meta", "link", "br", "hr", "img"))


class Press(NamedTuple):
    """One way to send a form."""

    form: str
    name: str
    value: str


class Sight(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.text = ""
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.hidden: dict[str, dict[str, str]] = {}  # by form, what it sends anyway
        self.presses: list[Press] = []
        self._form = self._select = ""
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
            case "select":
                self._select = given["name"]
            case "option":
                self.presses.append(Press(self._form, self._select, given["value"]))
            case "button" if "name" in given:
                self.presses.append(Press(given.get("form", self._form), given["name"], given["value"]))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = ""

    def handle_data(self, data: str) -> None:
        self.text += f" {data}"

    @property
    def moves(self) -> list[str]:
        return [press.value for press in self.presses if press.name == "move"]

    def sent(self, move: str) -> dict[str, str]:
        """What the browser sends when this move is chosen."""
        press = next(press for press in self.presses if (press.name, press.value) == ("move", move))
        return {**self.hidden[press.form], "move": move}

    def attribute(self, id: str, name: str) -> str:
        """An attribute of the element with this id."""
        return next(given[name] for _, given in self.elements if given.get("id") == id)
