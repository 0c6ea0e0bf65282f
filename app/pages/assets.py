"""Static assets: style sheets, pictures, scripts.

URLs contain a hash of the content, so browsers can cache files for ever and still get a new version at once.
Text is sent compressed, which shrinks a picture to an eighth of its size.

Each file costs a request and about three hundred bytes of headers, so folders are bundled. If there is no
file `app.css`, for example, it is put together from the sheets in the folder `app`, ordered by name.

Scripts are modules, but none imports another, because a URL inside a file wouldn't change when the imported
file does. The scripts on a table's page share `tablePage` (static/table/frames.js).
"""

import gzip
import re
from functools import cache
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from markupsafe import Markup

from app import BESIDE
from app.pages import base_path

FOLDER = BESIDE / "static"
# No audio or video: browsers fetch those with range requests.
_KINDS = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
_WHY = re.compile(r"/\*.*?\*/", re.DOTALL)
_LINES_OF_WHY = re.compile(r"^ *(?://.*|/\*\*(?:(?!\*/)[\s\S])*\*/)\n", re.MULTILINE)
# Comments after code, types inside it, and indentation: none of our strings has more than one line.
_ASIDE = re.compile(r" +// .*$|/\*\* @\w+ .*?\*/ ?|^ +", re.MULTILINE)
_EXPORT = re.compile(r"^export ", re.MULTILINE)
_NEEDLESS_BREAK = re.compile(r"(?<=[{};,(])\s*\n\s*|\s*\n\s*(?=[})])")
_BREAK = re.compile(r"\s*\n\s*")
_PICTURE = re.compile(r'url\("([^":]+)"\)')


@cache
def asset(path: str) -> str:
    """The URL of a static file, including the hash of its content."""
    return f"{base_path.root}/static/{path}?v={_mark(path)}"


def load(*paths: str) -> Markup:
    """Elements that load style sheets and scripts where a page or frame first needs them."""
    return Markup("").join(map(_loading, paths))


def _loading(path: str) -> Markup:
    if path.endswith(".css"):
        return Markup('<link rel="stylesheet" href="{}">').format(asset(path))
    return Markup('<script type="module" src="{}"></script>').format(asset(path))


def has_asset(path: str) -> bool:
    """Whether the file exists. For example, not every game has its own script."""
    return bool(_files(path))


def _mark(path: str) -> str:
    return sha256(content(path)).hexdigest()[:10]


def content(path: str) -> bytes:
    """The bytes to serve for a path; comments are stripped from style sheets and scripts."""
    files = [file.read_bytes() for file in _files(path)]
    match PurePosixPath(path).suffix:
        case ".css":
            return _sheet(path, b"\n".join(files).decode()).encode()
        case ".js" if not path.startswith("vendor/"):
            return _script([file.decode() for file in files]).encode()
    return b"\n".join(files)


def _sheet(path: str, css: str) -> str:
    """A minified style sheet, with content hashes added to its picture URLs."""
    beside = PurePosixPath(path).parent
    read = _BREAK.sub(" ", _NEEDLESS_BREAK.sub("", _WHY.sub("", css)))
    return _PICTURE.sub(lambda found: f'url("{found[1]}?v={_mark(str(beside / found[1]))}")', read)


def _script(files: list[str]) -> str:
    """Drop comments and indentation, and give each bundled script its own block scope.

    A block can't export anything, and only our type checker reads exports, so bundles leave out that word.
    """
    read = [_ASIDE.sub("", _LINES_OF_WHY.sub("", file)) for file in files]
    if len(read) == 1:
        return read[0]
    return "\n".join(f"{{\n{_EXPORT.sub('', file)}}}" for file in read)


def _files(path: str) -> list[Path]:
    file = FOLDER / path
    if file.is_file():
        return [file]
    return sorted(file.with_suffix("").glob(f"*{file.suffix}")) if file.suffix else []


# -- text assets ---------------------------------------------------------------------------------------------


class Text(NamedTuple):
    kind: str
    plain: bytes
    packed: bytes


@cache
def texts() -> frozenset[str]:
    """The paths of all text assets: single files, and folders bundled into one. SVGs are never bundled."""
    found = [file.relative_to(FOLDER) for file in FOLDER.rglob("*") if file.suffix in _KINDS]
    folders = [
        file.parent.with_suffix(file.suffix) for file in found if file.parent.name and file.suffix != ".svg"
    ]
    return frozenset(path.as_posix() for path in (*found, *folders))


@cache
def text(path: str) -> Text:
    plain = content(path)
    return Text(_KINDS[Path(path).suffix], plain, gzip.compress(plain, mtime=0))
