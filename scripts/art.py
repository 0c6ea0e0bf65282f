"""Builds the games' pictures from their sources in art/ to the files in static/.

    python -m scripts.art                      check the sources; build static/<game>/art/*.svg and art.css
    python -m scripts.art sheet FILE.png NAME… make a contact sheet of the pictures with these prefixes

A page shows `<svg class="art"><use href="kitchen.svg#kitchen-3"/></svg>`. The page's CSS rules don't reach
into such a picture, and the CSP forbids inline styles, but custom properties are inherited. So the build
turns classes into attributes, `fill="var(--oak)"`, and the page's theme decides what oak looks like.
"""

import re
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from functools import cached_property
from gzip import compress
from pathlib import Path

from app import ROOT

SOURCES = ROOT / "art"
SVG = "{http://www.w3.org/2000/svg}"
_NUMBERED = re.compile(r"(.+)-\d+")
_DYED = {"c", "c0", "c2"}
_OF_DYE = re.compile(r"var\(--c[02]?,")
_PAINT = re.compile(r"--([\w-]+): light-dark\((.*?), (.*?)\);")
_TAGS = {"svg", "symbol", "g", "use", "path", "circle", "ellipse", "rect"}
MOST_BYTES = 3000  # limit for a numbered picture's source; to stay below it, share parts as symbols

ET.register_namespace("", SVG[1:-1])


class Drawer:
    """The sources of one game's pictures, and what is built from them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.palette = (folder / "palette.css").read_text("utf-8")
        self.paints = {name: (day, evening) for name, day, evening in _PAINT.findall(self.palette)}
        self.amounts = set(re.findall(r"--([\w-]+):", self.palette)) - set(self.paints)
        rules = re.findall(r"^\.(\w+) \{ (.*?) \}", (folder / "classes.css").read_text("utf-8"), re.M)
        self.looks = {name: _declared(rule) for name, rule in rules}
        for paint in self.paints:
            self.looks.setdefault(paint, {"fill": f"var(--{paint})"})
        self.dyes = {paint for paint in self.paints if {f"{paint}0", f"{paint}2"} <= set(self.paints)}

    # -- the sources -----------------------------------------------------------------------------------------

    @cached_property
    def sheets(self) -> dict[Path, ET.Element]:
        """The files that contain parts, which are symbols that pictures use."""
        return {path: _read(path) for path in sorted(self.folder.rglob("parts*.svg"))}

    @cached_property
    def parts(self) -> dict[str, ET.Element]:
        return {str(symbol.get("id")): symbol for sheet in self.sheets.values() for symbol in sheet}

    @cached_property
    def pictures(self) -> dict[Path, ET.Element]:
        found = sorted(set(self.folder.rglob("*.svg")) - set(self.sheets))
        return {path: _read(path) for path in found}

    @cached_property
    def symbols(self) -> dict[str, ET.Element]:
        """All symbols that a picture can use by name, both parts and whole pictures."""
        return {**self.parts, **{path.stem: root for path, root in self.pictures.items()}}

    # -- what is built ---------------------------------------------------------------------------------------

    def built(self) -> dict[str, str]:
        """The text of each built file, by file name."""
        made = {f"art/{file}.svg": self._file(names) for file, names in sorted(self.files().items())}
        return {**made, "art.css": self._style_sheet()}

    def files(self) -> dict[str, list[str]]:
        """The symbols in each built file. A folder of sources becomes one file, including its parts.
        Outside folders, numbered pictures become one file per name; every other picture has its own."""
        files: dict[str, list[str]] = {}
        for path, root in {**self.sheets, **self.pictures}.items():
            if path.parent != self.folder:
                names = [str(part.get("id")) for part in root] if path in self.sheets else [path.stem]
                files.setdefault(path.parent.name, []).extend(names)
            elif path not in self.sheets:
                numbered = _NUMBERED.fullmatch(path.stem)
                files.setdefault(numbered[1] if numbered else path.stem, []).append(path.stem)
        return files

    def _style_sheet(self) -> str:
        """The palette, with the dark theme's paints in separate rules, because inside a `<use>` Safari always
        resolves `light-dark()` to light."""
        evening = "".join(f" --{name}: {paint};" for name, (_, paint) in self.paints.items())
        by_day = _PAINT.sub(r"--\1: \2;", self.palette)
        return re.sub(r"^( *:root.*\{)", rf"\1{evening}", by_day, flags=re.M)

    def _file(self, names: list[str]) -> str:
        """A file with these symbols and everything they use, directly or not, in every dye needed."""
        drawn: dict[str, ET.Element] = {}
        todo = list(names)
        while todo:
            name = todo.pop()
            if name not in drawn:
                drawn[name] = self._symbol(name)
                todo += [used.attrib["href"][1:] for used in drawn[name].iter(f"{SVG}use")]
        lines = [ET.tostring(drawn[name], encoding="unicode") for name in sorted(drawn)]
        body = "\n".join(line.replace(f' xmlns="{SVG[1:-1]}"', "") for line in lines)
        # without display="none", a browser would style every shape in the file, even those not shown
        return f'<svg xmlns="{SVG[1:-1]}">\n<defs display="none">\n{body}\n</defs>\n</svg>\n'

    def _symbol(self, dyed_name: str) -> ET.Element:
        """The symbol with this name in a built file. For example, `sofa.red` is the sofa dyed red."""
        name, _, dye = dyed_name.partition(".")
        source = self.symbols[name]
        box = source.get("viewBox")
        made = ET.Element(f"{SVG}symbol" if box else f"{SVG}g", {"id": dyed_name})
        if box:
            made.set("viewBox", box)
        made.extend(self._plain(child, dye) for child in source)
        return made

    def _plain(self, node: ET.Element, dye: str) -> ET.Element:
        """The same element, with its classes replaced by attributes."""
        classes = node.get("class", "").split()
        dye = next((name[2:] for name in classes if name.startswith("t-")), dye)
        looks = {key: value for key, value in node.attrib.items() if key not in ("class", "style")}
        for name, rule in self.looks.items():  # in order, as in a style sheet
            if name in classes:
                looks |= rule
        looks |= _declared(node.get("style", ""))
        made = ET.Element(node.tag, {key: _in_dye(value, dye) for key, value in looks.items()})
        if node.tag == f"{SVG}use" and dye and self._takes_dye(node.attrib["href"][1:]):
            made.set("href", f"{node.attrib['href']}.{dye}")
        made.extend(self._plain(child, dye) for child in node)
        return made

    def _takes_dye(self, name: str) -> bool:
        """Whether the symbol, or one that it uses, takes its colours from the picture that uses it."""
        nodes = list(self.symbols[name].iter())
        if any(_DYED & set(node.get("class", "").split()) for node in nodes):
            return True
        if any(_OF_DYE.search(value) for node in nodes for value in node.attrib.values()):
            return True
        return any(self._takes_dye(node.attrib["href"][1:]) for node in nodes if node.tag == f"{SVG}use")

    # -- checks ----------------------------------------------------------------------------------------------

    def complaints(self) -> Iterator[str]:
        for path, root in {**self.sheets, **self.pictures}.items():
            for complaint in self._complaints(path, root):
                yield f"{path.relative_to(self.folder.parent)}: {complaint}"

    def _complaints(self, path: Path, root: ET.Element) -> Iterator[str]:
        text = re.sub(r"<!--.*?-->", "", path.read_text("utf-8"), flags=re.S)
        if re.search(r"(fill|stroke|color)\s*[=:]\s*\"?(#|rgb)", text):
            yield "a colour that is not of the palette"
        if "url(" in text:
            yield "url(), which breaks in a file of symbols"
        tags = {node.tag.removeprefix(SVG) for node in root.iter()} - _TAGS
        if tags:
            yield f"elements that no picture needs: {', '.join(sorted(tags))}"
        classes = {name for node in root.iter() for name in node.get("class", "").split()}
        for name in sorted(classes - set(self.looks) - {f"t-{dye}" for dye in self.dyes}):
            yield f"no class {name}"
        variables = set(re.findall(r"var\(--([\w-]+)", text)) - _DYED
        for name in sorted(variables - set(self.paints) - self.amounts):
            yield f"no variable --{name}"
        for name in sorted(set(re.findall(r'href="#([\w-]+)"', text)) - set(self.symbols)):
            yield f"no symbol {name}"
        if path not in self.sheets and not path.read_text("utf-8").split("\n")[1].startswith("<!--"):
            yield "no story in the second line"
        if path.parent == self.folder and _NUMBERED.fullmatch(path.stem):
            if path.stat().st_size > MOST_BYTES:
                yield f"more than {MOST_BYTES} bytes"
            if 'href="#wall-' not in text:
                yield "no wall that its neighbours share"


def _read(path: Path) -> ET.Element:
    return ET.parse(path).getroot()  # noqa: S314  # our own


def _declared(style: str) -> dict[str, str]:
    """Parse declarations such as `fill: none; opacity: .5` into a dictionary."""
    pairs = (declaration.partition(":") for declaration in style.split(";") if declaration.strip())
    return {name.strip(): value.strip() for name, _, value in pairs}


def _in_dye(value: str, dye: str) -> str:
    """Replace `var(--c2, var(--tea2))` with the dye's paint, or with its fallback if there is no dye."""
    if dye:
        return re.sub(r"var\(--c([02]?),\s*var\(--[\w-]+\)\)", rf"var(--{dye}\1)", value)
    return re.sub(r"var\(--c[02]?,\s*(var\(--[\w-]+\))\)", r"\1", value)


def games() -> dict[str, Drawer]:
    """The games that have pictures."""
    return {path.parent.name: Drawer(path.parent) for path in sorted(SOURCES.glob("*/palette.css"))}


def build() -> int:
    bad = []
    for game, drawer in games().items():
        complaints = list(drawer.complaints())
        bad += complaints
        if not complaints:
            for name, text in drawer.built().items():
                path = ROOT / "static" / game / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, "utf-8")
                print(f"{path.relative_to(ROOT)}: {len(compress(text.encode()))} bytes compressed")
    print("\n".join(bad), file=sys.stderr)
    return bool(bad)


def main() -> int:
    match sys.argv[1:]:
        case []:
            return build()
        case ["sheet", file, *names]:
            from scripts.contact_sheet import sheet

            sheet(Path(file), names)
            return 0
        case _:
            print(__doc__, file=sys.stderr)
            return 2


if __name__ == "__main__":
    sys.exit(main())
