"""My games on a real server: what is listed, another device, being forgotten, and what odd requests get."""

import re
from collections.abc import Iterator
from html import unescape
from random import Random

import httpx2
import pytest

from app.table import seating
from app.web.cookies import keys_cookie
from tests.support import guests
from tests.support.api import Guest, play_out, started
from tests.support.guests import Arrive
from tests.support.in_process_server import Home
from tests.support.server import Server

_LINK = re.compile(r"/games/from/[\w.-]+")


@pytest.fixture(scope="module")
def web(house: Server) -> Iterator[httpx2.Client]:
    with httpx2.Client(base_url=house.url, timeout=60) as client:
        yield client


@pytest.fixture(scope="module")
def over(web: httpx2.Client) -> list[Guest]:
    """A finished game of Ada and Bruno, at a table that one has to ask to watch."""
    seated = started(web, "Bruno", game="my_shelfie", watching="ask")
    play_out(seated, Random(3))
    return seated


def at_home(arrive: Arrive, *seated: Guest, language: str = "en") -> httpx2.Client:
    """A browser that holds these keys."""
    browser = arrive(language)
    for guest in seated:
        browser.cookies.set(keys_cookie(guest.code), guest.key)
    return browser


def listed(browser: httpx2.Client, query: str = "") -> str:
    answer = browser.get(f"/games{query}")
    assert answer.status_code == 200
    return guests.text(answer)


def test_a_finished_game_is_listed_for_each_of_its_seats(arrive: Arrive, over: list[Guest]) -> None:
    ada, bruno = (at_home(arrive, guest) for guest in over)
    assert "1 game, kept in this browser." in listed(ada)
    for browser, other in ((ada, "Bruno"), (bruno, "Ada")):
        page = listed(browser)
        assert re.search(rf"My Shelfie \S+, \S+ \d+ · {other}", page)
        assert re.search(r"Place [12] of 2", page)
        assert "Head to head" in page
        assert "1 games" not in page


def test_nobody_elses_browser_lists_it(arrive: Arrive, over: list[Guest]) -> None:
    eve = arrive()
    eve.cookies.set(keys_cookie(over[0].code), "x" * 24)
    assert "Bruno" not in listed(eve)
    assert "Once you finish a game" in listed(eve)
    assert eve.get("/games/move").headers["location"] == "/games"
    assert eve.get("/games/forget").headers["location"] == "/games"


def test_the_list_outlives_the_keys(arrive: Arrive, over: list[Guest]) -> None:
    ada = at_home(arrive, over[0])
    before = listed(ada)
    ada.cookies.delete(keys_cookie(over[0].code))
    assert listed(ada) == before


def test_a_running_game_is_not_listed(arrive: Arrive, web: httpx2.Client) -> None:
    ada, _ = started(web, "Bruno")
    assert "Once you finish a game" in listed(at_home(arrive, ada))


def test_what_is_played_on_from_another_game_does_not_count(home: Home) -> None:
    seated = started(home.guest(), "Bruno", game="my_shelfie")
    play_out(seated, Random(3))
    eve, table = home.guest(), f"/r/{seated[0].code}"
    last = home.room(seated[0].code).version
    form = {"version": str(last - 4), "seat": "0", "deal": "same", "unnamed": "Eve"}
    opened = eve.post(f"{table}/replay/play", data=form)
    assert opened.status_code == 303
    branch = opened.headers["location"]
    keys = eve.cookies[keys_cookie(branch.removeprefix("/r/"))].split(".")
    me = Guest(eve, branch.removeprefix("/r/"), keys[-1])
    chance = Random(1)
    while not home.room(branch).is_finished:
        table_now = me.look()
        if 0 in table_now["waiting"]:
            move = chance.choice([each for each in table_now["moves"] if each != ["undo"]])
            me.ask("POST", "/moves", turn=table_now["turn"], move=move, id=f"m{table_now['version']}")
    assert "Once you finish a game" in eve.get("/games").text.replace("&#39;", "'")


def test_a_game_of_one_kind_can_be_picked(arrive: Arrive, web: httpx2.Client, over: list[Guest]) -> None:
    other = started(web, "Celina", game="home_staging")
    play_out(other, Random(5))
    ada = at_home(arrive, over[0], other[0])
    both = listed(ada)
    assert "2 games" in both
    assert "Bruno" in listed(ada, "?game=my_shelfie")
    assert "Celina" not in listed(ada, "?game=my_shelfie")
    assert listed(ada, "?game=chess") == both


def test_another_device_lists_the_same_games(arrive: Arrive, over: list[Guest]) -> None:
    ada, phone = at_home(arrive, over[0]), arrive("it")
    page = ada.get("/games/move")
    assert page.headers["referrer-policy"] == "origin"
    assert 'class="qr"' in page.text
    link = _LINK.findall(page.text)[0]
    asked = phone.get(link)
    assert "Aggiungere 1 partita" in guests.text(asked)
    assert not asked.headers.get_list("set-cookie"), "a link preview changes nothing"
    answer = phone.post(link)
    assert (answer.status_code, answer.headers["location"]) == (303, "/games")
    assert "Bruno" in listed(phone)


@pytest.mark.parametrize("link", ["x", "eyJ.x", "W10.AAAA", "é", "x" * 3000])
def test_a_forged_link_opens_nothing(arrive: Arrive, link: str) -> None:
    for method in ("GET", "POST"):
        answer = arrive().request(method, f"/games/from/{link}")
        assert answer.status_code == 403
        assert not answer.headers.get_list("set-cookie")


def test_the_list_itself_is_no_link_and_a_link_is_no_list(arrive: Arrive, over: list[Guest]) -> None:
    ada, eve = at_home(arrive, over[0]), arrive()
    link = _LINK.findall(ada.get("/games/move").text)[0].removeprefix("/games/from/")
    listed(ada)
    assert eve.get(f"/games/from/{ada.cookies['housewarming-games']}").status_code == 403
    eve.cookies.set("housewarming-games", link, path="/games")
    assert "Once you finish a game" in listed(eve)


@pytest.mark.parametrize("cookie", ["", "x", "W10.x", "A" * 4000, "W1swLCJ4Il1d.x"])
def test_an_odd_cookie_is_an_empty_list(arrive: Arrive, cookie: str) -> None:
    eve = arrive()
    eve.cookies.set("housewarming-games", cookie, path="/games")
    assert "Once you finish a game" in listed(eve)


def test_forgetting_me_removes_my_name_and_keeps_the_game(arrive: Arrive, web: httpx2.Client) -> None:
    seated = started(web, "Bruno", game="my_shelfie")
    play_out(seated, Random(4))
    table = f"/r/{seated[0].code}"
    ada, bruno = (at_home(arrive, guest) for guest in seated)
    ada.post(f"{table}/chat", data={"text": "well played"})
    listed(ada)
    assert "This removes your name from 1 finished game and its chat: Ada." in guests.text(
        ada.get("/games/forget")
    )
    answer = ada.post("/games/forget")
    assert (answer.status_code, answer.headers["location"]) == (303, "/games")
    assert "Once you finish a game" in listed(ada)
    assert "Ada" not in listed(bruno)
    assert "Player" in listed(bruno)
    for page in (table, f"{table}/chat", f"{table}/replay"):
        seen = unescape(bruno.get(page).text)
        assert "Ada" not in seen, page
    assert "well played" in bruno.get(f"{table}/chat").text
    record = web.get(f"/api/tables/{seated[0].code}/record").text
    assert "Ada" not in record


def test_a_seat_that_somebody_else_has_by_now_is_neither_listed_nor_renamed(home: Home) -> None:
    seated = started(home.guest(), "Bruno", game="my_shelfie")
    play_out(seated, Random(4))
    room, ada = home.room(seated[0].code), home.guest()
    ada.cookies.set(keys_cookie(room.code), seated[0].key)
    assert "1 game," in ada.get("/games").text
    ada.cookies.delete(keys_cookie(room.code))
    place = room.table.places[0].id
    home.call(room.change, lambda table: seating.renamed(table, place, "Zoe"))
    assert "Once you finish" in ada.get("/games").text
    ada.post("/games/forget")
    assert [each.name for each in room.table.places] == ["Zoe", "Bruno"]


def test_forgetting_needs_a_form_of_our_own(arrive: Arrive, over: list[Guest]) -> None:
    ada = at_home(arrive, over[0])
    ada.headers["Origin"] = "https://elsewhere.example"
    assert ada.post("/games/forget").status_code == 403


def test_hundreds_of_games_fit_in_a_cookie_and_the_latest_stay(home: Home) -> None:
    from app.live.my_games import Sat
    from app.web.my_games import COOKIE, LONGEST, read, signed

    secret = home.services.secret
    many = [Sat(10**8 + 9973 * number, 1 + number % 40, 1 + 31337 * number % 10**5) for number in range(300)][
        ::-1
    ]
    text = signed(many, secret, COOKIE)
    kept = read(text, secret)
    assert len(text) <= LONGEST
    assert len(kept) > 200
    assert kept == many[: len(kept)]
