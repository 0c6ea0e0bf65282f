"""The share picture: the same on every machine, with every name, and available once the game is over."""

import re
import struct
import time
from collections.abc import Iterator
from functools import cache
from html import unescape
from random import Random

import httpx2
import pytest

from app.engine.core import totals
from app.pages.i18n import LOCALES, day
from app.pages.pictures import svg_to_png
from app.pages.pictures.share_picture import HEIGHT, WIDTH, fitted
from app.table import playable_games
from app.web.rate_limits import LIMITS
from tests.support.api import a_table, play_out, started
from tests.support.in_process_server import Home
from tests.support.server import Server, serving


@cache
def ink(text: str) -> bytes:
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 40"><text y="30">{text}</text></svg>'
    return svg_to_png.painted(svg, 200)


LETTERS = "AzŁęśżŹńóÅßñœΩЖ" + "あアー大輝凛蒼瀬髙々" + "!？ー・–’“"


@pytest.mark.parametrize("letter", LETTERS.replace("髙", ""))
def test_every_letter_used_in_names_is_drawn_differently(letter: str) -> None:
    assert ink(letter) not in (ink(""), ink("\u0e01"))


@pytest.mark.parametrize("letter", ["\u0e01", "한", "ع", "🏠", "髙"])
def test_a_letter_that_none_of_our_fonts_has_does_not_vanish(letter: str) -> None:
    assert ink(letter) != ink("")


def test_long_names_are_drawn_smaller() -> None:
    assert fitted("Ada", 250, 36) == 36
    assert fitted("W" * 24, 250, 36) < 18
    assert fitted("大" * 24, 250, 36) < fitted("W" * 24, 250, 36)
    assert fitted("", 250, 36) == 36


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("house") / "data"
    with serving(data, HOUSEWARMING_BOT_PAUSE="0", HOUSEWARMING_BASE_URL="https://games.example.org") as up:
        yield up


@pytest.mark.parametrize("game", playable_games.names())
def test_it_exists_once_the_game_is_over_and_the_page_links_to_it(house: Server, game: str) -> None:
    with httpx2.Client(base_url=house.url, timeout=60) as web:
        guests = started(web, "<Bruno> & Żółć", "大輝", game=game)
        table = f"/r/{guests[0].code}"
        page = {"Accept": "text/html", "Accept-Language": "pl"}
        assert web.get(f"{table}/picture.png").status_code == 404
        assert "picture.png" not in web.get(table, headers=page).text
        play_out(guests, Random(1))

        seen = web.get(table, headers=page).text
        named = re.search(r'property="og:image"\s+content="https://games.example.org([^"]*)"', seen)
        assert named
        assert named[1] == f"{table}/picture.png?locale=pl"
        shown = preview(seen)
        today = day("pl", time.time())
        assert shown["title"].endswith(f" · {today}"), "the day on which it ended"
        told = unescape(shown["description"])
        assert told.startswith("Wynik końcowy: ")
        for name in ("Ada", "<Bruno> & Żółć", "大輝"):
            assert re.search(rf"{re.escape(name)} −?\d+", told)
        for locale in LOCALES:
            answer = web.get(f"{table}/picture.png", params={"locale": locale})
            assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png")
            assert struct.unpack(">II", answer.content[16:24]) == (WIDTH, HEIGHT)
        again = web.get(f"{table}/picture.png", params={"locale": locale})
        assert again.content == answer.content
        assert web.get(named[1]).content != answer.content

        for link in (f"{table}/picture.png", f"/api/tables/{guests[0].code}/record"):
            assert f'href="{link}"' in seen
            assert web.get(link).status_code == 200


def test_an_address_may_have_few_pictures_drawn_and_sees_all_that_exist(home: Home) -> None:
    guests = started(home.guest(), "Bruno", game="my_shelfie")
    play_out(guests, Random(1))
    here, elsewhere = (home.guest(address=address) for address in ("203.0.113.7", "203.0.113.8"))
    picture = f"/r/{guests[0].code}/picture.png"
    for _ in range(LIMITS["paint"].amount):
        home.services.limits.check("paint", "203.0.113.7")
    refused = here.get(picture)
    assert refused.status_code == 429
    assert int(refused.headers["Retry-After"]) > 0
    assert elsewhere.get(picture).status_code == 200
    assert here.get(picture).status_code == 200, "it is painted already"


@pytest.mark.parametrize("game", playable_games.names())
def test_a_name_that_looks_like_a_paint_is_drawn_as_it_is(home: Home, game: str) -> None:
    guests = started(home.guest(), '="var(--x)', game=game)
    play_out(guests, Random(1))
    assert home.guest().get(f"/r/{guests[0].code}/picture.png").status_code == 200


def preview(page: str) -> dict[str, str]:
    """The link preview that a messenger shows."""
    return dict(re.findall(r'<meta property="og:(\w+)"\s+content="([^"]*)"', page))


@pytest.mark.parametrize("begun", [False, True], ids=["a lobby", "a running game"])
def test_a_link_to_a_table_has_a_preview_with_text_and_a_picture(house: Server, begun: bool) -> None:
    with httpx2.Client(base_url=house.url, timeout=60) as web:
        code = started(web, "Bruno")[0].code if begun else a_table(web)[0].code
        shown = preview(web.get(f"/r/{code}", headers={"Accept": "text/html"}).text)
        assert shown["title"] == "Join my table · Dream Home"
        assert code in shown["description"]
        assert shown["url"] == f"https://games.example.org/r/{code}"
        picture = shown["image"].removeprefix("https://games.example.org")
        assert picture.startswith("/static/front.png")
        answer = web.get(picture)
        assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png")
        assert struct.unpack(">II", answer.content[16:24]) == (WIDTH, HEIGHT)


def test_a_link_to_a_private_table_reveals_nothing_about_the_game(house: Server) -> None:
    with httpx2.Client(base_url=house.url, timeout=60) as web:
        guests = started(web, "Bruno", watching="ask")
        page = web.get(f"/r/{guests[0].code}", headers={"Accept": "text/html"})
        assert page.status_code == 403 or "Ask the host to watch" in page.text
        assert preview(page.text)["title"] == "Join my table · Housewarming"
        assert "Dream Home" not in page.text


def test_the_preview_of_a_finished_game_has_its_result_and_that_of_its_replay_does_not(home: Home) -> None:
    guests = started(home.guest(), "Bruno")
    play_out(guests, Random(8))
    live, table = home.room(guests[0].code), f"/r/{guests[0].code}"
    scores = [totals(live.game.parts, lines)["total"] for lines in live.game.score(live.state)]
    ada, bruno = f"Ada {scores[0]}", f"Bruno {scores[1]}"
    best_first = (bruno, ada) if scores[1] > scores[0] else (ada, bruno)
    told = unescape(preview(home.guest().get(table).text)["description"])
    assert told == f"Final score: {best_first[0]} and {best_first[1]}".replace("-", "−")
    replayed = preview(home.guest().get(f"{table}/replay").text)
    assert not re.search(r"\d", unescape(replayed["title"] + replayed["description"]))
    assert "picture.png" not in replayed["image"]
