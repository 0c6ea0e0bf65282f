"""The page of an evening: who gets its link, what it shows and to whom, and what odd requests get."""

import re
import struct
from html import unescape
from random import Random
from typing import Any

import pytest
from starlette.requests import HTTPConnection
from starlette.testclient import TestClient

from app.live.evenings import Evening
from app.pages.i18n import ENGLISH, LOCALES, environment
from app.pages.pictures import evening_picture
from app.pages.pictures.share_picture import HEIGHT, WIDTH
from app.table.evening import MOST_TABLES
from app.table.my_games import Played, Player
from app.table.street import Game
from app.table.street import Guest as House
from app.web import my_games as lists
from tests.routes.finished_tables import LINK, again, browser, evening_of, over
from tests.support import guests
from tests.support.api import Guest
from tests.support.in_process_server import Home
from tests.support.stored_games import play


@pytest.fixture
def two(home: Home) -> list[Guest]:
    return over(home, "Bruno")


def test_a_rematch_makes_an_evening_by_itself(home: Home, two: list[Guest]) -> None:
    ada, bruno = (browser(home, guest) for guest in two)
    table = f"/r/{two[0].code}"
    assert LINK.findall(ada.get(table).text) == []
    rematch = again(ada, two[0].code)
    link = evening_of(ada, table)
    assert evening_of(ada, rematch) == evening_of(bruno, table) == link

    page = ada.get(link)
    said = guests.text(page)
    assert page.status_code == 200
    assert "1 game" in said
    assert "2 guests" in said
    assert "The table is open." in said
    assert f'href="{rematch}"' in page.text
    assert f'href="{table}/replay"' in page.text


def test_the_score_adds_up_over_rematches(home: Home) -> None:
    ada, bruno = home.guest(), home.guest()
    tables = [guests.started(ada, (bruno, "Bruno"))]
    for number in (1, 2, 3):
        home.call(play, home.room(tables[-1]), Random(number))
        tables.append(again(ada, tables[-1][3:]))
        bruno.post(f"{tables[-2]}/follow")
        guests.press(ada, f"{tables[-1]}/start")
    told = guests.text(ada.get(evening_of(ada, tables[-1])))
    assert "3 games" in told
    assert "They're playing now." in told

    ended = [home.room(table) for table in tables[:-1]]
    won = [{room.table.places[seat].name for seat in room.game.winners(room.state)} for room in ended]
    floors = {name: sum(1 + (name in each) / len(each) for each in won) for name in ("Ada", "Bruno")}
    for name, value in floors.items():
        shown, wins = f"{value:g}".replace(".5", "½"), sum(name in each for each in won)
        assert f"{name[0]} {name} {shown} {wins} 3" in told


def test_spectators_of_a_listed_table_do_not_get_the_link(home: Home) -> None:
    seated = over(home, "Bruno", listed=True)
    ada, eve = browser(home, seated[0]), home.guest()
    rematch = again(ada, seated[0].code)
    assert LINK.findall(eve.get(f"/r/{seated[0].code}").text) == []
    assert LINK.findall(eve.get(rematch).text) == []
    assert LINK.findall(eve.get(f"/r/{seated[0].code}/tv").text) == []
    assert evening_of(ada, rematch)


def test_a_table_where_the_host_decides_who_watches_shows_a_stranger_nothing(home: Home) -> None:
    seated = over(home, "Bruno", watching="ask")
    ada, eve = browser(home, seated[0]), home.guest()
    link = evening_of(ada, again(ada, seated[0].code))
    assert "Bruno" in guests.text(ada.get(link))
    for page in (link, f"{link}/tv"):
        told = eve.get(page)
        assert told.status_code == 200
        assert "Bruno" not in told.text
        assert seated[0].code not in told.text
    assert "1 game isn't shown: its host decides who can watch." in guests.text(eve.get(link))


def test_a_practice_and_a_game_from_a_step_make_no_evening(home: Home, two: list[Guest]) -> None:
    eve = home.guest()
    last = home.room(two[0].code).version
    form = {"version": str(last - 4), "seat": "0", "deal": "same", "unnamed": "Eve"}
    branch = eve.post(f"/r/{two[0].code}/replay/play", data=form).headers["location"]
    again(eve, branch[3:])
    assert home.room(branch).table.evening_code == ""


def test_a_full_evening_ends_and_another_begins(home: Home) -> None:
    ada, bruno = home.guest(), home.guest()
    table = again(ada, guests.started(ada, (bruno, "Bruno"))[3:])
    first = evening_of(ada, table)
    for number in range(2, MOST_TABLES + 1):
        assert evening_of(ada, table) == first, number
        guests.press(ada, f"{table}/start", anyway="yes")
        table = again(ada, table[3:])
    assert evening_of(ada, table) != first
    assert ada.get(first).status_code == 200


ODD = ("sunny-sofa-42", "A" * 16, "A" * 15, "A" * 5000, "%00", "ünser")


@pytest.mark.parametrize("address", ODD)
def test_an_unknown_evening_is_a_sentence(home: Home, address: str) -> None:
    for path in (f"/e/{address}", f"/e/{address}/tv"):
        answer = home.guest().get(path)
        assert answer.status_code == 404
        assert "</html>" in answer.text


def test_being_forgotten_removes_the_name_there_too(home: Home, two: list[Guest]) -> None:
    ada, bruno = (browser(home, guest) for guest in two)
    link = evening_of(ada, again(ada, two[0].code))
    assert "Bruno" in guests.text(ada.get(link))
    assert bruno.post("/games/forget").status_code == 303
    played = ada.get(link).text.partition('id="score"')[2]
    assert "Bruno" not in played
    assert "Player" in played


def test_the_recap_has_a_podium_the_homes_and_links_to_log_each_game(home: Home, two: list[Guest]) -> None:
    ada = browser(home, two[0])
    link = evening_of(ada, again(ada, two[0].code))
    page = ada.get(f"{link}/recap")
    assert page.status_code == 200
    assert re.search(r"Winners? of the evening: ", guests.text(page))
    assert f"/r/{two[0].code}/picture.png" in page.text
    answer = ada.get(f"{link}/log/1")
    assert answer.status_code == 303
    assert answer.headers["location"].startswith("https://app.bgstatsapp.com/createPlay.html?data=%7B")
    assert two[0].code not in answer.headers["location"]
    assert answer.headers["referrer-policy"] == "no-referrer"
    for number in ("0", "2", "-1", "x", "9" * 4000):
        assert ada.get(f"{link}/log/{number}").status_code == 404
    assert [each["name"] for each in ada.get(f"{link}/evening.json").json()["games"][0]["players"]] == [
        place.name for place in home.room(two[0].code).table.places
    ]
    assert ada.get(f"{link}/evening.csv").text.count("\r\n") == 3


def test_a_link_to_an_evening_has_the_street_as_its_picture(home: Home) -> None:
    names = ("<Bruno> & Żółć", "var(--x)", "大輝")
    seated = over(home, *names)
    ada, eve = browser(home, seated[0], language="pl"), home.guest("it")
    link = evening_of(ada, again(ada, seated[0].code))
    for page in (link, f"{link}/recap"):
        shown = ada.get(page).text
        [named] = re.findall(r'property="og:image"\s+content="[^"]*?(/e/[^"]*)"', shown)
        assert named == f"{link}/picture.png?locale=pl"
        assert re.search(r'property="og:description"\s+content="[^"]*1 gra · 4 goście"', shown)
        answer = eve.get(named)
        assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png")
        assert struct.unpack(">II", answer.content[16:24]) == (WIDTH, HEIGHT)
        assert eve.get(f"{link}/picture.png").content != answer.content, "in her language"


def test_the_picture_of_an_evening_names_everybody_and_crowns_the_winners() -> None:
    players = [
        Player(name, "moss", is_bot=False, points=9 - rank, rank=rank)
        for rank, name in enumerate(("Ada", "<B> & Ż", "var(--x)", "大輝"), 1)
    ]
    game = Game("sunny-sofa-42", "my_shelfie", 0.0, 9.0, "sunny-sofa-42", (1, 2, 3, 4), tuple(players), 0)
    for locale in LOCALES:
        svg = evening_picture.drawing(Evening("x", 0.0, (game,), (), 0), locale)
        told = [unescape(each) for each in re.findall("<text[^>]*>([^<]*)</text>", svg)]
        assert [name for name in told if name in {each.name for each in players}] == [
            each.name for each in players
        ]
        assert svg.count('class="crown"') == 1
        assert "Ada" in told[0]


def test_an_evening_without_a_game_to_see_has_no_picture(home: Home) -> None:
    seated = over(home, "Bruno", watching="ask")
    ada, eve = browser(home, seated[0]), home.guest()
    link = evening_of(ada, again(ada, seated[0].code))
    assert ada.get(f"{link}/picture.png").status_code == 200
    assert eve.get(f"{link}/picture.png").status_code == 404
    assert f"{link}/picture.png" not in eve.get(link).text


def test_the_recap_names_only_records_in_games_that_were_played_before(home: Home) -> None:
    ada, bruno = home.guest(), home.guest()
    before = guests.started(ada, (bruno, "Bruno"))
    home.call(play, home.room(before), Random(1))
    first = guests.started(ada, (bruno, "Bruno"))
    home.call(play, home.room(first), Random(2))
    link = evening_of(ada, again(ada, first[3:]))
    assert "My new records" not in guests.text(home.guest().get(f"{link}/recap"))
    found = {game.code: game for game in home.call(_mine, home, ada)}
    best_before = {part: line.points for part, line in found[before[3:]].best.items()}
    broken = [part for part, line in found[first[3:]].best.items() if line.points > best_before.get(part, 0)]
    assert ("My new records" in guests.text(ada.get(f"{link}/recap"))) == bool(broken)


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (House("Bruno", "blue", (4, 4), 0, 1, 2), "As many floors, but more wins."),
        (House("Bruno", "blue", (4, 2, 2), 1, 1, 2), "As many floors, but fewer games."),
        (House("Bruno", "blue", (4, 4), 1, 1, 1), ""),
        (House("Bruno", "blue", (4, 2), 0, 1, 2), ""),
    ],
)
def test_the_first_of_those_with_as_many_floors_is_told_apart_from_the_next(other: House, said: str) -> None:
    streets: Any = environment(ENGLISH).get_template("evening/street.html").module
    guests_shown = [House("Ada", "red", (4, 4), 1, 0, 1), other]
    assert streets.tie_break(guests_shown).striptags() == said
    assert ("With as many floors" in streets.rule(guests_shown)) == bool(said)


def test_my_games_lists_the_evenings_of_this_browser(home: Home, two: list[Guest]) -> None:
    ada = browser(home, two[0])
    assert "/e/" not in ada.get("/games").text
    link = evening_of(ada, again(ada, two[0].code))
    assert evening_of(ada, "/games") == link
    assert "/e/" not in home.guest().get("/games").text


async def _mine(home: Home, ada: TestClient) -> list[Played]:
    request = HTTPConnection({"type": "http", "headers": [(b"cookie", _cookies(ada).encode())]})
    return [*(await lists.games(request, home.services)).values()]


def _cookies(guest: TestClient) -> str:
    return "; ".join(f"{name}={value}" for name, value in guest.cookies.items())
