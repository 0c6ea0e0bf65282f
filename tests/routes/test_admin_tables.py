"""The server admin's list of tables, and what it says about the server."""

import os
import time

import pytest
from starlette.testclient import TestClient

from app import __version__
from app.pages.i18n import LOCALES
from app.storage import backup
from app.web.admin import overview
from tests.support.guests import opened, started, text
from tests.support.in_process_server import Home, close, come_in, played_out


@pytest.fixture
def host(home: Home) -> TestClient:
    return come_in(home)


@pytest.fixture
def ada(home: Home) -> TestClient:
    return home.guest(address="203.0.113.7")


@pytest.fixture
def bruno(home: Home) -> TestClient:
    return home.guest("it", address="198.51.100.1")


@pytest.mark.parametrize("locale", LOCALES)
def test_every_table_is_listed_with_its_seats_in_every_language(home: Home, locale: str) -> None:
    ada, bruno = home.guest(), home.guest()
    lobby, game = opened(ada, "Ada <b>"), started(ada, (bruno, "Bruno"))
    host = come_in(home, locale)
    page = host.get("/admin")

    assert page.status_code == 200
    assert f'<html lang="{locale}">' in page.text
    assert page.text.index(game.removeprefix("/r/")) < page.text.index(lobby.removeprefix("/r/"))
    read = text(page)
    assert "Ada <b>" in read
    assert "Ada, Bruno" in read
    for table in (lobby, game):
        assert host.get(f"/admin/tables/{table.removeprefix('/r/')}").status_code == 200


def test_tables_are_listed_in_pages(home: Home, host: TestClient) -> None:
    ada = home.guest()
    lobbies = [opened(ada).removeprefix("/r/") for _ in range(overview.PAGE + 3)]
    first, second = host.get("/admin").text, host.get("/admin?page=2").text

    assert [code for code in lobbies if code in first] == lobbies[3:]
    assert [code for code in lobbies if code in second] == lobbies[:3]
    assert "Page 1 of 2" in text(host.get("/admin"))
    assert host.get("/admin?page=3").status_code == 200
    for wrong in ("0", "-1", "x", "9" * 30):
        assert host.get(f"/admin?page={wrong}").status_code == 422


def test_tables_are_filtered_by_their_status(home: Home, host: TestClient) -> None:
    ada, bruno = home.guest(), home.guest()
    lobby, game, closed = opened(ada), started(ada, (bruno, "Bruno")), opened(ada)
    close(host, closed)
    over = played_out(home, ada)
    tables = {"lobby": lobby, "playing": game, "closed": closed, "finished": over}
    codes = {status: table.removeprefix("/r/") for status, table in tables.items()}

    for status, code in codes.items():
        page = host.get(f"/admin?status={status}").text
        assert [each for each in codes.values() if each in page] == [code], status
    assert "No such tables." in text(host.get("/admin?status=abandoned"))
    for status in ("", "nonsense", "%00", "é"):
        page = host.get(f"/admin?status={status}").text
        assert all(code in page for code in codes.values()), status
    assert host.get(f"/admin?status={'x' * 21}").status_code == 422


def test_each_status_says_how_many_tables_it_has(home: Home, host: TestClient) -> None:
    ada, bruno = home.guest(), home.guest()
    lobbies, _, closed = [opened(ada), opened(ada)], started(ada, (bruno, "Bruno")), opened(ada)
    close(host, closed)
    assert "All 4 in progress 1 not started 2 finished 0 abandoned 0 closed 1" in text(host.get("/admin"))
    found = host.get("/admin", params={"code": lobbies[0].removeprefix("/r/")})
    assert "All 1 in progress 0 not started 1 finished 0 abandoned 0 closed 0" in text(found)


def test_a_table_is_found_by_a_part_of_its_code(home: Home, host: TestClient) -> None:
    ada = home.guest()
    wanted, other = (opened(ada).removeprefix("/r/") for _ in range(2))
    close(host, f"/r/{wanted}")

    def found(code: str, status: str = "") -> set[str]:
        page = host.get("/admin", params={"code": code, "status": status})
        assert page.status_code == 200
        return {each for each in (wanted, other) if f"/admin/tables/{each}" in page.text}

    for typed in (wanted, wanted.upper(), wanted.replace("-", " "), wanted[:-1], f" {wanted}"):
        assert found(typed) == {wanted}, typed
    assert found(wanted, "closed") == {wanted}
    assert found(wanted, "lobby") == set()
    assert found("nowhere-at-all") == set()
    for nothing in ("", "%", "_", "\0", "- -"):
        assert found(nothing) == {wanted, other}, nothing
    assert found("é" * 40) == set()
    assert f'href="/admin?status=lobby&amp;code={wanted}"' in host.get(f"/admin?code={wanted}").text
    assert host.get("/admin", params={"code": "x" * 81}).status_code == 422


def test_a_row_leads_to_what_can_be_done_about_its_table(home: Home, host: TestClient) -> None:
    ada = home.guest()
    lobby, closed = (opened(ada).removeprefix("/r/") for _ in range(2))
    over = played_out(home, ada).removeprefix("/r/")
    close(host, f"/r/{closed}")
    page = host.get("/admin").text
    assert f'href="/admin/tables/{lobby}#close"' in page
    assert 'id="close"' in host.get(f"/admin/tables/{lobby}").text
    assert f'href="/admin/tables/{over}/record"' in page
    assert host.get(f"/admin/tables/{over}/record").status_code == 200
    assert f"{closed}#" not in page
    assert f"{closed}/record" not in page


def test_pages_of_a_status_are_counted_apart(home: Home, host: TestClient) -> None:
    ada = home.guest()
    lobbies = [opened(ada) for _ in range(overview.PAGE + 1)]
    close(host, lobbies[-1])

    assert "Page 1 of 2" in text(host.get("/admin"))
    assert "Page 1 of" not in text(host.get("/admin?status=lobby"))
    close(host, lobbies[0])
    for each in lobbies[1:-1]:
        close(host, each)
    assert 'href="/admin?status=closed&amp;page=2"' in host.get("/admin?status=closed").text
    assert lobbies[0].removeprefix("/r/") in host.get("/admin").text + host.get("/admin?page=2").text


def test_the_age_of_the_last_backup_is_shown_once_there_is_one(home: Home, host: TestClient) -> None:
    data = home.services.settings.data
    assert backup.newest(data) is None
    assert "last backup" not in text(host.get("/admin"))
    folder = backup.folder_in(data)
    folder.mkdir()
    (folder / "half.db.part").touch()
    assert backup.newest(data) is None
    for name, age in (("old.db", 9 * 24 * 3600), ("new.db", 3 * 3600)):
        (folder / name).touch()
        os.utime(folder / name, (time.time() - age,) * 2)
    assert "last backup: 3 hours ago" in text(host.get("/admin"))


def test_the_version_and_the_uptime_are_shown(host: TestClient) -> None:
    assert f"Version {__version__} up for " in text(host.get("/admin"))


def test_the_size_of_a_game_and_its_spectators_are_shown(
    home: Home, ada: TestClient, bruno: TestClient
) -> None:
    lobby, game = opened(ada), started(ada, (bruno, "Bruno"))
    with home.guest().websocket_connect(f"{game}/socket") as socket:
        socket.receive_text()
        by_code = {each.code: each for each in home.call(overview.tables, home.services, 1)}
        sizes = home.call(overview.sizes, home.services)

    empty, running = by_code[lobby.removeprefix("/r/")], by_code[game.removeprefix("/r/")]
    assert running.size > empty.size > 100
    assert (empty.phase, running.phase) == ("lobby", "playing")
    assert (empty.watchers, running.watchers) == (0, 1)
    assert running.names == ("Ada", "Bruno")
    assert sizes.database > running.size
    assert (sizes.tables, sizes.sockets) == (2, 1)
