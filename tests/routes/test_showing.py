"""Showing a replay to everybody: who may, where TVs are led, and what odd requests get."""

import re
from random import Random

import pytest
from starlette.testclient import TestClient

from app.live.replay import showing
from app.web.cookies import keys_cookie
from tests.routes.finished_tables import again, browser, evening_of, over
from tests.support import guests
from tests.support.api import Guest, a_table, joined, play_out, started
from tests.support.in_process_server import Home

LED = re.compile(r'data-there="([^"]+)"')


@pytest.fixture
def two(home: Home) -> list[Guest]:
    return over(home, "Bruno")


def show(who: TestClient, code: str, move: int | str, on: str = "yes", **more: str) -> int:
    form = {"move": str(move), "on": on, **more}
    return who.post(f"/r/{code}/replay/show", data=form, headers={"HX-Request": "true"}).status_code


def led(page: TestClient, address: str) -> str:
    """Where a TV that shows this page is led; "" if it stays."""
    found = LED.findall(page.get(address).text)
    return found[0].replace("&amp;", "&") if found else ""


def test_the_tv_of_the_table_is_led_to_the_step_and_back(home: Home, two: list[Guest]) -> None:
    ada, tv, code = browser(home, two[0]), home.guest(), two[0].code
    assert led(tv, f"/r/{code}/tv") == ""
    assert show(ada, code, 5) == 204
    there = led(tv, f"/r/{code}/tv")
    assert there == f"/r/{code}/replay/tv?table={code}&move=5&view=table"
    page = tv.get(there)
    assert 'data-move="5"' in page.text
    assert "wins" not in page.text
    assert f'data-back="/r/{code}/tv"' in page.text
    assert show(ada, code, 5, on="no") == 204
    assert led(tv, f"/r/{code}/tv") == ""


def test_the_tv_that_has_gone_on_to_the_rematch_is_led_back_until_it_begins(home: Home) -> None:
    web = home.guest()
    first, host = a_table(web, "my_shelfie")
    second = joined(web, first.code, "Bruno")
    for guest in (first, second):
        guest.ask("POST", "/ready")
    first.ask("POST", "/start", key=host)
    play_out([first, second], Random(3))
    ada, bruno, tv, code = home.guest(), browser(home, second), home.guest(), first.code
    ada.cookies.set(keys_cookie(code), f"{first.key}.{host}")
    rematch = again(ada, code)
    show(ada, code, 3)
    there = led(tv, f"{rematch}/tv")
    assert there == f"/r/{code}/replay/tv?table={rematch.removeprefix('/r/')}&move=3&view=table"
    assert f'data-back="{rematch}/tv"' in tv.get(there).text
    bruno.post(f"/r/{code}/follow")
    guests.press(ada, f"{rematch}/start")
    assert led(tv, f"{rematch}/tv") == ""


def test_the_tv_of_the_evening_is_led_to_it_and_back_to_the_evening(home: Home, two: list[Guest]) -> None:
    ada, tv, code = browser(home, two[0]), home.guest(), two[0].code
    again(ada, code)
    hub = f"{evening_of(ada, f'/r/{code}')}/tv"
    assert led(tv, hub) == ""
    show(ada, code, 4, view="1")
    there = tv.get(led(tv, hub), follow_redirects=True)
    assert there.url.path == f"/r/{code}/replay/tv"
    assert 'data-move="4"' in there.text
    assert f'data-back="{hub}"' in there.text
    assert "Bruno" in guests.text(there)


def test_only_who_played_or_hosts_may_show_it(home: Home, two: list[Guest]) -> None:
    eve, bruno, code = home.guest(), browser(home, two[1]), two[0].code
    assert show(eve, code, 2) == 403
    assert show(bruno, code, 2) == 204
    assert led(eve, f"/r/{code}/tv") != ""


def test_a_running_game_cannot_be_shown(home: Home) -> None:
    seated = started(home.guest(), "Bruno", game="my_shelfie")
    ada, code = browser(home, seated[0]), seated[0].code
    assert show(ada, code, 0) == 409
    assert ada.get(f"/r/{code}/replay/tv").headers["location"] == f"/r/{code}/tv"
    assert ada.get(f"/r/{code}/replay/shown").headers["location"] == f"/r/{code}/tv"


def test_what_does_not_exist_is_refused(home: Home, two: list[Guest]) -> None:
    ada, code = browser(home, two[0]), two[0].code
    for move in ("-1", "five", "", "9" * 30):
        assert show(ada, code, move) == 422
    assert show(ada, code, 9999) == 404
    for more in ({"view": "7"}, {"view": "Ada"}, {"page": "x" * 21}):
        assert show(ada, code, 1, **more) == 422
    assert led(ada, f"/r/{code}/tv") == ""


def test_without_script_the_button_shows_the_step_and_comes_back_to_it(home: Home, two: list[Guest]) -> None:
    ada, code = browser(home, two[0]), two[0].code
    answer = ada.post(f"/r/{code}/replay/show", data={"move": "6", "view": "1", "on": "yes"})
    assert answer.headers["location"] == f"/r/{code}/replay?move=6&view=1"
    assert "is showing this game" in guests.text(ada.get(f"/r/{code}/replay"))


def test_whoever_shows_something_last_is_followed(home: Home, two: list[Guest]) -> None:
    ada, bruno, code = browser(home, two[0]), browser(home, two[1]), two[0].code
    show(ada, code, 5)
    show(bruno, code, 2)
    assert "move=2" in led(ada, f"/r/{code}/tv")
    assert "Bruno is showing this game." in guests.text(ada.get(f"/r/{code}/replay"))


def test_it_ends_by_itself(home: Home, two: list[Guest], monkeypatch: pytest.MonkeyPatch) -> None:
    ada, code = browser(home, two[0]), two[0].code
    show(ada, code, 5)
    monkeypatch.setattr(showing, "SHOWN_SECONDS", 0.0)
    assert led(ada, f"/r/{code}/tv") == ""
