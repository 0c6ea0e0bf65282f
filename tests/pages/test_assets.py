"""Static files: cached for good, compressed, and bundled by folder."""

import re
from collections.abc import Iterator
from gzip import compress

import pytest

from app.pages.assets import FOLDER, asset, content
from app.table import playable_games
from tests.support.guests import Guest
from tests.support.style import without_comments

MOST_BYTES_OF_PICTURES = 150 * 1024  # compressed


def test_a_browser_caches_a_style_sheet_until_it_changes(ada: Guest) -> None:
    marked = re.findall(r'href="(/static/app\.css\?v=\w+)"', ada.get("/").text)
    assert "immutable" in ada.get(marked[0]).headers["cache-control"]
    plain = ada.get("/static/app.css")
    assert plain.headers["cache-control"] == "no-cache"
    unmarked = re.sub(r"\.svg\?v=\w+", ".svg", plain.text)
    sheets = [sheet.read_text("utf-8") for sheet in sorted((FOLDER / "app").glob("*.css"))]
    assert tight(unmarked) == tight(without_comments("\n".join(sheets)))


def tight(css: str) -> str:
    return re.sub(r"\s+(?=[{})])|(?<=[{};,(])\s+", "", " ".join(css.split()))


def test_a_style_sheet_is_sent_without_comments() -> None:
    for sheet in ("app.css", "dream_home/board.css", "my_shelfie/board.css", "tv.css"):
        sent = content(sheet).decode()
        assert "/*" not in sent
        assert "\n" not in sent
        assert "  " not in sent


def test_a_script_is_sent_without_comments_and_indentation() -> None:
    for script in FOLDER.rglob("*.js"):
        path = script.relative_to(FOLDER).as_posix()
        if not path.startswith("vendor/"):
            assert content(path).decode().splitlines() == [*map(bare, code(script.read_text("utf-8")))]


def bare(line: str) -> str:
    """A line of code without indentation, types and comment; every text begins and ends in one line."""
    masked = re.sub(r"""(["'`])(.*?)\1""", lambda text: "·" * len(text[0]), line)
    assert "`" not in masked
    end = masked.find(" // ")
    return re.sub(r"/\*\* @\w+ .*?\*/ ?", "", line[: end if end >= 0 else None]).strip(" ")


def code(script: str) -> Iterator[str]:
    """All lines of code; a line may begin with a type comment."""
    inside = False
    for line in script.splitlines():
        said = line.strip()
        begins, ends = said.startswith("/**"), said.endswith("*/")
        if not (inside or said.startswith("//") or (begins and (ends or "*/" not in said))):
            yield line
        inside = (inside or (begins and "*/" not in said)) and not ends


def test_a_vendored_script_is_sent_unchanged() -> None:
    for script in (FOLDER / "vendor").glob("*.js"):
        assert content(f"vendor/{script.name}") == script.read_bytes()


def test_a_browser_caches_the_pictures_of_a_style_sheet_too(ada: Guest) -> None:
    css = ada.get("/static/my_shelfie/art.css").text
    (picture,) = re.findall(r'url\("(art/tiles\.svg\?v=\w+)"\)', css)
    assert "immutable" in ada.get(f"/static/my_shelfie/{picture}").headers["cache-control"]
    assert picture.endswith(asset("my_shelfie/art/tiles.svg").partition("?")[2])


def test_no_style_sheet_of_a_table_uses_has_near_the_root() -> None:
    """A TV's may: it has the processor for it."""
    sheets = [sheet for sheet in FOLDER.rglob("*.css") if "tv" not in (sheet.stem, sheet.parent.name)]
    high = re.compile(r"(?:^|[\s,(])(?:html|body|main|:root)[^\s,{>~+]*:has\(")
    assert [sheet.name for sheet in sheets if high.search(sheet.read_text("utf-8"))] == []
    assert high.search("main:has(.game-panel .keep) .bar { display: none; }")


@pytest.mark.parametrize("game", playable_games.names())
def test_all_pictures_of_a_game_are_small(game: str) -> None:
    files = [*(FOLDER / game / "art").iterdir(), FOLDER / game / "art.css"]
    assert 0 < sum(len(compress(file.read_bytes())) for file in files) < MOST_BYTES_OF_PICTURES


def test_the_files_of_a_folder_are_sent_as_one(ada: Guest) -> None:
    joined = ada.get("/static/player.js")
    assert joined.headers["content-type"] == "text/javascript; charset=utf-8"
    assert joined.headers["content-encoding"] == "gzip"
    names = [path.name for path in sorted((FOLDER / "player").glob("*.js"))]
    parts = [ada.get(f"/static/player/{name}").text for name in names]
    assert joined.text == "\n".join(f"{{\n{part}}}" for part in parts)
    packed = {"Accept-Encoding": "identity"}
    assert ada.get("/static/player.js", headers=packed).text == joined.text
    for nowhere in (
        "/static/player",
        "/static/player.css",
        "/static/dream_home/art.svg",
        "/static/app/table.js",
    ):
        assert ada.get(nowhere).status_code == 404
