"""The page with all pictures of a game, on a real server."""

import re
from collections.abc import Iterator
from html import unescape

import httpx2
import pytest

from app.engine.dream_home.cards import KINDS, ROOM_NAMES, SPECIALS
from app.engine.home_staging.pieces import NUMBERS, PIECES
from app.engine.home_staging.scenarios import SCENARIOS
from app.engine.my_shelfie.tiles import KEYS as TILES
from app.engine.my_shelfie.tiles import PICTURES
from app.pages.i18n import LOCALES, words
from app.table import playable_games
from tests.support.server import serving

_USED = re.compile(r'<use href="([^"#]+)#([^"]+)"')


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx2.Client]:
    with (
        serving(tmp_path_factory.mktemp("house") / "data") as server,
        httpx2.Client(base_url=server.url, timeout=60, headers={"Accept": "text/html"}) as client,
    ):
        yield client


def gallery(web: httpx2.Client, language: str = "en", game: str = "dream_home") -> str:
    answer = web.get(f"/gallery/{game}", headers={"Accept-Language": language})
    assert answer.status_code == 200
    return unescape(answer.text)


def test_every_picture_on_the_page_exists(web: httpx2.Client) -> None:
    shown = set(_USED.findall(gallery(web)))
    assert {card.replace("/", "-") for card in ROOM_NAMES[1:]} <= {name for _, name in shown}
    for address in {address for address, _ in shown}:
        answer = web.get(address)
        assert (answer.status_code, answer.headers["content-type"]) == (200, "image/svg+xml")
        missing = {name for where, name in shown if where == address and f'id="{name}"' not in answer.text}
        assert missing == set()


@pytest.mark.parametrize("language", LOCALES)
def test_rooms_and_specials_are_named_in_the_readers_language(web: httpx2.Client, language: str) -> None:
    read = " ".join(gallery(web, language).split())
    said = words(language).gettext
    for name in ("living room", "laundry", "interior designer", "red roof with a window", "empty room"):
        assert f"<figcaption>{said(name)}" in read
    pictures = sum(kind.copies for kind in KINDS) + len(SPECIALS) - 1
    assert read.count("<figcaption>") >= pictures


@pytest.mark.parametrize("game", ["chess", "..%2Fdream_home", "home staging"])
def test_a_game_without_a_gallery_is_not_found(web: httpx2.Client, game: str) -> None:
    assert web.get(f"/gallery/{game}").status_code == 404


@pytest.mark.parametrize("language", LOCALES)
def test_every_tile_has_three_pictures_and_every_goal_its_name(web: httpx2.Client, language: str) -> None:
    read = " ".join(gallery(web, language, "my_shelfie").split())
    shown = set(re.findall(r'data-kind="(\w+)" data-picture="(\d)"', read))
    assert {(kind, str(picture)) for kind in TILES for picture in range(PICTURES)} <= shown
    said = words(language).gettext
    for name in ("four corners", "stairs", "cat", "trophy"):
        assert f"<figcaption>{said(name)}</figcaption>" in read, name
    sheet = web.get("/static/my_shelfie/art.css").text
    addresses = re.findall(r'url\("(art/[^"]*)"\)', sheet)
    assert addresses
    for address in addresses:
        drawn = web.get(f"/static/my_shelfie/{address}")
        assert (drawn.status_code, drawn.headers["content-type"]) == (200, "image/svg+xml")


@pytest.mark.parametrize("language", LOCALES)
def test_all_homes_and_furniture_are_shown_with_their_names(web: httpx2.Client, language: str) -> None:
    read = " ".join(gallery(web, language, "home_staging").split())
    shown = {name for _, name in _USED.findall(read)}
    assert {f"c-{option}" for option in PIECES} | {f"n-{number:02}" for number in NUMBERS} <= shown
    assert {f'id="ground-{key}"' for key in SCENARIOS} <= set(re.findall(r'id="ground-\w+"', read))
    said = words(language).pgettext
    for context, name in (("home", "The walnut tree"), ("furniture", "grand piano")):
        assert f"<figcaption>{said(context, name)}</figcaption>" in read, name


def test_pictures_are_sent_compressed(web: httpx2.Client) -> None:
    address, _ = _USED.findall(gallery(web))[0]
    answer = web.get(address, headers={"Accept-Encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.num_bytes_downloaded < len(answer.content) / 4
    assert "immutable" in answer.headers["cache-control"]  # and cached for good
    plain = web.get(address, headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.content == answer.content


def test_the_front_page_shows_the_box_and_the_rules_link_to_the_pictures(web: httpx2.Client) -> None:
    front, rules = web.get("/").text, web.get("/rules").text
    for game in playable_games.names():
        assert f'href="/gallery/{game}"' in rules
    assert ("box", "box") in {
        (address.split("/")[-1].split(".")[0], name) for address, name in _USED.findall(front)
    }
