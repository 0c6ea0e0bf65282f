"""Identifying a visitor: all keys are looked up in one query, and only tables that they open are read."""

import re

import pytest

from app.web.cookies import keys_cookie
from tests.support.guests import opened, press
from tests.support.in_process_server import Home
from tests.support.steps import statements


def of_keys(made: list[str]) -> list[str]:
    return [each for each in made if re.match(r'SELECT.*FROM "?key"? ', each, re.DOTALL)]


@pytest.mark.parametrize("page", ["", "/chat", "/devices", "/watch", "/leave", "/options", "/tv"])
def test_a_page_looks_up_all_its_keys_at_once(home: Home, page: str) -> None:
    ada = home.guest()
    lobby = opened(ada)
    press(ada, f"{lobby}/seats", name="Bruno", another="yes")
    assert ada.cookies[keys_cookie(lobby.removeprefix("/r/"))].count(".") == 2

    with statements() as made:
        assert ada.get(f"{lobby}{page}").status_code == 200

    assert len(of_keys(made)) == 1


def test_a_form_looks_up_all_its_keys_at_once(home: Home) -> None:
    ada = home.guest()
    lobby = opened(ada)

    for form, times in (("chat", 1), ("devices", 2)):  # a key is replaced only while it still opens the seat
        with statements() as made:
            press(ada, f"{lobby}/{form}", place="1", text="hello")
        assert len(of_keys(made)) == times


def test_a_socket_looks_up_all_its_keys_at_once(home: Home) -> None:
    ada = home.guest()
    lobby = opened(ada)
    press(ada, f"{lobby}/seats", name="Bruno", another="yes")

    with statements() as made, ada.websocket_connect(f"{lobby}/socket") as socket:
        socket.receive_text()

    assert len(of_keys(made)) == 1


def test_the_front_page_looks_up_the_keys_of_all_tables_at_once(home: Home) -> None:
    ada = home.guest()
    lobbies = [opened(ada) for _ in range(3)]

    with statements() as made:
        page = ada.get("/").text

    assert len(of_keys(made)) == 1
    assert all(f'href="{lobby}"' in page for lobby in lobbies)


def test_a_table_named_by_a_cookie_is_not_read_for_another_tables_key(home: Home) -> None:
    """Otherwise the response time of the front page would reveal which codes exist."""
    ada, eve = home.guest(), home.guest()
    code, own = opened(ada).removeprefix("/r/"), opened(eve).removeprefix("/r/")
    eve.cookies.set(keys_cookie(code), eve.cookies[keys_cookie(own)])
    eve.cookies.delete(keys_cookie(own))

    with statements() as made:
        assert f"/r/{code}" not in eve.get("/").text

    assert not [each for each in made if "table_text" in each]
