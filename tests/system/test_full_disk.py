"""A full disk under a real server: players are told, nothing unsaved is shown, and play goes on."""

import json
import resource
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from random import Random

import httpx2
import pytest
from websockets.sync.client import ClientConnection, connect

from tests.support.api import Guest, error, play_out, started
from tests.support.command import Ended, housewarming
from tests.support.full_disk import no_room
from tests.support.next_move import next_move, send
from tests.support.parsed_page import Sight
from tests.support.reader import Reader
from tests.support.server import COMMAND, environment, serving

SMALL = "16m"  # the size of the disk: room for some games and SQLite's extra files


@pytest.fixture(params=["its files may not grow", "its disk is full"])
def data(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path]:
    """A data folder; on a small disk, if the system lets us mount one."""
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    is_disk = request.param == "its disk is full" and mounted(folder)
    yield folder
    if is_disk:
        subprocess.run(["umount", str(folder)], check=True)


def mounted(folder: Path) -> bool:
    """Mount a small disk; only root may, and not in every container. Without one, the file size limit is
    tested twice."""
    mount = ["mount", "-t", "tmpfs", "-o", f"size={SMALL},mode=700", "none", str(folder)]
    try:
        return subprocess.run(mount, stderr=subprocess.DEVNULL).returncode == 0
    except FileNotFoundError:
        return False


def stored(data: Path, code: str) -> int:
    """The length of the log on the disk."""
    with closing(sqlite3.connect(data / "housewarming.db")) as reader:
        of_room = "SELECT count(*) FROM entry JOIN room ON room.id = entry.room WHERE code = ?"
        return int(reader.execute(of_room, (code,)).fetchone()[0])


def told(viewer: ClientConnection, at_least: int) -> int:
    """The newest version that a spectator gets; later versions would be a fault."""
    newest = 0
    while newest < at_least:
        newest = json.loads(viewer.recv(timeout=30))["version"]
    with suppress(TimeoutError):
        while True:
            newest = json.loads(viewer.recv(timeout=0.5))["version"]
    return newest


def test_on_a_full_disk_nothing_is_lost_and_play_goes_on_when_there_is_space(data: Path) -> None:
    chance = Random(1)
    with serving(data) as server, httpx2.Client(base_url=server.url, timeout=60) as web:
        tables = [started(web, "Bruno") for _ in range(3)]
        for guests in tables:
            for _ in range(5):
                assert send(next_move(guests, chance)).status_code == 200
        code = tables[0][0].code
        with connect(f"{server.url.replace('http', 'ws')}/api/tables/{code}/live") as viewer:
            with no_room(server, data):
                refused = {}
                for guests in tables:
                    move = next_move(guests, chance)
                    while (answer := send(move)).status_code == 200:  # moves that still fit are stored
                        move = next_move(guests, chance)
                    assert error(answer) == (503, "disk_full")
                    assert int(answer.headers["Retry-After"]) > 0
                    assert guests[0].look()["version"] == stored(data, guests[0].code)
                    refused[guests[0].code] = move
                assert error(web.post("/api/tables", json={"game": "dream_home", "name": "Eve"})) == (
                    503,
                    "disk_full",
                )
                assert web.get(f"/r/{code}", headers={"Accept": "text/html"}).status_code == 200
                assert told(viewer, stored(data, code)) == stored(data, code)

            for guests in tables:
                before = stored(data, guests[0].code)
                again = [send(refused[guests[0].code]) for _ in range(2)]
                assert [answer.json() for answer in again] == [{"version": before + 1}] * 2
                play_on(guests, before)
            assert told(viewer, stored(data, code)) == stored(data, code)
        ended = housewarming("verify", HOUSEWARMING_DATA=str(data))
    assert ended == Ended(0, "Tables: 3. With stored games that don't match their replay: 0.\n", "")


def play_on(guests: list[Guest], before: int) -> None:
    play_out(guests, Random(2), begun=before)
    assert guests[0].look()["status"] == "finished"


def test_on_a_full_disk_people_are_told_in_their_language(data: Path) -> None:
    with serving(data) as server, httpx2.Client(base_url=server.url, timeout=60) as web:
        ada, bruno = started(web, "Bruno", first_player=1)
        reader = Reader(web, ada.code, bruno.key, language="it")
        form = reader.look().sent("clear 1")
        with no_room(server, data):
            answer = reader.send(form)

            assert answer.status_code == 503
            assert "Il disco del server è pieno" in Sight(answer.text).text
            answer = reader.send(form, **{"HX-Request": "true"})
            assert answer.status_code == 507, "which a script shows"
            assert answer.text.strip().startswith('<div id="table"')
            assert "Il disco del server è pieno" in Sight(answer.text).text
        assert reader.send(form).status_code == 303


def with_files_up_to(size: int, *words: str, data: Path) -> Ended:
    """Run the command with no file allowed to grow past this size."""
    ended = subprocess.run(
        [COMMAND, *words],
        env=environment(HOUSEWARMING_DATA=str(data)),
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)),
    )
    return Ended(ended.returncode, ended.stdout, ended.stderr)


def test_without_disk_space_commands_leave_nothing_half_done(tmp_path: Path) -> None:
    data, file, copy = tmp_path / "data", tmp_path / "table.json", tmp_path / "copy.db"
    half = tmp_path / "half.json"
    with serving(data) as server, httpx2.Client(base_url=server.url, timeout=60) as web:
        guests = started(web, "Bruno")
        play_out(guests, Random(1))
        housewarming("export", guests[0].code, str(file), HOUSEWARMING_DATA=str(data))
        size = file.stat().st_size // 2

        for words in (("import", str(file)), ("backup", str(copy)), ("export", guests[0].code, str(half))):
            ended = with_files_up_to(size, *words, data=data)
            assert (ended.status, ended.said) in ((1, ""), (2, "")), words
            assert ended.complained.splitlines()[-1].startswith("housewarming: "), words
            assert "Traceback" not in ended.complained
        ended = housewarming("verify", HOUSEWARMING_DATA=str(data))
    assert ended.said.startswith("Tables: 1. ")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["data", "table.json"]


def test_a_server_without_space_for_its_database_does_not_start(tmp_path: Path) -> None:
    ended = with_files_up_to(8192, "serve", "--port", "0", data=tmp_path)

    assert (ended.status, ended.said) == (2, "")
    assert ended.complained.startswith("housewarming: HOUSEWARMING_DATA: can't use the database ")
    assert len(ended.complained.splitlines()) == 1
