"""A TV on a real server: it shows a code, is paired with a table, and shows what everybody may see."""

import json
import re
import time
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import httpx2
import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from app.pages import i18n
from app.storage.data_folder import secret_in
from app.table.keys import Secret
from app.table.names import COLOURS
from app.web import tv_pairing
from app.web.cookies import keys_cookie
from tests.support.api import Guest, a_table, joined, started
from tests.support.parsed_page import Sight
from tests.support.server import Server, serving
from tests.support.tv import browser, code_on, host_of

ACTING = {"form", "button", "input", "select", "textarea"}


@pytest.fixture
def web(house: Server) -> Iterator[httpx2.Client]:
    with httpx2.Client(base_url=house.url, timeout=60) as client:
        yield client


@pytest.fixture
def tv(house: Server) -> Iterator[httpx2.Client]:
    with browser(house) as client:
        yield client


@pytest.fixture
def phone(house: Server) -> Iterator[httpx2.Client]:
    with browser(house) as client:
        yield client


def text(answer: httpx2.Response) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", answer.text)).split())


def test_a_host_sends_a_table_to_a_tv(tv: httpx2.Client, phone: httpx2.Client) -> None:
    shown, table = code_on(tv), host_of(phone)
    assert code_on(tv) == shown  # still unpaired, it keeps its code

    asked = phone.get("/tv/pair", params={"code": shown})
    assert f"Show {table} on this TV" in text(asked)
    assert code_on(tv) == shown  # opening that page pairs nothing
    sent = {"code": shown, "table": table}
    for _ in range(2):  # pressing twice is the same as once
        assert phone.post("/tv/pair", data=sent).headers["location"] == f"/r/{table}"

    given = tv.get("/tv")
    assert (given.status_code, given.headers["location"]) == (303, f"/r/{table}/tv")
    assert keys_cookie(table) in tv.cookies
    assert table in text(tv.get(f"/r/{table}/tv"))
    assert code_on(tv) != shown  # asked again, it may get another


def test_the_address_on_the_tv_leads_to_the_code_form(tv: httpx2.Client, phone: httpx2.Client) -> None:
    assert "/tv/pair" in text(tv.get("/tv"))
    assert "isn't hosting a table" in text(phone.get("/tv/pair"))
    assert 'href="/tv"' in phone.get("/tv/pair").text  # in case it was opened on the TV
    host_of(phone)
    typed = Sight(phone.get("/tv/pair").text)
    assert ("input", "code") in [(tag, given.get("name")) for tag, given in typed.elements]


def test_only_the_host_sends_a_table_to_a_tv(
    tv: httpx2.Client, phone: httpx2.Client, web: httpx2.Client
) -> None:
    shown, own = code_on(tv), host_of(phone)
    theirs, _ = a_table(web)
    bruno = joined(web, theirs.code, "Bruno")
    phone.cookies.set(keys_cookie(theirs.code), bruno.key)
    assert theirs.code not in phone.get("/tv/pair", params={"code": shown}).text
    assert phone.post("/tv/pair", data={"code": shown, "table": theirs.code}).status_code == 403
    assert tv.get("/tv").status_code == 200
    assert phone.post("/tv/pair", data={"code": shown, "table": own}).status_code == 303


def never_shown(secret: Secret) -> str:
    """A code that isn't valid now or soon; one in two hundred is, by chance."""
    soon = time.time() + tv_pairing.SPAN_SECONDS
    guesses = (f"BBBB-BBB{letter}" for letter in "BCDFGH")
    return next(
        each
        for each in guesses
        if not any(tv_pairing.confirmed(each, secret, at) for at in (time.time(), soon))
    )


def test_a_wrong_code_gets_a_message_and_guessing_is_rate_limited(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as alone, browser(alone) as phone, browser(alone) as tv:
        table, shown = host_of(phone), code_on(tv)
        guess = never_shown(Secret(secret_in(tmp_path / "data")))
        for _ in range(15):
            asked = phone.get("/tv/pair", params={"code": guess})
            assert asked.status_code == 422
            assert "No TV is showing this code" in text(asked)
            wrong = phone.post("/tv/pair", data={"code": guess, "table": table})
            assert wrong.status_code == 422
        right = phone.post("/tv/pair", data={"code": shown, "table": table})
        assert right.status_code == 429
        assert tv.get("/tv").status_code == 200


def on_tv(web: httpx2.Client, code: str, key: str = "") -> Sight:
    cookies = {"Cookie": f"{keys_cookie(code)}={key}"} if key else {}
    answer = web.get(f"/r/{code}/tv", headers={"Accept": "text/html", "Accept-Language": "en", **cookies})
    assert answer.status_code == 200
    return Sight(answer.text)


def test_a_tv_has_no_controls_whatever_keys_its_browser_holds(web: httpx2.Client) -> None:
    lobby, host = a_table(web)
    ada, _ = started(web, "Bruno", first_player=0)
    for code, key in ((lobby.code, lobby.key), (lobby.code, host), (ada.code, ada.key), (ada.code, "")):
        seen = on_tv(web, code, key)
        assert not {tag for tag, _ in seen.elements} & ACTING
        links = [given["href"] for tag, given in seen.elements if tag == "a"]
        assert links == ["#main"]
        assert code in seen.text
        assert any(given.get("class") == "qr" for tag, given in seen.elements if tag == "svg")


def test_it_shows_no_more_than_everybody_may_see(web: httpx2.Client) -> None:
    ada, bruno = started(web, "Bruno", first_player=0)
    as_guest = on_tv(web, ada.code)
    for guest in (ada, bruno):
        assert on_tv(web, ada.code, guest.key).text == as_guest.text
    assert "Waiting for Ada" in as_guest.text


def test_the_way_to_join_is_large_until_every_seat_is_taken(web: httpx2.Client) -> None:
    def codes(guests: list[Guest]) -> int:
        seen = on_tv(web, guests[0].code)
        assert guests[0].code in seen.text
        return sum(given.get("class") == "qr" for tag, given in seen.elements if tag == "svg")

    assert codes(started(web, "Bruno", "Celina")) == 1
    assert codes(started(web, "Bruno", "Celina", "Daiki")) == 0


def regions(house: Server, code: str, query: str, key: str = "", *, wanted: set[str]) -> dict[str, Sight]:
    """The regions first sent to a page with this socket, until these are among them."""
    address = f"{house.url.replace('http', 'ws')}/r/{code}/socket?locale=en{query}"
    cookies = {"Cookie": f"{keys_cookie(code)}={key}"} if key else None
    found: dict[str, Sight] = {}
    with connect(address, origin=Origin(house.url), additional_headers=cookies, proxy=None) as socket:
        while not wanted <= set(found):
            said = str(socket.recv(10))
            place = {"target": "#table", "content": said} if said.startswith("<") else json.loads(said)
            found[place["target"]] = Sight(place["content"])
    return found


def test_its_socket_sends_what_it_shows(web: httpx2.Client, house: Server) -> None:
    ada, _ = started(web, "Bruno", first_player=0, seconds=60)
    told = regions(house, ada.code, "&tv", ada.key, wanted={"#table", "#game-panel", "#invitation"})
    assert set(told) == {"#table", "#game-panel", "#invitation", "#shown"}
    assert not {tag for seen in told.values() for tag, _ in seen.elements} & ACTING
    assert "Waiting for Ada" in told["#table"].text
    assert "Time per move: 60 seconds" in told["#game-panel"].text
    assert ada.code in told["#invitation"].text


def test_a_tv_does_not_count_as_a_spectator(web: httpx2.Client, house: Server) -> None:
    ada, _ = started(web, "Bruno", first_player=0)
    assert "1 spectator" in regions(house, ada.code, "", wanted={"#people-list"})["#people-list"].text
    address = f"{house.url.replace('http', 'ws')}/r/{ada.code}/socket?tv"
    with connect(address, origin=Origin(house.url), proxy=None) as on_wall:
        on_wall.recv(10)
        assert "1 spectator" in regions(house, ada.code, "", wanted={"#people-list"})["#people-list"].text


def test_it_follows_to_the_next_game_with_its_key(
    tv: httpx2.Client, phone: httpx2.Client, web: httpx2.Client
) -> None:
    shown, (ada, host) = code_on(tv), a_table(web)
    bruno = joined(web, ada.code, "Bruno")
    for guest in (ada, bruno):
        guest.ask("POST", "/ready")
    ada.ask("POST", "/start", key=host)
    phone.cookies.set(keys_cookie(ada.code), f"{ada.key}.{host}")
    assert phone.post("/tv/pair", data={"code": shown, "table": ada.code}).status_code == 303
    tv.get("/tv")
    there = phone.post(f"/r/{ada.code}/again").headers["location"]

    assert tv.get(f"/r/{ada.code}/tv").headers["location"] == f"{there}/tv"
    followed = tv.post(f"/r/{ada.code}/follow")
    assert followed.headers["location"] == f"{there}/watch"
    held = tv.cookies[keys_cookie(there.removeprefix("/r/"))]
    assert held not in phone.cookies.values()
    assert tv.get(f"{there}/tv").status_code == 200


def test_where_the_host_admits_spectators_a_tv_needs_to_be_paired(
    tv: httpx2.Client, phone: httpx2.Client, web: httpx2.Client, house: Server
) -> None:
    ada, host = a_table(web, watching="ask")
    assert tv.get(f"/r/{ada.code}/tv").status_code == 303
    shown = code_on(tv)
    phone.cookies.set(keys_cookie(ada.code), host)
    assert phone.post("/tv/pair", data={"code": shown, "table": ada.code}).status_code == 303
    address = tv.get("/tv").headers["location"]
    assert ada.code in text(tv.get(address))
    told = regions(
        house, ada.code, "&tv", tv.cookies[keys_cookie(ada.code)], wanted={"#table", "#invitation"}
    )
    assert ada.code in told["#table"].text


def test_the_score_race_shows_where_all_points_are_public(web: httpx2.Client) -> None:
    silent, open_to_all = (started(web, "Bruno", running_score=shown) for shown in ("own", "all"))
    assert "Points so far" not in on_tv(web, silent[0].code).text
    assert "Points so far A Ada : 0 B Bruno : 0" in on_tv(web, open_to_all[0].code).text


@pytest.mark.parametrize(
    "points", [(0, 0), (1, 0, 3), (11, 7, 10, 2), (24, 12, 12, 3), (60, 41), (50, 48, 49, 47)], ids=str
)
def test_pins_of_the_race_stand_at_their_points_on_a_road_that_ends_at_the_next_ten(
    points: tuple[int, ...],
) -> None:
    drawn = (
        i18n.environment("en")
        .from_string('{% import "tv/score_race.html" as race %}{{ race.race(points, names, colours) }}')
        .render(points=points, names="ABCD", colours=COLOURS)
    )
    ranked = sorted(points, reverse=True)
    assert [int(told) for told in re.findall(r'<b class="num">(\d+)</b>', drawn)] == ranked
    assert [int(told) for told in re.findall(r'class="sum"[^>]*>(\d+)<', drawn)] == ranked[:1]

    stones = {int(told): float(x) for x, told in re.findall(r'class="stone" x="([\d.]+)"[^>]*>(\d+)<', drawn)}
    begin, scale = stones[0], max(stones)
    assert scale == max(10, -(-max(points) // 10) * 10)
    unit = (stones[scale] - begin) / scale
    assert unit > 0
    assert all(x == pytest.approx(begin + each * unit) for each, x in stones.items())

    stands: dict[str, float] = {}  # where the tip of each one's pin is
    free = 0.0  # from here on, no pin covers the road
    for left, pin in re.findall(r'translate\(([\d.]+) 0\)">(.*?)(?=<g class="pin|$)', drawn, re.DOTALL):
        (tip,) = re.findall(r'<path d="M[\d.]+ 37h16L(-?[\d.]+) 46z"', pin)
        (wide,) = re.findall(r'<rect width="([\d.]+)"', pin)
        for letter in re.findall(r'class="letter"[^>]*>(\w)<', pin):
            stands[letter] = float(left) + float(tip)
        assert float(left) >= free
        free = float(left) + float(wide)
    assert free <= 1000
    assert stands == pytest.approx(
        {name: begin + each * unit for name, each in zip("ABCD", points, strict=False)}, abs=0.11
    )
