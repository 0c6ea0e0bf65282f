"""Language and theme, chosen with plain forms, and a table's menu."""

from collections.abc import Iterator

import httpx2
import pytest

from app.web.cookies import keys_cookie
from tests.support.api import started
from tests.support.parsed_page import Sight
from tests.support.server import Server


@pytest.fixture
def ada(house: Server) -> Iterator[httpx2.Client]:
    headers = {"Accept": "text/html", "Origin": house.url, "Accept-Language": "en"}
    with httpx2.Client(base_url=house.url, timeout=60, headers=headers) as client:
        yield client


def light(answer: httpx2.Response) -> str | None:
    _, given = next(each for each in Sight(answer.text).elements if each[0] == "html")
    return given.get("data-theme")


def test_a_chosen_theme_stays_until_it_is_set_back_to_the_systems(ada: httpx2.Client) -> None:
    assert light(ada.get("/")) is None
    for picked, shown in (("evening", "evening"), ("day", "day"), ("device", None)):
        answer = ada.post("/theme", data={"theme": picked, "back": "/rules"})
        assert (answer.status_code, answer.headers["location"]) == (303, "/rules")
        page = ada.get("/rules")
        assert light(page) == shown
        current = [given for _, given in Sight(page.text).elements if given.get("aria-current")]
        assert picked in [given.get("value") for given in current]


@pytest.mark.parametrize("theme", ["noon", "", "evening day"])
def test_there_is_no_other_theme(ada: httpx2.Client, theme: str) -> None:
    ada.post("/theme", data={"theme": "evening"})
    answer = ada.post("/theme", data={"theme": theme, "back": "https://elsewhere.example"})
    assert answer.headers["location"] == "/"
    assert light(ada.get("/")) == ("evening" if theme else None)
    ada.cookies.clear()
    ada.cookies.set("housewarming-theme", "x onload=alert(1)")
    assert light(ada.get("/")) is None


def test_the_menu_leads_to_all_other_pages(ada: httpx2.Client) -> None:
    guests = started(ada, "Bruno", first_player=0)
    code = guests[0].code

    def ways(*keys: str) -> set[str]:
        page = ada.get(f"/r/{code}", headers={"Cookie": f"{keys_cookie(code)}={'.'.join(keys)}"})
        return {given["href"] for tag, given in Sight(page.text).elements if tag == "a"}

    assert {f"/rules/dream_home?at={code}", "/"} <= ways()
    assert f"/r/{code}/leave" in ways(guests[1].key)
    assert f"/r/{code}/leave" not in ways()
    assert "/tv/pair" not in ways(guests[1].key)
