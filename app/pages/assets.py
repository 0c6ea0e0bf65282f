"""The files that pages ask for: style sheets, pictures, scripts.

A page asks for a file by a link that changes with its content; so a browser may keep it for ever, and has the
new one as soon as there is one. What is text travels compressed: a picture then has an eighth of its size.

Each file costs a browser a question and some three hundred bytes of headers. So what lies together travels
together: where there is no `app.css`, the sheets in the folder `app` are one, in the order of names.

Scripts are modules, and none imports another: an address inside a file would not change with what it leads
to. What the scripts of a table's page share is `tablePage` (static/table.js).
"""

import gzip
import re
from functools import cache
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from app import ROOT
from app.pages import base_path

FOLDER = ROOT / "static"
# Sounds and films are not among them: they are asked for in parts.
_KINDS = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
_WHY = re.compile(r"/\*.*?\*/", re.DOTALL)
_LINES_OF_WHY = re.compile(r"^ *(?://.*|/\*\*(?:(?!\*/)[\s\S])*\*/)\n", re.MULTILINE)
_NEEDLESS_BREAK = re.compile(r"(?<=[{};,(])\s*\n\s*|\s*\n\s*(?=[})])")
_BREAK = re.compile(r"\s*\n\s*")
_PICTURE = re.compile(r'url\("([^":]+)"\)')


@cache
def asset(path: str) -> str:
    """The link to a file of the static folder, with the mark of its content."""
    return f"{base_path.root}/static/{path}?v={_mark(path)}"


def has_asset(path: str) -> bool:
    """Whether there is such a file: not every game brings a script of its own."""
    return bool(_files(path))


def _mark(path: str) -> str:
    return sha256(content(path)).hexdigest()[:10]


def content(path: str) -> bytes:
    """What is sent for a path: of style sheets and scripts what a browser reads."""
    files = [file.read_bytes() for file in _files(path)]
    match PurePosixPath(path).suffix:
        case ".css":
            return _sheet(path, b"\n".join(files).decode()).encode()
        case ".js":
            return _script([file.decode() for file in files]).encode()
    return b"\n".join(files)


def _sheet(path: str, css: str) -> str:
    """Its pictures with their marks."""
    beside = PurePosixPath(path).parent
    read = _BREAK.sub(" ", _NEEDLESS_BREAK.sub("", _WHY.sub("", css)))
    return _PICTURE.sub(lambda found: f'url("{found[1]}?v={_mark(str(beside / found[1]))}")', read)


def _script(files: list[str]) -> str:
    """Without the comments that have lines of their own. Joined, each keeps its names to itself."""
    read = [_LINES_OF_WHY.sub("", file) for file in files]
    return read[0] if len(read) == 1 else "\n".join(f"{{\n{file}}}" for file in read)


def _files(path: str) -> list[Path]:
    file = FOLDER / path
    if file.is_file():
        return [file]
    return sorted(file.with_suffix("").glob(f"*{file.suffix}")) if file.suffix else []


# -- what is text --------------------------------------------------------------------------------------------


class Text(NamedTuple):
    kind: str
    plain: bytes
    packed: bytes


@cache
def texts() -> frozenset[str]:
    """All that can be asked for: files, and folders that are one. No drawing can be joined to another."""
    found = [file.relative_to(FOLDER) for file in FOLDER.rglob("*") if file.suffix in _KINDS]
    folders = [
        file.parent.with_suffix(file.suffix) for file in found if file.parent.name and file.suffix != ".svg"
    ]
    return frozenset(path.as_posix() for path in (*found, *folders))


@cache
def text(path: str) -> Text:
    plain = content(path)
    return Text(_KINDS[Path(path).suffix], plain, gzip.compress(plain, mtime=0))
