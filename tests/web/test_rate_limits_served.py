"""How much one guest can take of a server: tables, undone steps, open pages. Everybody else has room."""

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from app.settings import Settings
from app.web.rate_limits import LIMITS, Limits
from tests.support.guests import opened, press, started, text
from tests.support.in_process_server import Clock, at_home, closing

API = "/api/tables"
NEW = {"game": "dream_home", "name": "Ada"}
PROGRAM = {"Accept": "application/json"}


def test_an_address_opens_so_many_tables_in_an_hour_by_page_or_program(tmp_path: Path) -> None:
    with at_home(tmp_path, most_new_tables=3) as home:
        eve, other = home.guest("it", "2001:db8:1:2::9"), home.guest(address="2001:db8:1:3::9")
        opened(eve)
        opened(home.guest(address="2001:db8:1:2::a"))
        assert eve.post(API, json=NEW).status_code == 201

        page = eve.post("/tables", data=NEW)
        program = eve.post(API, json=NEW, headers=PROGRAM)
        assert (page.status_code, "Troppo" in text(page)) == (429, True)
        assert (program.status_code, program.json()["error"]["code"]) == (429, "too_often")
        assert 60 < int(program.headers["Retry-After"]) <= 3600
        opened(other)


def test_playing_again_and_again_is_no_way_around(tmp_path: Path) -> None:
    with at_home(tmp_path, most_new_tables=2) as home:
        eve, bruno = home.guest(), home.guest(address="198.51.100.1")
        game = started(eve, (bruno, "Bruno"))
        there = eve.post(f"{game}/again")
        assert there.status_code == 303
        assert eve.post(f"{game}/again").headers["location"] == there.headers["location"], "it is the same"
        other = started(bruno, (eve, "Eve"))
        press(bruno, f"{other}/abandon")

        assert eve.post(f"{other}/again").status_code == 429
        assert bruno.post(f"{other}/again").status_code == 303


def test_a_server_holds_so_many_tables(tmp_path: Path) -> None:
    with at_home(tmp_path, most_tables=2) as home:
        ada = home.guest()
        lobby = opened(ada)
        opened(home.guest(address="198.51.100.1"))

        page, program = ada.post("/tables", data=NEW), ada.post(API, json=NEW, headers=PROGRAM)
        assert (page.status_code, "as many tables here" in text(page)) == (503, True)
        assert (program.status_code, program.json()["error"]["code"]) == (503, "house_full")
        assert int(program.headers["Retry-After"]) > 0
        assert ada.get(lobby).status_code == 200


def undo_again_and_again(guest: TestClient, game: str, times: int) -> int:
    """Steps are made and undone so often, or until that is too often; how many undos stand."""
    code, key = game.removeprefix("/r/"), guest.cookies[f"housewarming-{game.removeprefix('/r/')}"]
    bearer = {"Authorization": f"Bearer {key.rpartition('.')[2]}"}
    for count in range(times):
        for undo in (False, True):
            table = guest.get(f"{API}/{code}", headers=bearer).json()
            move = next(each for each in table["moves"] if (each == ["undo"]) == undo)
            said = {"turn": table["turn"], "move": move, "id": f"at {table['version']}"}
            answer = guest.post(f"{API}/{code}/moves", json=said, headers=bearer)
            if answer.status_code == 429:
                assert undo, "other moves are never too many"
                return count
            assert answer.status_code == 200
    return times


def test_steps_are_not_made_and_undone_until_the_disk_is_full(tmp_path: Path) -> None:
    with at_home(tmp_path) as home:
        guests = home.guest(), home.guest(address="198.51.100.1")
        game = started(guests[0], (guests[1], "Bruno"))
        room = home.room(game)
        seat = room.waited_for[0]
        for _ in range(LIMITS["undo"].amount - 5):
            home.services.limits.check("undo", "", f"{room.code} {room.table.places[seat].id}")
        assert undo_again_and_again(guests[seat], game, 10) == 5
        version, turn = room.version, room.state.turns[seat]

        by_form = {"seat": str(seat), "turn": str(turn), "move": "undo"}
        answer = guests[seat].post(f"{game}/move", data=by_form)
        assert (answer.status_code, "too often" in text(answer)) == (429, True)
        assert room.version == version


def test_a_hundred_undos_a_second_are_not_too_fast() -> None:
    """No move that is accepted is slowed to less; only who goes on and on is stopped."""
    clock = Clock()
    limits = Limits(clock)
    for _ in range(60):
        clock.now += 1
        for _ in range(100):
            limits.check("undo", "", "a seat")
    clock.now += 3600
    limits.check("undo", "", "a seat")


@pytest.mark.parametrize("path", ["/r/{}/socket", "/api/tables/{}/live"])
def test_an_address_holds_so_many_pages_open(tmp_path: Path, path: str) -> None:
    with at_home(tmp_path, most_sockets=2) as home:
        ada, eve = home.guest(address="192.168.1.5"), home.guest(address="203.0.113.7")
        live = path.format(opened(ada).removeprefix("/r/"))
        with eve.websocket_connect(live) as one, eve.websocket_connect(live) as two:
            for socket in (one, two):
                socket.receive_text()
            with eve.websocket_connect(live) as three:
                assert closing(three) == 1013
            with ada.websocket_connect(live) as other:
                other.receive_text()
        with eve.websocket_connect(live) as again:
            again.receive_text()
        assert len(home.services.open_sockets) == 0


def test_the_caps_leave_room_for_a_game_night() -> None:
    usual = Settings()

    assert usual.most_new_tables >= 200
    assert usual.most_tables >= 10_000
