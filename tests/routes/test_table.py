"""A running game in a browser without script: plain forms and cookies, against a real server."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import httpx2
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from app.web.rate_limits import LIMITS
from tests.support.api import Guest, started
from tests.support.parsed_page import Sight
from tests.support.reader import Reader
from tests.support.server import Server, serving
from tests.support.socket_page import SocketPage


@pytest.fixture
def web(house: Server) -> Iterator[httpx2.Client]:
    with httpx2.Client(base_url=house.url, timeout=60) as client:
        yield client


def seated(guests: list[Guest]) -> list[Reader]:
    return [Reader(guest.web, guest.code, guest.key) for guest in guests]


@pytest.fixture
def table(web: httpx2.Client) -> list[Reader]:
    """Ada and Bruno at a table where Ada begins."""
    return seated(started(web, "Bruno", first_player=0))


def test_a_whole_game_by_plain_forms_to_the_score_sheet(web: httpx2.Client) -> None:
    guests = started(web, "Bruno")
    readers = seated(guests)
    chance = Random(3)
    while waiting := guests[0].look()["waiting"]:
        reader = readers[waiting[0]]
        moves = [move for move in reader.look().moves if move != "undo"]
        answer = reader.send(reader.look().sent(chance.choice(moves)))
        assert answer.status_code == 303, answer.text
    end = readers[1].look()
    assert "Score sheet" in end.text
    for scores in guests[0].look()["view"]["scores"]:
        assert f" {scores['total']} " in end.text
    assert end.moves == []


def test_each_sees_whose_turn_it_is_in_their_own_language(web: httpx2.Client) -> None:
    ada, bruno = started(web, "Bruno", first_player=0)
    assert "Your turn. Discard one pair" in Reader(web, ada.code, ada.key).look().text
    assert "Tocca a te." in Reader(web, ada.code, ada.key, language="it").look().text
    assert "Waiting for Ada to discard" in Reader(web, ada.code, bruno.key).look().text.replace("  ", " ")
    assert "あなたの番です。" in Reader(web, ada.code, ada.key, language="ja").look().text


def test_a_shared_browser_shows_the_seat_whose_turn_it_is(
    web: httpx2.Client,
) -> None:
    ada, bruno = started(web, "Bruno", first_player=0)
    both = Reader(web, ada.code, ada.key, bruno.key)
    for move in ("clear 1", "take 0"):
        assert both.look().sent(move)["seat"] == "0"
        both.press(move)
    both.press("place g0 up") if "place g0 up" in both.look().moves else both.press("place g0 down")
    both.press("done")
    assert both.look().hidden["moves"]["seat"] == "1"


def test_a_move_that_was_undone_is_not_announced(table: list[Reader]) -> None:
    ada, bruno = table
    assert "discards the" in ada.press("clear 2").text
    assert "discards the" in bruno.look().text
    assert "discards the" not in ada.press("undo").text
    assert "discards the" not in bruno.look().text
    ada.press("clear 1")
    assert "discards the" in bruno.look().text
    ada.press("take 3")
    told = ada.press("undo").text
    assert "takes the" not in told
    assert "Ada undoes the move." in told
    assert "discards the" in told
    ada.press("take 2")
    assert "discards the" in ada.press("undo").text


def test_a_click_on_an_old_page_is_answered_with_a_message_and_the_table(table: list[Reader]) -> None:
    ada, _ = table
    old = ada.look().sent("clear 1")
    ada.press("clear 2")
    answer = ada.send({**old, "id": "another"})
    assert answer.status_code == 409
    seen = Sight(answer.text)
    assert "The game has moved on since you opened this board." in seen.text
    assert "take 1" in seen.moves
    assert seen.attribute("table", "data-version") == "2"


def test_a_double_click_makes_one_move(table: list[Reader]) -> None:
    ada, _ = table
    form = ada.look().sent("clear 1")
    assert [ada.send(form).status_code for _ in range(2)] == [303, 303]
    assert ada.look().attribute("table", "data-version") == "2"


def test_a_refused_move_says_why_and_changes_nothing(table: list[Reader]) -> None:
    ada, _ = table
    form = ada.look().sent("clear 1")
    for move, said in (("take 1", "Discard a pair first"), ("sing a song", "no such move")):
        answer = ada.send({**form, "move": move})
        assert answer.status_code == 422
        assert said in Sight(answer.text).text
    assert ada.look().attribute("table", "data-version") == "1"


def test_the_script_gets_an_empty_answer_or_the_table_alone(table: list[Reader]) -> None:
    ada, _ = table
    form = ada.look().sent("clear 1")
    assert ada.send(form, **{"HX-Request": "true"}).status_code == 204
    refused = ada.send({**form, "id": "another"}, **{"HX-Request": "true"})
    assert refused.status_code == 409
    assert refused.text.strip().startswith('<div id="table"')


@pytest.mark.one_server("limits are counted by each server")
def test_repeated_refusals_are_rate_limited_for_that_player_only(table: list[Reader]) -> None:
    ada, bruno = table
    form = ada.look().sent("clear 1")
    for _ in range(LIMITS["refused_move"].amount):
        assert ada.send({**form, "move": "take 1"}, **{"HX-Request": "true"}).status_code == 422
    answer = ada.send(form)
    assert answer.status_code == 429
    assert int(answer.headers["retry-after"]) <= 10
    assert "Too fast" in Sight(answer.text).text
    by_script = ada.send(form, **{"HX-Request": "true"})
    assert by_script.status_code == 429
    assert by_script.text.strip().startswith('<div id="table"')
    assert bruno.send({**form, "seat": "1"}).status_code == 409
    assert ada.look().attribute("table", "data-version") == "1"


@pytest.mark.parametrize("spoilt", [{"seat": "x"}, {"turn": ""}, {"turn": "9" * 50}, {"seat": "-1"}])
def test_a_malformed_form_is_refused(table: list[Reader], spoilt: dict[str, str]) -> None:
    ada, _ = table
    assert ada.send({**ada.look().sent("clear 1"), **spoilt}).status_code in (403, 422)
    assert ada.look().attribute("table", "data-version") == "1"


def test_a_spectator_sees_the_table_and_none_of_its_forms(table: list[Reader]) -> None:
    ada, _ = table
    ada.press("clear 1")
    seen = Reader(ada.web, ada.code).look()
    assert "Waiting for Ada" in seen.text
    assert seen.moves == []
    assert "moves" not in seen.hidden


def test_an_unknown_table(table: list[Reader]) -> None:
    ada, _ = table
    form = ada.look().sent("clear 1")
    answer = ada.send(form, "sunny-sofa-99999")
    assert answer.status_code == 404


def test_everything_that_the_page_loads_exists_and_is_allowed(table: list[Reader]) -> None:
    ada, _ = table
    seen = ada.look()
    assert not [given for tag, given in seen.elements if tag == "script" and "src" not in given]
    assert not [given for tag, given in seen.elements if tag == "style" or "style" in given]
    links = [
        given.get("src") or given.get("href", "") for tag, given in seen.elements if tag in ("script", "link")
    ]
    assert len(links) >= 6
    for link in links:
        assert ada.web.get(link).status_code == 200, link


# -- the socket ----------------------------------------------------------------------------------------------


def listening(
    reader: Reader, origin: str | None = None, code: str | None = None, words: str = ""
) -> ClientConnection:
    address = f"{reader.origin}/r/{code or reader.code}/socket{words}".replace("http:", "ws:")
    headers = {name: value for name, value in reader.headers.items() if name != "Accept"}
    return connect(address, additional_headers=headers, origin=Origin(origin or reader.origin))


def test_the_socket_sends_each_viewer_their_view_at_first_and_after_every_change(
    table: list[Reader],
) -> None:
    ada, bruno = table
    eve = Reader(ada.web, ada.code)
    with listening(ada) as to_ada, listening(bruno) as to_bruno, listening(eve) as to_eve:
        adas, brunos, eves = SocketPage(to_ada), SocketPage(to_bruno), SocketPage(to_eve)
        first = adas.next()
        assert first.moves
        assert brunos.next().moves == eves.next().moves == []
        assert ada.send(first.sent("clear 1"), **{"HX-Request": "true"}).status_code == 204
        takes = ["take 0", "take 2", "take 3", "take 4", "undo"]
        for page, moves in ((adas, takes), (brunos, []), (eves, [])):
            frame = page.next()
            assert frame.attribute("table", "data-version") == "2"
            assert frame.moves == moves
            assert "discards the" in frame.text


def test_messages_from_clients_are_ignored(table: list[Reader]) -> None:
    ada, _ = table
    with listening(ada) as to_ada:
        page = SocketPage(to_ada)
        form = page.next().sent("clear 1")
        to_ada.send(str(form))
        to_ada.send(b"\xff")
        assert ada.send(form).status_code == 303
        assert page.next().attribute("table", "data-version") == "2"


def test_a_frame_is_in_the_language_of_its_page(table: list[Reader]) -> None:
    """Not every browser sends a socket the headers that it sent for the page."""
    ada, bruno = table
    page = Reader(ada.web, ada.code, language="it").look()
    assert page.attribute("table", "data-version") == "1"
    for words, said in (
        ("?locale=it", "La Casa dei Sogni"),
        ("?locale=ja", "ドリームホーム"),
        ("?locale=xx", "Dream Home"),
    ):
        with listening(bruno, words=words) as socket:
            assert said in SocketPage(socket).next().text


def test_a_socket_for_another_site_or_no_table_is_closed_for_good(table: list[Reader]) -> None:
    ada, _ = table
    for socket, code in (
        (listening(ada, origin="http://evil.example"), 4403),
        (listening(ada, code="sunny-sofa-99999"), 4404),
    ):
        with socket, pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=30)
        assert closed.value.rcvd
        assert closed.value.rcvd.code == code


def test_sockets_count_wrong_codes_like_pages_do(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as house, httpx2.Client(base_url=house.url, timeout=60) as web:
        ada, _ = started(web, "Bruno")
        seated, stranger = Reader(web, ada.code, ada.key), Reader(web, ada.code)
        for wanted in (*["sunny-sofa-99999"] * LIMITS["unknown_code"].amount, ada.code):
            with listening(stranger, code=wanted) as socket, pytest.raises(ConnectionClosed) as closed:
                socket.recv(timeout=30)
            assert closed.value.rcvd
            assert closed.value.rcvd.code == (1013 if wanted == ada.code else 4404)
        assert web.get(f"/api/tables/{ada.code}").status_code == 429
        with listening(seated) as socket:
            assert SocketPage(socket).next().attribute("table", "data-version") == "1"
