"""Replays on a real server: who may look, what links and pages give away, and what odd requests get."""

import re
from collections.abc import Iterator
from html import unescape
from random import Random

import httpx2
import pytest

from tests.support.api import Guest, play_out, started
from tests.support.guests import Arrive
from tests.support.server import Server

_MOVE = re.compile(r'data-move="(\d+)"')
_NEXT = re.compile(r'data-next="(\d*)"')


@pytest.fixture(scope="module")
def web(house: Server) -> Iterator[httpx2.Client]:
    with httpx2.Client(base_url=house.url, timeout=60) as client:
        yield client


@pytest.fixture(scope="module")
def over(web: httpx2.Client) -> str:
    """A finished game that none of the guests below has played."""
    guests = started(web, "Bruno")
    play_out(guests, Random(8))
    return f"/r/{guests[0].code}/replay"


@pytest.fixture(scope="module")
def running(web: httpx2.Client) -> list[Guest]:
    return started(web, "Bruno")


def test_every_step_is_a_page_that_leads_to_the_next(arrive: Arrive, over: str) -> None:
    eve, address = arrive(), over
    steps = []
    while True:
        page = eve.get(address).text
        (number,) = _MOVE.findall(page)
        steps.append(int(number))
        (following,) = _NEXT.findall(page)
        if not following:
            break
        address = f"{over}?move={following}"
    assert steps[0] == 0
    assert steps == sorted({*steps})
    assert 'class="scene ended"' in page


def test_who_was_not_there_learns_nothing_of_the_result(arrive: Arrive, over: str) -> None:
    eve = arrive()
    total = _last(eve, over)
    for asked, step in (("", 0), ("?move=7", 7), ("?move=7&view=1", 7)):
        page = unescape(eve.get(f"{over}{asked}").text)
        assert "No spoilers." in page
        assert "wins" not in page
        assert "of 12" not in page
        assert re.findall(r'max="(\d+)"', page) == [str(step)], "not the number of steps"
        assert "picture.png" not in page, "the share picture shows the winner"
        assert re.search(r"<title>Dream Home · \w+'s game</title>", " ".join(page.split()))
    shown = unescape(eve.get(f"{over}?move=7&spoilers=yes").text)
    assert "No spoilers." not in shown
    assert f'max="{total}"' in shown


def _last(eve: httpx2.Client, over: str) -> int:
    (found,) = re.findall(r'max="(\d+)"', eve.get(f"{over}?spoilers=yes").text)
    return int(found)


def test_a_script_gets_only_the_part_that_changes(arrive: Arrive, over: str) -> None:
    eve = arrive()
    whole, part = eve.get(f"{over}?move=3"), eve.get(f"{over}?move=3", headers={"HX-Request": "true"})
    assert part.text.strip() in whole.text
    assert "<html" not in part.text


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ("?move=99999", 404),
        ("?move=-1", 422),
        ("?move=x", 422),
        (f"?move={'9' * 5000}", 422),
        ("?told=x", 422),
        (f"?laid=slot&picture={'x' * 201}", 422),
        (f"?laid={'x' * 201}", 422),
        ("?view=9", 422),
        ("?view=-1", 422),
        ("?view=%00", 422),
    ],
)
def test_steps_and_views_that_do_not_exist_are_answered(
    arrive: Arrive, over: str, asked: str, status: int
) -> None:
    answer = arrive().get(f"{over}{asked}")
    assert answer.status_code == status
    assert "That didn't work" in unescape(answer.text)


def test_a_picture_that_lies_nowhere_leads_to_the_same_step(arrive: Arrive, over: str) -> None:
    page = arrive().get(f"{over}?move=7&laid=no-such-place&picture=%00%22")
    assert page.status_code == 200
    assert _MOVE.findall(page.text) == ["7"]


def test_during_a_game_only_ones_own_seat_can_be_looked_at(arrive: Arrive, running: list[Guest]) -> None:
    eve, address = arrive(), f"/r/{running[0].code}/replay"
    page = eve.get(address)
    assert page.status_code == 200
    assert "No spoilers." not in page.text, "there is no result yet"
    assert "view=" not in page.text
    assert eve.get(f"{address}?view=0").status_code == 403


def test_the_finished_table_leads_to_its_replay(arrive: Arrive, over: str) -> None:
    assert f'href="{over}"' in arrive().get(over.removesuffix("/replay")).text


# -- playing on ----------------------------------------------------------------------------------------------


def _play_on(guest: httpx2.Client, over: str, **fields: str) -> httpx2.Response:
    return guest.post(f"{over}/play", data={"version": "9", "seat": "0", "deal": "new", **fields})


@pytest.mark.parametrize("deal", ["same", "new"])
def test_anybody_can_play_on_from_a_step_against_bots(arrive: Arrive, over: str, deal: str) -> None:
    eve = arrive()
    assert f'action="{over}/play"' in eve.get(f"{over}?move=7").text
    answer = _play_on(eve, over, deal=deal, unnamed="Player")
    assert answer.status_code == 303
    page = unescape(eve.get(answer.headers["location"]).text)
    assert "of another game: it counts nowhere." in page
    assert ("The deal is the same." in page) == (deal == "same")
    assert 'name="move"' in page or "thinking" in page
    assert "Fair shuffle" not in page
    shuffle = eve.get(f"{answer.headers['location']}/shuffle", follow_redirects=False)
    assert shuffle.headers["location"].endswith(f"{over.removesuffix('/replay')}/shuffle")


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"version": "99999"}, 404),
        ({"version": "0"}, 404),
        ({"version": "x"}, 422),
        ({"version": ""}, 422),
        ({"seat": "2"}, 422),
        ({"seat": "-1"}, 422),
        ({"unnamed": ""}, 422),
        ({"unnamed": "x" * 5000}, 422),
    ],
)
def test_odd_wishes_to_play_on_are_answered(
    arrive: Arrive, over: str, fields: dict[str, str], status: int
) -> None:
    assert _play_on(arrive(), over, **{"unnamed": "Player", **fields}).status_code == status


def test_nobody_plays_on_from_a_running_game(arrive: Arrive, running: list[Guest]) -> None:
    answer = _play_on(arrive(), f"/r/{running[0].code}/replay", version="1", unnamed="Player")
    assert answer.status_code == 409
    assert "/replay/play" not in arrive().get(f"/r/{running[0].code}/replay").text
